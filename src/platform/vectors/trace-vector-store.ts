import type { Tracer } from '../telemetry/telemetry.js';
import type { Legs, VectorStore } from './vector-store.js';

/** The same store with a span around its rankings. */
export const traceVectorStore = (vectors: VectorStore, tracer: Tracer): VectorStore => {
  const options = { name: 'retrieval legs', attributes: { 'db.system.name': vectors.name } };
  const inSpan = <Id>(work: () => Promise<Legs<Id>>): Promise<Legs<Id>> =>
    tracer.inSpan(options, async (span) => {
      const answer = await work();
      span.set({
        'kr.lexical_hits': answer.lexical.length,
        'kr.dense_hits': answer.dense.length,
        'kr.failed_legs': answer.failed.length,
      });
      return answer;
    });
  return {
    ...vectors,
    for: (scope) => {
      const reader = vectors.for(scope);
      return {
        searchChunks: (request) => inSpan(() => reader.searchChunks(request)),
        searchMemories: (request) => inSpan(() => reader.searchMemories(request)),
      };
    },
  };
};
