import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { Embedder, Embeddings, EmbedOptions } from './model.js';
import type { Metrics } from '../telemetry/telemetry.js';
import { MAX_TOKENS } from './chat-reply.js';
import { createOpenAiClient, type Endpoint } from './create-openai-client.js';
import { createEmbeddingThrottle } from './embedding-throttle.js';
import { costOf, type ModelPrices } from './model-price.js';
import { EMBEDDER_FAILURES } from './vendor-errors.js';
import { DEFAULT_RETRY_POLICY, withRetries, type RetryPolicy } from './with-retries.js';

export type EmbedderOptions = Endpoint & {
  model: string;
  dimensions: number;
  prices: ModelPrices;
  metrics: Pick<Metrics, 'modelRetried'>;
  /** Texts per request. */
  batchSize?: number;
  retry?: Partial<RetryPolicy>;
};

const DEFAULT_BATCH_SIZE = 64;
/** A question that has to wait longer is searched by its words alone. */
const INTERACTIVE_PATIENCE_MS = 2_000;

/** Another model answers than the settings speak of; trying again does not help. */
export class WrongDimensions extends AppError {
  constructor(given: number, expected: number) {
    super(
      'embedder_invalid_output',
      `EMBEDDINGS_DIMENSIONS says ${expected}, but the embedder gives vectors of ${given} numbers.`,
    );
  }
}

type Batch = { vectors: Float32Array[]; promptTokens: number | null };

/** One OpenAI-compatible endpoint for embeddings; batches follow one another, so that one caller is one request at a time. */
export const createOpenAiEmbedder = (options: EmbedderOptions): Embedder => {
  const { model, dimensions, prices, metrics, batchSize = DEFAULT_BATCH_SIZE } = options;
  const client = createOpenAiClient(options);
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  const throttle = createEmbeddingThrottle(policy);
  const onRetry = (reason: string): void => {
    metrics.modelRetried({ backend: 'embedder', reason });
  };

  const embedBatch = async (input: string[], call: EmbedOptions): Promise<Batch> => {
    const { priority = 'interactive' } = call;
    const patienceMs =
      priority === 'background'
        ? policy.maxDelayMs
        : Math.min(policy.maxDelayMs, INTERACTIVE_PATIENCE_MS);
    const reply: unknown = await withRetries(
      (signal) =>
        throttle.run({ priority, patienceMs, signal }, () =>
          // Left to itself the SDK asks for base64, which other servers do not speak.
          client.embeddings.create({ model, input, encoding_format: 'float' }, { signal }),
        ),
      {
        ...call,
        policy: { ...policy, maxDelayMs: patienceMs },
        codes: EMBEDDER_FAILURES,
        onRetry,
      },
    );
    return parseReply(reply, input.length, dimensions);
  };

  const embed = async (texts: readonly string[], call: EmbedOptions): Promise<Embeddings> => {
    const batches: Batch[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      batches.push(await embedBatch(texts.slice(start, start + batchSize), call));
    }
    const promptTokens = batches.reduce((sum, batch) => sum + (batch.promptTokens ?? 0), 0);
    const isCounted = batches.every((batch) => batch.promptTokens !== null);
    return {
      vectors: batches.flatMap(({ vectors }) => vectors),
      promptTokens,
      costUsd: isCounted ? costOf(model, { promptTokens, completionTokens: 0 }, prices) : null,
    };
  };

  return { model, dimensions, embed };
};

const Reply = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
  usage: z
    .object({ prompt_tokens: z.int().positive().max(MAX_TOKENS) })
    .nullish()
    .catch(null),
});

/** Endpoints answer in any order, so the vectors are placed by their index. */
const parseReply = (value: unknown, count: number, dimensions: number): Batch => {
  const reply = Reply.safeParse(value);
  if (!reply.success) throw refuse('not a list of embeddings', reply.error);
  const { data, usage } = reply.data;
  if (data.length !== count) throw refuse(`${data.length} vectors for ${count} texts`);
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) =>
    toVector(byIndex.get(index), dimensions),
  );
  return { vectors, promptTokens: usage?.prompt_tokens ?? null };
};

const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('embedder_invalid_output', `The embedder's answer is unusable: ${problem}.`, {
    cause,
  });

const toVector = (embedding: readonly number[] | undefined, dimensions: number): Float32Array => {
  if (embedding === undefined) throw refuse('a text has no vector');
  if (embedding.length !== dimensions) throw new WrongDimensions(embedding.length, dimensions);
  const vector = Float32Array.from(embedding);
  if (!vector.every(Number.isFinite)) throw refuse('a number is not finite');
  if (vector.every((value) => value === 0)) throw refuse('a vector is zero');
  return vector;
};
