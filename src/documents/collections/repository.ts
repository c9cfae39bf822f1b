import { beyond, olderThan, toPage } from '../../platform/database/page.js';
import { emptySql, sql, type Sql } from '../../platform/database/sql.js';
import { toStorableText } from '../../platform/database/text.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { withoutUndefined } from '../../shared/changes.js';
import { namedCollections, type DocumentFilter } from '../../shared/document-filter.js';
import { fieldsRefused, orNotFound } from '../../shared/errors.js';
import { DocumentId, type CollectionId, type UserId } from '../../shared/ids.js';
import type { PageRequest } from '../../shared/page.js';
import type { Scope } from '../../shared/scope.js';
import { listedCollection, matching } from '../filter-sql.js';
import { toVisibility, visibleTo } from '../rights.js';
import type { Visibility } from '../schema.js';
import { shownSize } from '../shown-columns.js';
import {
  CollectionRecord,
  CollectionRights,
  StateCount,
  type CollectionChanges,
  type NewCollection,
} from './schema.js';

export type CollectionRepository = ReturnType<typeof createCollectionRepository>;

/** Shows a user only the collections that `rights.ts` allows. A missing id gives null, or `not_found` if it should be changed. */
export const createCollectionRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createMemberships(tx, scope),
});

/** Columns of the table `collections`, aliased `k`. */
const columnsFor = (scope: Scope): Sql => sql`k.id, k.owner_id AS "ownerId", k.name, k.description,
  ${toVisibility(scope, sql`k.visibility`)} AS visibility, k.editor_users AS "editorUsers", k.editor_groups AS "editorGroupKeys",
  ARRAY(SELECT g.name FROM groups g WHERE g.tenant_id = k.tenant_id AND g.key = ANY(k.editor_groups) ORDER BY g.name)
    AS "editorGroups", (
    SELECT count(*)::int FROM collection_documents m JOIN documents d ON d.tenant_id = m.tenant_id AND d.id = m.document_id
    WHERE m.tenant_id = k.tenant_id AND m.collection_id = k.id AND ${visibleTo(scope, 'metadata')}
  ) AS "documentCount", k.created_at AS "createdAt", k.updated_at AS "updatedAt"`;

