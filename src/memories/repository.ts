import { z } from 'zod';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { emptySql, sql, type Sql } from '../platform/database/sql.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { MemoryType } from '../platform/vectors/vector-store.js';
import { notFound } from '../shared/errors.js';
import { MemoryId, UserId, type ExecutionId, type SessionId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireSystem, requireUser, type Scope } from '../shared/scope.js';
import { held, type Lease } from '../tasks/index.js';
import { MemoryRecord, type MemoryChanges, type NewMemory, type OwnedMemory } from './schema.js';

export type MemoryRepository = ReturnType<typeof createMemoryRepository>;

const MEMORY_COLUMNS = sql`id, content, memory_type AS "memoryType", embedded,
  CASE WHEN confirm_by IS NOT NULL THEN 'pending' WHEN superseded_at IS NULL THEN 'active' ELSE 'superseded' END AS state,
  confirm_by AS "confirmBy", superseded_by_id AS "supersededById",
  source_session_id AS "sourceSessionId", source_message_id AS "sourceMessageId", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

const isActive = sql`superseded_at IS NULL AND confirm_by IS NULL`;

// Computed when read, so that a changed policy applies at once to stored memories.
const isOutdated = sql`EXISTS (SELECT FROM tenant_settings s WHERE s.tenant_id = memories.tenant_id
  AND memories.updated_at <= now() - make_interval(days => (s.policy->>'memoryTtlDays')::int))`;

const isExpired = sql`((confirm_by IS NOT NULL AND confirm_by <= now()) OR ${isOutdated})`;

const isFact = sql`${isActive} AND memory_type = 'explicit_fact'`;

const OwnedRow = MemoryRecord.extend({ userId: UserId });
const IndexingRow = OwnedRow.extend({ language: z.string() });

/**
 * A user scope reaches only its own user's rows; a system scope (the indexing worker) the tenant's. Memories that the tenant's policy has
 * expired, or that were not confirmed in time, do not exist for anyone; superseded and unconfirmed ones are only listed and found by id.
 */
export const createMemoryRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createRemovals(tx, scope),
  ...createComparison(tx, scope),
  ...createProposals(tx, scope),
  /** Until the commit nobody else can add to this user's memories, so comparisons and counts stay valid. */
  lockAdditions: async (): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$lock(`memories/${tenantId}/${userId}`);
  },
  create: async (memory: NewMemory): Promise<MemoryRecord> => {
    if (scope.kind === 'user' && memory.userId !== scope.userId) {
      throw new Error('A memory belongs to the user of the scope.');
    }
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO memories (tenant_id, id, user_id, content, memory_type, language, source_session_id, source_message_id,
        compared, confirm_by, source_execution_id)
      VALUES (${scope.tenantId}::uuid, ${memory.id}::uuid, ${memory.userId}::uuid, ${toStorableText(memory.content)},
        ${memory.memoryType}, ${memory.language}, ${memory.sourceSessionId}::uuid, ${memory.sourceMessageId}::uuid,
        ${memory.memoryType !== 'explicit_fact'}, ${confirmBy(memory.proposal?.days ?? null)},
        ${memory.proposal?.executionId ?? null}::uuid)
      RETURNING ${MEMORY_COLUMNS}`;
    return MemoryRecord.parse(rows[0]);
  },
  /** A changed text has no vector, and becomes active if it was superseded; changing it also confirms it. */
  update: async (
    id: MemoryId,
    { content, language, source }: MemoryChanges,
  ): Promise<MemoryRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE memories SET content = ${toStorableText(content)}, language = ${language}, embedded = false, updated_at = now(),
        source_session_id = coalesce(${source?.sessionId ?? null}::uuid, source_session_id),
        source_message_id = ${source?.messageId ?? null}::uuid, superseded_at = NULL, superseded_by_id = NULL,
        confirm_by = NULL, compared = memory_type <> 'explicit_fact'
      WHERE ${reachable(scope)} AND id = ${id}::uuid RETURNING ${MEMORY_COLUMNS}`;
    if (!rows[0]) throw notFound();
    return MemoryRecord.parse(rows[0]);
  },
  delete: async (id: MemoryId): Promise<void> => {
    const count =
      await tx.$executeRaw`DELETE FROM memories WHERE ${reachable(scope)} AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  markEmbedded: async (id: MemoryId, lease: Lease): Promise<boolean> => {
    const count = await tx.$executeRaw`
      WITH ${held(lease)}
      UPDATE memories SET embedded = true FROM held WHERE ${reachable(scope)} AND ${isActive} AND id = ${id}::uuid`;
    return count === 1;
  },
  /** All vectors are gone: until they are written again, memories are read from here. */
  markUnindexed: async (): Promise<void> => {
    requireSystem(scope);
    await tx.$executeRaw`UPDATE memories SET embedded = false WHERE tenant_id = ${scope.tenantId}::uuid`;
  },
});

