import type { ChangeDocuments, UploadDocument } from '../../documents/index.js';
import { ofAudience } from '../../documents/rights.js';
import { isAppError } from '../../shared/errors.js';
import type { DocumentId } from '../../shared/ids.js';
import type { UserScope } from '../../shared/scope.js';
import type { OpenSource } from '../kind.js';
import type { ItemOutcome } from '../items-repository.js';
import type { ItemRecord, RunCounts, SourceRecord } from '../schema.js';

export type ReadDeps = {
  uploadDocument: UploadDocument;
  changeDocuments: Pick<ChangeDocuments, 'update'>;
  maxUploadBytes: number;
};

type Reading = {
  /** The current rights of the source's owner. */
  scope: UserScope;
  source: Pick<SourceRecord, 'name' | 'collectionId'>;
  opened: Pick<OpenSource, 'read'>;
  /** Shows a withdrawn document again; false if it has been deleted. */
  restore: (id: DocumentId) => Promise<boolean>;
  /** Deletes a withdrawn document. */
  drop: (id: DocumentId) => Promise<void>;
  /** The principals of sets of readers, by audience. */
  principalsOf: (audiences: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  signal: AbortSignal;
};

export type ReadOutcome = ItemOutcome & { counts: keyof RunCounts };

/**
 * Gives an item's document the content and the readers that the source reports. Content and readers may change separately: nobody gets to
 * read the new text because of old rights, nor the old text because of new rights. A failure concerns only the item; the promise rejects
 * only if the source, a quota or a store is the problem.
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

/**
 * Returns the item's document, shown again if it was withdrawn. A document that other people may now read is created again, so that none of
 * them sees the old text.
 */
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
  reading: Reading & { known: DocumentId | null },
): Promise<ReadOutcome> => {
  const { scope, source, opened, known, signal } = reading;
  const { readVisibility: before, visibility: after } = item;
  const isMoved = known !== null && before !== null && before !== after;
  const visibility = isMoved ? await whileRead(before, after, reading) : after;
  // The readers change at once, before the new text is ready.
  if (isMoved && visibility !== before) await showTo(changeDocuments, scope, { known, visibility });
  const content = await opened.read(item, signal);
  const upload = uploadDocument(scope, {
    source: content,
    filename: item.path.split('/').at(-1) ?? item.path,
    visibility: ofAudience(visibility),
    place: { source: source.name, sourcePath: item.path },
    ...(source.collectionId !== null && { collectionIds: [source.collectionId] }),
  });
  // A refused upload does not read its source stream, and leaves it open.
  const { document, duplicate } = await upload.finally(() => content.destroy());
  // The file was moved, so the document at its old place is removed.
  if (known !== null && known !== document.id) await reading.drop(known);
  const ready = { state: 'ready', documentId: document.id, revision: item.revision } as const;
  if (known === null) return { ...ready, visibility, counts: 'added' };
  const isRestored = duplicate && item.goneAt !== null;
  const counts = isRestored ? 'restored' : duplicate ? 'unchanged' : 'changed';
  return { ...ready, visibility, counts };
};

/**
 * Decides who reads a document whose content and readers change together, until the next run. The old text answers until the new one is
 * ready, so only people who may read both get access. If neither group of readers contains the other, only the owner reads it.
 */
const whileRead = async (
  before: string,
  after: string,
  { principalsOf }: Pick<Reading, 'principalsOf'>,
): Promise<string> => {
  if (before === 'tenant' || after === 'private') return after;
  if (after === 'tenant' || before === 'private') return before;
  const sets = await principalsOf([before, after]);
  const [old, now] = [sets.get(before), sets.get(after)];
  if (old === undefined || now === undefined) return 'private';
  if ([...now].every((principal) => old.has(principal))) return after;
  return [...old].every((principal) => now.has(principal)) ? before : 'private';
};

/** If somebody deleted the document, it stays deleted until its file changes. */
const showTo = async (
  changeDocuments: ReadDeps['changeDocuments'],
  scope: UserScope,
  { known, visibility }: { known: DocumentId; visibility: string },
): Promise<void> => {
  try {
    await changeDocuments.update(scope, known, { visibility: ofAudience(visibility) });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not_found') throw error;
  }
};
