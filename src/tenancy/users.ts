import { z } from 'zod';
import { changes, creates, SECRET_SHOWN, userRoute, type Route } from '../http/index.js';
import { UserSort, type UserListRequest } from './users-repository.js';
import type { Changes } from '../shared/changes.js';
import { AppError, fieldsRefused, orNotFound } from '../shared/errors.js';
import { newId, TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope, makeUserScope } from '../shared/make-scope.js';
import { permissionsOfRole } from '../shared/permissions.js';
import { TenantRole, type UserScope } from '../shared/scope.js';
import { changesBetween } from './audit-changes.js';
import type {
  AccountDatabase,
  AccountMaker,
  Database,
  Invitation,
  PrepareCredential,
  ReleaseFiles,
  ScopedRepositories,
} from './database.js';
import { createPutManagedUser, NewUserBody } from './managed-users.js';
import { requireOneMore } from './quotas.js';
import {
  groupField,
  MAX_GROUPS_PER_USER,
  nameField,
  UserRecord,
  UserStatus,
  type NewUser,
} from './schema.js';
import { listOf, listQueryFields, listTotal, readList, totalField } from '../shared/lists.js';

type Deps = {
  database: Pick<AccountDatabase, 'withScope'>;
  releaseFiles: ReleaseFiles;
  prepareCredential: PrepareCredential;
  wakeUp: () => void;
};

export type UserDeps = { users: ReturnType<typeof createUsers> };

/** The part of a user that an admin sees, without their prompt and preferences. */
export const User = UserRecord.pick({
  id: true,
  email: true,
  role: true,
  status: true,
  groups: true,
  createdAt: true,
  activatedAt: true,
  externalId: true,
  name: true,
  managed: true,
}).meta({ id: 'User' });

const CreatedUser = User.extend({
  invitation: z
    .object({
      token: z.string().describe('Shown once; for POST /v1/auth/accept.'),
      expiresAt: z.date(),
    })
    .nullable()
    .describe('Null for a user who was given a password, and for a managed one.'),
  secretShown: SECRET_SHOWN.optional(),
}).meta({ id: 'CreatedUser' });

const params = z.strictObject({ id: UserId });
const groups = z.array(groupField).max(MAX_GROUPS_PER_USER);
const access = { roles: ['admin'], permission: 'admin', tag: 'users' } as const;
const ofOne = { path: '/v1/users/:id', params, ...access } as const;
const UserQuery = z.strictObject({
  ...listQueryFields,
  role: TenantRole.optional(),
  status: UserRecord.shape.status.optional(),
  email: z
    .string()
    .min(1)
    .max(254)
    .toLowerCase()
    .optional()
    .describe('The beginning of the address.'),
  sort: UserSort.default('-createdAt'),
  total: totalField,
});

type WithTotal = { withTotal?: boolean };

type PersonToInvite = Omit<NewUser, 'id' | 'groups'> & {
  groups?: readonly string[] | undefined;
  password?: string | undefined;
};

