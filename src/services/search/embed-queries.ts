import { AppError } from '../../domain/errors.js';
import type { CallOptions, Embedder } from '../../ports/models.js';
import { runWithin } from '../run-within.js';

export type EmbeddedQueries =
  { state: 'active'; vectors: readonly Float32Array[] } | { state: 'failed'; cause: unknown };

type EmbedRequest = { queries: readonly string[]; timeoutMs: number } & CallOptions;

/** Vectors of the queries, or the reason why the dense leg is dropped; a slow embedder counts as failed. */
export const embedQueries = async (
  embedder: Embedder,
  { queries, timeoutMs, signal }: EmbedRequest,
): Promise<EmbeddedQueries> => {
  const attempt = await runWithin({ signal, limitMs: timeoutMs }, (limited) =>
    embedder.embed(queries, { signal: limited }),
  );
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
