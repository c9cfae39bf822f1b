import { z } from 'zod';
import type { ReadFile } from './read-file.js';
import type { ReplaceFile } from './replace-file.js';
import type { ReprocessDocument } from './reprocess-document.js';
import type { WatchDocument } from './watch-document.js';
import { DocumentParams, DocumentView, toUploaded, toView, Uploaded } from './document-view.js';
import {
  readUploadForm,
  parsePart,
  userRoute,
  untilShutdown,
  type OpenStream,
  type Route,
} from '../http/index.js';

export type DocumentFileDeps = {
  replaceFile: ReplaceFile;
  reprocessDocument: ReprocessDocument;
  readFile: ReadFile;
  watchDocument: WatchDocument;
  maxUploadBytes: number;
  /** Fires when open streams must end, for the server is about to. */
  shutdownSignal: AbortSignal;
};

const params = DocumentParams;
const NoFields = z.strictObject({});
const FileForm = z.object({ file: z.string().meta({ format: 'binary' }) });
const EVENTS_TYPE = 'text/event-stream';

const DocumentEvent = z.object({ event: z.literal('document'), data: DocumentView }).meta({
  id: 'DocumentEvent',
  description:
    'The document as it is, then each time it changes; the stream ends when nothing is being done with it any more.',
});

export const createDocumentFileRoutes = (deps: DocumentFileDeps): Route[] => [
  createReplaceRoute(deps),
  createReprocessRoute(deps),
  createFileRoute(deps),
  createEventsRoute(deps),
];

const createReplaceRoute = ({ replaceFile, maxUploadBytes }: DocumentFileDeps): Route =>
  userRoute({
    method: 'put',
    path: '/v1/documents/:id/file',
    summary: 'Replace the file by a new version; the old one answers until the new one is ready',
    permission: 'documents:write',
    params,
    multipart: FileForm,
    responses: {
      202: { description: 'Stored; it is being read', schema: Uploaded },
      200: { description: 'These are the bytes it has', schema: Uploaded },
    },
    handle: async ({ scope, params: { id }, request }) =>
      toUploaded(
        await readUploadForm(request, {
          maxUploadBytes,
          parseFields: (fields) => parsePart(NoFields, fields),
          store: ({ source, filename, allFields }) =>
            replaceFile(scope, id, { source, filename, whenComplete: allFields }),
        }),
      ),
  });

const createReprocessRoute = ({ reprocessDocument }: DocumentFileDeps): Route =>
  userRoute({
    method: 'post',
    path: '/v1/documents/:id/reprocess',
    summary: 'Read the file once more: after a failure, or anew',
    permission: 'documents:write',
    params,
    responses: { 202: { description: 'It is being read', schema: DocumentView } },
    handle: async ({ scope, params: { id } }) => ({
      status: 202,
      body: toView(await reprocessDocument(scope, id)),
    }),
  });

const createFileRoute = ({ readFile }: DocumentFileDeps): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/file',
    summary: 'Download the file that answers, as it was uploaded',
    permission: 'documents:read',
    params,
    responses: { 200: { description: 'The file', contentType: 'application/octet-stream' } },
    handle: async ({ scope, params: { id } }) => ({ file: await readFile(scope, id) }),
  });

const createEventsRoute = ({ watchDocument, shutdownSignal }: DocumentFileDeps): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/events',
    summary: 'Watch a document being read, as server-sent events',
    permission: 'documents:read',
    params,
    produces: [EVENTS_TYPE],
    responses: {
      200: {
        description: 'Its state, time and again',
        contentType: EVENTS_TYPE,
        schema: DocumentEvent,
      },
    },
    handle: async ({ scope, params: { id } }) => ({
      events: ({ send, signal }: OpenStream) =>
        untilShutdown({ signal, shutdownSignal }, async (either) => {
          for await (const document of watchDocument(scope, id, either)) {
            await send({ event: 'document', data: DocumentView.parse(toView(document)) });
          }
          either.throwIfAborted();
        }),
    }),
  });
