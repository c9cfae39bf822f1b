import { Permission, type TenantRole } from './scope.js';

const ALL = Permission.options;

/** What a role may do at most; a key can only narrow it. */
export const permissionsOfRole: Readonly<Record<TenantRole, readonly Permission[]>> = {
  admin: ALL,
  member: ALL.filter((permission) => permission !== 'admin'),
};

export const effectivePermissions = (
  role: TenantRole,
  keyPermissions: readonly Permission[],
): Permission[] =>
  permissionsOfRole[role].filter((permission) => keyPermissions.includes(permission));
