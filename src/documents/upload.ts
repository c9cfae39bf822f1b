import { isAppError, AppError, notFound } from '../shared/errors.js';
import type { ScopedRepositories, Database } from './database.js';
import type { ScopedFiles, StoredFile, FileStore } from '../platform/files/file-store.js';
import { z } from 'zod';
import type { DocumentRecord, Metadata, Visibility } from './schema.js';
import { DocumentId, newId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { claimKey, hashRequest } from '../http/index.js';
import { Readable } from 'node:stream';
import { requireRoom } from '../tenancy/index.js';
import { requireUploader, requireVisibility } from './rights.js';

export type DocumentUpload = {
  source: Readable;
  /** As the client named it: metadata only, never a path. */
  filename: string;
  title?: string | undefined;
  visibility: Visibility;
  metadata: Metadata;
  /** Sent again under the same key, the upload is answered as the first time. */
  idempotencyKey?: string | null;
  /** What makes it the same request under its key where the content does not: known before there is any. */
  sameRequest?: object;
  /** What a form says after its file, asked for once the file is stored; wins over the fields above. */
  lateFields?: () => Promise<LateFields>;
};

type LateFields = Partial<Pick<DocumentUpload, 'filename' | 'title' | 'visibility' | 'metadata'>>;

type Saved = { document: DocumentRecord; duplicate: boolean };

export type UploadOutcome = Saved & { isReplayed: boolean };

export type UploadDocument = (scope: UserScope, upload: DocumentUpload) => Promise<UploadOutcome>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  maxUploadBytes: number;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
  now: () => Date;
};

type Stored = { upload: DocumentUpload; file: StoredFile };

/** The file under the key that the row is to name: that of a file with the same bytes where the tenant has one. */
type Share = (tx: Pick<ScopedRepositories, 'documents'>) => Promise<StoredFile>;

/** What the content is, the parser finds out; the client's word for it is not believed. */
export const UNKNOWN_TYPE = 'application/octet-stream';

type Replayed = Saved & { isReplayed: true };

type KeyedUpload = {
  key: string;
  /** The fields, and the file's digest where the client sent the file. */
  request: object;
  at: Date;
};

type KeysInUse = <Result>(
  request: { scope: UserScope; key: string | null },
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * The file is durable before the rows that name it; document and task are one commit. So an answered upload is never lost,
 * and what a failure leaves behind is a file without a row, which maintenance collects.
 */
export const createUploadDocument =
  ({ database, files, maxUploadBytes, wakeUp, now }: Deps): UploadDocument =>
  async (scope, upload) => {
    const replayed = await database.withScope(scope, async (tx) => {
      await requireUploader(tx, scope);
      await requireVisibility(tx, scope, upload.visibility);
      return findReplay(tx, upload, now());
    });
    if (replayed !== null) return replayed;
    const store = files.for(scope);
    const file = await store.write(upload.source, { maxBytes: maxUploadBytes });
    const outcome = await saveReceived({ store, received: file }, async (share) => {
      const complete = { ...upload, ...(await upload.lateFields?.()) };
      return database.withScope(scope, async (tx) => {
        await requireVisibility(tx, scope, complete.visibility);
        return saveUpload(tx, scope, { upload: complete, file: await share(tx), at: now() });
      });
    });
    if (isNew(outcome)) wakeUp();
    return outcome;
  };

/** The answer of a request that is known by more than its content, before that is asked for again. */
const findReplay = async (
  tx: ScopedRepositories,
  { idempotencyKey: key = null, sameRequest }: DocumentUpload,
  at: Date,
): Promise<UploadOutcome | null> =>
  key === null || sameRequest === undefined ? null : replay(tx, { key, request: sameRequest, at });

/** What the request under this key was answered with; null leaves the key to whoever brings this request again. */
const replay = async (
  tx: ScopedRepositories,
  { key, request, at }: KeyedUpload,
): Promise<Replayed | null> => {
  const claim = { route: 'documents', key, lockedUntil: at };
  const replayed = await claimUpload(tx, claim, request);
  if (replayed === null) await tx.idempotency.settle(claim, { state: 'failed' });
  return replayed;
};

type Claim = { route: string; key: string; lockedUntil: Date };

/** Null where the key is ours now, else what its first request was answered with. */
const claimUpload = async (
  tx: ScopedRepositories,
  claim: Claim,
  request: object,
): Promise<Replayed | null> => {
  const requestHash = hashRequest(request);
  const claimed = await claimKey(tx, { ...claim, requestHash, result: null }, claim.lockedUntil);
  return claimed.kind === 'done' ? readResult(tx, claimed.result) : null;
};

const Result = z.object({ documentId: DocumentId, duplicate: z.boolean() });

const readResult = async (tx: ScopedRepositories, result: unknown): Promise<Replayed> => {
  const { documentId, duplicate } = Result.parse(result);
  const document = await tx.documents.find(documentId);
  if (document === null) throw notFound();
  return { document, duplicate, isReplayed: true };
};

const saveUpload = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { upload, file, at }: Stored & { at: Date },
): Promise<UploadOutcome> => {
  const { idempotencyKey: key = null, filename, title, visibility, metadata } = upload;
  const save = () => saveDocument(tx, scope, { upload, file });
  if (key === null) return { ...(await save()), isReplayed: false };
  const request = upload.sameRequest ?? {
    ...{ filename, title, visibility, metadata },
    sha256: file.sha256,
  };
  return saveOnce(tx, { key, request, at }, save);
};

