import { z } from 'zod';
import { listOf, listQueryFields, readList, userRoute, type Route } from '../http/index.js';
import { DocumentId } from '../shared/ids.js';
import type { ReadDocuments } from './read.js';
import { ChunkRecord } from './schema.js';

const ChunkView = ChunkRecord.omit({ documentId: true, version: true, contentHash: true }).meta({
  id: 'Chunk',
});

const position = z.coerce.number().int().min(0).max(1_000_000_000).optional();

const ChunkQuery = z.strictObject({
  ...listQueryFields,
  page: z.coerce.number().int().min(1).max(100_000).optional().describe('Those on this page.'),
  start: position.describe('Those that reach beyond this character, as `charStart` of a citation.'),
  end: position.describe('Those that begin before this character, as `charEnd` of a citation.'),
});

/** The passages of a document: all, those of a page, or those around a span. */
export const createChunkRoute = ({
  readDocuments,
}: {
  readDocuments: Pick<ReadDocuments, 'chunks'>;
}): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/chunks',
    operationId: 'listDocumentChunks',
    tag: 'documents',
    summary: 'List the passages of a document in order',
    permission: 'documents:read',
    openTo: 'applications',
    params: z.strictObject({ id: DocumentId }),
    query: ChunkQuery,
    responses: { 200: { description: 'In order', schema: listOf(ChunkView, 'ChunkList') } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `chunks/${id}`, scope, position: 'index' }, query, ({ limit, after }) => {
        const { page, start, end } = query;
        const afterIndex = after === undefined ? undefined : Number(after);
        return readDocuments.chunks(scope, id, { limit, afterIndex, page, start, end });
      }),
  });
