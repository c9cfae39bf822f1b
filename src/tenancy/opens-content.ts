import { sql, type Sql } from '../platform/database/sql.js';
import type { Scope } from '../shared/scope.js';

/** True of documents aliased `d` whose content the scope may read by their visibility alone: the tenant's, one's own, one's groups'. */
export const opensContent = (scope: Scope): Sql => {
  if (scope.kind === 'system') return sql`true`;
  const audiences = scope.groups.map((group) => `group:${group}`);
  return sql`(d.visibility = 'tenant' OR d.owner_id = ${scope.userId}::uuid OR d.visibility = ANY(${audiences}::text[]))`;
};

/** The title of a document aliased `d` as the scope may see it: where its content gave the title, that of its file instead. */
export const shownTitle = (scope: Scope): Sql =>
  sql`CASE WHEN d.title_given OR ${opensContent(scope)} THEN d.title ELSE d.filename END`;
