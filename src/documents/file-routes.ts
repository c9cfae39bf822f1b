import { z } from 'zod';
import { DocumentParams, DocumentView, toUploaded, toView, Uploaded } from './routes.js';
import type { ChangeDocuments } from './change.js';
import type { ReadDocuments } from './read.js';
import {
  eventsOf,
  fileField,
  Problem,
  readUploadForm,
  parsePart,
  userRoute,
  untilShutdown,
  IdempotencyHeaders,
  parseIdempotencyKey,
  type OpenStream,
  type ParallelLimit,
  type Route,
} from '../http/index.js';
import { ListedVersion, StructuredChunk } from './schema.js';
import { listOf, listQueryFields, ListQuery, readList } from '../shared/lists.js';

export type DocumentFileDeps = VersionDeps & {
  readDocuments: Pick<ReadDocuments, 'file' | 'watch' | 'chunks'>;
  changeDocuments: Pick<ChangeDocuments, 'replaceFile' | 'reprocess'>;
  maxUploadBytes: number;
  limitUploads: ParallelLimit;
  minUploadBytesPerSec: number;
  /** Aborted when the server shuts down, because open streams must then end. */
  shutdownSignal: AbortSignal;
};

const params = DocumentParams;
const NoFields = z.strictObject({});
const FileForm = z.object({ file: fileField }).meta({ id: 'DocumentFileForm' });
const EVENTS_TYPE = 'text/event-stream';

const DocumentEvent = eventsOf(
  'DocumentEvent',
  { document: DocumentView, error: Problem },
  'The document as it is, then each time it changes; the stream ends when nothing is being done with it any more, or with `error`.',
);

export const createDocumentFileRoutes = (deps: DocumentFileDeps): Route[] => [
  createReplaceRoute(deps),
  createReprocessRoute(deps),
  ...createVersionRoutes(deps),
  createFileRoute(deps),
  createChunkRoute(deps),
  createEventsRoute(deps),
];

const createReplaceRoute = ({
  changeDocuments,
  maxUploadBytes,
  limitUploads,
  minUploadBytesPerSec: minBytesPerSec,
}: DocumentFileDeps): Route =>
  userRoute({
    method: 'put',
    path: '/v1/documents/:id/file',
    operationId: 'replaceDocumentFile',
    tag: 'documents',
    errors: [
      'conflict',
      'quota_exceeded',
      'too_many_parallel_uploads',
      'unsupported_format',
      'holds_other_files',
    ],
    summary: 'Replace the file with a new version; the old one is used until the new one is ready',
    permission: 'documents:write',
    params,
    multipart: FileForm,
    responses: {
      202: { description: 'Stored; it is being read', schema: Uploaded },
      200: { description: 'It already has these bytes', schema: Uploaded },
    },
    handle: async ({ scope, params: { id }, request }) =>
      toUploaded(
        await limitUploads(scope, () =>
          readUploadForm(request, {
            maxUploadBytes,
            pace: { minBytesPerSec },
            parseFields: (fields) => parsePart(NoFields, fields),
            store: ({ source, filename, allFields }) =>
              changeDocuments.replaceFile(scope, id, { source, filename, whenComplete: allFields }),
          }),
        ),
      ),
  });

const createReprocessRoute = ({ changeDocuments }: DocumentFileDeps): Route =>
  userRoute({
    method: 'post',
    path: '/v1/documents/:id/reprocess',
    operationId: 'reprocessDocument',
    tag: 'documents',
    errors: ['conflict'],
    summary: 'Read the file again, for example after a failure',
    permission: 'documents:write',
    params,
    responses: { 202: { description: 'It is being read', schema: DocumentView } },
    answer: async ({ scope, params: { id } }) => toView(await changeDocuments.reprocess(scope, id)),
  });

const createFileRoute = ({ readDocuments }: DocumentFileDeps): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/file',
    operationId: 'downloadDocumentFile',
    tag: 'documents',
    summary: 'Download the file in use, as it was uploaded',
    permission: 'documents:read',
    openTo: 'applications',
    params,
    responses: { 200: { description: 'The file', isFile: true } },
    handle: async ({ scope, params: { id } }) => ({ file: await readDocuments.file(scope, id) }),
  });

