import { sql, type Sql } from '../platform/database/sql.js';
import type { Scope, UserScope } from '../shared/scope.js';

/**
 * The groups of a scope for user `u`: their own, by key, and the source reader sets that name them, one of their groups, or a source group
 * that lists them as a member. `held` restricts which of their own groups count; a set never grants more than its principals.
 */
export const readingGroups = (held: Sql = sql`u.groups`): Sql => sql`(${held} || ARRAY(
  WITH ${principalsOf(held)}
  SELECT DISTINCT r.key FROM principals JOIN reader_sets r ON r.tenant_id = u.tenant_id AND r.principal = principals.principal
))`;

/** The principals of user `u`: the user, their groups, and source groups that list one of these as a member. */
export const principalsOf = (held: Sql): Sql => sql`named AS (
    SELECT 'email:' || lower(u.email COLLATE "C") AS principal
    UNION ALL SELECT 'subject:' || e.subject FROM external_identities e WHERE e.tenant_id = u.tenant_id AND e.user_id = u.id
    UNION ALL SELECT 'key:' || held FROM unnest(${held}) AS held
    UNION ALL SELECT 'group:' || g.name FROM groups g WHERE g.tenant_id = u.tenant_id AND g.key = ANY(${held})
  ), principals AS (
    SELECT principal FROM named
    UNION SELECT m.principal FROM named JOIN source_group_members m ON m.tenant_id = u.tenant_id AND m.member = named.principal
  )`;

/**
 * True if the visibility of document `d` lets the scope read its content: it is open to the tenant, the user's own, or open to one of the
 * user's groups.
 */
export const opensContent = (scope: Scope): Sql => {
  if (scope.kind === 'system') return sql`true`;
  const audiences = audiencesOf(scope);
  return sql`(d.visibility = 'tenant' OR d.owner_id = ${scope.userId}::uuid OR d.visibility IN (SELECT unnest(string_to_array(${audiences}, ${SEPARATOR}))))`;
};

/** A control character, which names cannot contain. */
const SEPARATOR = '\u001f';

const joined = new WeakMap<UserScope, string>();

/**
 * One text, built once per scope, from which a statement builds a hash: an array of thousands would be processed again at each planning.
 */
const audiencesOf = (scope: UserScope): string => {
  const known = joined.get(scope);
  if (known !== undefined) return known;
  const text = scope.groups
    .filter((group) => !group.includes(SEPARATOR))
    .map((group) => `group:${group}`)
    .join(SEPARATOR);
  joined.set(scope, text);
  return text;
};

/** The title of document `d` as the scope may see it: the file name if the title was taken from content that the scope may not read. */
export const shownTitle = (scope: Scope): Sql =>
  sql`CASE WHEN d.title_given OR ${opensContent(scope)} THEN d.title ELSE d.filename END`;
