import { z } from 'zod';
import {
  IdempotencyHeaders,
  listOf,
  ListQuery,
  parseIdempotencyKey,
  readList,
  userRoute,
  type Route,
} from '../http/index.js';
import type { ChangeDocuments } from './change.js';
import type { ReadDocuments } from './read.js';
import { DocumentParams, toUploaded, Uploaded } from './routes.js';
import { ListedVersion } from './schema.js';

export type VersionDeps = {
  readDocuments: Pick<ReadDocuments, 'versions'>;
  changeDocuments: Pick<ChangeDocuments, 'restore'>;
};

const VersionView = ListedVersion.extend({
  answers: z.boolean().describe('This is what questions are answered from.'),
  restorable: z
    .boolean()
    .describe('Its file is kept, and another version answers: it can be restored.'),
}).meta({ id: 'DocumentVersion' });

/** The largest number of the column that counts versions. */
const MOST_VERSIONS = 2_147_483_647;

const VersionParams = DocumentParams.extend({
  version: z.coerce.number().int().min(1).max(MOST_VERSIONS),
});

export const createVersionRoutes = ({ readDocuments, changeDocuments }: VersionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/versions',
    operationId: 'listDocumentVersions',
    tag: 'documents',
    summary: 'List the versions of a document that are there, for those who may replace it',
    permission: 'documents:write',
    params: DocumentParams,
    query: ListQuery,
    responses: {
      200: { description: 'Newest first', schema: listOf(VersionView, 'DocumentVersionList') },
    },
    answer: ({ scope, params: { id }, query }) => {
      const list = { list: `documents/${id}/versions`, scope, position: 'index' } as const;
      return readList(list, query, (page) => readDocuments.versions(scope, id, page));
    },
  }),
  userRoute({
    method: 'post',
    path: '/v1/documents/:id/versions/:version/restore',
    operationId: 'restoreDocumentVersion',
    tag: 'documents',
    errors: ['conflict'],
    summary:
      'Make the file of an earlier version a new one; until that is ready the present one answers',
    permission: 'documents:write',
    params: VersionParams,
    headers: IdempotencyHeaders,
    responses: {
      202: { description: 'It is being read', schema: Uploaded },
      200: { description: 'These bytes are being read already', schema: Uploaded },
    },
    handle: async ({ scope, params: { id: documentId, version }, request }) => {
      const idempotencyKey = parseIdempotencyKey(request);
      return toUploaded(
        await changeDocuments.restore(scope, { documentId, version, idempotencyKey }),
      );
    },
  }),
];
