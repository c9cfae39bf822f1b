export {
  createAssistants,
  createChooseAssistant,
  MAX_ASSISTANTS,
  type ChooseAssistant,
} from './assistants.js';
export { createNamedModels, type NamedModels } from './named-models.js';
export type { AssistantDeps } from './routes.js';
export type { AssistantRepository } from './repository.js';
export { AnswerLength, type Assistant } from './schema.js';
