import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { claimKey, hashRequest } from '../../http/index.js';
import { withArchivedFiles } from '../../parsing/index.js';
import type { FileStore } from '../../platform/files/file-store.js';
import {
  AppError,
  fieldsRefused,
  isAppError,
  orNotFound,
  type ErrorCode,
} from '../../shared/errors.js';
import { BatchId, newId } from '../../shared/ids.js';
import { toPlainLine } from '../../shared/plain-line.js';
import type { UserScope } from '../../shared/scope.js';
import type { Database, ScopedRepositories } from '../database.js';
import { requireVisibility } from '../rights.js';
import { versionInWork, type DocumentRecord, type SourcePlace } from '../schema.js';
import {
  requireUploaderInto,
  withFilters,
  type DocumentUpload,
  type UploadDocument,
} from '../upload.js';
import type { BatchRecord, RefusedFile } from './batches-repository.js';
import { SourcePath } from './source-path.js';

/** The fields that all files of a batch have in common. */
export type BatchFields = Pick<
  DocumentUpload,
  'visibility' | 'metadata' | 'collectionIds' | 'onDuplicate'
> & {
  /** The source of the files. If it is given, the file names are paths in it. */
  source?: string | undefined;
};

type SentFile = { name: string; content: Readable };

export type FileOutcome = { name: string } & (
  | { status: 'accepted' | 'duplicate'; document: DocumentRecord; error?: never }
  | { status: 'refused'; error: AppError; document?: never }
);

export type Intake = {
  /** Stores one file; rejects only if the whole batch cannot continue. */
  takeFile(fields: BatchFields, file: SentFile): Promise<void>;
  /** Stores the files of a ZIP archive, or the messages of a mailbox. */
  takeArchive(fields: BatchFields, content: Readable): Promise<void>;
};

export type BatchOutcome = { batchId: BatchId; files: FileOutcome[]; isReplayed: boolean };

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  uploadDocument: UploadDocument;
  maxUploadBytes: number;
  now: () => Date;
};

/**
 * Receives many files one after another, each as a separate upload: accepted files stay, whatever happens to the others. An interrupted
 * batch continues when it is sent again with its key.
 */
export const createReceiveBatch =
  (deps: Deps) =>
  async (
    scope: UserScope,
    { idempotencyKey }: { idempotencyKey: string | null },
    read: (intake: Intake) => Promise<void>,
  ): Promise<BatchOutcome> => {
    const outcomes: FileOutcome[] = [];
    const begun: { batch?: Opened } = {};
    const open = async (fields: BatchFields) =>
      (begun.batch ??= await openBatch(deps, scope, { fields, idempotencyKey }));
    const take = async (fields: BatchFields, file: ReceivedFile): Promise<void> => {
      const { id } = await open(fields);
      const position = outcomes.length;
      const sent = { ...file, batchId: id, position, idempotencyKey };
      outcomes.push(await receiveFile(deps, scope, { fields, sent }));
    };
    await read({
      takeFile: (fields, { name, content }) =>
        take(fields, { name, open: async () => content, isArchived: false }),
      takeArchive: async (fields, content) => {
        await open(fields);
        await withStoredArchive(deps, scope, {
          content,
          use: (path) =>
            withArchivedFiles(path, async (archived) => {
              for (const { path: name, ...file } of archived) {
                await take(fields, { name, ...file, isArchived: true });
              }
            }),
        });
      },
    });
    if (begun.batch === undefined || outcomes.length === 0) {
      throw fieldsRefused([{ path: 'file', message: 'is missing' }]);
    }
    const { id, isReplayed } = begun.batch;
    await deps.database.withScope(scope, (tx) => tx.batches.close(id, outcomes.flatMap(toRefused)));
    return { batchId: id, files: outcomes, isReplayed };
  };

/** Reads the progress of the caller's batch. */
export const createReadBatch =
  ({ database }: Pick<Deps, 'database'>) =>
  (scope: UserScope, id: BatchId): Promise<BatchRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.batches.find(id)));

type Opened = { id: BatchId; isReplayed: boolean };

/** A caller who may not upload gets no batch row. */
const openBatch = (
  { database, now }: Deps,
  scope: UserScope,
  { fields, idempotencyKey: key }: { fields: BatchFields; idempotencyKey: string | null },
): Promise<Opened> =>
  database.withScope(scope, async (tx) => {
    await requireUploaderInto(tx, scope, fields);
    if (fields.visibility !== undefined) await requireVisibility(tx, scope, fields.visibility);
    const id = newId(BatchId);
    const request = withFilters(fields, scope.filters);
    const known = key === null ? null : await claimBatch(tx, { key, request, id, at: now() });
    if (known !== null) return { id: known, isReplayed: true };
    await tx.batches.create(id);
    return { id, isReplayed: false };
  });

