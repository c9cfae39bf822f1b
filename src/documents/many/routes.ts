import {
  userRoute,
  fileField,
  FileProblem,
  IdempotencyHeaders,
  parseIdempotencyKey,
  parsePart,
  readUploadParts,
  toFileProblem,
  toReplayHeaders,
  type Route,
  type ParallelLimit,
  type UploadPart,
} from '../../http/index.js';
import { BulkChange, BulkOutcomes, type createBulkChange } from './bulk.js';
import { Manifest, ManifestAnswer, type createCompareManifest } from './manifest.js';
import { z } from 'zod';
import { fieldsRefused } from '../../shared/errors.js';
import { BatchId } from '../../shared/ids.js';
import { DocumentView, FormFields, toView } from '../routes.js';
import { OnDuplicate, Visibility } from '../schema.js';
import { createKeysInUse } from '../upload.js';
import type { createReadBatch, createReceiveBatch, FileOutcome, Intake } from './batch.js';
import type { BatchRecord } from './batches-repository.js';
import { SourceName } from './source-path.js';

export type ManyDocumentsDeps = BatchDeps & {
  manyDocuments: {
    compareManifest: ReturnType<typeof createCompareManifest>;
    changeAll: ReturnType<typeof createBulkChange>;
  };
};

export const createManyDocumentsRoutes = (deps: ManyDocumentsDeps): Route[] => [
  ...createBatchRoutes(deps),
  ...createBulkRoutes(deps),
];

const createBulkRoutes = ({ manyDocuments }: ManyDocumentsDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/documents/manifest',
    operationId: 'compareManifest',
    tag: 'documents',
    example: {
      source: 'handbook',
      entries: [
        {
          path: 'travel/rules.md',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          size: 12,
        },
      ],
    },
    summary: "Compare a source's files with the caller's documents from it",
    permission: 'documents:read',
    body: Manifest,
    responses: { 200: { description: 'In the order of the entries', schema: ManifestAnswer } },
    answer: ({ scope, body }) => manyDocuments.compareManifest(scope, body),
  }),
  userRoute({
    method: 'post',
    path: '/v1/documents/bulk',
    operationId: 'changeDocuments',
    errors: ['not_found'],
    tag: 'documents',
    example: { action: 'delete', documentIds: ['0197e0b2-0000-7000-8000-000000000000'] },
    summary: 'Delete many documents at once, or change their visibility or collections',
    permission: 'documents:write',
    body: BulkChange,
    responses: {
      200: { description: 'An outcome for each document, in its order', schema: BulkOutcomes },
    },
    answer: ({ scope, body }) => manyDocuments.changeAll(scope, body),
  }),
];

type BatchDeps = {
  manyDocuments: {
    receiveBatch: ReturnType<typeof createReceiveBatch>;
    readBatch: ReturnType<typeof createReadBatch>;
  };
  limitUploads: ParallelLimit;
  minUploadBytesPerSec: number;
};

/** The maximum number of files in one form; archives have their own limit. */
const MAX_FILES = 200;

const BatchForm = z
  .object({
    visibility: Visibility.optional().describe(
      'Of new documents `tenant` where it is left out; the others keep theirs.',
    ),
    metadata: z.string().optional().describe('A JSON object, of each document.'),
    collectionIds: z.string().optional().describe('Ids of collections with commas between them.'),
    onDuplicate: OnDuplicate.optional(),
    source: SourceName.optional().describe(
      'Where the files come from: the name of each is its path in there.',
    ),
    file: z.array(fileField).max(MAX_FILES).optional().describe('The files, after all fields.'),
    archive: fileField
      .optional()
      .describe(
        'Instead of files: a ZIP archive of them, or a mailbox (mbox) of mails, behind all fields.',
      ),
  })
  .meta({ id: 'DocumentBatchForm' });

const BatchFields = FormFields.pick({
  visibility: true,
  metadata: true,
  collectionIds: true,
  onDuplicate: true,
  source: true,
});

