export { createBackUp, createExportTenant } from './back-up.js';
export { createImportTenant } from './import-tenant.js';
export { createRestore } from './restore.js';
