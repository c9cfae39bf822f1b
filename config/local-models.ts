import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_EMBEDDER, DEFAULT_RERANKER } from '../src/platform/models/local/known-models.js';
import type { LocalModel } from '../src/platform/models/local/inference.js';
import { readManifest } from '../src/platform/models/local/manifest.js';
import { optionalCount, serviceUrl } from '../src/shared/variable-types.js';

/** Variables for models that run in our own process. */
export const localModelVariables = {
  EMBEDDINGS: z
    .enum(['local'])
    .optional()
    .describe(
      'local: the embedder runs in a separate local process, with the files from `npm run model -- fetch NAME`; set EMBEDDINGS_MODEL for a model other than multilingual-e5-small. Unset: EMBEDDINGS_BASE_URL, or none.',
    ),
  RERANK: z
    .enum(['local'])
    .optional()
    .describe(
      'local: the same for a reranker; set RERANK_MODEL for a model other than mmarco-minilm-l12. Unset: RERANK_BASE_URL, or none.',
    ),
  MODELS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder with a subfolder for each local model. Unset: models in DATA_DIR.'),
  MODELS_BASE_URL: serviceUrl('http', 'https')
    .default('https://huggingface.co')
    .describe('Where `npm run model -- fetch NAME` downloads files: the hub, or a mirror of it.'),
  MODELS_THREADS: optionalCount({ min: 1, max: 256 }).describe(
    'Threads for local models. Unset: one less than the number of processors.',
  ),
};

type Environment = z.infer<z.ZodObject<typeof localModelVariables>> & {
  DATA_DIR: string;
  EMBEDDINGS_MODEL?: string | undefined;
  EMBEDDINGS_BASE_URL?: string | undefined;
  EMBEDDINGS_API_KEY?: string | undefined;
  RERANK_MODEL?: string | undefined;
  RERANK_BASE_URL?: string | undefined;
  RERANK_SHAPE?: string | undefined;
};

type Places = Pick<Environment, 'MODELS_DIR' | 'MODELS_BASE_URL' | 'DATA_DIR'>;

/** Variables for where models are stored and how their files are downloaded. */
export const OF_MODEL_FILES = {
  ...({ DATA_DIR: true, MODELS_DIR: true, MODELS_BASE_URL: true } as const),
  ...({ HTTPS_PROXY: true, HTTP_PROXY: true, NO_PROXY: true } as const),
};

/** The folder of local models, and their download address. */
export const toModelFiles = (env: Places): { folder: string; baseUrl: string } => ({
  folder: resolve(env.MODELS_DIR ?? join(env.DATA_DIR, 'models')),
  baseUrl: env.MODELS_BASE_URL,
});

/** The configured local models, by purpose. */
export const toLocalModels = (
  env: Environment,
): {
  embedder: LocalModel | null;
  reranker: LocalModel | null;
  folder: string;
  threads: number;
} => ({
  embedder: env.EMBEDDINGS === 'local' ? find(env, embedderOf(env), 'embedder') : null,
  reranker: env.RERANK === 'local' ? find(env, rerankerOf(env), 'reranker') : null,
  folder: toModelFiles(env).folder,
  threads: env.MODELS_THREADS ?? Math.max(1, availableParallelism() - 1),
});

/** The names of the required local models. */
export const embedderOf = (env: Pick<Environment, 'EMBEDDINGS_MODEL'>): string =>
  env.EMBEDDINGS_MODEL ?? DEFAULT_EMBEDDER;
export const rerankerOf = (env: Pick<Environment, 'RERANK_MODEL'>): string =>
  env.RERANK_MODEL ?? DEFAULT_RERANKER;

const find = (env: Environment, name: string, kind: 'embedder' | 'reranker'): LocalModel | null => {
  const folder = join(toModelFiles(env).folder, name);
  const manifest = readManifest(folder);
  const isUsable = manifest?.kind === kind && (kind === 'reranker' || manifest.dimensions !== null);
  return isUsable ? { folder, manifest: { ...manifest, name } } : null;
};

type Rule = [broken: unknown, problem: string];

export const localModelRules = (env: Environment): Rule[] => {
  const { embedder, reranker } = toLocalModels(env);
  return [
    [
      env.EMBEDDINGS === 'local' && embedder === null,
      `EMBEDDINGS: ${toAdvice(env, embedderOf(env), 'embedder')}`,
    ],
    [
      env.RERANK === 'local' && reranker === null,
      `RERANK: ${toAdvice(env, rerankerOf(env), 'reranker')}`,
    ],
    [
      env.EMBEDDINGS === 'local' && (env.EMBEDDINGS_BASE_URL ?? env.EMBEDDINGS_API_KEY),
      'EMBEDDINGS: is local, so EMBEDDINGS_BASE_URL and EMBEDDINGS_API_KEY have to go',
    ],
    [
      env.RERANK === 'local' && env.RERANK_BASE_URL,
      'RERANK: is local, so RERANK_BASE_URL has to go',
    ],
    [env.RERANK === 'local' && env.RERANK_SHAPE, 'RERANK: is local, so RERANK_SHAPE has to go'],
  ];
};

const toAdvice = (env: Environment, name: string, kind: string): string =>
  `there is no ${kind} "${name}" in ${toModelFiles(env).folder}; run: npm run model -- fetch ${name}`;
