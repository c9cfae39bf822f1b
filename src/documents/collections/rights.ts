import { sql, type Sql } from '../../platform/database/sql.js';
import { AppError } from '../../shared/errors.js';
import type { Scope, UserScope } from '../../shared/scope.js';
import type { CollectionRecord } from './schema.js';

/**
 * The one rule of who may ask through which collection, over a table aliased `k`: what the tenant shares, one's own, one's groups' and
 * those that one edits. It opens no document: each keeps its own visibility.
 */
export const readableCollection = (scope: Scope): Sql => {
  const inTenant = sql`k.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const audiences = scope.groups.map((group) => `group:${group}`);
  return sql`${inTenant} AND (k.visibility = 'tenant' OR k.owner_id = ${scope.userId}::uuid
    OR k.visibility = ANY(${audiences}::text[]) OR ${scope.userId}::uuid = ANY(k.editor_users)
    OR k.editor_groups && ${[...scope.groups]}::text[])`;
};

/** An admin sees in lists that the others' collections exist, too, to manage them. */
export const listedCollection = (scope: Scope): Sql =>
  scope.kind === 'user' && scope.role === 'admin'
    ? sql`k.tenant_id = ${scope.tenantId}::uuid`
    : readableCollection(scope);

/** Its owner and admins change a collection and its editors, and delete it. */
export const requireCollectionOwner = (
  { role, userId }: UserScope,
  { ownerId }: CollectionRecord,
): void => {
  if (role === 'admin' || ownerId === userId) return;
  throw new AppError('forbidden', 'Only its owner or an admin may do this.');
};

/** Editors, too, add documents to it, take them out and upload into it. */
export const requireCollectionEditor = (scope: UserScope, collection: CollectionRecord): void => {
  if (scope.role === 'admin' || isEditor(scope, collection)) return;
  throw new AppError('forbidden', 'Only its owner, its editors or an admin may do this.');
};

/** True for the owner and for editors, by themselves or by a group. */
const isEditor = (
  { userId, groups }: UserScope,
  { ownerId, editorUsers, editorGroupKeys }: CollectionRecord,
): boolean =>
  ownerId === userId ||
  editorUsers.includes(userId) ||
  editorGroupKeys.some((key) => groups.includes(key));
