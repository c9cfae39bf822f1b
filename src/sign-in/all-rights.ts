import { AppError } from '../shared/errors.js';
import { permissionsOfRole } from '../shared/permissions.js';
import { filterOfKey, type UserScope } from '../shared/scope.js';

/** Refuses a key that may do less than its user: it must neither create a key with more rights nor sign the user out. */
export const requireAllRights = (scope: UserScope, message: string): void => {
  const { role, permissions } = scope;
  const mayAll = permissionsOfRole[role].every((permission) => permissions.includes(permission));
  if (mayAll && filterOfKey(scope) === null) return;
  throw new AppError('forbidden', message);
};
