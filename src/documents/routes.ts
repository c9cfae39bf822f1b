import { z } from 'zod';
import {
  changes,
  ERROR_TABLE,
  fileField,
  IdempotencyHeaders,
  parseIdempotencyKey,
  parsePart,
  readUploadForm,
  toReplayHeaders,
  userRoute,
  type ParallelLimit,
  type Route,
  type UploadForm,
  type WholeReply,
} from '../http/index.js';
import { formats, isParseFailureCode } from '../parsing/index.js';
import { DocumentFilter } from '../shared/document-filter.js';
import { ERROR_CODES, fieldsRefused, type ErrorCode } from '../shared/errors.js';
import { PLAIN_LINE } from '../shared/plain-line.js';
import { CollectionId, DocumentId } from '../shared/ids.js';
import type { ChangeDocuments } from './change.js';
import { SOURCE_URL, type FetchDocument } from './fetch.js';
import { DocumentSort } from './list-order.js';
import { SourceName, SourcePath } from './many/source-path.js';
import type { ReadDocuments } from './read.js';
import {
  DocumentRecord,
  DocumentStatus,
  Metadata,
  OnDuplicate,
  Replacement,
  Visibility,
  type SourcePlace,
} from './schema.js';
import {
  createKeysInUse,
  toTextUpload,
  type DocumentUpload,
  type UploadDocument,
} from './upload.js';
import {
  jsonQuery,
  listOf,
  listQueryFields,
  listTotal,
  readList,
  totalField,
} from '../shared/lists.js';

export type DocumentDeps = {
  uploadDocument: UploadDocument;
  fetchDocument: FetchDocument;
  readDocuments: Pick<ReadDocuments, 'list' | 'get' | 'chunks'>;
  changeDocuments: Pick<ChangeDocuments, 'update' | 'delete'>;
  maxUploadBytes: number;
  limitUploads: ParallelLimit;
  limitFetches: ParallelLimit;
  minUploadBytesPerSec: number;
};

export const DocumentParams = z.strictObject({ id: DocumentId });

const DocumentError = z.object({ code: z.enum(ERROR_CODES), message: z.string() }).nullable();

export const DocumentView = DocumentRecord.omit({ errorCode: true, audience: true })
  .extend({
    error: DocumentError,
    replacement: Replacement.omit({ errorCode: true })
      .extend({ error: DocumentError })
      .nullable()
      .describe(
        'A newer file that is being read or has failed; until it is ready, `version` is used.',
      ),
  })
  .meta({ id: 'Document' });

export const Uploaded = z
  .object({ document: DocumentView, duplicate: z.boolean() })
  .meta({ id: 'UploadedDocument' });

export const Deleting = z
  .object({ id: DocumentId, status: z.literal('deleting') })
  .meta({ id: 'DeletingDocument' });

const params = DocumentParams;
export const title = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(PLAIN_LINE, 'must be one line without control, bidirectional or invisible characters');
const metadata = Metadata.refine((value) => Object.keys(value).length <= 50, {
  error: 'must have at most 50 entries',
});

const collectionIds = z
  .array(CollectionId)
  .min(1)
  .max(20)
  .describe(
    'Collections that it is put into; who edits them all may do so without being allowed to upload elsewhere.',
  );

/** The fields that an upload may set; an existing document keeps the fields that are left out. */
export const sentFields = {
  visibility: Visibility.optional().describe(
    'Of a new document `tenant` where it is left out. With other content than the present text of a document it must not be wider.',
  ),
  metadata: metadata.optional(),
  collectionIds: collectionIds.optional(),
  onDuplicate: OnDuplicate.optional(),
};

/** If both fields are given, an existing document from the same place gets a new version. */
const placeFields = { source: SourceName.optional(), sourcePath: SourcePath.optional() };

const NewTextDocument = z
  .strictObject({
    title,
    text: z.string().min(1),
    ...sentFields,
    ...placeFields,
  })
  .meta({ id: 'NewTextDocument' });

const NewUrlDocument = z
  .strictObject({
    url: z
      .string()
      .max(2000)
      // The URL parser would drop these characters and read the rest as a different address.
      .regex(/^[^\p{Cc}\s\\]*$/u, 'must not contain spaces, control characters or backslashes')
      .refine((url) => URL.canParse(url), 'must be a URL')
      .describe(
        'A page or file of the public internet, by http or https on port 80 or 443, without a user name. It is fetched before the answer; scheme, host and path become the metadata `sourceUrl`.',
      ),
    title: title.optional().describe('Default: the file name given by the host.'),
    ...sentFields,
    metadata: metadata
      .refine((value) => !(SOURCE_URL in value), `must not hold ${SOURCE_URL}, which is set here`)
      .optional(),
  })
  .meta({ id: 'NewUrlDocument' });

