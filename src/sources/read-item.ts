import type { ChangeDocuments, UploadDocument } from '../documents/index.js';
import { isWider } from '../documents/rights.js';
import { isAppError } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { OpenSource } from './kind.js';
import type { ItemOutcome } from './items-repository.js';
import type { ItemRecord, RunCounts, SourceRecord } from './schema.js';

export type ReadDeps = {
  uploadDocument: UploadDocument;
  changeDocuments: Pick<ChangeDocuments, 'update'>;
  maxUploadBytes: number;
};

type Reading = {
  /** The owner of the source, as they are now. */
  scope: UserScope;
  source: Pick<SourceRecord, 'name' | 'collectionId'>;
  opened: Pick<OpenSource, 'read'>;
  /** Shows a withdrawn document again; false where it is deleted. */
  restore: (id: DocumentId) => Promise<boolean>;
  /** Deletes a withdrawn document. */
  drop: (id: DocumentId) => Promise<void>;
  signal: AbortSignal;
};

export type ReadOutcome = ItemOutcome & { counts: keyof RunCounts };

/**
 * Gives the document of an item the content and the readers that its source says. Content and readers are separate: nobody reads a new
 * text as the old one could be read, nor an old text because of what is said of the new one. Fails for the item alone unless the source,
 * a quota or a store stands in the way, which rejects.
 */
export const createReadItem =
  (deps: ReadDeps) =>
  async (item: ItemRecord, reading: Reading): Promise<ReadOutcome> => {
    if (item.sizeBytes > deps.maxUploadBytes) return failed('payload_too_large');
    try {
      const known = await bringBack(item, reading);
      if (known !== null && item.readRevision === item.revision) {
        return await changeReaders(deps, item, { ...reading, known });
      }
      return await readContent(deps, item, { ...reading, known });
    } catch (error) {
      if (!isAppError(error) || STOPS_THE_RUN.has(error.code)) throw error;
      return failed(error.code);
    }
  };

const STOPS_THE_RUN: ReadonlySet<string> = new Set([
  'quota_exceeded',
  'insufficient_storage',
  'storage_unavailable',
  'vector_store_unavailable',
]);

const failed = (reason: string): ReadOutcome => ({ state: 'failed', reason, counts: 'failed' });

/** The item's document, shown again where it was withdrawn. One that others may read now is made anew, so that none of them sees the old one. */
const bringBack = async (
  { documentId, goneAt, visibility, readVisibility }: ItemRecord,
  { restore, drop }: Reading,
): Promise<DocumentId | null> => {
  if (documentId === null || goneAt === null) return documentId;
  if (visibility === readVisibility) return (await restore(documentId)) ? documentId : null;
  await drop(documentId);
  return null;
};

type Known = Reading & { known: DocumentId };

const changeReaders = async (
  { changeDocuments }: ReadDeps,
  { revision, visibility, readVisibility, goneAt }: ItemRecord,
  { scope, known }: Known,
): Promise<ReadOutcome> => {
  const ready = { state: 'ready', documentId: known, revision } as const;
  if (visibility === readVisibility) {
    return { ...ready, visibility, counts: goneAt === null ? 'unchanged' : 'restored' };
  }
  await showTo(changeDocuments, scope, { known, visibility });
  return { ...ready, visibility, counts: 'changed' };
};

const readContent = async (
  { uploadDocument, changeDocuments }: ReadDeps,
  item: ItemRecord,
  { scope, source, opened, known, signal }: Reading & { known: DocumentId | null },
): Promise<ReadOutcome> => {
  const { readVisibility: before, visibility: after } = item;
  const isMoved = known !== null && before !== null && before !== after;
  // More people read it once the new text answers: the next run shows it to them.
  const visibility = isMoved && isWider(before, after) ? before : after;
  // At once, before the new text is there.
  if (isMoved && visibility === after) await showTo(changeDocuments, scope, { known, visibility });
  const content = await opened.read(item, signal);
  const upload = uploadDocument(scope, {
    source: content,
    filename: item.path.split('/').at(-1) ?? item.path,
    visibility,
    place: { source: source.name, sourcePath: item.path },
    ...(source.collectionId !== null && { collectionIds: [source.collectionId] }),
  });
  // A refused upload leaves its source unread, and open.
  const { document, duplicate } = await upload.finally(() => content.destroy());
  const ready = { state: 'ready', documentId: document.id, revision: item.revision } as const;
  if (known === null) return { ...ready, visibility, counts: 'added' };
  const isRestored = duplicate && item.goneAt !== null;
  const counts = isRestored ? 'restored' : duplicate ? 'unchanged' : 'changed';
  return { ...ready, visibility, counts };
};

/** A document that somebody deleted stays deleted until its file changes. */
const showTo = async (
  changeDocuments: ReadDeps['changeDocuments'],
  scope: UserScope,
  { known, visibility }: { known: DocumentId; visibility: string },
): Promise<void> => {
  try {
    await changeDocuments.update(scope, known, { visibility });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not_found') throw error;
  }
};