const Result = z.object({ batchId: BatchId });

/** Returns the batch that was started with this key, or null if this new batch has claimed the key. */
const claimBatch = async (
  tx: Pick<ScopedRepositories, 'idempotency'>,
  { key, request, id, at }: { key: string; request: object; id: BatchId; at: Date },
): Promise<BatchId | null> => {
  const name = { route: 'document-batches', key, lockedUntil: at };
  const claim = { ...name, requestHash: hashRequest(request), result: null };
  const claimed = await claimKey(tx, claim, at);
  if (claimed.kind === 'done') return Result.parse(claimed.result).batchId;
  // The claim is settled at once, because each file has its own key, which lets a repeated batch continue.
  await tx.idempotency.settle(name, { state: 'done', result: { batchId: id } });
  return null;
};

/**
 * Stores the archive while its files are read, because a ZIP directory is at the end of the file. If the process dies, an orphaned file
 * remains.
 */
const withStoredArchive = async (
  { files, maxUploadBytes }: Deps,
  scope: UserScope,
  { content, use }: { content: Readable; use: (path: string) => Promise<void> },
): Promise<void> => {
  const store = files.for(scope);
  const { key } = await store.write(content, { maxBytes: maxUploadBytes });
  try {
    await store.withLocalCopy(key, use);
  } finally {
    await store.delete(key).catch(() => undefined);
  }
};

type ReceivedFile = { name: string; isArchived: boolean } & (
  { open: () => Promise<Readable>; refusal?: never } | { refusal: AppError; open?: never }
);

type Sent = ReceivedFile & { batchId: BatchId; position: number; idempotencyKey: string | null };

const receiveFile = async (
  { uploadDocument }: Deps,
  scope: UserScope,
  { fields, sent }: { fields: BatchFields; sent: Sent },
): Promise<FileOutcome> => {
  const { batchId, position, idempotencyKey } = sent;
  const name = toPlainLine(sent.name).slice(0, MAX_NAME_CHARS);
  const { source, ...sharing } = fields;
  try {
    if (sent.refusal !== undefined) throw sent.refusal;
    const place = toPlace(source, sent);
    const { document, duplicate } = await uploadDocument(scope, {
      source: await sent.open(),
      filename: sent.name,
      ...sharing,
      place,
      idempotencyKey: idempotencyKey === null ? null : keyOfFile(idempotencyKey, position),
      alsoSave: (tx, outcome) =>
        tx.batches.addDocument({
          batchId,
          position,
          name,
          documentId: outcome.document.id,
          status: outcome.duplicate ? 'duplicate' : 'accepted',
          version: versionInWork(outcome.document),
        }),
    });
    return { name, status: duplicate ? 'duplicate' : 'accepted', document };
  } catch (error) {
    if (!isAppError(error) || !OF_ONE_FILE.has(error.code)) throw error;
    return { name, status: 'refused', error };
  }
};

const MAX_NAME_CHARS = 500;

/** Errors that concern one file and say nothing about the next. */
const OF_ONE_FILE: ReadonlySet<ErrorCode> = new Set([
  'validation_failed',
  'payload_too_large',
  'unsupported_format',
  'holds_other_files',
  'document_encrypted',
  'document_corrupt',
  'quota_exceeded',
  'conflict',
  'forbidden',
  'idempotency_conflict',
] satisfies ErrorCode[]);

/** Requires that a name from an archive is a relative file path, even if it does not become a place. */
const toPlace = (
  source: string | undefined,
  { name, isArchived }: ReceivedFile,
): SourcePlace | undefined => {
  if (source === undefined && !isArchived) return undefined;
  const parsed = SourcePath.safeParse(name);
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? 'names no file';
    throw new AppError('validation_failed', `The name of the file was refused: it ${message}.`, {
      errors: [{ path: 'file', message }],
    });
  }
  return source === undefined ? undefined : { source, sourcePath: parsed.data };
};

/** Derives a file's key: repeating the batch gives the same key, and no other file has it. */
const keyOfFile = (key: string, position: number): string =>
  createHash('sha256').update(`batch/${position}/${key}`).digest('base64url');

const toRefused = ({ name, error }: FileOutcome, position: number): RefusedFile[] =>
  error === undefined ? [] : [{ position, name, errorCode: error.code }];
