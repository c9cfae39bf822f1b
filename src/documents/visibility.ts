import type { Scope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';

/**
 * The one rule of who sees which document, over a table aliased `d`: what the tenant shares, one's own, one's groups'. An admin
 * sees the metadata of the others too, and never their content. Background work sees the tenant.
 */
export const visibleTo = (scope: Scope, aspect: 'metadata' | 'content'): Sql => {
  const inTenant = sql`d.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const alive = sql`${inTenant} AND d.status <> 'deleting'`;
  if (aspect === 'metadata' && scope.role === 'admin') return alive;
  const groups = scope.groups.map((group) => `group:${group}`);
  return sql`${alive} AND (d.visibility = 'tenant' OR d.owner_id = ${scope.userId}::uuid OR d.visibility = ANY(${groups}::text[]))`;
};
