import type { Scope, UserScope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { passingFilters } from './filter-sql.js';
import { opensContent } from '../tenancy/opens-content.js';
import type { DocumentRecord, DocumentVersionRecord, Visibility } from './schema.js';
import { AppError, notFound } from '../shared/errors.js';
import type { GroupRepository, TenantSettingsRepository } from '../tenancy/index.js';

const GROUP = 'group:';
/**
 * The prefix of a stored audience that names a group, or a source's set of readers, by its key. Requests cannot use it, because
 * `Visibility` refuses it.
 */
const KEYED = 'key:';

/** Converts a stored audience to a visibility that a document can be given. */
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

/** Allows uploads by admins, and by members if the tenant's policy permits it. */
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

/** Allows a member to share only with their own groups, and an admin with any existing group. */
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

/** Requires the owner or an admin. People who may only read get an error; those who may not even read never get this far. */
export const requireOwnerOrAdmin = (scope: UserScope, document: DocumentRecord): void => {
  if (!mayChange(scope, document)) {
    throw new AppError('forbidden', 'Only its owner or an admin may do this.');
  }
};

/**
 * Admins see that another person's private or group document exists, but not its content. Letting them share it with more people would
 * reveal the content.
 */
export const requireContentRight = (scope: UserScope, document: DocumentRecord): void => {
  if (!isContentReader(scope, document)) {
    throw new AppError('forbidden', 'Only its owner and its group may read its content.');
  }
};

/** True if search shows this person the document's passages: the content rule of `visibleTo`, for a document that is already loaded. */
export const isContentReader = (
  scope: UserScope,
  { ownerId, audience }: Pick<DocumentRecord, 'ownerId' | 'audience'>,
): boolean =>
  audience === 'tenant' ||
  ownerId === scope.userId ||
  (audience.startsWith(GROUP) && scope.groups.includes(audience.slice(GROUP.length)));

/** SQL condition: the scope may read version `v` of document `d`, provided that it may read the document. */
export const opensVersion = (scope: Scope): Sql =>
  scope.kind === 'system'
    ? sql`true`
    : sql`(NOT v.owner_only OR d.owner_id = ${scope.userId}::uuid)`;

/** Throws `not_found` if the version is older than the document's wider visibility, unless the reader is the owner. */
export const requireVersionRight = (
  { userId }: UserScope,
  { ownerId }: Pick<DocumentRecord, 'ownerId'>,
  { isOwnerOnly }: Pick<DocumentVersionRecord, 'isOwnerOnly'>,
): void => {
  if (isOwnerOnly && ownerId !== userId) throw notFound();
};

/** True if the new visibility shows the document to additional people. */
export const isWider = (
  document: Pick<DocumentRecord, 'visibility' | 'audience'>,
  visibility: string,
): boolean =>
  !hasVisibility(document, visibility) &&
  document.audience !== 'tenant' &&
  visibility !== 'private';

/**
 * Converts a visibility to the form stored in rows, with a group's key. If the group or set of readers no longer exists, the result is
 * private.
 */
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

/** SQL for an audience as the API shows it: a group by its name, and the set of readers of a source as `source`. */
export const toVisibility = ({ tenantId }: Scope, audience: Sql): Sql => sql`CASE
  WHEN ${audience} LIKE 'group:~%' THEN 'source'
  WHEN ${audience} LIKE 'group:%' THEN coalesce(
    (SELECT 'group:' || g.name FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND 'group:' || g.key = ${audience}), 'private')
  ELSE ${audience} END`;

/** Converts the visibility with an existing group, for the audit log. */
export const audienceOf = async (
  tx: { groups: GroupRepository },
  visibility: Visibility,
): Promise<string> => {
  if (!visibility.startsWith(GROUP)) return visibility;
  const group = await tx.groups.findByName(visibility.slice(GROUP.length));
  return group === null ? 'private' : `${GROUP}${group.key}`;
};

/**
 * The only rule for who sees which document, over a table aliased `d`: documents shared with the tenant, the user's own, and those of the
 * user's groups. An admin also sees the metadata of other documents, but never their content. Documents that a filter of the scope
 * excludes, or that were removed from their source, do not exist here. Background work sees the whole tenant, and only background work sees
 * documents that are being deleted.
 */
export const visibleTo = (scope: Scope, aspect: 'metadata' | 'content'): Sql => {
  const inTenant = sql`d.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const alive = sql`${inTenant} AND d.status <> 'deleting' AND NOT d.is_withdrawn ${passingFilters(scope)}`;
  if (aspect === 'metadata' && scope.role === 'admin') return alive;
  return sql`${alive} AND ${opensContent(scope)}`;
};
