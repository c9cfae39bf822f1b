import { createLimit, inTurn } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import type { EmbedOptions, Embedder, Embeddings } from './model.js';
import { retryAfterOf, statusOf, EMBEDDER_FAILURES } from './with-retries.js';
import { DEFAULT_RETRY_POLICY, withRetries, type RetryPolicy } from './with-retries.js';
import { z } from 'zod';
import type { Metrics } from '../telemetry/telemetry.js';
import { MAX_TOKENS } from './chat-reply.js';
import { createOpenAiClient, type Endpoint } from './create-openai-client.js';
import { costOf, type ModelPrices } from './meter-model.js';

type EmbedderOptions = Endpoint & {
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
class WrongDimensions extends AppError {
  constructor(given: number, expected: number) {
    super(
      'embedder_invalid_output',
      `EMBEDDINGS_DIMENSIONS says ${expected}, but the embedder gives vectors of ${given} numbers.`,
    );
  }
}

type Batch = { vectors: Float32Array[]; promptTokens: number | null };

type Priority = NonNullable<EmbedOptions['priority']>;
type Clock = Pick<RetryPolicy, 'now' | 'wait'>;
type Visit = { priority: Priority; patienceMs: number; signal: AbortSignal };

type EmbeddingThrottle = {
  run<Value>(visit: Visit, work: () => Promise<Value>): Promise<Value>;
};

const TOO_MANY_REQUESTS = 429;

const CHECK_TIMEOUT_MS = 5_000;

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

/**
 * Shared by all who embed in this process. After a 429 everybody waits; what somebody asks now never queues behind what is
 * indexed in the background, and goes first when the pause is over.
 */
export const createEmbeddingThrottle = (clock: Clock): EmbeddingThrottle => {
  const pause = createPause(clock);
  /** For calls in the background: halved by a refusal, one more after each success. */
  const room = createLimit(Number.POSITIVE_INFINITY);

  const attempt = async <Value>(visit: Visit, work: () => Promise<Value>): Promise<Value> => {
    await pause.pass(visit);
    const startedAt = clock.now();
    try {
      const value = await work();
      pause.succeeded(startedAt);
      return value;
    } catch (error) {
      if (statusOf(error) === TOO_MANY_REQUESTS) {
        pause.refused(error, startedAt);
        room.concurrency = Math.max(1, Math.floor(room.activeCount / 2));
      }
      throw error;
    }
  };

  return {
    run: (visit, work) => {
      if (visit.priority === 'interactive') return attempt(visit, work);
      return inTurn(room, visit.signal, async () => {
        const value = await attempt(visit, work);
        room.concurrency += 1;
        return value;
      });
    },
  };
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After a pause somebody's question goes first, and finds out whether the pause was long enough. */
const HEAD_START_MS = 250;

/** One pause for everybody, begun by a 429: as long as the endpoint asked, or twice as long as the one before. */
const createPause = ({ now, wait }: Clock) => {
  let until = 0;
  let refusals = 0;
  return {
    pass: async ({ priority, patienceMs, signal }: Visit): Promise<void> => {
      const headStart = priority === 'interactive' ? 0 : HEAD_START_MS;
      for (;;) {
        const restMs = until === 0 ? 0 : until + headStart - now();
        if (restMs <= 0) return;
        if (restMs > patienceMs) throw busy(restMs);
        await wait(restMs, signal);
      }
    },
    refused: (error: unknown, startedAt: number): void => {
      // Calls that were under way together are refused together; that is one refusal.
      if (startedAt >= until) refusals += 1;
      const asked = retryAfterOf(error, now());
      const pauseMs = asked ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1));
      until = Math.max(until, now() + pauseMs);
    },
    succeeded: (startedAt: number): void => {
      if (startedAt < until) return;
      refusals = 0;
      until = 0;
    },
  };
};

const busy = (waitMs: number): AppError =>
  new AppError('embedder_unavailable', 'The embedder asked everybody to wait.', {
    retryAfterSec: Math.ceil(waitMs / 1_000),
  });

/** Refuses a model whose vectors have another length than the settings say. An endpoint that is away is met again with its first use. */
export const checkDimensions = async (options: EmbedderOptions): Promise<void> => {
  const embedder = createOpenAiEmbedder({ ...options, retry: { maxTries: 1 } });
  try {
    await embedder.embed(['dimensions'], { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof WrongDimensions) throw error;
  }
};
