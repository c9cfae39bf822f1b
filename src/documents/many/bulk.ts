import { z } from 'zod';
import { CollectionId, DocumentId } from '../../shared/ids.js';
import type { UserScope } from '../../shared/scope.js';
import { changesBetween } from '../../tenancy/index.js';
import { deleteDocuments, requireEditable } from '../collections/collections.js';
import type { Database, ScopedRepositories } from '../database.js';
import { findShowingOldText } from '../own-documents.js';
import { audienceOf, isContentReader, mayChange, requireVisibility } from '../rights.js';
import { versionInWork, Visibility, type DocumentRecord } from '../schema.js';

const MAX_DOCUMENTS = 200;

const documentIds = z.array(DocumentId).min(1).max(MAX_DOCUMENTS);

const Filing = z.strictObject({
  action: z.enum(['add_to_collection', 'remove_from_collection']),
  documentIds,
  collectionId: CollectionId,
});
type Filing = z.infer<typeof Filing>;

export const BulkChange = z
  .union([
    z.strictObject({ action: z.literal('delete'), documentIds }),
    z.strictObject({ action: z.literal('set_visibility'), documentIds, visibility: Visibility }),
    Filing,
  ])
  .meta({ id: 'BulkChange' });
export type BulkChange = z.infer<typeof BulkChange>;

export const BulkOutcomes = z
  .object({
    outcomes: z.array(
      z.object({
        documentId: DocumentId,
        status: z
          .enum(['done', 'not_found', 'forbidden', 'conflict'])
          .describe(
            'conflict: another request is changing this document, or a wider visibility would show its present text until a new one is ready; send it once more then.',
          ),
      }),
    ),
  })
  .meta({ id: 'BulkOutcomes' });
type BulkOutcomes = z.infer<typeof BulkOutcomes>;
type Status = BulkOutcomes['outcomes'][number]['status'];

type Deps = {
  database: Pick<Database, 'withScope'>;
  /** Wakes this process's task loop. */
  wakeUp: () => void;
};

/** Changes many documents in one transaction; documents that the caller may not change are skipped. */
export const createBulkChange =
  ({ database, wakeUp }: Deps) =>
  async (scope: UserScope, change: BulkChange): Promise<BulkOutcomes> => {
    const ids = [...new Set(change.documentIds)];
    const statuses = await database.withScope(scope, (tx) =>
      'collectionId' in change
        ? file(tx, scope, { ...change, documentIds: ids })
        : changeAll(tx, scope, { ...change, documentIds: ids }),
    );
    if (!('collectionId' in change)) wakeUp();
    const statusOf = (documentId: DocumentId) => statuses.get(documentId) ?? 'not_found';
    return { outcomes: ids.map((documentId) => ({ documentId, status: statusOf(documentId) })) };
  };

/** The outcome for each document that exists as far as the caller can see. */
type Statuses = ReadonlyMap<DocumentId, Status>;

const file = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { action, documentIds: asked, collectionId }: Filing,
): Promise<Statuses> => {
  await requireEditable(tx, scope, [collectionId]);
  const ids = (await tx.documents.findAll(asked)).map(({ id }) => id);
  const isAdding = action === 'add_to_collection';
  const count = isAdding
    ? await tx.collections.addDocuments([collectionId], ids)
    : await tx.collections.removeDocuments(collectionId, ids);
  if (count > 0) {
    const noted = isAdding ? 'collection.add_document' : 'collection.remove_document';
    const entry = { actorId: scope.userId, action: noted, subjectId: collectionId, count } as const;
    await tx.audit.append(entry);
  }
  return new Map(ids.map((id) => [id, 'done']));
};

type Change = Exclude<BulkChange, Filing>;

const changeAll = async (
  tx: ScopedRepositories,
  scope: UserScope,
  change: Change,
): Promise<Statuses> => {
  if (change.action === 'set_visibility') await requireVisibility(tx, scope, change.visibility);
  const seen = await tx.documents.findAll(change.documentIds);
  const locked = await tx.documents.lockAll(seen.map(({ id }) => id));
  // The documents are read again, because the caller may have lost access before the rows were locked.
  const documents = await tx.documents.findAll([...locked]);
  const early = await findEarly(tx, documents, change);
  const allowed = documents.filter(
    (document) => isAllowed(scope, document, change) && !early.has(document.id),
  );
  if (change.action === 'delete') {
    await deleteDocuments(
      tx,
      scope,
      allowed.map(({ id }) => id),
    );
  } else {
    const moved = allowed.filter(({ visibility }) => visibility !== change.visibility);
    await showTo(tx, scope, { moved, visibility: change.visibility });
  }
  const done = new Set(allowed.map(({ id }) => id));
  const statusOf = (document: DocumentRecord): Status => {
    if (done.has(document.id)) return 'done';
    if (!isAllowed(scope, document, change)) return 'forbidden';
    return locked.has(document.id) && !early.has(document.id) ? 'forbidden' : 'conflict';
  };
  return new Map(seen.map((document) => [document.id, statusOf(document)]));
};

/** True if the caller may make the change: only readers of a document's content may change who sees it. */
const isAllowed = (scope: UserScope, document: DocumentRecord, change: Change): boolean => {
  if (!mayChange(scope, document)) return false;
  const isMoved = change.action === 'set_visibility' && change.visibility !== document.visibility;
  return !isMoved || isContentReader(scope, document);
};

/** Finds documents that cannot be shown to more people yet, because those people would see the current text until the new one is ready. */
const findEarly = async (
  tx: ScopedRepositories,
  documents: readonly DocumentRecord[],
  change: Change,
): Promise<ReadonlySet<DocumentId>> =>
  change.action === 'set_visibility'
    ? findShowingOldText(tx, { documents, visibility: change.visibility })
    : new Set();

const showTo = async (
  tx: ScopedRepositories,
  { userId: actorId }: UserScope,
  { moved, visibility }: { moved: readonly DocumentRecord[]; visibility: Visibility },
): Promise<void> => {
  if (moved.length === 0) return;
  await tx.documents.showAllTo(
    moved.map(({ id }) => id),
    visibility,
  );
  // Failed documents have no vectors, so no audience needs to be updated there.
  const indexed = moved.filter(({ status }) => status !== 'failed');
  await tx.tasks.scheduleAll(
    indexed.map((document) => ({
      subjectKind: 'document',
      subjectId: document.id,
      action: 'index',
      version: versionInWork(document),
    })),
  );
  const changed = { actorId, action: 'document.change_visibility' } as const;
  const audience = await audienceOf(tx, visibility);
  await tx.audit.appendAll(
    moved.map((document) => ({
      ...changed,
      subjectId: document.id,
      changes: changesBetween({ visibility: document.audience }, { visibility: audience }),
    })),
  );
};
