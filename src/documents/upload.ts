import { Readable } from 'node:stream';
import { z } from 'zod';
import { claimKey, hashRequest } from '../http/index.js';
import { formats } from '../parsing/index.js';
import type { FileStore, ScopedFiles, StoredFile } from '../platform/files/file-store.js';
import { AppError, isAppError, orNotFound } from '../shared/errors.js';
import { DocumentId, newId, type CollectionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { toPlainLine } from '../shared/plain-line.js';
import { requireRoom } from '../tenancy/index.js';
import { requireEditable } from './collections/collections.js';
import type { Database, ScopedRepositories } from './database.js';
import { titleOfFile, toFilename } from './file-names.js';
import { audit, requireExpected, schedule, type ExpectedVersion } from './own-documents.js';
import { requireUploader, requireVisibility } from './rights.js';
import type { DocumentRecord, SourcePlace, Visibility } from './schema.js';
import { applySent, metadataOf, refuseDifferent, type SentFields } from './sent-fields.js';

export type DocumentUpload = SentFields & {
  source: Readable;
  /** The client's name for the file, used only as metadata, never as a path. */
  filename: string;
  /** If no title was given: the document's title until the file has been read. The file name is used if this is missing too. */
  provisionalTitle?: string | undefined;
  /** Collections to which the document is added. */
  collectionIds?: readonly CollectionId[] | undefined;
  /** The place that the file comes from: the upload becomes a new version of the uploader's document from that place. */
  place?: SourcePlace | undefined;
  /** Refuses the upload with `precondition_failed` unless this version is at the place. */
  expected?: ExpectedVersion | undefined;
  /** An upload that is repeated with the same key gets the first answer again. */
  idempotencyKey?: string | null;
  /** Identifies the request for its key before any content is known, if the content cannot. */
  sameRequest?: object;
  /** Runs in the commit that creates or finds the document. */
  alsoSave?: (tx: ScopedRepositories, outcome: UploadOutcome) => Promise<void>;
  /** Reads form fields after the file, called once the file is stored; overrides the fields above. */
  lateFields?: () => Promise<LateFields>;
};

type LateFields = Partial<
  Pick<
    DocumentUpload,
    'filename' | 'provisionalTitle' | 'collectionIds' | 'place' | keyof SentFields
  >
>;

export type UploadOutcome = { document: DocumentRecord; duplicate: boolean; isReplayed: boolean };

export type UploadDocument = (scope: UserScope, upload: DocumentUpload) => Promise<UploadOutcome>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  maxUploadBytes: number;
  /** Wakes this process's task loop. */
  wakeUp: () => void;
  now: () => Date;
};

/** The media type until the parser determines it from the content; the type that the client declares is not trusted. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The file is durable before any row names it, and document and task are saved in one commit. An answered upload is therefore never lost,
 * and a failure leaves at most a file without a row, which maintenance collects.
 */
export const createUploadDocument =
  ({ database, files, maxUploadBytes, wakeUp, now }: Deps): UploadDocument =>
  async (scope, upload) => {
    const replayed = await database.withScope(scope, async (tx) => {
      await requireUploaderInto(tx, scope, upload);
      await requireVisibility(tx, scope, visibilityOf(upload));
      return findReplay(tx, scope, { upload, at: now() });
    });
    if (replayed !== null) return replayed;
    const store = files.for(scope);
    const received = await store.write(formats.onlyReadable(upload.source), {
      maxBytes: maxUploadBytes,
    });
    const outcome = await saveReceived({ store, received }, async (share) => {
      const complete = { ...upload, ...(await upload.lateFields?.()) };
      return database.withScope(scope, async (tx) => {
        await requireUploaderInto(tx, scope, complete);
        await requireVisibility(tx, scope, visibilityOf(complete));
        const file = await share(tx);
        const saved = await saveOnce(tx, scope, { upload: complete, file, at: now() });
        await complete.alsoSave?.(tx, saved);
        return saved;
      });
    });
    if (!outcome.isReplayed) wakeUp();
    return outcome;
  };

/** Finds the answer to a repeated request, before its content is fetched again. Such a request is identified by more than its content. */
const findReplay = async (
  tx: ScopedRepositories,
  { filters }: UserScope,
  { upload, at }: { upload: DocumentUpload; at: Date },
): Promise<UploadOutcome | null> => {
  const { idempotencyKey: key = null, sameRequest } = upload;
  if (key === null || sameRequest === undefined) return null;
  const claim = { route: ROUTE, key, lockedUntil: at };
  const replayed = await claimUpload(tx, claim, withFilters(sameRequest, filters));
  // Settles the claim as failed, so that the next repetition of this request does the work.
  if (replayed === null) await tx.idempotency.settle(claim, { state: 'failed' });
  return replayed;
};

type Stored = { upload: DocumentUpload; file: StoredFile };

/**
 * Saves an upload once per key. The claim is part of the transaction that creates the document, because the digest is known only when the
 * file is stored, and a process that dies before that must leave nothing behind.
 */
