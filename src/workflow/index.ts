export { createChatOnce } from './chat-once.js';
export { type Workflow, createWorkflow } from './create-workflow.js';
export { type ChatDeps, createChatRoutes } from './routes.js';
export { createTurnLog } from './turn-log.js';
