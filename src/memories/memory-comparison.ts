import { MemoryId, UserId } from '../shared/ids.js';
import { MemoryRecord, type OwnedMemory } from './memory.js';
import type { Scope } from '../shared/scope.js';
import { sql } from '../platform/database/sql.js';
import { isActive, MEMORY_COLUMNS, reachable } from './memory-sql.js';
import { requireSystem } from '../platform/database/owner.js';
import type { Transaction } from '../platform/database/transaction.js';

const OwnedRow = MemoryRecord.extend({ userId: UserId });

const isFact = sql`${isActive} AND memory_type = 'explicit_fact'`;

/** The rows that background work holds against each other, always one person's. */
export const createMemoryComparison = (tx: Transaction, scope: Scope) => ({
  /** System scope: facts that were not yet held against the earlier ones, oldest first. */
  uncompared: async (limit: number): Promise<OwnedMemory[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS}, user_id AS "userId" FROM memories
      WHERE ${reachable(scope)} AND ${isFact} AND NOT compared
      ORDER BY updated_at, id LIMIT ${limit}`;
    return OwnedRow.array().parse(rows);
  },
  /** System scope: the active facts that the owner of this one stated before it, newest first. */
  factsBefore: async (
    { id, userId, updatedAt }: OwnedMemory,
    limit: number,
  ): Promise<MemoryRecord[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MEMORY_COLUMNS} FROM memories
      WHERE ${reachable(scope)} AND user_id = ${userId}::uuid AND ${isFact}
        AND (updated_at, id) < (${updatedAt}::timestamptz, ${id}::uuid)
      ORDER BY updated_at DESC, id DESC LIMIT ${limit}`;
    return MemoryRecord.array().parse(rows);
  },
  /** System scope: sets `contradicted` aside in favour of the memory; null when that one has changed meanwhile. */
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
