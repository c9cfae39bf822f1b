export { createBackUp, createExportTenant } from './back-up.js';
export { createExportOwnData } from './export-own-data.js';
export { createExportOwnTenant } from './export-own-tenant.js';
export { createImportTenant } from './import-tenant.js';
export { createRestore } from './restore.js';
