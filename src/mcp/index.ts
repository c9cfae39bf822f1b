export { createMcpDialect } from './dialect.js';
export { createMcpRoutes, type McpDeps } from './routes.js';
