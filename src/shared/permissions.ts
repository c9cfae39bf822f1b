import { Permission, type TenantRole } from './scope.js';

/** Lets a key ask for other users. No role has it. */
const ACT_FOR_USERS: Permission = 'act_for_users';

const ALL = Permission.options.filter((permission) => permission !== ACT_FOR_USERS);

/** What a role may do at most; a key can only narrow it. */
export const permissionsOfRole: Readonly<Record<TenantRole, readonly Permission[]>> = {
  admin: ALL,
  member: ALL.filter((permission) => permission !== 'admin'),
};

/** What an admin may give to a key of somebody with this role. */
export const grantableTo = (role: TenantRole): readonly Permission[] => [
  ...permissionsOfRole[role],
  ACT_FOR_USERS,
];

export const mayActForUsers = (keyPermissions: readonly Permission[]): boolean =>
  keyPermissions.includes(ACT_FOR_USERS);

export const effectivePermissions = (
  role: TenantRole,
  keyPermissions: readonly Permission[],
): Permission[] =>
  permissionsOfRole[role].filter((permission) => keyPermissions.includes(permission));
