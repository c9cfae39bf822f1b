export { createChatOnce } from './chat-once.js';
export { type Workflow, createWorkflow } from './run-turn.js';
export { type ChatDeps, createChatRoutes } from './routes.js';
export type { ChatAnswer, ToldMessage, UnstoredAnswer } from './chat.js';
export type { TurnEvent } from './turn.js';
export { createTurnLog } from './turn-log.js';
export { DECISION_PROTOCOLS } from './decide/index.js';