export const createUsers = ({ database, releaseFiles, prepareCredential, wakeUp }: Deps) => ({
  create: createInviteUser({ database, prepareCredential }),
  putManaged: createPutManagedUser({ database }),
  list: (scope: UserScope, { withTotal = false, ...request }: UserListRequest & WithTotal) =>
    database.withScope(scope, async (tx) => ({
      ...(await tx.users.list(request)),
      ...(withTotal && { total: await tx.users.count(request) }),
    })),
  get: (scope: UserScope, id: UserId) =>
    database.withScope(scope, async (tx) => orNotFound(await tx.users.find(id))),
  /** Never leaves the tenant without an active admin. */
  update: (
    scope: UserScope,
    id: UserId,
    { groups, ...others }: Changes<Pick<UserRecord, 'role' | 'status' | 'groups' | 'name'>>,
  ): Promise<UserRecord> =>
    database.withScope(scope, async (tx) => {
      await tx.users.lockAdmins();
      const user = orNotFound(await tx.users.find(id));
      if (user.managed && others.role === 'admin') throw managedIsMember();
      await refuseDemotion(tx, user, others);
      const before = await fieldsOf(tx, user);
      const updated = await tx.users.update(id, {
        ...others,
        groups: groups && [...new Set(groups)],
      });
      const action = updated.role === user.role ? 'user.update' : 'user.change_role';
      const changes = changesBetween(before, await fieldsOf(tx, updated));
      await tx.audit.append({ actorId: scope.userId, action, subjectId: id, changes });
      return updated;
    }),
  /** With private documents, memories, sessions, files and keys; what they shared with others stays. */
  delete: async (scope: UserScope, id: UserId): Promise<void> => {
    // As the system, because even an admin cannot access another user's memories and files.
    const system = makeSystemScope(scope.tenantId);
    const fileKeys = await database.withScope(system, async (tx) => {
      await tx.users.lockAdmins();
      refuseLastAdmin(orNotFound(await tx.users.find(id)), await tx.users.countAdmins());
      const keys = await tx.workspace.fileKeysOfUser(id);
      await deleteUser(tx, id);
      await tx.audit.append({ actorId: scope.userId, action: 'user.delete', subjectId: id });
      return keys;
    });
    wakeUp();
    await releaseFiles(system, fileKeys);
  },
});

const createInviteUser =
  ({ database, prepareCredential }: Pick<Deps, 'database' | 'prepareCredential'>) =>
  async (
    scope: UserScope,
    { password, groups = [], email, role, externalId, name }: PersonToInvite,
    from: Omit<AccountMaker, 'account'>,
  ): Promise<UserRecord & { invitation: Invitation }> => {
    const maker = { ...from, account: `${scope.tenantId}/${scope.userId}` };
    const giveCredential = await prepareCredential(password, maker);
    return database.withScope(scope, async (tx) => {
      await requireOneMore(tx, 'users');
      const created = await tx.users.create({
        id: newId(UserId),
        email,
        role,
        groups,
        externalId,
        name,
      });
      const { id: subjectId } = created;
      await tx.audit.append({ actorId: scope.userId, action: 'user.create', subjectId });
      const { tenantId } = scope;
      const invitation = await giveCredential(tx, { tenantId, userId: subjectId });
      const action = invitation === null ? 'password.change' : 'invitation.create';
      await tx.audit.append({ actorId: scope.userId, action, subjectId });
      return { ...created, invitation };
    });
  };

export const createUserRoutes = (deps: UserDeps): Route[] => [
  ...createListRoutes(deps),
  ...createChangeRoutes(deps),
];

/** The invitation is shown once. */
const createsUser = (users: UserDeps['users']) => {
  const Found = z.object({ id: UserId, invitation: z.object({}).nullable() });
  const found = creates(Found, (scope, { id }) => users.get(scope, id));
  return {
    ...found,
    bodyHasSecret: true,
    again: async (...[scope, kept]: Parameters<typeof found.again>) => {
      const { status, body } = await found.again(scope, kept);
      const user = { ...User.parse(body), invitation: null };
      const wasShown = Found.parse(kept.object).invitation !== null;
      return wasShown
        ? { status: 200, body: { ...user, secretShown: true } }
        : { status, body: user };
    },
  };
};

const createListRoutes = ({ users }: UserDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/users',
    operationId: 'createUser',
    errors: ['conflict', 'quota_exceeded'],
    example: { email: 'ada@example.com', role: 'member', groups: ['hr'] },
    summary:
      'Create a user with a password, an invitation to choose one, or as managed by your application',
    ...access,
    body: NewUserBody,
    creates: createsUser(users),
    responses: {
      201: { description: 'Created', schema: CreatedUser },
      200: {
        description:
          'The managed user existed and was changed; or the first request with this key created the user and showed the invitation',
        schema: CreatedUser,
      },
    },
    handle: async ({ scope, body, address, signal }) => {
      if (!body.managed) {
        return { status: 201, body: await users.create(scope, body, { address, signal }) };
      }
      const { user, isNew } = await users.putManaged(scope, body);
      return { status: isNew ? 201 : 200, body: { ...user, invitation: null } };
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/users',
    operationId: 'listUsers',
    summary: 'List users',
    ...access,
    query: UserQuery,
    responses: {
      200: {
        description: 'Newest first, or as `sort` says',
        schema: listOf(User, 'UserList', listTotal),
      },
    },
    answer: ({ scope, query }) => {
      const { role, status, email, sort, total: withTotal } = query;
      return readList({ list: 'users', scope, position: 'order' }, query, (page) =>
        users.list(scope, { ...page, role, status, email, sort, withTotal }),
      );
    },
  }),
  userRoute({
    method: 'get',
    ...ofOne,
    operationId: 'getUser',
    summary: 'Read a user',
    responses: { 200: { description: 'The user', schema: User } },
    answer: ({ scope, params: { id } }) => users.get(scope, id),
  }),
];

