export { createMaintenance } from './create-maintenance.js';
export { createReindex } from './reindex.js';
