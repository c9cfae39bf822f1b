import { sql, type Sql } from '../platform/database/sql.js';
import type { Scope } from '../shared/scope.js';

/** True if the visibility of document `d` lets the scope read its content: it is open to the tenant, the user's own, or open to one of the user's groups. */
export const opensContent = (scope: Scope): Sql => {
  if (scope.kind === 'system') return sql`true`;
  const audiences = scope.groups.map((group) => `group:${group}`);
  return sql`(d.visibility = 'tenant' OR d.owner_id = ${scope.userId}::uuid OR d.visibility = ANY(${audiences}::text[]))`;
};

/** The title of document `d` as the scope may see it: the name of the file if the title was taken from content that the scope may not read. */
export const shownTitle = (scope: Scope): Sql =>
  sql`CASE WHEN d.title_given OR ${opensContent(scope)} THEN d.title ELSE d.filename END`;