const createSelect =
  (tx: Transaction, scope: Scope) =>
  async (which: Sql): Promise<CollectionRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${columnsFor(scope)} FROM collections k WHERE ${which}`;
    return CollectionRecord.array().parse(rows);
  };

const createReads = (tx: Transaction, scope: Scope) => {
  const select = createSelect(tx, scope);
  return {
    find: async (id: CollectionId): Promise<CollectionRecord | null> => {
      const [found = null] = await select(sql`${listedCollection(scope)} AND k.id = ${id}::uuid`);
      return found;
    },
    list: async (page: PageRequest & { name?: string | undefined }) => {
      const ofName =
        page.name === undefined
          ? emptySql
          : sql`AND position(lower(${page.name}) in lower(k.name)) > 0`;
      const found =
        await select(sql`${listedCollection(scope)} ${ofName} ${olderThan(sql`k.id`, page)}
        ORDER BY k.id DESC LIMIT ${beyond(page)}`);
      return toPage(found, page);
    },
    findRights: async (ids: readonly CollectionId[]): Promise<CollectionRights[]> => {
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT k.id, k.owner_id AS "ownerId", k.editor_users AS "editorUsers", k.editor_groups AS "editorGroupKeys"
        FROM collections k WHERE ${listedCollection(scope)} AND k.id = ANY(${[...ids]}::uuid[])`;
      return CollectionRights.array().parse(rows);
    },
    /** For each collection, counts by state the documents that the scope sees, and sums their bytes. */
    countStates: async (ids: readonly CollectionId[]): Promise<StateCount[]> => {
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT k.id, d.status, count(*)::int AS documents, sum(${shownSize(scope)})::float8 AS bytes
        FROM collections k JOIN collection_documents m ON m.tenant_id = k.tenant_id AND m.collection_id = k.id
        JOIN documents d ON d.tenant_id = m.tenant_id AND d.id = m.document_id
        WHERE ${listedCollection(scope)} AND k.id = ANY(${[...ids]}::uuid[]) AND ${visibleTo(scope, 'metadata')}
        GROUP BY k.id, d.status`;
      return StateCount.array().parse(rows);
    },
    /** Refuses a filter that could never match because its format or collection is unknown. */
    requireUsable: async (filter: DocumentFilter): Promise<void> => {
      matching(filter, scope);
      const named = [...namedCollections(filter)];
      if (named.length === 0) return;
      const known = await tx.$queryRaw<{ id: string }[]>`
        SELECT k.id FROM collections k WHERE ${listedCollection(scope)} AND k.id = ANY(${named}::uuid[])`;
      const missing = named.filter((id) => known.every((one) => one.id !== id));
      if (missing.length === 0) return;
      throw fieldsRefused(
        missing.map((id) => ({ path: 'filter', message: `names no collection: ${id}` })),
      );
    },
  };
};

const createChanges = (tx: Transaction, scope: Scope) => {
  const { collection } = tx.models;
  const { tenantId } = scope;
  const byId = (id: CollectionId) => ({ tenantId_id: { tenantId, id } });
  /** Returns the collection after a change, even if the person who changed it can no longer see it. */
  const read = async (id: CollectionId): Promise<CollectionRecord> => {
    const which = sql`k.tenant_id = ${tenantId}::uuid AND k.id = ${id}::uuid`;
    return orNotFound((await createSelect(tx, scope)(which))[0]);
  };
  const requireListed = async (id: CollectionId): Promise<void> => {
    orNotFound((await createReads(tx, scope).findRights([id]))[0]);
  };
  return {
    create: async ({ id, ownerId, ...written }: NewCollection): Promise<CollectionRecord> => {
      const { name, description, visibility, editors } = written;
      const data = {
        tenantId,
        id,
        ownerId,
        name: toStorableText(name),
        description: description && toStorableText(description),
        visibility: await toAudience(tx, scope, visibility),
        editorUsers: editors.users,
        editorGroups: await keysOf(tx, scope, editors.groups),
      };
      await collection.create({ data, select: { id: true } });
      return read(id);
    },
    update: async (id: CollectionId, changes: CollectionChanges): Promise<CollectionRecord> => {
      await requireListed(id);
      const { name, description, visibility, editors } = changes;
      const data = withoutUndefined({
        name: name && toStorableText(name),
        description: description && toStorableText(description),
        visibility: visibility && (await toAudience(tx, scope, visibility)),
        editorUsers: editors?.users,
        editorGroups: editors && (await keysOf(tx, scope, editors.groups)),
        updatedAt: await tx.$now(),
      });
      await collection.update({ where: byId(id), data, select: { id: true } });
      return read(id);
    },
    delete: async (id: CollectionId): Promise<void> => {
      await requireListed(id);
      await collection.delete({ where: byId(id), select: { id: true } });
    },
    /** Called when a person leaves: deletes their private collections and removes them as an editor of shared ones. */
    forgetUser: async (userId: UserId): Promise<void> => {
      await tx.models.collection.deleteMany({
        where: { tenantId: scope.tenantId, ownerId: userId, visibility: 'private' },
      });
      await tx.$executeRaw`
      UPDATE collections SET editor_users = array_remove(editor_users, ${userId}::uuid)
      WHERE tenant_id = ${scope.tenantId}::uuid AND ${userId}::uuid = ANY(editor_users)`;
    },
  };
};

/** The keys of the groups with these names; unknown names are skipped. */
const keysOf = async (
  tx: Transaction,
  { tenantId }: Scope,
  names: readonly string[],
): Promise<string[]> => {
  if (names.length === 0) return [];
  const where = { tenantId, name: { in: [...names] } };
  const rows = await tx.models.group.findMany({ where, select: { key: true } });
  return rows.map(({ key }) => key);
};

const GROUP = 'group:';

/** Converts an audience to the form stored in rows, with a group's key. If the group no longer exists, the audience becomes private. */
const toAudience = async (
  tx: Transaction,
  scope: Scope,
  visibility: Visibility,
): Promise<string> => {
  if (!visibility.startsWith(GROUP)) return visibility;
  const [key] = await keysOf(tx, scope, [visibility.slice(GROUP.length)]);
  return key === undefined ? 'private' : `${GROUP}${key}`;
};

const createMemberships = (tx: Transaction, scope: Scope) => ({
  /** Adds each document to each collection; existing memberships stay. Returns the number of new memberships. */
  addDocuments: async (
    ids: readonly CollectionId[],
    documentIds: readonly DocumentId[],
  ): Promise<number> =>
    ids.length === 0 || documentIds.length === 0
      ? 0
      : tx.$executeRaw`
          INSERT INTO collection_documents (tenant_id, collection_id, document_id)
          SELECT ${scope.tenantId}::uuid, k.id, d.id
          FROM unnest(${[...ids]}::uuid[]) AS k(id) CROSS JOIN unnest(${[...documentIds]}::uuid[]) AS d(id)
          ON CONFLICT DO NOTHING`,
  removeDocuments: async (id: CollectionId, documentIds: readonly DocumentId[]): Promise<number> =>
    tx.$executeRaw`
      DELETE FROM collection_documents
      WHERE tenant_id = ${scope.tenantId}::uuid AND collection_id = ${id}::uuid
        AND document_id = ANY(${[...documentIds]}::uuid[])`,
  /** Finds documents that are in this collection only: returns those that the scope may delete, and the number of the others. */
  unfiledBut: async (id: CollectionId): Promise<{ deletable: DocumentId[]; keptCount: number }> => {
    const mayDelete =
      scope.kind === 'user' && scope.role !== 'admin'
        ? sql`d.owner_id = ${scope.userId}::uuid AND ${visibleTo(scope, 'metadata')}`
        : visibleTo(scope, 'metadata');
    const rows = await tx.$queryRaw<{ id: string; isDeletable: boolean }[]>`
      SELECT d.id, ${mayDelete} AND NOT EXISTS (
        SELECT FROM collection_documents o
        WHERE o.tenant_id = m.tenant_id AND o.document_id = m.document_id AND o.collection_id <> m.collection_id
      ) AS "isDeletable"
      FROM collection_documents m JOIN documents d ON d.tenant_id = m.tenant_id AND d.id = m.document_id
      WHERE m.tenant_id = ${scope.tenantId}::uuid AND m.collection_id = ${id}::uuid AND d.status <> 'deleting' AND NOT d.is_withdrawn`;
    const deletable = rows.filter(({ isDeletable }) => isDeletable);
    return {
      deletable: deletable.map((row) => DocumentId.parse(row.id)),
      keptCount: rows.length - deletable.length,
    };
  },
});
