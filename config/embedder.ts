import type { TellingApart } from '../src/platform/models/model.js';
import { LOCAL_URL } from '../src/platform/models/local/local-url.js';
import { OPENAI_URL } from './chat-backends.js';
import type { Environment } from './env.js';
import { toLocalModels } from './local-models.js';

type Rule = [broken: unknown, problem: string];

export const embedderRules = (env: Environment): Rule[] => {
  const embeddings = env.EMBEDDINGS_BASE_URL ?? env.EMBEDDINGS_API_KEY;
  const anyEmbeddings =
    embeddings ??
    env.EMBEDDINGS_MODEL ??
    env.EMBEDDINGS_DIMENSIONS ??
    env.EMBEDDINGS_QUERY_PREFIX ??
    env.EMBEDDINGS_PASSAGE_PREFIX ??
    env.EMBEDDINGS_INPUT_TYPE;
  if (env.EMBEDDINGS === 'local') {
    return [
      [
        env.EMBEDDINGS_DIMENSIONS ?? env.EMBEDDINGS_INPUT_TYPE,
        'EMBEDDINGS: is local, so EMBEDDINGS_DIMENSIONS and EMBEDDINGS_INPUT_TYPE have to go',
      ],
    ];
  }
  return [
    [
      anyEmbeddings !== undefined && !env.EMBEDDINGS_MODEL,
      'EMBEDDINGS_MODEL: required with the other EMBEDDINGS_ variables',
    ],
    [
      anyEmbeddings !== undefined && !env.EMBEDDINGS_DIMENSIONS,
      'EMBEDDINGS_DIMENSIONS: required with EMBEDDINGS_MODEL',
    ],
    [
      anyEmbeddings !== undefined && !embeddings,
      'EMBEDDINGS_BASE_URL or EMBEDDINGS_API_KEY: required with EMBEDDINGS_MODEL',
    ],
  ];
};

export const toEmbedder = (env: Environment) => {
  const tellingApart: TellingApart = {
    queryPrefix: env.EMBEDDINGS_QUERY_PREFIX ?? '',
    passagePrefix: env.EMBEDDINGS_PASSAGE_PREFIX ?? '',
    inputType: env.EMBEDDINGS_INPUT_TYPE ?? null,
  };
  if (env.EMBEDDINGS === 'local') {
    const { embedder: local } = toLocalModels(env);
    if (local === null) return null;
    const { name, dimensions, queryPrefix, passagePrefix } = local.manifest;
    return {
      baseUrl: LOCAL_URL,
      apiKey: '',
      model: name,
      dimensions: dimensions ?? 0,
      local,
      tellingApart: {
        queryPrefix: env.EMBEDDINGS_QUERY_PREFIX ?? queryPrefix,
        passagePrefix: env.EMBEDDINGS_PASSAGE_PREFIX ?? passagePrefix,
        inputType: null,
      },
    };
  }
  return env.EMBEDDINGS_MODEL === undefined || env.EMBEDDINGS_DIMENSIONS === undefined
    ? null
    : {
        baseUrl: env.EMBEDDINGS_BASE_URL ?? OPENAI_URL,
        apiKey: env.EMBEDDINGS_API_KEY ?? '',
        model: env.EMBEDDINGS_MODEL,
        dimensions: env.EMBEDDINGS_DIMENSIONS,
        local: null,
        tellingApart,
      };
};
