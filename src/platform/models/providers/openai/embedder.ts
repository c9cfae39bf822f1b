import { z } from 'zod';
import { createLimit, inTurn, linkSignals } from '../../../../shared/async.js';
import { AppError } from '../../../../shared/errors.js';
import type { Metrics } from '../../../telemetry/telemetry.js';
import { MAX_TOKENS } from '../../chat-reply.js';
import { retryAfterOf, statusOf, wasTooMuch, type Endpoint } from '../../endpoint.js';
import { costOf, type ModelPrices } from '../../meter-model.js';
import type { EmbedOptions, Embedder, Embeddings, TellingApart } from '../../model.js';
import { DEFAULT_RETRY_POLICY, withRetries, type RetryPolicy } from '../../with-retries.js';
import { createOpenAiClient } from './client.js';
import { toEndpointError } from './errors.js';

type EmbedderOptions = Endpoint & {
  model: string;
  dimensions: number;
  /** Default: questions are embedded like passages. */
  tellingApart?: TellingApart | undefined;
  /** Set for a server of ours, which is told the priority. */
  isLocal?: boolean | undefined;
  prices: ModelPrices;
  metrics: Pick<Metrics, 'modelRetried'>;
  /** Texts per request. */
  batchSize?: number;
  retry?: Partial<RetryPolicy>;
};

/** If a question had to wait longer, it is searched by words only. */
const INTERACTIVE_PATIENCE_MS = 2_000;

/** The endpoint serves a different model from the configured one; retrying does not help. */
class WrongDimensions extends AppError {
  constructor(given: number, expected: number) {
    super(
      'embedder_invalid_output',
      `EMBEDDINGS_DIMENSIONS says ${expected}, but the embedder gives vectors of ${given} numbers.`,
    );
  }
}

type Batch = { vectors: Float32Array[]; promptTokens: number | null };

/** A batch of the longest vectors takes a fifth of it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** One OpenAI-compatible endpoint for embeddings; batches are sent one after another, so each caller has one request at a time. */
export const createOpenAiEmbedder = (options: EmbedderOptions): Embedder => {
  const { model, dimensions, metrics, batchSize = 64 } = options;
  const request = createRequest(
    createOpenAiClient({ ...options, maxBytes: MAX_ANSWER_BYTES, isOfNumbers: true }),
  );
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  const throttle = createEmbeddingThrottle(policy);
  const onRetry = (reason: string): void => {
    metrics.modelRetried({ backend: 'embedder', reason });
  };

  const embedBatch = async (input: string[], call: EmbedOptions & Fields): Promise<Batch> => {
    const { priority = 'interactive', fields } = call;
    const ofOurs = options.isLocal === true ? { priority } : {};
    const longestMs = priority === 'interactive' ? INTERACTIVE_PATIENCE_MS : Infinity;
    const patienceMs = Math.min(policy.maxDelayMs, longestMs);
    const mayShrink = priority === 'background' && input.length > 1;
    const limitMs = mayShrink ? policy.timeoutMs * SHRINKING_SHARE : policy.timeoutMs;
    const reply: unknown = await withRetries(
      (signal) =>
        throttle.run({ priority, patienceMs, signal }, () =>
          underLimit({ signal, limitMs }, (limited) =>
            request({ model, input, ...fields, ...ofOurs }, limited),
          ),
        ),
      { ...call, policy: { ...policy, maxDelayMs: patienceMs }, kind: 'embedder', onRetry },
      // Half as many texts are worth another try, but the same ones are not.
      (error) => mayShrink && wasTooMuch(error),
    );
    return parseReply(reply, input.length, dimensions);
  };

  const toEmbeddings = (batches: readonly Batch[]) => joinBatches(batches, options);
  const pace = createPace(batchSize, policy);

  const embed: Embedder['embed'] = async (texts, call) => {
    const batches: Batch[] = [];
    const mayTakeLong = call.priority === 'background';
    for (const { some, fields } of tellApart(texts, call.questions ?? 0, options.tellingApart)) {
      let start = 0;
      while (start < some.length) {
        const size = mayTakeLong ? pace.size() : batchSize;
        const input = some.slice(start, start + size);
        const work = () => embedBatch(input, { ...call, fields });
        const batch = mayTakeLong ? await pace.measure(input.length, work) : await work();
        if (batch === null) continue;
        start += input.length;
        batches.push(batch);
        call.onPart?.(toEmbeddings([batch]));
      }
    }
    return toEmbeddings(batches);
  };

  return { model, dimensions, embed };
};

