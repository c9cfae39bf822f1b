export { createAssistants, createChooseAssistant, type ChooseAssistant } from './assistants.js';
export { type AssistantRepository } from './repository.js';
export { createAssistantRoutes, type AssistantDeps } from './routes.js';
export { AnswerLength, type Assistant } from './schema.js';
