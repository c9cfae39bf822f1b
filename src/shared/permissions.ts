import { Permission, type KeyKind, type TenantRole, type UserScope } from './scope.js';

/** Lets a key ask for other users. No role has it. */
const ACT_FOR_USERS: Permission = 'act_for_users';
/** Lets an admin's key manage webhooks and nothing else of the administration. No role has it. */
const WEBHOOKS: Permission = 'webhooks';

/** Lets a key ask for vectors of texts. No role has it. */
const EMBEDDINGS: Permission = 'embeddings';

/** Lets the key of an application make tokens for pages. No role has it. */
const TOKENS: Permission = 'tokens';

/** Lets a key that asks for others use the language model for the small tasks of a chat program. No role has it. */
const TASKS: Permission = 'tasks';

const OF_KEYS_ALONE: readonly Permission[] = [ACT_FOR_USERS, WEBHOOKS, EMBEDDINGS, TOKENS, TASKS];

const ALL = Permission.options.filter((permission) => !OF_KEYS_ALONE.includes(permission));

/** The most that a role may do; a key can only narrow it. */
export const permissionsOfRole: Readonly<Record<TenantRole, readonly Permission[]>> = {
  admin: ALL,
  member: ALL.filter((permission) => permission !== 'admin'),
};

/** The most that an application may do: it asks and reads, and cannot own documents, memories or files. */
const OF_APPLICATIONS: readonly Permission[] = [
  'chat',
  'search',
  'documents:read',
  EMBEDDINGS,
  TOKENS,
  TASKS,
];

/** The permissions that an admin may give to a key of somebody with this role, or to a key of an application. */
export const grantableTo = (role: TenantRole, kind: KeyKind): readonly Permission[] =>
  kind === 'service'
    ? [...OF_APPLICATIONS, ACT_FOR_USERS]
    : [...permissionsOfRole[role], ACT_FOR_USERS, ...OF_KEYS_OF[role]];

/** Beside what the role may do: what a key of it may do where it was granted that. */
const OF_KEYS_OF: Readonly<Record<TenantRole, readonly Permission[]>> = {
  admin: [WEBHOOKS, EMBEDDINGS, TASKS],
  member: [EMBEDDINGS, TASKS],
};

/** True where one of these permissions covers the one asked for; `admin` covers what keys are granted to spare them `admin`. */
export const isPermitted = (held: readonly Permission[], asked: Permission): boolean =>
  held.includes(asked) || (asked === WEBHOOKS && held.includes('admin'));

export const mayActForUsers = (keyPermissions: readonly Permission[]): boolean =>
  keyPermissions.includes(ACT_FOR_USERS);

export const mayMakeTokens = (keyPermissions: readonly Permission[]): boolean =>
  keyPermissions.includes(TOKENS);

/**
 * True where the language model may write something that is no answer from documents. People may have it write the titles of their own
 * chats; a key that asks for others needs the permission, and no token of a page ever has it.
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
