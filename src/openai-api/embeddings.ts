import { z } from 'zod';
import { userRoute, type ParallelLimit, type Route } from '../http/index.js';
import type { Embedder } from '../platform/models/model.js';
import { resultWithin } from '../shared/async.js';
import { AppError, fieldsRefused } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import { toModelUsage } from '../tenancy/index.js';
import { countAsQuestion } from './count-as-question.js';
import { OPENAI_BASE, OPENAI_DIALECT } from './dialect.js';
import type { Database } from './database.js';
import { toIgnoredHeader, unsupported } from './parameters.js';

type Deps = { database: Pick<Database, 'withScope'>; embedder: Embedder | null };

export type EmbeddingDeps = {
  embedTexts: EmbedTexts;
  limitSearches: ParallelLimit;
  /** For all texts of a request together. */
  maxEmbeddingChars: number;
};

type EmbedTexts = ReturnType<typeof createEmbedTexts>;

const TIMEOUT_MS = 30_000;
const MAX_TEXTS = 128;
const MAX_CHARS_PER_TEXT = 32_000;

/** Embeds texts with the installation's embedder. A request counts as one question, and its usage is charged to the caller. */
export const createEmbedTexts =
  ({ database, embedder }: Deps) =>
  async (scope: UserScope, texts: readonly string[], signal: AbortSignal) => {
    if (embedder === null) throw unsupported('model', 'No embedding model is set up here.');
    await countAsQuestion(database, scope);
    const tooLate = () => new AppError('deadline_exceeded', 'The embedding model took too long.');
    const { vectors, promptTokens, costUsd } = await resultWithin(
      { signal, limitMs: TIMEOUT_MS, tooLate },
      (limited) => embedder.embed(texts, { signal: limited }),
    );
    const used = toModelUsage([{ promptTokens, completionTokens: 0, costUsd }]);
    await database.withScope(scope, (tx) => tx.usage.add(scope.userId, used));
    return { vectors, promptTokens, model: embedder.model };
  };

const Input = z.union([
  z.string(),
  z.array(z.union([z.string(), z.number(), z.array(z.number())])).max(2048),
]);

const Body = z
  .looseObject({
    input: Input,
    model: z.string().max(200),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    dimensions: z.int().nullish(),
  })
  .meta({ id: 'OpenAiEmbeddingRequest' });
type Body = z.infer<typeof Body>;

const Answer = z
  .object({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
  })
  .meta({ id: 'OpenAiEmbeddings' });

const KNOWN = new Set(['input', 'model', 'encoding_format', 'dimensions']);

/** Uses the installation's embedder whatever model a client names; the answer says which it is. */
export const createEmbeddingRoutes = ({
  embedTexts,
  limitSearches,
  maxEmbeddingChars,
}: EmbeddingDeps): Route[] => [
  userRoute({
    method: 'post',
    path: `${OPENAI_BASE}/embeddings`,
    operationId: 'createOpenAiEmbeddings',
    tag: 'openai',
    errors: [
      'unsupported_parameter',
      'quota_exceeded',
      'too_many_parallel_searches',
      'deadline_exceeded',
      'embedder_unavailable',
    ],
    example: { model: 'default', input: ['remote work'] },
    summary: 'Embed texts; for keys that were granted it',
    permission: 'embeddings',
    openTo: 'applications',
    dialect: OPENAI_DIALECT,
    body: Body,
    responses: { 200: { description: 'Vectors, in the order of the texts', schema: Answer } },
    handle: async ({ scope, body, signal }) => {
      const texts = toTexts(body, maxEmbeddingChars);
      const { vectors, promptTokens, model } = await limitSearches(scope, () =>
        embedTexts(scope, texts, signal),
      );
      refuseOtherLength(body, vectors);
      const isBase64 = body.encoding_format === 'base64';
      const data = vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: isBase64 ? toBase64(vector) : [...vector],
      }));
      const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens };
      return {
        status: 200,
        body: { object: 'list', model, data, usage },
        headers: toIgnoredHeader(body, { known: KNOWN }),
      };
    },
  }),
];

const toTexts = ({ input }: Body, maxChars: number): string[] => {
  const given = [input].flat(1);
  const texts = given.filter((one) => typeof one === 'string');
  if (texts.length < given.length) {
    throw unsupported(
      'input',
      'Tokens are not accepted: send texts. In LangChain set check_embedding_ctx_length=False.',
    );
  }
  if (texts.length === 0 || texts.length > MAX_TEXTS) {
    throw fieldsRefused([{ path: 'input', message: `must be 1 to ${MAX_TEXTS} texts` }]);
  }
  if (texts.some((text) => text.trim() === '' || text.length > MAX_CHARS_PER_TEXT)) {
    const message = `must be texts of 1 to ${MAX_CHARS_PER_TEXT} characters`;
    throw fieldsRefused([{ path: 'input', message }]);
  }
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxChars) {
    const message = `may have ${maxChars} characters, all texts together`;
    throw fieldsRefused([{ path: 'input', message }]);
  }
  return texts;
};

const refuseOtherLength = ({ dimensions }: Body, [first]: readonly Float32Array[]): void => {
  if (typeof dimensions !== 'number' || dimensions === first?.length) return;
  throw unsupported('dimensions', `Vectors have ${first?.length ?? 0} numbers here.`);
};

/** Little-endian floats, as both official clients decode them. */
const toBase64 = (vector: Float32Array): string => {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
};
