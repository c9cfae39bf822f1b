import type { Scope } from '../shared/scope.js';
import { sql, emptySql, type Sql } from '../platform/database/sql.js';

export const MEMORY_COLUMNS = sql`id, content, memory_type AS "memoryType", embedded,
  CASE WHEN superseded_at IS NULL THEN 'active' ELSE 'superseded' END AS state, superseded_by_id AS "supersededById",
  source_session_id AS "sourceSessionId", source_message_id AS "sourceMessageId", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

export const isActive = sql`superseded_at IS NULL`;

// Reckoned when it is read, so that a changed policy holds at once for what is stored already.
export const isExpired = sql`EXISTS (SELECT FROM tenant_settings s WHERE s.tenant_id = memories.tenant_id
  AND memories.updated_at <= now() - make_interval(days => (s.policy->>'memoryTtlDays')::int))`;

/** What the scope may know of. */
export const reachable = (scope: Scope): Sql => {
  const own = scope.kind === 'system' ? emptySql : sql`AND user_id = ${scope.userId}::uuid`;
  return sql`tenant_id = ${scope.tenantId}::uuid ${own} AND NOT ${isExpired}`;
};
