import type { CallOptions, Embedder } from '../../ports/models.js';

export type EmbeddedQueries =
  { state: 'active'; vectors: readonly Float32Array[] } | { state: 'failed'; cause: unknown };

type EmbedRequest = { queries: readonly string[]; timeoutMs: number } & CallOptions;

/** Vectors of the queries, or the reason why the dense leg is dropped; a slow embedder counts as failed. */
export const embedQueries = async (
  embedder: Embedder,
  { queries, timeoutMs, signal }: EmbedRequest,
): Promise<EmbeddedQueries> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const cutOff = new Promise<never>((_, reject) => {
    controller.signal.addEventListener(
      'abort',
      () => reject(new DOMException('The embedder took too long.', 'TimeoutError')),
      { once: true },
    );
  });
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const embedding = embedder.embed(queries, { signal: controller.signal });
    return { state: 'active', vectors: await Promise.race([embedding, cutOff]) };
  } catch (cause) {
    signal.throwIfAborted();
    return { state: 'failed', cause };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
};
