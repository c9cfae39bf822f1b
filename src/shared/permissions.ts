import { Permission, type KeyKind, type TenantRole, type UserScope } from './scope.js';

/** Lets a key act for other users. No role has it. */
const ACT_FOR_USERS: Permission = 'act_for_users';
/** Lets an admin's key manage only webhooks. No role has it. */
const WEBHOOKS: Permission = 'webhooks';

/** Lets a key request embeddings of texts. No role has it. */
const EMBEDDINGS: Permission = 'embeddings';

/** Lets an application's key issue tokens for pages. No role has it. */
const TOKENS: Permission = 'tokens';

/** Lets a key that acts for others use the language model for small tasks of a chat program. No role has it. */
const TASKS: Permission = 'tasks';

const OF_KEYS_ALONE: readonly Permission[] = [ACT_FOR_USERS, WEBHOOKS, EMBEDDINGS, TOKENS, TASKS];

const ALL = Permission.options.filter((permission) => !OF_KEYS_ALONE.includes(permission));

/** Everything that a role may do; a key can only restrict it. */
export const permissionsOfRole: Readonly<Record<TenantRole, readonly Permission[]>> = {
  admin: ALL,
  member: ALL.filter((permission) => permission !== 'admin'),
};

/** Everything that an application may do: it asks and reads, but cannot own documents, memories or files. */
const OF_APPLICATIONS: readonly Permission[] = [
  'chat',
  'search',
  'documents:read',
  EMBEDDINGS,
  TOKENS,
  TASKS,
];

/** The permissions that an admin may give to a key of a user with this role, or to an application's key. */
export const grantableTo = (role: TenantRole, kind: KeyKind): readonly Permission[] =>
  kind === 'service'
    ? [...OF_APPLICATIONS, ACT_FOR_USERS]
    : [...permissionsOfRole[role], ACT_FOR_USERS, ...OF_KEYS_OF[role]];

/** Permissions beyond the role's that a key of such a user may be granted. */
const OF_KEYS_OF: Readonly<Record<TenantRole, readonly Permission[]>> = {
  admin: [WEBHOOKS, EMBEDDINGS, TASKS],
  member: [EMBEDDINGS, TASKS],
};

/** True if one of these permissions covers the requested one; `admin` covers those that exist so that keys need not have `admin`. */
export const isPermitted = (held: readonly Permission[], asked: Permission): boolean =>
  held.includes(asked) || (asked === WEBHOOKS && held.includes('admin'));

export const mayActForUsers = (keyPermissions: readonly Permission[]): boolean =>
  keyPermissions.includes(ACT_FOR_USERS);

export const mayMakeTokens = (keyPermissions: readonly Permission[]): boolean =>
  keyPermissions.includes(TOKENS);

/**
 * True if the language model may write something other than answers from documents. People may have it write titles of their own chats; a
 * key that acts for others needs the permission, and a page's token never has it.
 */
export const mayUseModel = ({
  askedBy,
  permissions,
}: Pick<UserScope, 'askedBy' | 'permissions'>): boolean =>
  askedBy === null || permissions.includes(TASKS);

export const effectivePermissions = (
  role: TenantRole,
  keyPermissions: readonly Permission[],
): Permission[] =>
  [...permissionsOfRole[role], ...OF_KEYS_OF[role]].filter((permission) =>
    keyPermissions.includes(permission),
  );

export const permissionsOfApplication = (keyPermissions: readonly Permission[]): Permission[] =>
  OF_APPLICATIONS.filter((permission) => keyPermissions.includes(permission));