const createChangeRoutes = ({ users }: UserDeps): Route[] => [
  userRoute({
    method: 'patch',
    ...ofOne,
    operationId: 'updateUser',
    errors: ['conflict'],
    example: { role: 'admin', groups: ['hr'] },
    summary: 'Change role, groups, name or status; effective with the next request',
    body: changes({
      role: TenantRole.optional(),
      status: UserStatus.optional(),
      groups: groups.optional(),
      name: nameField.nullable().optional(),
    }).meta({ id: 'UserChanges' }),
    responses: { 200: { description: 'The changed user', schema: User } },
    answer: ({ scope, params: { id }, body }) => users.update(scope, id, body),
  }),
  userRoute({
    method: 'delete',
    ...ofOne,
    operationId: 'deleteUser',
    errors: ['conflict', 'under_hold'],
    summary: 'Delete a user with private documents, memories, sessions, files and keys',
    responses: { 204: { description: 'Deleted' } },
    answer: ({ scope, params: { id } }) => users.delete(scope, id),
  }),
];

/** Deletes a user and hands their private data to the purging tasks; the rows of their files are deleted with the user's. */
export const deleteUser = async (tx: ScopedRepositories, id: UserId): Promise<void> => {
  await tx.tasks.schedulePurges('document', await tx.documents.markPrivateOfUserDeleting(id));
  await tx.tasks.schedulePurges('memory', await tx.memories.deleteAllOfUser(id));
  await tx.collections.forgetUser(id);
  await tx.users.delete(id);
};

const Person = z.object({ tenantId: TenantId, userId: UserId });

/** A person's scope for the machine's owner (with its data folder or database URL); no request can ask for it. */
export const createPersonScope =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (person: z.input<typeof Person>): Promise<UserScope> => {
    const parsed = Person.safeParse(person);
    if (!parsed.success) throw new AppError('validation_failed', 'Tenant and user are ids (UUID).');
    const { tenantId, userId } = parsed.data;
    const system = makeSystemScope(tenantId);
    const { user, groups } = await database.withScope(system, async (tx) => ({
      user: await tx.users.find(userId),
      groups: await tx.users.readingGroups(userId),
    }));
    if (user === null) throw new AppError('not_found', 'There is no such user in this tenant.');
    const { role } = user;
    const permissions = permissionsOfRole[role];
    return makeUserScope({ tenantId, userId, role, groups, permissions });
  };

const refuseDemotion = async (
  tx: Pick<ScopedRepositories, 'users'>,
  user: UserRecord,
  { role, status }: Changes<Pick<UserRecord, 'role' | 'status'>>,
): Promise<void> => {
  const isDemoted = role === 'member' || status === 'suspended';
  if (isDemoted) refuseLastAdmin(user, await tx.users.countAdmins());
};

/** The part of a user that administrators change, with groups by key. */
const fieldsOf = async (
  tx: Pick<ScopedRepositories, 'users'>,
  { id, role, status }: UserRecord,
) => ({ role, status, groups: await tx.users.groupKeys(id) });

const managedIsMember = () =>
  fieldsRefused([{ path: 'role', message: 'must be member for a managed user' }]);

/** A tenant without an administrator could only be repaired by hand. */
const refuseLastAdmin = (user: UserRecord, admins: number): void => {
  if (user.role === 'admin' && user.status === 'active' && admins <= 1) {
    throw new AppError('conflict', 'This is the last active admin of the tenant.');
  }
};
