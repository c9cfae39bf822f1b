import { fromRow, selectOf } from '../platform/database/rows.js';
import { columnsOf, emptySql, inMs, rowsOf, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { visibleTo } from '../documents/rights.js';
import { DocumentId, type SourceId, type SourceRunId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { ListedItem } from './kind.js';
import {
  ItemCounts,
  ItemRecord,
  PUSHED,
  type ItemState,
  type RunRecord,
  type SourceRecord,
} from './schema.js';

type Seen = ListedItem & { visibility: string };

/** A set of principals with a key derived from them. */
type Readers = { key: string; principals: readonly string[] };

/** The result of reading one item. */
export type ItemOutcome =
  | { state: 'ready'; documentId: DocumentId; revision: string; visibility: string }
  | { state: 'failed'; reason: string };

export type SettledItem = { externalId: string; outcome: ItemOutcome };

const COLUMNS = selectOf(ItemRecord);

type ItemPage = { limit: number; from: number; state?: ItemState | undefined };

/** What the last complete listing of a source contained, who may read each item, and what was read from it. */
export const createItems = (tx: Transaction, scope: Scope) => ({
  ...createListing(tx, scope),
  ...createPages(tx, scope),
  ...createReaders(tx, scope),
  ...createReading(tx, scope),
  ...createRemoving(tx, scope),
  ...createPushed(tx, scope),
});

const ofSource = ({ tenantId }: Scope, sourceId: SourceId): Sql =>
  sql`i.tenant_id = ${tenantId}::uuid AND i.source_id = ${sourceId}::uuid`;

const createListing = (tx: Transaction, scope: Scope) => ({
  /** Records what a run has listed. Content that was already read from an item stays until the listing has ended. */
  see: async (sourceId: SourceId, run: SourceRunId, items: readonly Seen[]): Promise<void> => {
    if (items.length === 0) return;
    const { tenantId } = scope;
    const rows = items.map(({ externalId, path, revision, sizeBytes, visibility }) => ({
      externalId,
      path,
      revision,
      sizeBytes,
      visibility,
      tenantId,
      sourceId,
      seenRun: run,
    }));
    await tx.$executeRaw`
      INSERT INTO source_items AS i (tenant_id, source_id, external_id, path, revision, size_bytes, visibility, seen_run)
      SELECT tenant_id, source_id, external_id, path, revision, size_bytes, visibility, seen_run FROM ${rowsOf('source_items', rows)}
      ON CONFLICT (tenant_id, source_id, external_id) DO UPDATE SET path = excluded.path, revision = excluded.revision,
        size_bytes = excluded.size_bytes, visibility = excluded.visibility, seen_run = excluded.seen_run`;
  },
  /** Records the items that a listing of changes reported as gone. */
  seeGone: async (sourceId: SourceId, externalIds: readonly string[]): Promise<void> => {
    if (externalIds.length === 0) return;
    await tx.$executeRaw`
      UPDATE source_items i SET seen_run = ${NO_RUN}::uuid
      WHERE ${ofSource(scope, sourceId)} AND i.external_id = ANY(${[...externalIds]}::text[])`;
  },
  /** Called before the same run lists everything again, so that only items in the new listing count as seen. */
  unsee: async (sourceId: SourceId, run: SourceRunId): Promise<void> => {
    await tx.$executeRaw`
      UPDATE source_items i SET seen_run = ${NO_RUN}::uuid
      WHERE ${ofSource(scope, sourceId)} AND i.seen_run = ${run}::uuid`;
  },
  /** Called after the listing. Marks items for reading if they are new, changed, back again, or failed last time. */
  markPending: async (sourceId: SourceId, run: Listing): Promise<void> => {
    await tx.$executeRaw`
      UPDATE source_items i SET state = 'pending', reason = NULL
      WHERE ${ofSource(scope, sourceId)} AND ${isThere(run)} AND i.state <> 'pending' AND (
        i.state <> 'ready' OR i.read_revision IS DISTINCT FROM i.revision OR i.read_visibility IS DISTINCT FROM i.visibility)`;
  },
  /** Counts the items that are missing from this listing, and those that were known before it. */
  countGone: async (sourceId: SourceId, run: Listing): Promise<{ gone: number; known: number }> => {
    const rows = await tx.$queryRaw<{ gone: number; known: number }[]>`
      SELECT count(*) FILTER (WHERE NOT ${isThere(run)})::int AS gone,
        count(*) FILTER (WHERE i.document_id IS NOT NULL OR NOT ${isThere(run)})::int AS known
      FROM source_items i WHERE ${ofSource(scope, sourceId)} AND i.state <> 'gone'`;
    return rows[0] ?? { gone: 0, known: 0 };
  },
});

/**
 * The run whose listing decides which items still exist: those that it saw and, if it listed only changes, those that it did not report as
 * gone.
 */
type Listing = Pick<RunRecord, 'id' | 'isPartial'>;

/** An id that no run has, given to items that were reported as gone. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** After a listing of changes, an item that was gone before exists again only if the listing names it. */
const isThere = ({ id, isPartial }: Listing): Sql =>
  isPartial
    ? sql`(i.seen_run = ${id}::uuid OR (i.seen_run <> ${NO_RUN}::uuid AND i.state <> 'gone'))`
    : sql`i.seen_run = ${id}::uuid`;

const createPages = (tx: Transaction, scope: Scope) => ({
  /** Returns a page of items in a stable order, starting at index `from`. */
  listItems: async (
    sourceId: SourceId,
    { limit, from, state }: ItemPage,
  ): Promise<ItemRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${columnsOf(ItemRecord.omit({ state: true, reason: true }), 'i')}, ${shownState(scope)} AS state,
        CASE WHEN ${isUnreadable(scope)} THEN (SELECT d.error_code FROM documents d WHERE d.tenant_id = i.tenant_id AND d.id = i.document_id)
          ELSE i.reason END AS reason
      FROM source_items i
      WHERE i.tenant_id = ${scope.tenantId}::uuid AND i.source_id = ${sourceId}::uuid
        ${state === undefined ? emptySql : sql`AND ${shownState(scope)} = ${state}`}
      ORDER BY i.external_id LIMIT ${limit} OFFSET ${from}`;
    return ItemRecord.array().parse(rows);
  },
  /** Counts items by state, for each source that has items. */
  countItems: async (ids: readonly SourceId[]): Promise<Map<string, ItemCounts>> => {
    const rows = await tx.$queryRaw<{ sourceId: string; state: ItemState; items: number }[]>`
      SELECT i.source_id AS "sourceId", ${shownState(scope)} AS state, count(*)::int AS items FROM source_items i
      WHERE i.tenant_id = ${scope.tenantId}::uuid AND i.source_id = ANY(${[...ids]}::uuid[]) GROUP BY 1, 2`;
    const counts = new Map<string, ItemCounts>();
    for (const { sourceId, state, items } of rows) {
      const others = counts.get(sourceId) ?? NO_ITEMS;
      counts.set(sourceId, ItemCounts.parse({ ...others, [state]: items }));
    }
    return counts;
  },
});

/**
 * True for an item that was fetched but whose file could not be read. The failed documents are collected in an array once, because
 * PostgreSQL would otherwise scan a table without statistics again for each item.
 */
const isUnreadable = ({
  tenantId,
}: Scope): Sql => sql`(i.state = 'ready' AND i.document_id = ANY(ARRAY(
    SELECT d.id FROM documents d WHERE d.tenant_id = ${tenantId}::uuid AND d.status = 'failed')))`;

const shownState = (scope: Scope): Sql =>
  sql`(CASE WHEN ${isUnreadable(scope)} THEN 'failed' ELSE i.state END)`;

const NO_ITEMS: ItemCounts = { pending: 0, ready: 0, failed: 0, gone: 0 };

type ItemRow = Omit<Parameters<typeof fromRow<typeof ItemRecord>>[1], 'sizeBytes'> & {
  sizeBytes: bigint;
};

const toItem = (row: ItemRow): ItemRecord =>
  fromRow(ItemRecord, { ...row, sizeBytes: Number(row.sizeBytes) });

const createReaders = (tx: Transaction, { tenantId }: Scope) => ({
  /** Stores sets of principals, each once per tenant. */
  keepReaders: async (sets: readonly Readers[]): Promise<void> => {
    const distinct = [...new Map(sets.map((set) => [set.key, set.principals]))];
    const rows = distinct.flatMap(([key, principals]) =>
      principals.map((principal) => ({ tenantId, principal, key })),
    );
    if (rows.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO reader_sets (tenant_id, principal, key)
      SELECT tenant_id, principal, key FROM ${rowsOf('reader_sets', rows)} ON CONFLICT DO NOTHING`;
  },
  /** Returns the principals of sets of readers, by audience; audiences that do not name a set are left out. */
  principalsOf: async (audiences: readonly string[]): Promise<Map<string, ReadonlySet<string>>> => {
    const keys = audiences.map((one) => one.replace(/^group:/u, ''));
    const rows = await tx.models.readerSet.findMany({
      where: { tenantId, key: { in: keys } },
      select: { key: true, principal: true },
    });
    const sets = new Map<string, Set<string>>();
    for (const { key, principal } of rows) {
      const audience = `group:${key}`;
      sets.set(audience, (sets.get(audience) ?? new Set()).add(principal));
    }
    return sets;
  },
  /** Deletes sets of readers that no document and no item refers to. */
  forgetReaders: async (): Promise<void> => {
    await tx.$executeRaw`
      DELETE FROM reader_sets r WHERE r.tenant_id = ${tenantId}::uuid
        AND NOT EXISTS (SELECT FROM documents d WHERE d.tenant_id = r.tenant_id AND d.visibility = 'group:' || r.key)
        AND NOT EXISTS (SELECT FROM source_items i WHERE i.tenant_id = r.tenant_id AND i.visibility = 'group:' || r.key)`;
  },
  /** Stores the members of groups that are defined in the source, as found by this run. */
  keepMembers: async (
    sourceId: SourceId,
    run: SourceRunId,
    members: readonly { principal: string; member: string }[],
  ): Promise<void> => {
    if (members.length === 0) return;
    const rows = members.map((member) => ({ ...member, tenantId, sourceId, seenRun: run }));
    await tx.$executeRaw`
      INSERT INTO source_group_members (tenant_id, source_id, member, principal, seen_run)
      SELECT tenant_id, source_id, member, principal, seen_run FROM ${rowsOf('source_group_members', rows)}
      ON CONFLICT (tenant_id, member, source_id, principal) DO UPDATE SET seen_run = excluded.seen_run`;
  },
  /** Returns the source's own groups that items name, under the names that the source uses. */
  ownGroups: async (sourceId: SourceId): Promise<string[]> => {
    const prefix = `source:${sourceId}/`;
    const rows = await tx.models.readerSet.findMany({
      where: { tenantId, principal: { startsWith: prefix } },
      select: { principal: true },
      distinct: ['principal'],
    });
    return rows.map(({ principal }) => principal.slice(prefix.length));
  },
  /** Removes group members that this run did not find. */
  forgetMembers: async (sourceId: SourceId, run: SourceRunId): Promise<void> => {
    const where = { tenantId, sourceId, seenRun: { not: run } };
    await tx.models.sourceGroupMember.deleteMany({ where });
  },
});

const createReading = (tx: Transaction, scope: Scope) => ({
  /** The next items that this run must read and has not tried yet. */
  nextPending: async (
    sourceId: SourceId,
    { id, isPartial }: Listing,
    limit: number,
  ): Promise<ItemRecord[]> => {
    const untried = { OR: [{ triedRun: null }, { triedRun: { not: id } }] };
    const seenRun = isPartial ? { not: NO_RUN } : id;
    const rows = await tx.models.sourceItem.findMany({
      where: { tenantId: scope.tenantId, sourceId, state: 'pending', seenRun, ...untried },
      select: COLUMNS,
      orderBy: { externalId: 'asc' },
      take: limit,
    });
    return rows.map(toItem);
  },
  /** True if documents wait for the next run to be shown to their readers. */
  hasWithheld: async (sourceId: SourceId): Promise<boolean> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT FROM source_items i WHERE ${ofSource(scope, sourceId)} AND i.state = 'ready' AND i.read_visibility <> i.visibility LIMIT 1`;
    return rows.length > 0;
  },
  /** Stores how the reading of items ended. A failed item keeps its document from an earlier run. */
  settleItems: async (
    { sourceId, run }: { sourceId: SourceId; run: SourceRunId },
    settled: readonly SettledItem[],
  ): Promise<void> => {
    const rows = settled.map(({ externalId, outcome }) => ({ externalId, ...toColumns(outcome) }));
    await tx.$executeRaw`
      UPDATE source_items i SET tried_run = ${run}::uuid, state = r.state, reason = r.reason,
        document_id = coalesce(r.document_id, i.document_id), read_revision = coalesce(r.read_revision, i.read_revision),
        read_visibility = coalesce(r.read_visibility, i.read_visibility),
        read_at = CASE WHEN r.state = 'ready' THEN now() ELSE i.read_at END,
        gone_at = CASE WHEN r.state = 'ready' THEN NULL ELSE i.gone_at END
      FROM ${rowsOf('source_items', rows)} AS r
      WHERE ${ofSource(scope, sourceId)} AND i.external_id = r.external_id`;
  },
  /** Returns the ids that still belong to a document. */
  existing: async (ids: readonly DocumentId[]): Promise<DocumentId[]> => {
    const rows = await tx.models.document.findMany({
      where: { tenantId: scope.tenantId, id: { in: [...ids] }, status: { not: 'deleting' } },
      select: { id: true },
    });
    return rows.map(({ id }) => DocumentId.parse(id));
  },
});

const toColumns = (outcome: ItemOutcome) =>
  outcome.state === 'failed'
    ? { state: outcome.state, reason: outcome.reason }
    : {
        state: outcome.state,
        documentId: outcome.documentId,
        readRevision: outcome.revision,
        readVisibility: outcome.visibility,
      };

// The ids are collected in an array once, because PostgreSQL would otherwise search a table without statistics again for each row.
const createRemoving = (tx: Transaction, scope: Scope) => ({
  /**
   * Marks as gone up to `limit` items that this run did not list. Returns their documents, which the caller must hide, or null if no item
   * is left.
   */
  markGone: async (
    sourceId: SourceId,
    run: Listing,
    limit: number,
  ): Promise<DocumentId[] | null> => {
    const rows = await tx.$queryRaw<{ documentId: string | null }[]>`
      UPDATE source_items i SET state = 'gone', reason = NULL, gone_at = now()
      WHERE ${ofSource(scope, sourceId)} AND i.external_id = ANY(ARRAY(
        SELECT i.external_id FROM source_items i
        WHERE ${ofSource(scope, sourceId)} AND i.state <> 'gone' AND NOT ${isThere(run)}
        ORDER BY i.external_id LIMIT ${limit}
      )) RETURNING i.document_id AS "documentId"`;
    return rows.length === 0 ? null : documentsOf(rows);
  },
  /** Removes up to `limit` items whose documents are not under a hold. Returns their documents, or null if no such item is left. */
  forgetItems: async (
    sourceId: SourceId,
    { which, limit }: { which: Forgotten; limit: number },
  ): Promise<DocumentId[] | null> => {
    const rows = await tx.$queryRaw<{ documentId: string | null }[]>`
      DELETE FROM source_items i WHERE ${ofSource(scope, sourceId)} AND i.external_id = ANY(ARRAY(
        SELECT i.external_id FROM source_items i WHERE ${ofSource(scope, sourceId)} ${toCondition(which)} ${WITHOUT_HOLD} ORDER BY i.external_id LIMIT ${limit}
      )) RETURNING i.document_id AS "documentId"`;
    return rows.length === 0 ? null : documentsOf(rows);
  },
});

const WITHOUT_HOLD = sql`AND NOT EXISTS (
  SELECT FROM documents d WHERE d.tenant_id = i.tenant_id AND d.id = i.document_id
    AND is_held(d.tenant_id, d.owner_id, d.id, d.created_at, d.updated_at))`;

/** Which items are removed: all, those that are gone, or those gone for at least this long. */
export type Forgotten = 'all' | 'gone' | { goneForMs: number };

const toCondition = (which: Forgotten): Sql => {
  if (which === 'all') return emptySql;
  const isGone = sql`AND i.state = 'gone'`;
  return which === 'gone' ? isGone : sql`${isGone} AND i.gone_at <= ${inMs(-which.goneForMs)}`;
};

const documentsOf = (rows: readonly { documentId: string | null }[]): DocumentId[] =>
  rows.flatMap(({ documentId }) => (documentId === null ? [] : [DocumentId.parse(documentId)]));

/** In a pushed source, the documents themselves are its items, so nothing is stored twice. */
const createPushed = (tx: Transaction, scope: Scope) => ({
  /** Counts items by state, for each of these sources that is pushed and has documents that the reader may know about. */
  countPushed: async (ids: readonly SourceId[]): Promise<Map<string, ItemCounts>> => {
    const rows = await tx.$queryRaw<({ id: string } & Record<string, unknown>)[]>`
      SELECT s.id, count(*) FILTER (WHERE ${STATE} = 'pending')::int AS pending, count(*) FILTER (WHERE ${STATE} = 'ready')::int AS ready,
        count(*) FILTER (WHERE ${STATE} = 'failed')::int AS failed, 0 AS gone
      FROM sources s JOIN documents d ON d.tenant_id = s.tenant_id AND d.owner_id = s.owner_id AND d.source = s.name ${NEWEST}
      WHERE s.tenant_id = ${scope.tenantId}::uuid AND s.id = ANY(${[...ids]}::uuid[]) AND s.kind = ${PUSHED} AND ${visibleTo(scope, 'metadata')}
      GROUP BY s.id`;
    return new Map(rows.map(({ id, ...counts }) => [id, ItemCounts.parse(counts)]));
  },
  /** Lists a page of a pushed source's documents as items, by path, starting at index `from`. */
  listPushed: async (source: Owned, { limit, from, state }: ItemPage): Promise<ItemRecord[]> => {
    const isAsked = state === undefined ? sql`true` : sql`${STATE} = ${state}`;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT d.source_path AS "externalId", d.source_path AS path, v.sha256 AS revision, v.size_bytes AS "sizeBytes", d.visibility, ${STATE} AS state,
        CASE WHEN v.status = 'failed' THEN v.error_code END AS reason, d.id AS "documentId", d.sha256 AS "readRevision",
        d.visibility AS "readVisibility", v.created_at AS "readAt", NULL AS "goneAt"
      FROM documents d ${NEWEST} WHERE ${visibleTo(scope, 'metadata')} AND ${isPushedTo(source)} AND ${isAsked}
      ORDER BY d.source_path LIMIT ${limit} OFFSET ${from}`;
    return ItemRecord.array().parse(rows);
  },
  /** Returns up to `limit` documents of a pushed source that are not under a hold and not being deleted. */
  pushedDocuments: async (source: Owned, limit: number): Promise<DocumentId[]> => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT d.id FROM documents d WHERE ${visibleTo(scope, 'metadata')} AND ${isPushedTo(source)}
        AND NOT is_held(d.tenant_id, d.owner_id, d.id, d.created_at, d.updated_at) LIMIT ${limit}`;
    return rows.map(({ id }) => DocumentId.parse(id));
  },
});

type Owned = Pick<SourceRecord, 'ownerId' | 'name'>;

/** A document that is being deleted no longer has a place. */
const isPushedTo = ({ ownerId, name }: Owned): Sql =>
  sql`d.owner_id = ${ownerId}::uuid AND d.source = ${name}`;

const NEWEST = sql`JOIN document_versions v
  ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.latest_version`;

/** The state of the newest version, expressed as the state of an item. */
const STATE = sql`(CASE WHEN v.status IN ('ready', 'failed') THEN v.status ELSE 'pending' END)`;