const DocumentListQuery = z.strictObject({
  ...listQueryFields,
  status: DocumentStatus.optional(),
  filter: jsonQuery(DocumentFilter)
    .optional()
    .describe('A DocumentFilter as JSON: which documents.'),
  source: SourceName.optional().describe("The caller's own that come from there."),
  title: title.optional().describe('What it contains, in upper or lower case.'),
  sort: DocumentSort.default('-createdAt'),
  total: totalField,
});

const DocumentForm = z
  .object({
    file: fileField,
    title: title.optional(),
    visibility: sentFields.visibility,
    metadata: z.string().optional().describe('A JSON object.'),
    collectionIds: z
      .string()
      .optional()
      .describe(
        'Ids of collections with commas between them; an editor of theirs sends it before the file.',
      ),
    onDuplicate: sentFields.onDuplicate,
    ...placeFields,
  })
  .meta({ id: 'DocumentForm' });

export const FormFields = z.strictObject({
  title: title.exactOptional(),
  visibility: Visibility.exactOptional(),
  metadata: metadata.exactOptional(),
  collectionIds: z
    .string()
    .transform((ids) => ids.split(',').map((id) => id.trim()))
    .pipe(collectionIds)
    .exactOptional(),
  onDuplicate: OnDuplicate.exactOptional(),
  source: SourceName.exactOptional(),
  sourcePath: SourcePath.exactOptional(),
});

export const createDocumentRoutes = (deps: DocumentDeps): Route[] => [
  createUploadRoute(deps),
  ...createReadRoutes(deps),
  ...createChangeRoutes(deps),
];

const createUploadRoute = (deps: DocumentDeps): Route => {
  const { uploadDocument, fetchDocument, maxUploadBytes, limitUploads, limitFetches } = deps;
  const pace = { minBytesPerSec: deps.minUploadBytesPerSec };
  const keysInUse = createKeysInUse();
  return userRoute({
    method: 'post',
    path: '/v1/documents',
    operationId: 'uploadDocument',
    tag: 'documents',
    errors: [
      'conflict',
      'not_found',
      'quota_exceeded',
      'too_many_parallel_uploads',
      'url_refused',
      'url_unreachable',
      'unsupported_format',
      'holds_other_files',
    ],
    example: {
      title: 'Remote work',
      text: 'Up to three days a week may be worked from home.',
      metadata: { year: 2026 },
    },
    summary: 'Upload a document as a form, or as text or a URL in JSON',
    permission: 'documents:write',
    // Undefined if the request is a form, which is read as a stream.
    body: z.union([NewTextDocument, NewUrlDocument]).optional(),
    multipart: DocumentForm,
    headers: IdempotencyHeaders,
    responses: {
      202: { description: 'Stored; it is being read', schema: Uploaded },
      200: { description: 'Already known', schema: Uploaded },
    },
    handle: async ({ scope, body, request, signal }) => {
      const key = parseIdempotencyKey(request);
      const upload = () => {
        if (body === undefined) {
          return readUploadForm(request, {
            maxUploadBytes,
            pace,
            jsonFields: ['metadata'],
            parseFields: (fields) => parsePart(FormFields, fields),
            store: (form) => uploadDocument(scope, toUpload(form, key)),
          });
        }
        if ('text' in body) {
          const { source, sourcePath, ...text } = body;
          const place = toPlace({ source, sourcePath });
          return uploadDocument(scope, toTextUpload({ ...text, place }, key));
        }
        const url = new URL(body.url);
        return limitFetches(scope, () =>
          fetchDocument(scope, { ...body, url, idempotencyKey: key }, signal),
        );
      };
      return toUploaded(await keysInUse({ scope, key }, () => limitUploads(scope, upload)));
    },
  });
};

const toUpload = (
  { source, filename, fields, allFields }: UploadForm<z.infer<typeof FormFields>>,
  idempotencyKey: string | null,
): DocumentUpload => {
  const toSharing = ({ source: from, sourcePath, ...sharing }: z.infer<typeof FormFields>) => {
    const place = toPlace({ source: from, sourcePath });
    return { ...sharing, ...(place && { place }) };
  };
  return {
    source,
    filename,
    ...toSharing(fields),
    idempotencyKey,
    lateFields: async () => toSharing(await allFields()),
  };
};

