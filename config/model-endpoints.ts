import type { ProbedEndpoint } from '../src/platform/models/probe-endpoints.js';
import { OPENAI_URL, variableOf, type ChatModels } from './chat-backends.js';
import type { Environment } from './env.js';

/** Every model endpoint in the environment, with the variables that configure it. */
export const toModelEndpoints = (
  env: Environment,
  chatModels: ChatModels | null,
): ProbedEndpoint[] => [
  ...(chatModels?.backends ?? []).map(({ name, provider, baseUrl, apiKey, headers, query }) => {
    const isSingle = env.LLM_BACKENDS === undefined;
    return {
      provider,
      baseUrl,
      apiKey,
      headers,
      query,
      urlVariable: isSingle ? 'OPENAI_BASE_URL' : variableOf(name, 'BASE_URL'),
      keyVariable: isSingle ? 'OPENAI_API_KEY' : variableOf(name, 'API_KEY'),
    };
  }),
  ...(env.EMBEDDINGS_MODEL === undefined || env.EMBEDDINGS === 'local'
    ? []
    : [
        {
          baseUrl: env.EMBEDDINGS_BASE_URL ?? OPENAI_URL,
          apiKey: env.EMBEDDINGS_API_KEY ?? '',
          urlVariable: 'EMBEDDINGS_BASE_URL',
          keyVariable: 'EMBEDDINGS_API_KEY',
        },
      ]),
  ...(env.RERANK_BASE_URL === undefined
    ? []
    : [
        {
          baseUrl: env.RERANK_BASE_URL,
          apiKey: env.RERANK_API_KEY ?? '',
          urlVariable: 'RERANK_BASE_URL',
          keyVariable: 'RERANK_API_KEY',
        },
      ]),
];
