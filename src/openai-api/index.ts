import type { Route } from '../http/index.js';
import { createOpenAiChatRoutes, type OpenAiChatDeps } from './chat-routes.js';
import { createResponsesRoutes } from './responses-routes.js';
import { createEmbeddingRoutes, type EmbeddingDeps } from './embeddings.js';
import { createFileRoutes, type OpenAiFileDeps } from './files.js';
import { createStoreSearchRoutes, type StoreSearchDeps } from './store-search.js';
import { createVectorStoreRoutes, type VectorStoreDeps } from './vector-stores.js';
import { createModelRoutes, type ModelDeps } from './models.js';

export type OpenAiDeps = ModelDeps &
  OpenAiChatDeps &
  EmbeddingDeps &
  OpenAiFileDeps &
  VectorStoreDeps &
  StoreSearchDeps;

/** The API for OpenAI clients, built on the same use cases as ours. */
export const createOpenAiRoutes = (deps: OpenAiDeps): Route[] => [
  ...createModelRoutes(deps),
  ...createOpenAiChatRoutes(deps),
  ...createResponsesRoutes(deps),
  ...createEmbeddingRoutes(deps),
  ...createFileRoutes(deps),
  ...createVectorStoreRoutes(deps),
  ...createStoreSearchRoutes(deps),
];

export { createEmbedTexts } from './embeddings.js';
export { createAnswerTask } from './answer-task.js';
export { createStructureAnswer } from './structure-answer.js';
