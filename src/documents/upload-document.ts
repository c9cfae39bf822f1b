import { Readable } from 'node:stream';
import type { DocumentRecord, Metadata, Visibility } from './document.js';
import { DocumentId, newId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { FileStore, StoredFile } from '../platform/files/file-store.js';
import { replay, saveOnce } from './upload-once.js';
import { requireRoom } from '../tenancy/index.js';
import { requireUploader, requireVisibility } from './document-rights.js';
import { isNew, saveReceived } from './save-received.js';
import { toFilename, UNKNOWN_TYPE } from './upload-names.js';

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

export type UploadOutcome = { document: DocumentRecord; duplicate: boolean; isReplayed: boolean };

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
): Promise<Omit<UploadOutcome, 'isReplayed'>> => {
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
