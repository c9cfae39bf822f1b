export { MCP_DIALECT } from './dialect.js';
export { createMcpRoutes, type McpDeps } from './routes.js';
