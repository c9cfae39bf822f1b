import type { Tracer } from './platform/telemetry/telemetry.js';
import type { Services } from './create-services.js';

/** The same use cases with a span around searches and uploads; an upload and its ingestion share their document's id. */
export const traceServices = (services: Services, tracer: Tracer): Services => ({
  ...services,
  searchChunks: (scope, search) =>
    tracer.inSpan({ name: 'retrieval chunks', attributes: RETRIEVAL }, async (span) => {
      const outcome = await services.searchChunks(scope, search);
      span.set({
        'kr.queries': search.queries.length,
        'kr.results': outcome.results.length,
        'kr.lexical_leg': outcome.legs.lexical,
        'kr.dense_leg': outcome.legs.dense,
      });
      return outcome;
    }),
  searchMemories: (scope, search) =>
    tracer.inSpan({ name: 'retrieval memories', attributes: RETRIEVAL }, () =>
      services.searchMemories(scope, search),
    ),
  uploadDocument: (scope, upload) =>
    tracer.inSpan({ name: 'ingest upload' }, async (span) => {
      const outcome = await services.uploadDocument(scope, upload);
      span.set({ 'kr.document.id': outcome.document.id, 'kr.duplicate': outcome.duplicate });
      return outcome;
    }),
  fetchDocument: (scope, upload, signal) =>
    tracer.inSpan({ name: 'ingest url' }, async (span) => {
      const outcome = await services.fetchDocument(scope, upload, signal);
      span.set({ 'kr.document.id': outcome.document.id, 'kr.duplicate': outcome.duplicate });
      return outcome;
    }),
});

const RETRIEVAL = { 'gen_ai.operation.name': 'retrieval' };
