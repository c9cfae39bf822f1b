import { AppError } from '../shared/errors.js';
import type { CallOptions, Embedder, Embeddings } from '../platform/models/model.js';
import { toLostCall } from '../platform/models/meter-model.js';
import { runWithin, type Attempt } from '../shared/async.js';
import type { ModelCall } from '../shared/execution.js';

export type EmbeddedQueries =
  { state: 'active'; vectors: readonly Float32Array[] } | { state: 'failed'; cause: unknown };

type EmbedRequest = {
  queries: readonly string[];
  timeoutMs: number;
  /** Told of the call, however it ended. */
  record?: ((call: ModelCall) => void) | undefined;
} & CallOptions;

/** Vectors of the queries, or the reason why the dense leg is dropped; a slow embedder counts as failed. */
export const embedQueries = async (
  embedder: Embedder,
  { queries, timeoutMs, signal, record }: EmbedRequest,
): Promise<EmbeddedQueries> => {
  const startedAt = performance.now();
  const attempt = await runWithin({ signal, limitMs: timeoutMs }, (limited) =>
    embedder.embed(queries, { signal: limited }),
  );
  record?.({
    ...toUsed(attempt),
    purpose: 'embed',
    model: embedder.model,
    completionTokens: 0,
    durationMs: performance.now() - startedAt,
  });
  switch (attempt.kind) {
    case 'done':
      return { state: 'active', vectors: attempt.result.vectors };
    case 'error':
      return { state: 'failed', cause: attempt.error };
    case 'timeout':
      return { state: 'failed', cause: new AppError('embedder_unavailable', 'Too slow.') };
    case 'cancelled':
      throw new AppError('cancelled', 'The request was cancelled.');
  }
};

const toUsed = (attempt: Attempt<Embeddings>) => {
  if (attempt.kind !== 'done') return toLostCall(attempt);
  const { promptTokens, costUsd } = attempt.result;
  return { outcome: 'ok', promptTokens, costUsd } as const;
};
