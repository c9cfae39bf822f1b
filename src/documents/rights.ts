import type { Scope, UserScope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import type { DocumentRecord, Visibility } from './schema.js';
import { AppError } from '../shared/errors.js';
import type { TenantSettingsRepository, UserRepository } from '../tenancy/index.js';

const GROUP = 'group:';

/** Admins upload; members where the tenant's policy says so. */
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

/** A group nobody is in would hide the document from all; a member shares with groups of their own only. */
export const requireVisibility = async (
  tx: { users: UserRepository },
  scope: UserScope,
  visibility: Visibility,
): Promise<void> => {
  if (!visibility.startsWith(GROUP)) return;
  const group = visibility.slice(GROUP.length);
  if (scope.groups.includes(group)) return;
  const mayName = scope.role === 'admin' && (await tx.users.groupExists(group));
  if (mayName) return;
  const message = `There is no group ${group}.`;
  throw new AppError('validation_failed', message, { errors: [{ path: 'visibility', message }] });
};

/** Owner or admin; who may only read it is told so, who may not even read it never gets here. */
export const requireOwnerOrAdmin = (scope: UserScope, document: DocumentRecord): void => {
  if (document.ownerId !== scope.userId && scope.role !== 'admin') {
    throw new AppError('forbidden', 'Only its owner or an admin may do this.');
  }
};

/** Admins see that another's private or group document exists, never what it says; sharing it further would show them. */
export const requireContentRight = (scope: UserScope, document: DocumentRecord): void => {
  const { ownerId, visibility } = document;
  const isReader =
    visibility === 'tenant' ||
    ownerId === scope.userId ||
    (visibility.startsWith(GROUP) && scope.groups.includes(visibility.slice(GROUP.length)));
  if (!isReader) {
    throw new AppError('forbidden', 'Its content is for its owner and its group alone.');
  }
};

/**
 * The one rule of who sees which document, over a table aliased `d`: what the tenant shares, one's own, one's groups'. An admin
 * sees the metadata of the others too, and never their content. Background work sees the tenant, and it alone what is being deleted.
 */
export const visibleTo = (scope: Scope, aspect: 'metadata' | 'content'): Sql => {
  const inTenant = sql`d.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const alive = sql`${inTenant} AND d.status <> 'deleting'`;
  if (aspect === 'metadata' && scope.role === 'admin') return alive;
  const groups = scope.groups.map((group) => `group:${group}`);
  return sql`${alive} AND (d.visibility = 'tenant' OR d.owner_id = ${scope.userId}::uuid OR d.visibility = ANY(${groups}::text[]))`;
};
