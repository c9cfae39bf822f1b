export { createChatOnce, type ChatOnce } from './chat-once.js';
export { type Workflow, createWorkflow } from './run-turn.js';
export type { ChatDeps } from './routes.js';
export { ChatOptions, type ChatAnswer, type ToldMessage, type UnstoredAnswer } from './chat.js';
export type { TurnEvent } from './turn.js';
export { createTurnLog } from './turn-log.js';