const saveOnce = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { upload, file, at }: Stored & { at: Date },
): Promise<UploadOutcome> => {
  const { idempotencyKey: key = null, filename, title, visibility, metadata } = upload;
  const { collectionIds = [], place, onDuplicate } = upload;
  if (key === null) return saveDocument(tx, scope, { upload, file });
  const claim = { route: ROUTE, key, lockedUntil: at };
  const filed = collectionIds.length === 0 ? {} : { collectionIds };
  const sent = { title, visibility, metadata, onDuplicate };
  const described = { filename, ...sent, place, ...filed, sha256: file.sha256 };
  const request = withFilters(upload.sameRequest ?? described, scope.filters);
  const replayed = await claimUpload(tx, claim, request);
  if (replayed !== null) return replayed;
  const saved = await saveDocument(tx, scope, { upload, file });
  const result = { documentId: saved.document.id, duplicate: saved.duplicate };
  await tx.idempotency.settle(claim, { state: 'done', result });
  return saved;
};

const ROUTE = 'documents';

/** The same request with a key that may see other documents counts as a different request. */
export const withFilters = (request: object, filters: UserScope['filters']): object =>
  filters.length === 0 ? request : { request, filters };

const Result = z.object({ documentId: DocumentId, duplicate: z.boolean() });

/** Claims the key and returns null, or returns the answer to the key's first request. */
export const claimUpload = async (
  tx: ScopedRepositories,
  claim: { route: string; key: string; lockedUntil: Date },
  request: object,
): Promise<UploadOutcome | null> => {
  const requestHash = hashRequest(request);
  const claimed = await claimKey(tx, { ...claim, requestHash, result: null }, claim.lockedUntil);
  if (claimed.kind !== 'done') return null;
  const { documentId, duplicate } = Result.parse(claimed.result);
  const document = orNotFound(await tx.documents.find(documentId));
  return { document, duplicate, isReplayed: true };
};

/** Requires that the caller may edit all target collections or, if there are none, may upload at all. */
export const requireUploaderInto = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { collectionIds = [] }: Pick<DocumentUpload, 'collectionIds'>,
): Promise<void> => {
  await requireEditable(tx, scope, collectionIds);
  if (collectionIds.length === 0) await requireUploader(tx, scope);
};

const saveDocument = async (
  tx: ScopedRepositories,
  scope: UserScope,
  stored: Stored,
): Promise<UploadOutcome> => {
  const { collectionIds = [] } = stored.upload;
  const { document, ...outcome } = await findOrCreate(tx, scope, stored);
  const isFiled = collectionIds.length > 0;
  const added = isFiled ? await tx.collections.addDocuments(collectionIds, [document.id]) : 0;
  if (outcome.duplicate && added > 0) refuseDifferent(stored.upload, ['collectionIds']);
  if (!isFiled && scope.filters.length === 0) return { document, ...outcome };
  const seen = await tx.documents.find(document.id);
  if (seen === null) {
    throw new AppError('forbidden', 'This key may not see the document that it would upload.');
  }
  return { document: seen, ...outcome };
};

const findOrCreate = async (
  tx: ScopedRepositories,
  scope: UserScope,
  stored: Stored,
): Promise<UploadOutcome> => {
  const { upload, file } = stored;
  const { place } = upload;
  const known = (place && (await claim(tx, scope, place))) ?? null;
  if (upload.expected !== undefined) await requireExpected(tx, known, upload.expected);
  if (known !== null) return putVersion(tx, scope, { ...stored, id: known });
  const { sha256 } = file;
  const same = { ownerId: scope.userId, sha256, visibility: visibilityOf(upload) };
  // Both queries are sent together, because nearly every upload needs both.
  const [duplicate, settings] = await Promise.all([
    tx.documents.findDuplicate(same, { isPlaced: place === undefined }),
    tx.settings.get(),
  ]);
  if (duplicate === null) return create(tx, scope, { ...stored, quotas: settings.policy.quotas });
  if (place) {
    refuseDifferent(upload, ['sourcePath']);
    await tx.documents.place(duplicate.id, place);
  }
  const found = place ? orNotFound(await tx.documents.find(duplicate.id)) : duplicate;
  const document = await applySent(tx, scope, { found, sent: upload, sha256, isDuplicate: true });
  return { document, duplicate: true, isReplayed: false };
};

/** Finds the document at a place; the first upload to a source creates the source. */
const claim = async (
  tx: ScopedRepositories,
  { userId }: UserScope,
  place: SourcePlace,
): Promise<DocumentId | null> => {
  const known = await tx.documents.claimPlace(place);
  const made = await tx.sources.ensurePushed({ ownerId: userId, name: place.source });
  if (made !== null) {
    const entry = { actorId: userId, subjectId: made, result: 'ok' } as const;
    await tx.audit.append({ ...entry, action: 'source.create' });
  }
  return known;
};

