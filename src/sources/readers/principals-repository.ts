import { sql, type Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { SourceId } from '../../shared/ids.js';
import type { Scope } from '../../shared/scope.js';
import { principalsOf } from '../../tenancy/opens-content.js';
import { UnknownPrincipal } from '../schema.js';

export type PrincipalRepository = ReturnType<typeof createPrincipalRepository>;

type PrincipalPage = { limit: number; from: number };

/** Matches the readers that a source names with people and groups of the tenant, by the same rules that apply to requests. */
export const createPrincipalRepository = (tx: Transaction, scope: Scope) => ({
  /** Lists a page of readers who match nobody here, those with the most items first. */
  unknown: async (
    sourceId: SourceId,
    { limit, from }: PrincipalPage,
  ): Promise<UnknownPrincipal[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      ${namedBy(scope, sourceId)}
      SELECT shown AS principal, sum(items)::int AS items FROM (
        SELECT DISTINCT shown, key, items FROM named WHERE NOT is_known
      ) AS unknown GROUP BY shown ORDER BY items DESC, shown COLLATE "C" LIMIT ${limit} OFFSET ${from}`;
    return UnknownPrincipal.array().parse(rows);
  },
  /** True if the user is one of these principals or a member of one. */
  includes: async (principals: readonly string[]): Promise<boolean> => {
    if (scope.kind !== 'user') return true;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT FROM users u WHERE u.tenant_id = ${scope.tenantId}::uuid AND u.id = ${scope.userId}::uuid AND EXISTS (
        WITH ${principalsOf(sql`${[...scope.groups]}::text[]`)} SELECT FROM principals WHERE principal = ANY(${[...principals]}::text[]))`;
    return rows.length > 0;
  },
  /** Counts the items that only the owner of the source can see. */
  countUnseen: async (sourceId: SourceId): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      ${namedBy(scope, sourceId)}
      SELECT coalesce(sum(items), 0)::int AS count FROM held
      WHERE visibility <> 'tenant' AND NOT EXISTS (SELECT FROM named WHERE named.key = held.key AND is_known)`;
    return rows[0]?.count ?? 0;
  },
});

/**
 * `held` contains the audiences of the source's items and the number of items of each. `named` contains the principals of each audience and
 * whether they match anyone here. The source's own groups are replaced by their members; a group without listed members stays.
 */
const namedBy = ({ tenantId }: Scope, sourceId: SourceId): Sql => sql`
  WITH held AS (
    SELECT i.visibility, substr(i.visibility, 7) AS key, count(*) AS items FROM source_items i
    WHERE i.tenant_id = ${tenantId}::uuid AND i.source_id = ${sourceId}::uuid AND i.state <> 'gone' GROUP BY i.visibility
  ), principals AS (
    SELECT held.key, held.items, r.principal FROM held JOIN reader_sets r ON r.tenant_id = ${tenantId}::uuid AND r.key = held.key
    UNION ALL SELECT held.key, held.items, 'key:' || held.key FROM held
    WHERE held.visibility LIKE 'group:%' AND held.visibility NOT LIKE 'group:~%'
  ), people AS (
    SELECT p.key, p.items, p.principal, coalesce(m.member, p.principal) AS person FROM principals p
    LEFT JOIN source_group_members m ON m.tenant_id = ${tenantId}::uuid AND m.source_id = ${sourceId}::uuid AND m.principal = p.principal
  ), known AS (
    SELECT 'email:' || lower(u.email COLLATE "C") AS person FROM users u WHERE u.tenant_id = ${tenantId}::uuid
    UNION SELECT 'subject:' || e.subject FROM external_identities e WHERE e.tenant_id = ${tenantId}::uuid
    UNION SELECT 'key:' || held FROM users u, unnest(u.groups) AS held WHERE u.tenant_id = ${tenantId}::uuid
    UNION SELECT 'group:' || g.name FROM groups g
    WHERE g.tenant_id = ${tenantId}::uuid AND EXISTS (SELECT FROM users u WHERE u.tenant_id = g.tenant_id AND g.key = ANY(u.groups))
  ), named AS (
    SELECT people.key, people.items, coalesce('group:' || g.name, regexp_replace(people.person, '^source:[0-9a-f-]{36}/', 'member-of:')) AS shown,
      EXISTS (SELECT FROM known WHERE known.person = people.person) AS is_known
    FROM people LEFT JOIN groups g ON g.tenant_id = ${tenantId}::uuid AND people.person = 'key:' || g.key
  )`;
