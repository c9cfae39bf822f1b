import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  fileField,
  parsePart,
  readUploadForm,
  userRoute,
  type ParallelLimit,
  type Route,
} from '../../http/index.js';
import { fieldsRefused } from '../../shared/errors.js';
import type { UserScope } from '../../shared/scope.js';
import type { ChangeDocuments } from '../change.js';
import { SourceName, SourcePath } from './source-path.js';
import { Deleting, FormFields, sentFields, title, toUploaded, Uploaded } from '../routes.js';
import type { DocumentUpload, UploadDocument } from '../upload.js';

export type PushedDeps = {
  sources: { requirePushable: (scope: UserScope, source: string) => Promise<void> };
  uploadDocument: UploadDocument;
  changeDocuments: Pick<ChangeDocuments, 'deleteAt'>;
  maxUploadBytes: number;
  limitUploads: ParallelLimit;
  minUploadBytesPerSec: number;
};

const params = z.strictObject({ name: SourceName, path: SourcePath });

const { visibility, metadata, collectionIds } = sentFields;

const PushedText = z
  .strictObject({
    title: title.optional().describe('Default: the title in the document, or the file name.'),
    text: z.string().min(1),
    visibility,
    metadata,
    collectionIds,
  })
  .meta({ id: 'PushedText' });

const PushedForm = z
  .object({
    file: fileField,
    title: title.optional(),
    visibility,
    metadata: z.string().optional().describe('A JSON object.'),
    collectionIds: z
      .string()
      .optional()
      .describe('Ids of collections with commas between them, before the file.'),
  })
  .meta({ id: 'PushedForm' });

const PushedFields = FormFields.pick({
  title: true,
  visibility: true,
  metadata: true,
  collectionIds: true,
});

const ConditionHeaders = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe(
      'The `ETag` of the newest version, which is its number in quotation marks, or `*` for any; 412 where something else is there.',
    ),
});

const ETAG = { ETag: 'The number of the newest version, in quotation marks.' };

/** Routes for documents that are addressed by the sender's own ids. */
export const createPushedRoutes = (deps: PushedDeps): Route[] => [
  createPutRoute(deps),
  createDeleteRoute(deps),
];

const createPutRoute = (deps: PushedDeps): Route => {
  const { sources, uploadDocument, limitUploads, maxUploadBytes, minUploadBytesPerSec } = deps;
  return userRoute({
    method: 'put',
    path: '/v1/sources/:name/documents/:path',
    operationId: 'putSourceDocument',
    tag: 'sources',
    errors: [
      'conflict',
      'precondition_failed',
      'not_found',
      'quota_exceeded',
      'too_many_parallel_uploads',
      'unsupported_format',
      'holds_other_files',
    ],
    example: { title: 'Ticket 42', text: 'The printer on floor 3 is offline.' },
    summary:
      'Add your document with this path, which is your own id for it, or replace its content',
    permission: 'documents:write',
    params,
    headers: ConditionHeaders,
    // Undefined if the request is a form, which is read as a stream.
    body: PushedText.optional(),
    multipart: PushedForm,
    responses: {
      202: { description: 'Stored; it is being read', schema: Uploaded, headers: ETAG },
      200: { description: 'It already has this content', schema: Uploaded, headers: ETAG },
    },
    handle: async ({ scope, params: { name: source, path: sourcePath }, body, request }) => {
      const place = { source, sourcePath };
      const expected = parseIfMatch(request.headers['if-match']);
      await sources.requirePushable(scope, source);
      const upload = () => {
        if (body !== undefined) {
          return uploadDocument(scope, { ...toPushedText(sourcePath, body), place, expected });
        }
        return readUploadForm(request, {
          maxUploadBytes,
          pace: { minBytesPerSec: minUploadBytesPerSec },
          jsonFields: ['metadata'],
          parseFields: (fields) => parsePart(PushedFields, fields),
          store: ({ source: content, filename, fields, allFields }) =>
            uploadDocument(scope, {
              ...fields,
              source: content,
              filename,
              place,
              expected,
              lateFields: allFields,
            }),
        });
      };
      const outcome = await limitUploads(scope, upload);
      const { version, replacement } = outcome.document;
      const reply = toUploaded(outcome);
      const headers = { ...reply.headers, ETag: `"${replacement?.version ?? version}"` };
      return { ...reply, headers };
    },
  });
};

/** Turns a text into a file with the name that its path gives. The sender does not need to add a file extension. */
const toPushedText = (
  path: string,
  { text, ...fields }: z.infer<typeof PushedText>,
): DocumentUpload => {
  const name = path.split('/').at(-1) ?? path;
  const filename = /\.(?:md|txt)$/iu.test(name) ? name : `${name}.md`;
  return { source: Readable.from([Buffer.from(text, 'utf8')]), filename, ...fields };
};

const createDeleteRoute = ({ sources, changeDocuments }: PushedDeps): Route =>
  userRoute({
    method: 'delete',
    path: '/v1/sources/:name/documents/:path',
    operationId: 'deleteSourceDocument',
    tag: 'sources',
    errors: ['conflict', 'precondition_failed', 'not_found', 'under_hold'],
    summary: 'Delete your document with this path: unreadable at once, purged soon',
    permission: 'documents:write',
    params,
    headers: ConditionHeaders,
    responses: { 202: { description: 'Being purged', schema: Deleting } },
    answer: async ({ scope, params: { name: source, path: sourcePath }, request }) => {
      const expected = parseIfMatch(request.headers['if-match']);
      await sources.requirePushable(scope, source);
      const id = await changeDocuments.deleteAt(scope, { source, sourcePath, expected });
      return { id, status: 'deleting' };
    },
  });

const parseIfMatch = (given: string | undefined): number | 'any' | undefined => {
  if (given === undefined) return undefined;
  if (given.trim() === '*') return 'any';
  const { version } = /^\s*"(?<version>[1-9]\d{0,8})"\s*$/u.exec(given)?.groups ?? {};
  if (version !== undefined) return Number(version);
  const message = 'must be the ETag of one version, such as "3", or *';
  throw fieldsRefused([{ path: 'If-Match', message }]);
};
