import { z } from 'zod';
import { notFound } from '../shared/errors.js';
import { MemoryId, UserId } from '../shared/ids.js';
import { MemoryRecord } from './memory.js';
import type { Scope } from '../shared/scope.js';
import type { MemoryRepository } from './memories-port.js';
import { Prisma } from '../generated/prisma/client.js';
import { held } from '../tasks/lease.js';
import { createMemoryComparison } from './memory-comparison.js';
import { isActive, isExpired, MEMORY_COLUMNS, reachable } from './memory-sql.js';
import { requireSystem, requireUser } from '../platform/database/owner.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';

export const createMemoryRepository = (tx: Transaction, scope: Scope): MemoryRepository => ({
  ...createReads(tx, scope),
  ...createLanguages(tx, scope),
  ...createRemovals(tx, scope),
  ...createMemoryComparison(tx, scope),
  lockAdditions: async () => {
    const { tenantId, userId } = requireUser(scope);
    const lock = `memories/${tenantId}/${userId}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  },
  create: async (memory) => {
    if (scope.kind === 'user' && memory.userId !== scope.userId) {
      throw new Error('A memory belongs to the user of the scope.');
    }
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO memories (tenant_id, id, user_id, content, memory_type, language, source_session_id, source_message_id,
        compared)
      VALUES (${scope.tenantId}::uuid, ${memory.id}::uuid, ${memory.userId}::uuid, ${toStorableText(memory.content)},
        ${memory.memoryType}, ${memory.language}, ${memory.sourceSessionId}::uuid, ${memory.sourceMessageId}::uuid,
        ${memory.memoryType !== 'explicit_fact'})
      RETURNING ${MEMORY_COLUMNS}`;
    return MemoryRecord.parse(rows[0]);
  },
  update: async (id, { content, language, source }) => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE memories SET content = ${toStorableText(content)}, language = ${language}, embedded = false, updated_at = now(),
        source_session_id = coalesce(${source?.sessionId ?? null}::uuid, source_session_id),
        source_message_id = ${source?.messageId ?? null}::uuid, superseded_at = NULL, superseded_by_id = NULL,
        compared = memory_type <> 'explicit_fact'
      WHERE ${reachable(scope)} AND id = ${id}::uuid RETURNING ${MEMORY_COLUMNS}`;
    if (!rows[0]) throw notFound();
    return MemoryRecord.parse(rows[0]);
  },
  delete: async (id) => {
    const count =
      await tx.$executeRaw`DELETE FROM memories WHERE ${reachable(scope)} AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  markEmbedded: async (id, lease) => {
    const count = await tx.$executeRaw`
      WITH ${held(lease)}
      UPDATE memories SET embedded = true FROM held WHERE ${reachable(scope)} AND ${isActive} AND id = ${id}::uuid`;
    return count === 1;
  },
});

const IndexingRow = MemoryRecord.extend({ userId: UserId, language: z.string() });

type Reads = Pick<
  MemoryRepository,
  'find' | 'findSummary' | 'list' | 'count' | 'recent' | 'readByIds' | 'findForIndexing'
>;

const createReads = (tx: Transaction, scope: Scope): Reads => ({
  find: async (id) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${reachable(scope)} AND id = ${id}::uuid`;
    return rows[0] ? MemoryRecord.parse(rows[0]) : null;
  },
  findSummary: async (sessionId) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories
      WHERE ${reachable(scope)} AND memory_type = 'session_summary' AND source_session_id = ${sessionId}::uuid`;
    return rows[0] ? MemoryRecord.parse(rows[0]) : null;
  },
  list: async (page) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories
      WHERE ${reachable(scope)} ${ofType(page.memoryType)} ${olderThan(Prisma.sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(MemoryRecord.array().parse(rows), page);
  },
  count: async (userId) => {
    const own = userId === undefined ? Prisma.empty : Prisma.sql`AND user_id = ${userId}::uuid`;
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM memories WHERE ${reachable(scope)} ${own}`;
    return rows[0]?.count ?? 0;
  },
  recent: async ({ limit, pendingOnly, memoryType }) => {
    const pending = pendingOnly ? Prisma.sql`AND NOT embedded` : Prisma.empty;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories
      WHERE ${reachable(scope)} AND ${isActive} ${pending} ${ofType(memoryType)}
      ORDER BY id DESC LIMIT ${limit}`;
    return MemoryRecord.array().parse(rows);
  },
  readByIds: async (ids) => {
    if (ids.length === 0) return [];
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories
      WHERE ${reachable(scope)} AND ${isActive} AND id = ANY(${[...ids]}::uuid[])`;
    return MemoryRecord.array().parse(rows);
  },
  findForIndexing: async (id) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS}, user_id AS "userId", language FROM memories
      WHERE ${reachable(scope)} AND ${isActive} AND id = ${id}::uuid`;
    return rows[0] ? IndexingRow.parse(rows[0]) : null;
  },
});

const ofType = (memoryType: string | undefined): Prisma.Sql =>
  memoryType === undefined ? Prisma.empty : Prisma.sql`AND memory_type = ${memoryType}`;

const createLanguages = (tx: Transaction, scope: Scope): Pick<MemoryRepository, 'languages'> => ({
  languages: async () => {
    const rows = await tx.$queryRaw<{ language: string }[]>`
      SELECT DISTINCT language FROM memories WHERE ${reachable(scope)} AND ${isActive} ORDER BY language`;
    return rows.map(({ language }) => language);
  },
});

type Removals = Pick<MemoryRepository, 'deleteAllOfUser' | 'removeExpired'>;

const createRemovals = (tx: Transaction, scope: Scope): Removals => ({
  deleteAllOfUser: async (userId) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM memories WHERE tenant_id = ${scope.tenantId}::uuid AND user_id = ${userId}::uuid RETURNING id`;
    return rows.map(({ id }) => MemoryId.parse(id));
  },
  removeExpired: async (limit) => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM memories WHERE tenant_id = ${scope.tenantId}::uuid AND id IN (
        SELECT id FROM memories WHERE tenant_id = ${scope.tenantId}::uuid AND ${isExpired} LIMIT ${limit}) RETURNING id`;
    return rows.map(({ id }) => MemoryId.parse(id));
  },
});
