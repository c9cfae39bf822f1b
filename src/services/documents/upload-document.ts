import { Readable } from 'node:stream';
import type { DocumentRecord, Metadata, Visibility } from '../../domain/document.js';
import { isAppError } from '../../domain/errors.js';
import { DocumentId, newId } from '../../domain/ids.js';
import type { UserScope } from '../../domain/scope.js';
import type { Database, ScopedRepositories } from '../../ports/database/index.js';
import type { FileStore, StoredFile } from '../../ports/file-store.js';
import { requireUploader, requireVisibility } from './document-rights.js';

export type DocumentUpload = {
  source: Readable;
  /** As the client named it: metadata only, never a path. */
  filename: string;
  title?: string | undefined;
  visibility: Visibility;
  metadata: Metadata;
  /** What a form says after its file, asked for once the file is stored; wins over the fields above. */
  lateFields?: () => Promise<LateFields>;
};

type LateFields = Partial<Pick<DocumentUpload, 'title' | 'visibility' | 'metadata'>>;

export type UploadOutcome = { document: DocumentRecord; duplicate: boolean };

export type UploadDocument = (scope: UserScope, upload: DocumentUpload) => Promise<UploadOutcome>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  maxUploadBytes: number;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
};

/** What the content is, the parser finds out; the client's word for it is not believed. */
const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_NAME_LENGTH = 255;

const toFilename = (name: string): string => {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const printable = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim();
  return printable.slice(0, MAX_NAME_LENGTH) || 'document';
};

const toTitle = (upload: DocumentUpload): string => {
  const title = upload.title?.trim();
  if (title !== undefined && title !== '') return title;
  const filename = toFilename(upload.filename);
  return filename.replace(/(?<=.)\.[^.]{1,8}$/u, '');
};

const saveDocument = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { upload, file }: { upload: DocumentUpload; file: StoredFile },
): Promise<UploadOutcome> => {
  const { visibility, metadata } = upload;
  const same = { ownerId: scope.userId, sha256: file.sha256, visibility };
  const known = await tx.documents.findDuplicate(same);
  if (known !== null) return { document: known, duplicate: true };
  const id = newId(DocumentId);
  const document = await tx.documents.create({
    ...same,
    id,
    title: toTitle(upload),
    filename: toFilename(upload.filename),
    mimeType: UNKNOWN_TYPE,
    sizeBytes: file.sizeBytes,
    fileKey: file.key,
    metadata,
  });
  await tx.tasks.schedule({ subjectKind: 'document', subjectId: id, version: 1, action: 'index' });
  await tx.audit.append({
    actorId: scope.userId,
    action: 'document.create',
    subjectId: id,
    result: 'ok',
  });
  return { document, duplicate: false };
};

/**
 * The file is durable before the rows that name it; document and task are one commit. So an answered upload is never lost,
 * and what a failure leaves behind is a file without a row, which maintenance collects.
 */
export const createUploadDocument =
  ({ database, files, maxUploadBytes, wakeUp }: Deps): UploadDocument =>
  async (scope, upload) => {
    await database.withScope(scope, async (tx) => {
      await requireUploader(tx, scope);
      await requireVisibility(tx, scope, upload.visibility);
    });
    const store = files.for(scope);
    const file = await store.write(upload.source, { maxBytes: maxUploadBytes });
    const outcome = await saveOrDiscard(
      async () => {
        const complete = { ...upload, ...(await upload.lateFields?.()) };
        return database.withScope(scope, async (tx) => {
          await requireVisibility(tx, scope, complete.visibility);
          return saveDocument(tx, scope, { upload: complete, file });
        });
      },
      () => store.delete(file.key),
    );
    if (outcome.duplicate) await store.delete(file.key);
    else wakeUp();
    return outcome;
  };

/** A foreseen refusal takes its file along at once; after any other failure the commit may have happened. */
const saveOrDiscard = async <Result>(
  save: () => Promise<Result>,
  discard: () => Promise<void>,
): Promise<Result> => {
  try {
    return await save();
  } catch (error) {
    if (isAppError(error) && error.code !== 'storage_unavailable') await discard();
    throw error;
  }
};

/** A text sent as JSON takes the same way as a file. */
export const toTextUpload = (
  input: { title: string; text: string } & Pick<DocumentUpload, 'visibility' | 'metadata'>,
): DocumentUpload => ({
  source: Readable.from([Buffer.from(input.text, 'utf8')]),
  filename: `${toFilename(input.title)}.md`,
  title: input.title,
  visibility: input.visibility,
  metadata: input.metadata,
});
