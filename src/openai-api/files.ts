import { z } from 'zod';
import {
  createKeysInUse,
  cursorBehind,
  type DocumentDeps,
  type DocumentFileDeps,
  type DocumentRecord,
  type DocumentStatus,
} from '../documents/index.js';
import {
  fileField,
  IdempotencyHeaders,
  parseIdempotencyKey,
  parsePart,
  readUploadForm,
  toReplayHeaders,
  userRoute,
  type Route,
} from '../http/index.js';
import { DocumentId } from '../shared/ids.js';
import { OPENAI_BASE, OPENAI_DIALECT } from './dialect.js';
import { ListQuery, listSchema, pageOf, toList, toSeconds } from './lists.js';
import { toIgnoredHeader, unsupported, type Parameters } from './parameters.js';

export type OpenAiFileDeps = Pick<
  DocumentDeps,
  'uploadDocument' | 'changeDocuments' | 'maxUploadBytes' | 'limitUploads' | 'minUploadBytesPerSec'
> & { readDocuments: DocumentDeps['readDocuments'] & DocumentFileDeps['readDocuments'] };

const File = z
  .object({
    id: DocumentId,
    object: z.literal('file'),
    bytes: z.int(),
    created_at: z.int(),
    filename: z.string(),
    purpose: z.literal('user_data'),
    status: z.enum(['uploaded', 'processed', 'error']),
    status_details: z.string().nullable(),
  })
  .meta({ id: 'OpenAiFile' });

const Deleted = z
  .object({ id: DocumentId, object: z.literal('file'), deleted: z.literal(true) })
  .meta({ id: 'OpenAiFileDeleted' });

const purpose = z.enum(['user_data', 'assistants']);
const Form = z.object({ file: fileField, purpose }).meta({ id: 'OpenAiFileForm' });
const Fields = z.looseObject({ purpose: purpose.exactOptional() });
const CompleteFields = z.looseObject({ purpose });
const KNOWN = new Set(['purpose']);

/** The fields of our own uploads. Ignoring one here would give the document another visibility than its sender expects. */
const FIELDS_OF_UPLOADS = ['title', 'visibility', 'metadata', 'collectionIds'].concat(
  'onDuplicate',
  'source',
  'sourcePath',
);

const params = z.strictObject({ id: DocumentId });
const path = `${OPENAI_BASE}/files`;
const common = { tag: 'openai', dialect: OPENAI_DIALECT } as const;
const read = { ...common, permission: 'documents:read', openTo: 'applications' } as const;
const write = { ...common, permission: 'documents:write' } as const;

/** Documents as files. */
export const createFileRoutes = (deps: OpenAiFileDeps): Route[] => [
  createUploadRoute(deps),
  ...createReadRoutes(deps),
  userRoute({
    method: 'delete',
    path: `${path}/:id`,
    operationId: 'deleteOpenAiFile',
    errors: ['under_hold'],
    ...write,
    summary: 'Delete a document',
    params,
    responses: { 200: { description: 'Deleted', schema: Deleted } },
    answer: async ({ scope, params: { id } }) => {
      await deps.changeDocuments.delete(scope, id);
      return { id, object: 'file', deleted: true };
    },
  }),
];

const createUploadRoute = ({ uploadDocument, ...deps }: OpenAiFileDeps): Route => {
  const keysInUse = createKeysInUse();
  return userRoute({
    method: 'post',
    path,
    operationId: 'createOpenAiFile',
    ...write,
    summary: 'Upload a document, which the tenant may read',
    errors: [
      'quota_exceeded',
      'insufficient_storage',
      'too_many_parallel_uploads',
      'unsupported_format',
      'unsupported_parameter',
    ],
    multipart: Form,
    headers: IdempotencyHeaders,
    responses: { 200: { description: 'Stored; it is being read', schema: File } },
    handle: async ({ scope, request }) => {
      const { maxUploadBytes, minUploadBytesPerSec: minBytesPerSec } = deps;
      const idempotencyKey = parseIdempotencyKey(request);
      let ignored: Record<string, string> = {};
      const upload = () =>
        readUploadForm(request, {
          maxUploadBytes,
          pace: { minBytesPerSec },
          parseFields: (fields) => {
            refuseFieldsOfUploads(fields);
            return parsePart(Fields, fields);
          },
          store: ({ source, filename, allFields }) =>
            uploadDocument(scope, {
              source,
              filename,
              idempotencyKey,
              lateFields: async () => {
                const fields = parsePart(CompleteFields, await allFields());
                ignored = toIgnoredHeader(withPlainNames(fields), { known: KNOWN });
                return {};
              },
            }),
        });
      const { document, isReplayed } = await keysInUse({ scope, key: idempotencyKey }, () =>
        deps.limitUploads(scope, upload),
      );
      const headers = { ...ignored, ...toReplayHeaders({ isReplayed }) };
      return { status: 200, body: toFile(document), headers };
    },
  });
};

const refuseFieldsOfUploads = (fields: Parameters): void => {
  const given = FIELDS_OF_UPLOADS.find((name) => name in fields);
  if (given === undefined) return;
  throw unsupported(given, `${given} is for POST /v1/documents: send the file there.`);
};

/** Form fields by parameter name: `expires_after[anchor]` is part of one. */
const withPlainNames = (fields: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/\[.*$/u, ''), value]),
  );

const createReadRoutes = ({ readDocuments }: OpenAiFileDeps): Route[] => [
  userRoute({
    method: 'get',
    path,
    operationId: 'listOpenAiFiles',
    ...read,
    summary: 'List the documents that the caller may see, as files',
    query: ListQuery,
    responses: {
      200: { description: 'Newest first, or oldest', schema: listSchema(File, 'OpenAiFileList') },
    },
    answer: async ({ scope, query }) => {
      const { items, nextAfter } = await readDocuments.list(scope, toRequest(query));
      return toList(items.map(toFile), nextAfter !== null);
    },
  }),
  userRoute({
    method: 'get',
    path: `${path}/:id`,
    operationId: 'getOpenAiFile',
    ...read,
    summary: 'Read a document as a file',
    params,
    responses: { 200: { description: 'The file', schema: File } },
    answer: async ({ scope, params: { id } }) => toFile(await readDocuments.get(scope, id)),
  }),
  userRoute({
    method: 'get',
    path: `${path}/:id/content`,
    operationId: 'downloadOpenAiFile',
    ...read,
    summary: 'Download a document as it was uploaded',
    params,
    responses: { 200: { description: 'The file', isFile: true } },
    handle: async ({ scope, params: { id } }) => ({ file: await readDocuments.file(scope, id) }),
  }),
];

/** One page of documents, starting after an id. */
export const toRequest = (query: z.output<typeof ListQuery>) => {
  const { limit, after } = pageOf(query);
  const sort = query.order === 'asc' ? ('createdAt' as const) : ('-createdAt' as const);
  return { limit, sort, ...(after !== undefined && { after: cursorBehind(after) }) };
};

const STATUS: Readonly<Record<DocumentStatus, z.input<typeof File>['status']>> = {
  queued: 'uploaded',
  processing: 'uploaded',
  ready: 'processed',
  failed: 'error',
  deleting: 'error',
};

const toFile = (document: DocumentRecord): z.input<typeof File> => ({
  id: document.id,
  object: 'file',
  bytes: document.sizeBytes,
  purpose: 'user_data',
  created_at: toSeconds(document.createdAt),
  filename: document.filename,
  status: STATUS[document.status],
  status_details: document.errorCode,
});
