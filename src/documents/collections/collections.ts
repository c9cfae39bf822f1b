import { AppError, orNotFound } from '../../shared/errors.js';
import { CollectionId, newId, type DocumentId, type UserId } from '../../shared/ids.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { UserScope } from '../../shared/scope.js';
import type { Database, ScopedRepositories } from '../database.js';
import { changeDocument, findOwned } from '../own-documents.js';
import { requireUploader, requireVisibility } from '../rights.js';
import type { DocumentRecord, Metadata } from '../schema.js';
import type {
  CollectionChanges,
  CollectionRecord,
  CollectionRights,
  Editors,
  Membership,
  NewCollection,
  StateCount,
} from './schema.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  /** Wakes this process's task loop. */
  wakeUp: () => void;
};

export type Collections = ReturnType<typeof createCollections>;

type Deleted = { id: CollectionId; deletedDocuments: number; keptDocuments: number };

/**
 * Collections group documents. Adding a document to one gives nobody access to it, because its own visibility stays. Each change has taken
 * effect when its request is answered.
 */
export const createCollections = ({ database, wakeUp }: Deps) => ({
  create: (
    scope: UserScope,
    collection: Omit<NewCollection, 'id' | 'ownerId'>,
  ): Promise<CollectionRecord> =>
    database.withScope(scope, async (tx) => {
      await requireUploader(tx, scope);
      await requireVisibility(tx, scope, collection.visibility);
      await requireEditors(tx, collection.editors);
      const id = newId(CollectionId);
      const created = await tx.collections.create({ ...collection, id, ownerId: scope.userId });
      // The exception rolls back the creation.
      if ((await tx.collections.find(id)) === null) {
        throw new AppError('forbidden', 'This key could not see the collection that it creates.');
      }
      await note(tx, scope, { action: 'collection.create', id });
      return created;
    }),
  list: (
    scope: UserScope,
    page: PageRequest & { name?: string | undefined },
  ): Promise<Page<CollectionRecord>> =>
    database.withScope(scope, (tx) => tx.collections.list(page)),
  countStates: (scope: UserScope, ids: readonly CollectionId[]): Promise<StateCount[]> =>
    database.withScope(scope, (tx) => tx.collections.countStates(ids)),
  get: (scope: UserScope, id: CollectionId): Promise<CollectionRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.collections.find(id))),
  update: (
    scope: UserScope,
    id: CollectionId,
    changes: CollectionChanges,
  ): Promise<CollectionRecord> =>
    database.withScope(scope, async (tx) => {
      requireCollectionOwner(scope, await findRights(tx, id));
      if (changes.visibility !== undefined) await requireVisibility(tx, scope, changes.visibility);
      if (changes.editors !== undefined) await requireEditors(tx, changes.editors);
      const updated = await tx.collections.update(id, changes);
      await note(tx, scope, { action: 'collection.update', id });
      return updated;
    }),
  /**
   * Deletes a collection. Keeps its documents, or deletes those that are in no other collection and that the caller may delete; counts the
   * rest.
   */
  delete: async (
    scope: UserScope,
    id: CollectionId,
    { documents }: { documents: 'keep' | 'delete-if-unfiled' },
  ): Promise<Deleted> => {
    const deleted = await database.withScope(scope, async (tx): Promise<Deleted> => {
      requireCollectionOwner(scope, await findRights(tx, id));
      const { deletable, keptCount } = await tx.collections.unfiledBut(id);
      const gone = documents === 'keep' ? [] : deletable;
      await deleteDocuments(tx, scope, gone);
      await tx.collections.delete(id);
      await note(tx, scope, { action: 'collection.delete', id });
      const keptDocuments = keptCount + deletable.length - gone.length;
      return { id, deletedDocuments: gone.length, keptDocuments };
    });
    if (deleted.deletedDocuments > 0) wakeUp();
    return deleted;
  },
  ...createMemberships({ database }),
});

const createMemberships = ({ database }: Pick<Deps, 'database'>) => ({
  /** Adds a document to a collection. If metadata is given, which only the document's owner may set, it is saved in the same commit. */
  addDocument: (
    scope: UserScope,
    { id, documentId, metadata }: Membership & { metadata?: Metadata },
  ): Promise<DocumentRecord> =>
    database.withScope(scope, async (tx) => {
      requireCollectionEditor(scope, await findRights(tx, id));
      const document = await findDescribed(tx, scope, { id: documentId, metadata });
      const added = await tx.collections.addDocuments([id], [documentId]);
      if (added > 0) await note(tx, scope, { action: 'collection.add_document', id });
      return document;
    }),
  removeDocument: (scope: UserScope, { id, documentId }: Membership): Promise<void> =>
    database.withScope(scope, async (tx) => {
      requireCollectionEditor(scope, await findRights(tx, id));
      orNotFound(await tx.documents.find(documentId));
      const removed = await tx.collections.removeDocuments(id, [documentId]);
      if (removed > 0) await note(tx, scope, { action: 'collection.remove_document', id });
    }),
});