const createRequest =
  ({ embeddings }: ReturnType<typeof createOpenAiClient>) =>
  (body: { model: string; input: string[] }, signal: AbortSignal): Promise<unknown> =>
    // By default the SDK asks for base64, which other servers do not support.
    embeddings.create({ ...body, encoding_format: 'float' }, { signal }).catch((error: unknown) => {
      throw toEndpointError(error);
    });

const joinBatches = (
  batches: readonly Batch[],
  { model, prices }: Pick<EmbedderOptions, 'model' | 'prices'>,
): Embeddings => {
  const promptTokens = batches.reduce((sum, batch) => sum + (batch.promptTokens ?? 0), 0);
  const isCounted = batches.every((batch) => batch.promptTokens !== null);
  return {
    vectors: batches.flatMap(({ vectors }) => vectors),
    promptTokens,
    costUsd: isCounted ? costOf(model, { promptTokens, completionTokens: 0 }, prices) : null,
  };
};

type Fields = { fields: Record<string, string> };

const INPUT_TYPES = {
  cohere: { question: 'search_query', passage: 'search_document' },
  voyage: { question: 'query', passage: 'document' },
} as const;

/** Formats texts as the model expects them, split into parts that each fit one request. */
const tellApart = (
  texts: readonly string[],
  questions: number,
  { queryPrefix, passagePrefix, inputType }: TellingApart = NOT_TOLD_APART,
): (Fields & { some: string[] })[] => {
  const written = texts.map((text, at) => (at < questions ? queryPrefix : passagePrefix) + text);
  if (inputType === null) return [{ some: written, fields: {} }];
  const { question, passage } = INPUT_TYPES[inputType];
  return [
    { some: written.slice(0, questions), fields: { input_type: question } },
    { some: written.slice(questions), fields: { input_type: passage } },
  ];
};

const NOT_TOLD_APART: TellingApart = { queryPrefix: '', passagePrefix: '', inputType: null };

/** The share of a request's time limit after which a smaller batch is tried instead, if possible. */
const SHRINKING_SHARE = 1 / 4;

const underLimit = async <Value>(
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const limited = linkSignals([signal], { limitMs });
  try {
    return await work(limited.signal);
  } finally {
    limited.unlink();
  }
};

/** The target duration of a background request, so that progress is visible and a failure loses little. */
const SLOW_MS = 10_000;
const FAST_MS = 2_500;
/** How many requests must succeed before a size that failed is tried again; doubled if it fails again. */
const SUCCESSES_BEFORE_RETRY = 32;

/**
 * Chooses the batch size of background requests: smaller if the endpoint is slow, up to the maximum if it is fast, and not a size that
 * failed recently.
 */
export const createPace = (largest: number, { now }: Pick<RetryPolicy, 'now'>) => {
  let size = largest;
  /** The smallest size that failed. */
  let tooMany = Infinity;
  let heldFor = SUCCESSES_BEFORE_RETRY / 2;
  let successes = 0;

  const halve = (count: number): void => {
    size = Math.min(size, Math.max(1, Math.floor(count / 2)));
  };

  const noteFailure = (count: number): void => {
    if (tooMany === Infinity) heldFor *= 2;
    tooMany = Math.min(tooMany, count);
    successes = 0;
    halve(count);
  };

  const noteSuccess = (count: number, tookMs: number): void => {
    successes += 1;
    if (successes >= heldFor) tooMany = Infinity;
    if (tookMs > SLOW_MS) halve(count);
    else if (tookMs < FAST_MS && count >= size && size * 2 < tooMany) {
      size = Math.min(largest, size * 2);
    }
  };

  return {
    size: (): number => size,
    /** Null if this many texts were too many, and half of them should be tried. */
    measure: async <Value>(count: number, work: () => Promise<Value>): Promise<Value | null> => {
      const startedAt = now();
      try {
        const value = await work();
        noteSuccess(count, now() - startedAt);
        return value;
      } catch (error) {
        if (count === 1 || !wasTooMuch(error)) throw error;
        noteFailure(count);
        return null;
      }
    },
  };
};