const toPlace = (given: {
  source?: string | undefined;
  sourcePath?: string | undefined;
}): SourcePlace | undefined => {
  const { source, sourcePath } = given;
  if (source !== undefined && sourcePath !== undefined) return { source, sourcePath };
  if (source === sourcePath) return undefined;
  const path = source === undefined ? 'source' : 'sourcePath';
  throw fieldsRefused([{ path, message: 'is missing: give source and sourcePath together' }]);
};

const createReadRoutes = ({ readDocuments }: DocumentDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/documents',
    operationId: 'listDocuments',
    tag: 'documents',
    summary: 'List the documents that the caller may see',
    permission: 'documents:read',
    openTo: 'applications',
    query: DocumentListQuery,
    responses: {
      200: {
        description: 'Newest first, or as `sort` says',
        schema: listOf(DocumentView, 'DocumentList', listTotal),
      },
    },
    answer: ({ scope, query }) => {
      const { status, filter, source, title, sort, total: withTotal } = query;
      const list = { list: 'documents', scope, position: 'order' } as const;
      return readList(list, query, async (page) => {
        const request = { ...page, status, filter, source, title, sort, withTotal };
        const { items, ...rest } = await readDocuments.list(scope, request);
        return { items: items.map(toView), ...rest };
      });
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/documents/:id',
    operationId: 'getDocument',
    tag: 'documents',
    summary: 'Read a document: its state and what is known about it',
    permission: 'documents:read',
    openTo: 'applications',
    params,
    responses: { 200: { description: 'The document', schema: DocumentView } },
    answer: async ({ scope, params: { id } }) => toView(await readDocuments.get(scope, id)),
  }),
];

const createChangeRoutes = ({ changeDocuments }: DocumentDeps): Route[] => [
  userRoute({
    method: 'patch',
    path: '/v1/documents/:id',
    operationId: 'updateDocument',
    errors: ['conflict'],
    tag: 'documents',
    example: { title: 'Remote work, 2026', visibility: 'group:hr' },
    summary: 'Change title, visibility, metadata or source path; takes effect at once',
    permission: 'documents:write',
    params,
    body: changes({
      title: title.optional(),
      visibility: Visibility.optional().describe(
        'A wider one is 409 while other content is being read; earlier versions stay for the owner only.',
      ),
      metadata: metadata.optional(),
      sourcePath: SourcePath.optional().describe('Its new path in its source, after a renaming.'),
    }).meta({ id: 'DocumentChanges' }),
    responses: { 200: { description: 'The changed document', schema: DocumentView } },
    answer: async ({ scope, params: { id }, body }) =>
      toView(await changeDocuments.update(scope, id, body)),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/documents/:id',
    operationId: 'deleteDocument',
    errors: ['under_hold'],
    tag: 'documents',
    summary: 'Delete a document: unreadable at once, purged soon',
    permission: 'documents:write',
    params,
    responses: {
      202: {
        description: 'Being purged',
        schema: Deleting,
      },
    },
    answer: async ({ scope, params: { id } }) => {
      await changeDocuments.delete(scope, id);
      return { id, status: 'deleting' };
    },
  }),
];

type Outcome = { document: DocumentRecord; duplicate: boolean; isReplayed?: boolean };

export const toView = (record: DocumentRecord): z.input<typeof DocumentView> => {
  const { errorCode, replacement, ...document } = record;
  return {
    ...document,
    error: toError(errorCode),
    replacement: replacement && {
      version: replacement.version,
      status: replacement.status,
      error: toError(replacement.errorCode),
    },
  };
};

/** Describes what went wrong. If the fault is ours and the admin cannot fix it, only the title of the error is given. */
const toError = (code: ErrorCode | null): z.input<typeof DocumentError> =>
  code && {
    code,
    message: isParseFailureCode(code) ? formats.failureSentence(code) : ERROR_TABLE[code].title,
  };

export const toUploaded = ({ document, duplicate, isReplayed = false }: Outcome): WholeReply => ({
  status: duplicate ? 200 : 202,
  headers: toReplayHeaders({ isReplayed }),
  body: { document: toView(document), duplicate },
});
