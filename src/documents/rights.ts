import type { Scope, UserScope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { passingFilters } from './filter-sql.js';
import { opensContent } from '../tenancy/opens-content.js';
import type { DocumentRecord, DocumentVersionRecord, Visibility } from './schema.js';
import { AppError, notFound } from '../shared/errors.js';
import type { GroupRepository, TenantSettingsRepository } from '../tenancy/index.js';

const GROUP = 'group:';
/** Names a group, or a source's set of readers, by its key. Never accepted from a request: `Visibility` refuses it. */
const KEYED = 'key:';

/** Converts a stored audience to a visibility that can be given to documents. */
export const ofAudience = (audience: string): string =>
  audience.startsWith(GROUP) ? `${KEYED}${audience.slice(GROUP.length)}` : audience;

/** True if the document already has this visibility. */
export const hasVisibility = (
  document: Pick<DocumentRecord, 'visibility' | 'audience'>,
  visibility: string,
): boolean =>
  visibility.startsWith(KEYED)
    ? ofAudience(document.audience) === visibility
    : document.visibility === visibility;

/** Admins may upload; members if the tenant's policy allows it. */
export const requireUploader = async (
  tx: { settings: TenantSettingsRepository },
  scope: UserScope,
): Promise<void> => {
  if (scope.role === 'admin') return;
  const { policy } = await tx.settings.get();
  if (!policy.memberUploads) {
    throw new AppError('forbidden', 'Members may not upload documents here.');
  }
};

/** A member may share only with their own groups, an admin with any existing group. */
export const requireVisibility = async (
  tx: { groups: GroupRepository },
  scope: UserScope,
  visibility: Visibility,
): Promise<void> => {
  if (!visibility.startsWith(GROUP)) return;
  const name = visibility.slice(GROUP.length);
  const group = await tx.groups.findByName(name);
  if (group !== null && (scope.role === 'admin' || scope.groups.includes(group.key))) return;
  const message = `There is no group ${name}.`;
  throw new AppError('validation_failed', message, { errors: [{ path: 'visibility', message }] });
};

/** The owner and admins may change and delete a document. */
export const mayChange = (
  { userId, role }: UserScope,
  { ownerId }: Pick<DocumentRecord, 'ownerId'>,
): boolean => ownerId === userId || role === 'admin';

/** Requires the owner or an admin; people who may only read get an error, and those who may not even read it never get here. */
export const requireOwnerOrAdmin = (scope: UserScope, document: DocumentRecord): void => {
  if (!mayChange(scope, document)) {
    throw new AppError('forbidden', 'Only its owner or an admin may do this.');
  }
};

/** Admins see that another person's private or group document exists, but not its content; sharing it further would reveal that. */
export const requireContentRight = (scope: UserScope, document: DocumentRecord): void => {
  if (!isContentReader(scope, document)) {
    throw new AppError('forbidden', 'Only its owner and its group may read its content.');
  }
};

/** True for people to whom search shows its passages: the content rule of `visibleTo`, for a loaded document. */
export const isContentReader = (
  scope: UserScope,
  { ownerId, audience }: Pick<DocumentRecord, 'ownerId' | 'audience'>,
): boolean =>
  audience === 'tenant' ||
  ownerId === scope.userId ||
  (audience.startsWith(GROUP) && scope.groups.includes(audience.slice(GROUP.length)));

/** SQL: the scope may read version `v` of document `d`, provided that it may read the document. */
export const opensVersion = (scope: Scope): Sql =>
  scope.kind === 'system'
    ? sql`true`
    : sql`(NOT v.owner_only OR d.owner_id = ${scope.userId}::uuid)`;

/** Throws `not_found` for a version from before the document was shown to more people, except for its owner. */
export const requireVersionRight = (
  { userId }: UserScope,
  { ownerId }: Pick<DocumentRecord, 'ownerId'>,
  { isOwnerOnly }: Pick<DocumentVersionRecord, 'isOwnerOnly'>,
): void => {
  if (isOwnerOnly && ownerId !== userId) throw notFound();
};

/** True for a visibility that shows the document to additional people. */
export const isWider = (
  document: Pick<DocumentRecord, 'visibility' | 'audience'>,
  visibility: string,
): boolean =>
  !hasVisibility(document, visibility) &&
  document.audience !== 'tenant' &&
  visibility !== 'private';

/** A visibility as stored in rows, with a group's key. If the group or set of readers no longer exists, it is private. */
export const toAudience = ({ tenantId }: Scope, visibility: string): Sql => {
  const [, key] = /^key:(.*)$/.exec(visibility) ?? [];
  if (key !== undefined) {
    return sql`CASE WHEN EXISTS (SELECT FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND g.key = ${key})
      OR EXISTS (SELECT FROM reader_sets r WHERE r.tenant_id = ${tenantId}::uuid AND r.key = ${key})
      THEN ${`${GROUP}${key}`} ELSE 'private' END`;
  }
  const [, name] = /^group:(.*)$/.exec(visibility) ?? [];
  if (name === undefined) return sql`${visibility}`;
  return sql`coalesce(
    (SELECT 'group:' || g.key FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND g.name = ${name}), 'private')`;
};

/** SQL for an audience as the API shows it: a group by its name, and a source's set of readers as `source`. */
export const toVisibility = ({ tenantId }: Scope, audience: Sql): Sql => sql`CASE
  WHEN ${audience} LIKE 'group:~%' THEN 'source'
  WHEN ${audience} LIKE 'group:%' THEN coalesce(
    (SELECT 'group:' || g.name FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND 'group:' || g.key = ${audience}), 'private')
  ELSE ${audience} END`;

/** The same for an existing group, for the audit log. */
export const audienceOf = async (
  tx: { groups: GroupRepository },
  visibility: Visibility,
): Promise<string> => {
  if (!visibility.startsWith(GROUP)) return visibility;
  const group = await tx.groups.findByName(visibility.slice(GROUP.length));
  return group === null ? 'private' : `${GROUP}${group.key}`;
};

/**
 * The only rule for who sees which document, over a table aliased `d`: shared with the tenant, one's own, one's groups'. An admin also sees
 * the metadata of other documents, but never their content. Documents excluded by a filter of the scope, or removed from their source, do
 * not exist here. Background work sees the whole tenant, and only it sees documents being deleted.
 */
export const visibleTo = (scope: Scope, aspect: 'metadata' | 'content'): Sql => {
  const inTenant = sql`d.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const alive = sql`${inTenant} AND d.status <> 'deleting' AND NOT d.is_withdrawn ${passingFilters(scope)}`;
  if (aspect === 'metadata' && scope.role === 'admin') return alive;
  return sql`${alive} AND ${opensContent(scope)}`;
};