const BatchAnswer = z
  .object({
    batchId: BatchId,
    files: z.array(
      z.object({
        name: z.string(),
        status: z
          .enum(['accepted', 'duplicate', 'refused'])
          .describe('duplicate: the document was there with this content.'),
        document: DocumentView.optional(),
        error: FileProblem.optional(),
      }),
    ),
  })
  .meta({ id: 'BatchAnswer' });

const Batch = z
  .object({
    id: BatchId,
    createdAt: z.date(),
    receivedAt: z.date().nullable().describe('Null if the request was cut off.'),
    completedAt: z
      .date()
      .nullable()
      .describe('When the last of its documents was ready, failed or deleted.'),
    files: z.object({
      processing: z.int(),
      ready: z.int(),
      failed: z.int(),
      deleted: z.int(),
      refused: z.int(),
    }),
  })
  .meta({ id: 'Batch' });

const createBatchRoutes = (deps: BatchDeps): Route[] => [
  createReceiveRoute(deps),
  userRoute({
    method: 'get',
    path: '/v1/batches/:id',
    operationId: 'getDocumentBatch',
    tag: 'documents',
    summary: 'Read the progress of a batch',
    permission: 'documents:read',
    params: z.strictObject({ id: BatchId }),
    responses: { 200: { description: 'Counted by their state', schema: Batch } },
    answer: async ({ scope, params: { id } }) =>
      toBatch(await deps.manyDocuments.readBatch(scope, id)),
  }),
];

const createReceiveRoute = (deps: BatchDeps): Route => {
  const { manyDocuments, limitUploads, minUploadBytesPerSec } = deps;
  const keysInUse = createKeysInUse();
  return userRoute({
    method: 'post',
    path: '/v1/documents/batch',
    operationId: 'uploadDocumentBatch',
    tag: 'documents',
    errors: [
      'too_many_parallel_uploads',
      'idempotency_conflict',
      'idempotency_in_progress',
      'archive_too_large',
      'document_corrupt',
    ],
    summary: 'Upload many files as a form, or as one ZIP archive or mailbox',
    permission: 'documents:write',
    multipart: BatchForm,
    headers: IdempotencyHeaders,
    responses: {
      202: { description: 'An outcome for each file, in its order', schema: BatchAnswer },
    },
    handle: async ({ scope, request }) => {
      const idempotencyKey = parseIdempotencyKey(request);
      const read = (intake: Intake) =>
        readUploadParts(request, {
          maxFiles: MAX_FILES,
          pace: { minBytesPerSec: minUploadBytesPerSec },
          jsonFields: ['metadata'],
          parseFields: (fields) => parsePart(BatchFields, fields),
          store: (part) => takePart(intake, part),
        });
      const receive = () => manyDocuments.receiveBatch(scope, { idempotencyKey }, read);
      const { batchId, files, isReplayed } = await keysInUse({ scope, key: idempotencyKey }, () =>
        limitUploads(scope, receive),
      );
      const headers = toReplayHeaders({ isReplayed });
      return { status: 202, headers, body: { batchId, files: files.map(toFileView) } };
    },
  });
};

const takePart = (
  intake: Intake,
  { field, filename, source: content, fields }: UploadPart<z.infer<typeof BatchFields>>,
): Promise<void> => {
  if (field === 'file') return intake.takeFile(fields, { name: filename, content });
  if (field === 'archive') return intake.takeArchive(fields, content);
  const message =
    'is not a file field; send files as "file", or one ZIP archive or mailbox as "archive"';
  throw fieldsRefused([{ path: field, message }]);
};

const toFileView = ({
  name,
  status,
  document,
  error,
}: FileOutcome): z.input<typeof BatchAnswer>['files'][number] => ({
  name,
  status,
  ...(document && { document: toView(document) }),
  ...(error && { error: toFileProblem(error) }),
});

const toBatch = (record: BatchRecord): z.input<typeof Batch> => {
  const { id, createdAt, receivedAt, completedAt, ...files } = record;
  return { id, createdAt, receivedAt, completedAt, files };
};
