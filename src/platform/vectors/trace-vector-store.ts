import type { Tracer } from '../telemetry/telemetry.js';
import type { VectorReader, VectorStore } from './vector-store.js';

/** The same store with a span around what is asked of its two legs. */
export const traceVectorStore = (vectors: VectorStore, tracer: Tracer): VectorStore => ({
  ...vectors,
  for: (scope) => traceReader(vectors.for(scope), vectors.name, tracer),
});

const traceReader = (reader: VectorReader, store: string, tracer: Tracer): VectorReader => {
  const inSpan = <Answer extends { lexical: unknown[]; dense: unknown[]; failed: unknown[] }>(
    work: () => Promise<Answer>,
  ): Promise<Answer> =>
    tracer.inSpan(
      { name: 'retrieval legs', attributes: { 'db.system.name': store } },
      async (span) => {
        const answer = await work();
        span.set({
          'kr.lexical_hits': answer.lexical.length,
          'kr.dense_hits': answer.dense.length,
          'kr.failed_legs': answer.failed.length,
        });
        return answer;
      },
    );
  return {
    searchChunks: (request) => inSpan(() => reader.searchChunks(request)),
    searchMemories: (request) => inSpan(() => reader.searchMemories(request)),
  };
};
