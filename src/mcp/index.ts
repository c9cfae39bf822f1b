export { createMcpDialect } from './dialect.js';
