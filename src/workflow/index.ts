export { createChatOnce } from './chat-once.js';
export { type Workflow, createWorkflow } from './run-turn.js';
export { type ChatDeps, createChatRoutes } from './routes.js';
export { createTurnLog } from './turn-log.js';
export { DECISION_PROTOCOLS } from './decide/index.js';
