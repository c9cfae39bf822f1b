export { createAssistants, createChooseAssistant, type ChooseAssistant } from './assistants.js';
export { createNamedModels, type NamedModels } from './named-models.js';
export type { AssistantRepository } from './repository.js';
export { AnswerLength, type Assistant } from './schema.js';