/** Computed by the database, whose clock also decides when it expires. */
const confirmBy = (days: number | null): Sql => sql`now() + make_interval(days => ${days}::int)`;

/** Limits rows to those that the scope may know of. */
const reachable = (scope: Scope): Sql => {
  const own = scope.kind === 'system' ? emptySql : sql`AND user_id = ${scope.userId}::uuid`;
  return sql`tenant_id = ${scope.tenantId}::uuid ${own} AND NOT ${isExpired}`;
};

const ofType = (memoryType: MemoryType | undefined): Sql =>
  memoryType === undefined ? emptySql : sql`AND memory_type = ${memoryType}`;

const createRead =
  (tx: Transaction, scope: Scope) =>
  async (conditions: Sql): Promise<MemoryRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${reachable(scope)} ${conditions}`;
    return MemoryRecord.array().parse(rows);
  };

type OfType = { memoryType?: MemoryType | undefined };

const createReads = (tx: Transaction, scope: Scope, read = createRead(tx, scope)) => ({
  find: async (id: MemoryId): Promise<MemoryRecord | null> =>
    (await read(sql`AND id = ${id}::uuid`))[0] ?? null,
  /** The summary of this session, even if it was edited since. */
  findSummary: async (sessionId: SessionId): Promise<MemoryRecord | null> => {
    const isSummary = sql`AND memory_type = 'session_summary'`;
    return (await read(sql`${isSummary} AND source_session_id = ${sessionId}::uuid`))[0] ?? null;
  },
  list: async (page: PageRequest & OfType): Promise<Page<MemoryRecord>> => {
    const rows = await read(sql`${ofType(page.memoryType)} ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`);
    return toPage(rows, page);
  },
  /** With a user: only that user's, which matters for a system scope. */
  count: async (userId?: UserId): Promise<number> => {
    const own = userId === undefined ? emptySql : sql`AND user_id = ${userId}::uuid`;
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM memories WHERE ${reachable(scope)} ${own}`;
    return rows[0]?.count ?? 0;
  },
  /** Those waiting for confirmation. */
  countProposed: async (): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM memories WHERE ${reachable(scope)} AND confirm_by IS NOT NULL`;
    return rows[0]?.count ?? 0;
  },
  /** Active ones, newest first, at most `limit`: for near-duplicate checks and for memories without vectors. */
  recent: ({
    limit,
    unindexedOnly,
    memoryType,
  }: OfType & { limit: number; unindexedOnly: boolean }): Promise<MemoryRecord[]> => {
    const unindexed = unindexedOnly ? sql`AND NOT embedded` : emptySql;
    return read(
      sql`AND ${isActive} ${unindexed} ${ofType(memoryType)} ORDER BY id DESC LIMIT ${limit}`,
    );
  },
  /** Active ones: those that may be searched, shown to a model and cited. */
  readByIds: async (ids: readonly MemoryId[]): Promise<MemoryRecord[]> =>
    ids.length === 0 ? [] : read(sql`AND ${isActive} AND id = ANY(${[...ids]}::uuid[])`),
  findForIndexing: async (id: MemoryId): Promise<(OwnedMemory & { language: string }) | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS}, user_id AS "userId", language FROM memories
      WHERE ${reachable(scope)} AND ${isActive} AND id = ${id}::uuid`;
    return rows[0] ? IndexingRow.parse(rows[0]) : null;
  },
  /** Languages of the active ones. */
  languages: async (): Promise<string[]> => {
    const rows = await tx.$queryRaw<{ language: string }[]>`
      SELECT DISTINCT language FROM memories WHERE ${reachable(scope)} AND ${isActive} ORDER BY language`;
    return rows.map(({ language }) => language);
  },
});

const createRemovals = (tx: Transaction, scope: Scope) => ({
  deleteAllOfUser: async (userId: UserId): Promise<MemoryId[]> => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM memories WHERE tenant_id = ${scope.tenantId}::uuid AND user_id = ${userId}::uuid RETURNING id`;
    return rows.map(({ id }) => MemoryId.parse(id));
  },
  /** System scope: deletes some memories that the tenant's policy has expired or that were not confirmed in time. */
  removeExpired: async (limit: number): Promise<MemoryId[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM memories WHERE tenant_id = ${scope.tenantId}::uuid AND id IN (
        SELECT id FROM memories WHERE tenant_id = ${scope.tenantId}::uuid AND ${isExpired}
          AND NOT is_held(tenant_id, user_id, NULL, created_at, updated_at) LIMIT ${limit}) RETURNING id`;
    return rows.map(({ id }) => MemoryId.parse(id));
  },
});