/** Gives the existing document the new content and the upload's fields. */
const putVersion = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { id, file, upload }: Stored & { id: DocumentId },
): Promise<UploadOutcome> => {
  const { sha256, sizeBytes, key: fileKey } = file;
  const isDuplicate = await tx.documents.isUpToDate(id, sha256);
  if (!isDuplicate) {
    const { quotas } = (await tx.settings.get()).policy;
    await requireRoom(tx, quotas, { documents: 0, bytes: sizeBytes });
    const filename = toFilename(upload.filename);
    const content = { filename, mimeType: UNKNOWN_TYPE, sizeBytes, sha256, fileKey };
    const version = await tx.documents.addVersion(id, content);
    await schedule(tx, { id, version, action: 'index' });
    await audit(tx, scope, { action: 'document.replace', id });
  }
  // Read after the new version has locked the row, so that no other text can become current before the commit.
  const found = orNotFound(await tx.documents.find(id));
  const document = await applySent(tx, scope, { found, sent: upload, sha256, isDuplicate });
  return { document, duplicate: isDuplicate, isReplayed: false };
};

const visibilityOf = ({ visibility = 'tenant' }: SentFields): Visibility => visibility;

const create = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { upload, file, quotas }: Stored & { quotas: Parameters<typeof requireRoom>[1] },
): Promise<UploadOutcome> => {
  const { place = null } = upload;
  await requireRoom(tx, quotas, { documents: 1, bytes: file.sizeBytes });
  const id = newId(DocumentId);
  const [document] = await Promise.all([
    tx.documents.create({
      id,
      ownerId: scope.userId,
      title: toTitle(upload),
      isProvisional: (upload.title ?? '').trim() === '',
      filename: toFilename(upload.filename),
      mimeType: UNKNOWN_TYPE,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      fileKey: file.key,
      visibility: visibilityOf(upload),
      metadata: metadataOf(upload),
      place,
    }),
    schedule(tx, { id, version: 1, action: 'index' }),
    audit(tx, scope, { action: 'document.create', id }),
    tx.usage.add(scope.userId, { documents: 1, bytes: file.sizeBytes }),
  ]);
  return { document, duplicate: false, isReplayed: false };
};

const toTitle = ({ title = '', provisionalTitle = '', filename }: DocumentUpload): string =>
  toPlainLine(title) || toPlainLine(provisionalTitle) || titleOfFile(filename);

/** Converts a text that was sent as JSON to an upload, so that it is handled like a file. */
export const toTextUpload = (
  input: { title: string; text: string } & Pick<
    DocumentUpload,
    'visibility' | 'metadata' | 'collectionIds' | 'place' | 'onDuplicate'
  >,
  idempotencyKey: string | null = null,
): DocumentUpload => {
  const { title, text, ...sharing } = input;
  const source = Readable.from([Buffer.from(text, 'utf8')]);
  const filename = `${toFilename(title)}.md`;
  return { source, filename, title, ...sharing, idempotencyKey };
};

/** True if a row was created that names the file. */
export const isNew = (outcome: { duplicate: boolean; isReplayed?: boolean }): boolean =>
  !outcome.duplicate && outcome.isReplayed !== true;

/** Returns the file under the key that the row will name. If the tenant already has a file with the same bytes, that file's key is used. */
type Share = (tx: Pick<ScopedRepositories, 'documents'>) => Promise<StoredFile>;

/**
 * Saves the rows for a received file and stores equal bytes only once: the number of rows that name a key is its use count. The new file is
 * known to be intact, so after the commit it replaces the equal file.
 */
export const saveReceived = async <Outcome extends Parameters<typeof isNew>[0]>(
  { store, received }: { store: ScopedFiles; received: StoredFile },
  save: (share: Share) => Promise<Outcome>,
): Promise<Outcome> => {
  let { key } = received;
  let outcome;
  // If the file cannot be deleted now, it stays without a row until maintenance collects it; the answer does not change.
  const letGo = () => store.delete(received.key).catch(() => undefined);
  try {
    outcome = await save(async (tx) => {
      key = (await tx.documents.fileKeyOf(received.sha256)) ?? received.key;
      return { ...received, key };
    });
  } catch (error) {
    // A foreseen refusal deletes the file at once. After any other failure, the commit may have happened, so the file stays.
    const isRefusal = isAppError(error) && error.code !== 'storage_unavailable';
    if (isRefusal) await letGo();
    throw error;
  }
  if (key !== received.key) await store.replace(key, received.key);
  else if (!isNew(outcome)) await letGo();
  return outcome;
};

/** Refuses a key whose upload is still being received by this process, before the second body is read. */
export const createKeysInUse = () => {
  const inUse = new Set<string>();
  return async <Result>(
    { scope, key }: { scope: UserScope; key: string | null },
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (key === null) return work();
    const name = `${scope.tenantId}/${scope.userId}/${key}`;
    if (inUse.has(name)) {
      throw new AppError('idempotency_in_progress', 'The first request is still running.', {
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