const findDescribed = async (
  tx: ScopedRepositories,
  scope: UserScope,
  { id, metadata }: { id: DocumentId; metadata: Metadata | undefined },
): Promise<DocumentRecord> => {
  if (metadata === undefined) return orNotFound(await tx.documents.find(id));
  const found = await findOwned(tx, scope, id);
  return (await changeDocument(tx, scope, { found, changes: { metadata } })).document;
};

/**
 * Marks documents as deleted, which makes them unreadable at once, and schedules their purge. The caller must have the right to delete all
 * of them.
 */
export const deleteDocuments = async (
  tx: ScopedRepositories,
  { userId: actorId }: UserScope,
  ids: readonly DocumentId[],
): Promise<void> => {
  if (ids.length === 0) return;
  await tx.documents.markAllDeleting(ids);
  await tx.tasks.schedulePurges('document', ids);
  const deleted = { actorId, action: 'document.delete', result: 'ok' } as const;
  await tx.audit.appendAll(ids.map((subjectId) => ({ ...deleted, subjectId })));
};

/** Checks that every named collection exists and that the caller may add to it; otherwise fails with `not_found` or `forbidden`. */
export const requireEditable = async (
  tx: Pick<ScopedRepositories, 'collections'>,
  scope: UserScope,
  ids: readonly CollectionId[],
): Promise<void> => {
  if (ids.length === 0) return;
  const found = await tx.collections.findRights(ids);
  for (const id of ids) {
    requireCollectionEditor(scope, orNotFound(found.find((collection) => collection.id === id)));
  }
};

const findRights = async (
  tx: Pick<ScopedRepositories, 'collections'>,
  id: CollectionId,
): Promise<CollectionRights> => {
  const [found] = await tx.collections.findRights([id]);
  return orNotFound(found ?? null);
};

const requireEditors = async (
  tx: Pick<ScopedRepositories, 'users' | 'groups'>,
  { users, groups }: Editors,
): Promise<void> => {
  const [knownUsers, knownGroups] = [await tx.users.existing(users), await tx.groups.named(groups)];
  const errors = [
    ...missing<UserId>(users, knownUsers).map((id) => ({
      path: 'editors.users',
      message: `There is no user ${id}.`,
    })),
    ...missing(groups, knownGroups).map((name) => ({
      path: 'editors.groups',
      message: `There is no group ${name}.`,
    })),
  ];
  if (errors.length === 0) return;
  throw new AppError('validation_failed', 'An editor does not exist.', { errors });
};

const missing = <Name extends string>(
  wanted: readonly Name[],
  known: readonly string[],
): readonly Name[] => wanted.filter((name) => !known.includes(name));

type CollectionAction =
  `collection.${'create' | 'update' | 'delete' | 'add_document' | 'remove_document'}`;

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id }: { action: CollectionAction; id: CollectionId },
): Promise<void> => tx.audit.append({ actorId, action, subjectId: id, result: 'ok' });

/** The owner and admins may change a collection and its editors, and delete it. */
const requireCollectionOwner = (
  { role, userId }: UserScope,
  { ownerId }: CollectionRights,
): void => {
  if (role === 'admin' || ownerId === userId) return;
  throw new AppError('forbidden', 'Only its owner or an admin may do this.');
};

/** Besides the owner and admins, editors may add documents, remove them and upload into the collection. */
const requireCollectionEditor = (scope: UserScope, collection: CollectionRights): void => {
  if (scope.role === 'admin' || isEditor(scope, collection)) return;
  throw new AppError('forbidden', 'Only its owner, its editors or an admin may do this.');
};

/** True for the collection's owner and its editors, named directly or through a group. */
const isEditor = (
  { userId, groups }: UserScope,
  { ownerId, editorUsers, editorGroupKeys }: CollectionRights,
): boolean =>
  ownerId === userId ||
  editorUsers.includes(userId) ||
  editorGroupKeys.some((key) => groups.includes(key));
