import type { Readable } from 'node:stream';
import type { DocumentRecord } from './document.js';
import { notFound } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { FileStore, StoredFile } from '../platform/files/file-store.js';
import { requireRoom } from '../tenancy/index.js';
import { requireContentRight, requireOwnerOrAdmin, requireUploader } from './document-rights.js';
import { isNew, saveReceived } from './save-received.js';
import { toFilename, UNKNOWN_TYPE } from './upload-names.js';

type NewFile = {
  source: Readable;
  filename: string;
  /** Rejects when what came behind the file is refused. */
  whenComplete?: () => Promise<unknown>;
};

/** `duplicate`: these very bytes are the newest version already. */
type ReplaceOutcome = { document: DocumentRecord; duplicate: boolean };

export type ReplaceFile = (
  scope: UserScope,
  id: DocumentId,
  file: NewFile,
) => Promise<ReplaceOutcome>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  maxUploadBytes: number;
  wakeUp: () => void;
};

/** A new version of a document: what answered so far goes on answering until the new one is ready. */
export const createReplaceFile =
  ({ database, files, maxUploadBytes, wakeUp }: Deps): ReplaceFile =>
  async (scope, id, { source, filename, whenComplete }) => {
    await database.withScope(scope, (tx) => findReplaceable(tx, scope, id));
    const store = files.for(scope);
    const file = await store.write(source, { maxBytes: maxUploadBytes });
    const outcome = await saveReceived({ store, received: file }, async (share) => {
      await whenComplete?.();
      return database.withScope(scope, async (tx) =>
        saveVersion(tx, scope, { id, filename, file: await share(tx) }),
      );
    });
    if (isNew(outcome)) wakeUp();
    return outcome;
  };

/** Whoever replaces a content decides what its readers are told: only who may read it may do so. */
const findReplaceable = async (
  tx: ScopedRepositories,
  scope: UserScope,
  id: DocumentId,
): Promise<DocumentRecord> => {
  const document = await tx.documents.find(id);
  if (document === null) throw notFound();
  requireOwnerOrAdmin(scope, document);
  requireContentRight(scope, document);
  await requireUploader(tx, scope);
  return document;
};

const saveVersion = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { id, filename, file }: { id: DocumentId; filename: string; file: StoredFile },
): Promise<ReplaceOutcome> => {
  const known = await findReplaceable(tx, scope, id);
  const isNewest = known.replacement === null && known.status !== 'failed';
  if (isNewest && known.sha256 === file.sha256) return { document: known, duplicate: true };
  await requireRoom(tx, { documents: 0, bytes: file.sizeBytes });
  const version = await tx.documents.addVersion(id, {
    filename: toFilename(filename),
    mimeType: UNKNOWN_TYPE,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    fileKey: file.key,
  });
  await tx.tasks.schedule({ subjectKind: 'document', subjectId: id, version, action: 'index' });
  await tx.audit.append({
    actorId: scope.userId,
    action: 'document.replace',
    subjectId: id,
    result: 'ok',
  });
  const document = await tx.documents.find(id);
  if (document === null) throw notFound();
  return { document, duplicate: false };
};
