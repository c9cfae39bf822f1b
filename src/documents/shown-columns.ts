import { sql, type Sql } from '../platform/database/sql.js';
import type { Scope } from '../shared/scope.js';

/** True of rows aliased `d` whose content the scope may read by their visibility alone: the tenant's, one's own, one's groups'. */
export const opensContent = (scope: Scope): Sql => {
  if (scope.kind === 'system') return sql`true`;
  const audiences = scope.groups.map((group) => `group:${group}`);
  return sql`(d.visibility = 'tenant' OR d.owner_id = ${scope.userId}::uuid OR d.visibility = ANY(${audiences}::text[]))`;
};

/** The title as `withholdContent` shows it, so that neither a filter nor an order tells more of it. */
export const shownTitle = (scope: Scope): Sql =>
  sql`CASE WHEN d.title_given OR ${opensContent(scope)} THEN d.title ELSE d.filename END`;

/** The size as `withholdContent` shows it, or no more exact. */
export const shownSize = (scope: Scope): Sql =>
  sql`CASE WHEN ${opensContent(scope)} THEN d.size_bytes::bigint
    ELSE power(2, ceil(log(2, greatest(d.size_bytes, 1024)::numeric)))::bigint END`;