const Reply = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
  usage: z
    .object({ prompt_tokens: z.int().positive().max(MAX_TOKENS) })
    .nullish()
    .catch(null),
});

/** Endpoints answer in any order, so vectors are assigned by index. */
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

type Visit = {
  priority: NonNullable<EmbedOptions['priority']>;
  /** The longest pause that is waited for. */
  patienceMs: number;
  signal: AbortSignal;
};

const TOO_MANY_REQUESTS = 429;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After a pause an interactive request goes first and finds out whether the pause was long enough. */
const HEAD_START_MS = 250;

/**
 * Shared by all embedding calls in this process. After a 429 all calls wait for as long as the endpoint asked, or twice as long as the time
 * before. Interactive calls never queue behind background indexing, and go first when the pause is over.
 */
export const createEmbeddingThrottle = ({ now, wait }: Pick<RetryPolicy, 'now' | 'wait'>) => {
  /** The concurrency of background calls: halved by a refusal, raised by one after each success. */
  const room = createLimit(Number.POSITIVE_INFINITY);
  let pausedUntil = 0;
  let refusals = 0;

  const waitForPause = async ({ priority, patienceMs, signal }: Visit): Promise<void> => {
    const headStartMs = priority === 'interactive' ? 0 : HEAD_START_MS;
    while (pausedUntil > 0) {
      const restMs = pausedUntil + headStartMs - now();
      if (restMs <= 0) return;
      if (restMs > patienceMs) {
        throw new AppError(
          'embedder_unavailable',
          'The embedding endpoint asked clients to wait.',
          {
            retryAfterSec: Math.ceil(restMs / 1_000),
          },
        );
      }
      await wait(restMs, signal);
    }
  };

  const noteSuccess = (startedAt: number): void => {
    if (startedAt < pausedUntil) return;
    refusals = 0;
    pausedUntil = 0;
  };

  const noteRefusal = (error: unknown, startedAt: number): void => {
    // Calls that were under way together are refused together; that counts as one refusal.
    if (startedAt >= pausedUntil) refusals += 1;
    const asked = retryAfterOf(error, now());
    const pauseMs = asked ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (refusals - 1));
    pausedUntil = Math.max(pausedUntil, now() + pauseMs);
    room.concurrency = Math.max(1, Math.floor(room.activeCount / 2));
  };

  const attempt = async <Value>(visit: Visit, work: () => Promise<Value>): Promise<Value> => {
    await waitForPause(visit);
    const startedAt = now();
    try {
      const value = await work();
      noteSuccess(startedAt);
      return value;
    } catch (error) {
      if (statusOf(error) === TOO_MANY_REQUESTS) noteRefusal(error, startedAt);
      throw error;
    }
  };

  return {
    run: <Value>(visit: Visit, work: () => Promise<Value>): Promise<Value> => {
      if (visit.priority === 'interactive') return attempt(visit, work);
      return inTurn(room, visit.signal, async () => {
        const value = await attempt(visit, work);
        room.concurrency += 1;
        return value;
      });
    },
  };
};

const CHECK_TIMEOUT_MS = 5_000;

/** Refuses a model whose vectors differ in length from the settings. An endpoint that cannot be reached is checked on its first use. */
export const checkDimensions = async (options: EmbedderOptions): Promise<void> => {
  const embedder = createOpenAiEmbedder({ ...options, retry: { maxTries: 1 } });
  try {
    await embedder.embed(['dimensions'], { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof WrongDimensions) throw error;
  }
};