const createEventsRoute = ({ readDocuments, shutdownSignal }: DocumentFileDeps): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/events',
    operationId: 'watchDocument',
    tag: 'documents',
    summary: 'Follow the ingestion of a document as server-sent events',
    permission: 'documents:read',
    openTo: 'applications',
    params,
    produces: [EVENTS_TYPE],
    responses: {
      200: {
        description: 'Its state, at each change',
        events: DocumentEvent,
      },
    },
    handle: async ({ scope, params: { id } }) => ({
      events: ({ send, signal }: OpenStream) =>
        untilShutdown({ signal, shutdownSignal }, async (either) => {
          for await (const document of readDocuments.watch(scope, id, either)) {
            await send({ event: 'document', data: DocumentView.parse(toView(document)) });
          }
          either.throwIfAborted();
        }),
    }),
  });

type VersionDeps = {
  readDocuments: Pick<ReadDocuments, 'versions'>;
  changeDocuments: Pick<ChangeDocuments, 'restore'>;
};

const VersionView = ListedVersion.extend({
  answers: z.boolean().describe('Questions are answered from this.'),
  restorable: z
    .boolean()
    .describe('Its file is kept and another version is in use, so it can be restored.'),
}).meta({ id: 'DocumentVersion' });

/** The largest number that the version column can store. */
const MOST_VERSIONS = 2_147_483_647;

const VersionParams = DocumentParams.extend({
  version: z.coerce.number().int().min(1).max(MOST_VERSIONS),
});

const createVersionRoutes = ({ readDocuments, changeDocuments }: VersionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/versions',
    operationId: 'listDocumentVersions',
    tag: 'documents',
    summary:
      "List a document's stored versions, for users who may replace it; versions from before it was shown to more people are listed only for its owner",
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
      'Restore an earlier version as the newest one; the present one is used until it is ready',
    permission: 'documents:write',
    params: VersionParams,
    headers: IdempotencyHeaders,
    responses: {
      202: { description: 'It is being read', schema: Uploaded },
      200: { description: 'These bytes are already being read', schema: Uploaded },
    },
    handle: async ({ scope, params: { id: documentId, version }, request }) => {
      const idempotencyKey = parseIdempotencyKey(request);
      return toUploaded(
        await changeDocuments.restore(scope, { documentId, version, idempotencyKey }),
      );
    },
  }),
];

const ChunkView = StructuredChunk.omit({
  documentId: true,
  version: true,
  contentHash: true,
}).meta({
  id: 'Chunk',
  description:
    "A passage. `blocks` lists its headings, paragraphs, lists, tables and code by their offsets in the document's text, as in citations: one item, row or line of a block per line, cells separated by ` | `, a table's header first. Null if the file was read by an earlier release.",
});

const position = z.coerce.number().int().min(0).max(1_000_000_000).optional();

const ChunkQuery = z.strictObject({
  ...listQueryFields,
  page: z.coerce.number().int().min(1).max(100_000).optional().describe('Those on this page.'),
  start: position.describe(
    "Only those that reach beyond this character, such as a citation's `charStart`.",
  ),
  end: position.describe(
    "Only those that begin before this character, such as a citation's `charEnd`.",
  ),
});

/** Returns the passages of a document: all, those of a page, or those around a span. */
const createChunkRoute = ({ readDocuments }: DocumentFileDeps): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/chunks',
    operationId: 'listDocumentChunks',
    tag: 'documents',
    summary: 'List the passages of a document in order',
    permission: 'documents:read',
    openTo: 'applications',
    params,
    query: ChunkQuery,
    responses: { 200: { description: 'In order', schema: listOf(ChunkView, 'ChunkList') } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `chunks/${id}`, scope, position: 'index' }, query, ({ limit, after }) => {
        const { page, start, end } = query;
        const afterIndex = after === undefined ? undefined : Number(after);
        return readDocuments.chunks(scope, id, { limit, afterIndex, page, start, end });
      }),
  });
