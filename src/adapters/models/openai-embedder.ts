import { z } from 'zod';
import { AppError } from '../../domain/errors.js';
import type { CallOptions, Embedder, Embeddings } from '../../ports/models.js';
import { createOpenAiClient } from './create-openai-client.js';
import type { Endpoint } from './create-openai-client.js';
import { EMBEDDER_FAILURES } from './vendor-errors.js';
import { DEFAULT_RETRY_POLICY, withRetries } from './with-retries.js';
import type { RetryPolicy } from './with-retries.js';

export type EmbedderOptions = Endpoint & {
  model: string;
  dimensions: number;
  /** Texts per request. */
  batchSize?: number;
  retry?: Partial<RetryPolicy>;
};

const DEFAULT_BATCH_SIZE = 64;

const Reply = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});

const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('embedder_invalid_output', `The embedder's answer is unusable: ${problem}.`, {
    cause,
  });

const toVector = (embedding: readonly number[] | undefined, dimensions: number): Float32Array => {
  if (embedding === undefined) throw refuse('a text has no vector');
  if (embedding.length !== dimensions) {
    throw refuse(`vectors of ${embedding.length} instead of ${dimensions} numbers`);
  }
  const vector = Float32Array.from(embedding);
  if (!vector.every(Number.isFinite)) throw refuse('a number is not finite');
  if (vector.every((value) => value === 0)) throw refuse('a vector is zero');
  return vector;
};

/** Endpoints answer in any order, so the vectors are placed by their index. */
const parseVectors = (value: unknown, count: number, dimensions: number): Float32Array[] => {
  const reply = Reply.safeParse(value);
  if (!reply.success) throw refuse('not a list of embeddings', reply.error);
  const { data } = reply.data;
  if (data.length !== count) throw refuse(`${data.length} vectors for ${count} texts`);
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => toVector(byIndex.get(index), dimensions));
};

/** One OpenAI-compatible endpoint for embeddings; batches follow one another, so that one caller is one request at a time. */
export const createOpenAiEmbedder = (options: EmbedderOptions): Embedder => {
  const { model, dimensions, batchSize = DEFAULT_BATCH_SIZE } = options;
  const client = createOpenAiClient(options);
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };

  const embedBatch = async (texts: string[], call: CallOptions): Promise<Float32Array[]> => {
    const reply: unknown = await withRetries(
      // Left to itself the SDK asks for base64, which other servers do not speak.
      (signal) =>
        client.embeddings.create({ model, input: texts, encoding_format: 'float' }, { signal }),
      { ...call, policy, codes: EMBEDDER_FAILURES },
    );
    return parseVectors(reply, texts.length, dimensions);
  };

  const embed = async (texts: readonly string[], call: CallOptions): Promise<Embeddings> => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      vectors.push(...(await embedBatch(texts.slice(start, start + batchSize), call)));
    }
    return { vectors, promptTokens: 0, costUsd: null };
  };

  return { model, dimensions, embed };
};