const saveDocument = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { upload, file }: Stored,
): Promise<Saved> => {
  const { visibility, metadata } = upload;
  const same = { ownerId: scope.userId, sha256: file.sha256, visibility };
  const known = await tx.documents.findDuplicate(same);
  if (known !== null) return { document: known, duplicate: true };
  await requireRoom(tx, { documents: 1, bytes: file.sizeBytes });
  const id = newId(DocumentId);
  const [document] = await Promise.all([
    tx.documents.create({
      ...same,
      id,
      title: toTitle(upload),
      filename: toFilename(upload.filename),
      mimeType: UNKNOWN_TYPE,
      sizeBytes: file.sizeBytes,
      fileKey: file.key,
      metadata,
    }),
    tx.tasks.schedule({ subjectKind: 'document', subjectId: id, version: 1, action: 'index' }),
    tx.audit.append({
      actorId: scope.userId,
      action: 'document.create',
      subjectId: id,
      result: 'ok',
    }),
    tx.usage.add(scope.userId, { documents: 1 }),
  ]);
  return { document, duplicate: false };
};

const toTitle = (upload: DocumentUpload): string => {
  const title = upload.title?.trim();
  if (title !== undefined && title !== '') return title;
  const filename = toFilename(upload.filename);
  return filename.replace(/(?<=.)\.[^.]{1,8}$/u, '');
};

/**
 * Saves an upload once under its key. The claim is part of the transaction that creates the document: the digest is known only
 * when the file is stored, and a process that ends before leaves nothing behind.
 */
const saveOnce = async (
  tx: ScopedRepositories,
  { key, request, at }: KeyedUpload,
  save: () => Promise<Saved>,
): Promise<UploadOutcome> => {
  const claim = { route: 'documents', key, lockedUntil: at };
  const replayed = await claimUpload(tx, claim, request);
  if (replayed !== null) return replayed;
  const saved = await save();
  const result = { documentId: saved.document.id, duplicate: saved.duplicate };
  await tx.idempotency.settle(claim, { state: 'done', result });
  return { ...saved, isReplayed: false };
};

/** A text sent as JSON takes the same way as a file. */
export const toTextUpload = (
  input: { title: string; text: string } & Pick<DocumentUpload, 'visibility' | 'metadata'>,
  idempotencyKey: string | null = null,
): DocumentUpload => ({
  source: Readable.from([Buffer.from(input.text, 'utf8')]),
  filename: `${toFilename(input.title)}.md`,
  title: input.title,
  visibility: input.visibility,
  metadata: input.metadata,
  idempotencyKey,
});

/** Whether a row was made that names the file. */
export const isNew = (outcome: { duplicate: boolean; isReplayed?: boolean }): boolean =>
  !outcome.duplicate && outcome.isReplayed !== true;

/**
 * Saves what names a received file, and keeps equal bytes once: the rows that name a key are the count of its uses. What was just
 * received is known to be whole, so after the commit it takes the place of its equal.
 */
export const saveReceived = async <Outcome extends Parameters<typeof isNew>[0]>(
  { store, received }: { store: ScopedFiles; received: StoredFile },
  save: (share: Share) => Promise<Outcome>,
): Promise<Outcome> => {
  let kept = received;
  const share: Share = async (tx) => {
    const key = await tx.documents.fileKeyOf(received.sha256);
    kept = { ...received, key: key ?? received.key };
    return kept;
  };
  let outcome;
  try {
    outcome = await save(share);
  } catch (error) {
    if (isRefusal(error)) await store.delete(received.key);
    throw error;
  }
  if (kept.key !== received.key) await store.replace(kept.key, received.key);
  else if (!isNew(outcome)) await store.delete(received.key);
  return outcome;
};

/** A foreseen refusal takes its file along at once; after any other failure the commit may have happened. */
const isRefusal = (error: unknown): boolean =>
  isAppError(error) && error.code !== 'storage_unavailable';

const MAX_NAME_LENGTH = 255;

/** The client's name for a file, as metadata: one line without a path. */
export const toFilename = (name: string): string => {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const printable = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim();
  return printable.slice(0, MAX_NAME_LENGTH) || 'document';
};

/** Refuses a key whose upload this process is still receiving, before the body is read a second time. */
export const createKeysInUse = (): KeysInUse => {
  const inUse = new Set<string>();
  return async ({ scope, key }, work) => {
    if (key === null) return work();
    const name = `${scope.tenantId}/${scope.userId}/${key}`;
    if (inUse.has(name)) {
      throw new AppError('idempotency_in_progress', 'The first request still runs.', {
        retryAfterSec: 1,
      });
    }
    inUse.add(name);
    try {
      return await work();
    } finally {
      inUse.delete(name);
    }
  };
};
