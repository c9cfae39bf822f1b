import { AppError } from '../../shared/errors.js';
import type { UserScope } from '../../shared/scope.js';
import type { CollectionRights } from './schema.js';

/** Its owner and admins change a collection and its editors, and delete it. */
export const requireCollectionOwner = (
  { role, userId }: UserScope,
  { ownerId }: CollectionRights,
): void => {
  if (role === 'admin' || ownerId === userId) return;
  throw new AppError('forbidden', 'Only its owner or an admin may do this.');
};

/** Editors, too, add documents to it, take them out and upload into it. */
export const requireCollectionEditor = (scope: UserScope, collection: CollectionRights): void => {
  if (scope.role === 'admin' || isEditor(scope, collection)) return;
  throw new AppError('forbidden', 'Only its owner, its editors or an admin may do this.');
};

/** True for the owner and for editors, by themselves or by a group. */
const isEditor = (
  { userId, groups }: UserScope,
  { ownerId, editorUsers, editorGroupKeys }: CollectionRights,
): boolean =>
  ownerId === userId ||
  editorUsers.includes(userId) ||
  editorGroupKeys.some((key) => groups.includes(key));