type ProposalTerms = NonNullable<NewMemory['proposal']>;

/** Memories that a model proposed and their user has not confirmed yet. */
const createProposals = (tx: Transaction, scope: Scope, read = createRead(tx, scope)) => ({
  proposed: (): Promise<MemoryRecord[]> => {
    requireUser(scope);
    return read(sql`AND confirm_by IS NOT NULL ORDER BY id DESC`);
  },
  /** Those of one turn, in the order they were proposed. */
  proposedIn: (executionId: ExecutionId): Promise<MemoryRecord[]> => {
    requireUser(scope);
    return read(
      sql`AND confirm_by IS NOT NULL AND source_execution_id = ${executionId}::uuid ORDER BY id`,
    );
  },
  /** A later turn proposes the same text. */
  proposeAgain: async (
    id: MemoryId,
    { executionId, days }: ProposalTerms,
  ): Promise<MemoryRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE memories SET confirm_by = ${confirmBy(days)}, source_execution_id = ${executionId}::uuid
      WHERE ${reachable(scope)} AND confirm_by IS NOT NULL AND id = ${id}::uuid RETURNING ${MEMORY_COLUMNS}`;
    if (!rows[0]) throw notFound();
    return MemoryRecord.parse(rows[0]);
  },
  /** Activates the memory in place of those that it repeats, which are kept as superseded. */
  confirm: async (id: MemoryId, repeated: readonly MemoryId[]): Promise<MemoryRecord> => {
    requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE memories SET confirm_by = NULL, updated_at = now()
      WHERE ${reachable(scope)} AND confirm_by IS NOT NULL AND id = ${id}::uuid RETURNING ${MEMORY_COLUMNS}`;
    if (!rows[0]) throw notFound();
    await tx.$executeRaw`
      UPDATE memories SET superseded_at = now(), superseded_by_id = ${id}::uuid, embedded = false
      WHERE ${reachable(scope)} AND ${isActive} AND id <> ${id}::uuid AND id = ANY(${[...repeated]}::uuid[])`;
    return MemoryRecord.parse(rows[0]);
  },
});

/** The rows that background work compares, always of one person. */
const createComparison = (tx: Transaction, scope: Scope) => ({
  /** System scope: facts that were not yet compared with earlier ones, oldest first. */
  uncompared: async (limit: number): Promise<OwnedMemory[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS}, user_id AS "userId" FROM memories
      WHERE ${reachable(scope)} AND ${isFact} AND NOT compared
      ORDER BY updated_at, id LIMIT ${limit}`;
    return OwnedRow.array().parse(rows);
  },
  /** System scope: the active facts that this one's owner stated before it, newest first. */
  factsBefore: async (
    { id, userId, updatedAt }: OwnedMemory,
    limit: number,
  ): Promise<MemoryRecord[]> => {
    requireSystem(scope);
    return createRead(
      tx,
      scope,
    )(sql`AND user_id = ${userId}::uuid AND ${isFact}
      AND (updated_at, id) < (${updatedAt}::timestamptz, ${id}::uuid)
      ORDER BY updated_at DESC, id DESC LIMIT ${limit}`);
  },
  /** System scope: supersedes `contradicted` by the memory; null if the memory has changed meanwhile. */
  settleComparison: async (
    { id, userId, updatedAt }: OwnedMemory,
    contradicted: readonly MemoryId[],
  ): Promise<MemoryId[] | null> => {
    requireSystem(scope);
    const settled = await tx.$executeRaw`
      UPDATE memories SET compared = true
      WHERE ${reachable(scope)} AND id = ${id}::uuid AND updated_at = ${updatedAt} AND ${isActive}`;
    if (settled === 0) return null;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      UPDATE memories SET superseded_at = now(), superseded_by_id = ${id}::uuid, embedded = false
      WHERE ${reachable(scope)} AND user_id = ${userId}::uuid AND ${isFact} AND id = ANY(${[...contradicted]}::uuid[])
        AND (updated_at, id) < (${updatedAt}::timestamptz, ${id}::uuid) RETURNING id`;
    return rows.map((row) => MemoryId.parse(row.id));
  },
});
