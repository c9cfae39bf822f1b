import { z } from 'zod';
import {
  ListQuery,
  changes,
  listOf,
  toList,
  toPageRequest,
  userRoute,
  type Route,
} from '../http/index.js';
import { AppError, notFound } from '../shared/errors.js';
import { newId, TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope, makeUserScope } from '../shared/make-scope.js';
import type { Page, PageRequest } from '../shared/page.js';
import { permissionsOfRole } from '../shared/permissions.js';
import { TenantRole, type UserScope } from '../shared/scope.js';
import { lockOrConflict, type Database, type ScopedRepositories } from './database.js';
import {
  UserRecord,
  UserStatus,
  type Changes,
  type NewUser,
  emailField,
  groupField,
} from './schema.js';

type Deps = { database: Pick<Database, 'withScope' | 'withLock'>; wakeUp: () => void };

export type Users = {
  create(scope: UserScope, user: Omit<NewUser, 'id'>): Promise<UserRecord>;
  list(scope: UserScope, page: PageRequest): Promise<Page<UserRecord>>;
  get(scope: UserScope, id: UserId): Promise<UserRecord>;
  /** Never leaves the tenant without an active admin. */
  update(
    scope: UserScope,
    id: UserId,
    changes: Changes<Pick<UserRecord, 'role' | 'status' | 'groups'>>,
  ): Promise<UserRecord>;
  /** With private documents, memories, sessions and keys; what they shared with others stays. */
  delete(scope: UserScope, id: UserId): Promise<void>;
};

export type UserDeps = { users: Users };

/** What an admin sees of a user: not their prompt and preferences. */
const User = UserRecord.pick({
  id: true,
  email: true,
  role: true,
  status: true,
  groups: true,
  createdAt: true,
}).meta({ id: 'User' });

const params = z.strictObject({ id: UserId });
const groups = z.array(groupField).max(50);
const access = { roles: ['admin'], permission: 'admin' } as const;

export const createUsers = ({ database, wakeUp }: Deps): Users => ({
  create: (scope, user) =>
    database.withScope(scope, async (tx) => {
      const created = await tx.users.create({ id: newId(UserId), ...user });
      const { id: subjectId } = created;
      await tx.audit.append({ actorId: scope.userId, action: 'user.create', subjectId });
      return created;
    }),
  list: (scope, page) => database.withScope(scope, (tx) => tx.users.list(page)),
  get: (scope, id) => database.withScope(scope, (tx) => find(tx, id)),
  update: (scope, id, { groups, ...others }) =>
    lockOrConflict(database, adminLock(scope), () =>
      database.withScope(scope, async (tx) => {
        const user = await find(tx, id);
        const isDemoted = others.role === 'member' || others.status === 'suspended';
        if (isDemoted) refuseLastAdmin(user, await tx.users.countAdmins());
        const updated = await tx.users.update(id, {
          ...others,
          groups: groups && [...new Set(groups)],
        });
        await tx.audit.append({ actorId: scope.userId, action: 'user.update', subjectId: id });
        return updated;
      }),
    ),
  delete: async (scope, id) => {
    await lockOrConflict(database, adminLock(scope), () =>
      // As the system: even an admin does not reach another user's memories.
      database.withScope(makeSystemScope(scope.tenantId), async (tx) => {
        refuseLastAdmin(await find(tx, id), await tx.users.countAdmins());
        await deleteUser(tx, id);
        await tx.audit.append({ actorId: scope.userId, action: 'user.delete', subjectId: id });
      }),
    );
    wakeUp();
  },
});

export const createUserRoutes = (deps: UserDeps): Route[] => [
  ...createCollectionRoutes(deps),
  ...createItemRoutes(deps),
];

const createCollectionRoutes = ({ users }: UserDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/users',
    summary: 'Create a user',
    ...access,
    body: z
      .strictObject({ email: emailField, role: TenantRole, groups: groups.default([]) })
      .meta({ id: 'NewUser' }),
    responses: { 201: { description: 'Created', schema: User } },
    handle: async ({ scope, body }) => ({ status: 201, body: await users.create(scope, body) }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/users',
    summary: 'List users',
    ...access,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(User, 'UserList') } },
    handle: async ({ scope, query }) => {
      const owner = { list: 'users', scope };
      const page = await users.list(scope, toPageRequest(owner, query));
      return { status: 200, body: toList(owner, page, (user) => user) };
    },
  }),
];

const createItemRoutes = ({ users }: UserDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/users/:id',
    summary: 'Read a user',
    ...access,
    params,
    responses: { 200: { description: 'The user', schema: User } },
    handle: async ({ scope, params: { id } }) => ({
      status: 200,
      body: await users.get(scope, id),
    }),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/users/:id',
    summary: 'Change role, groups or status; effective with the next request',
    ...access,
    params,
    body: changes({
      role: TenantRole.optional(),
      status: UserStatus.optional(),
      groups: groups.optional(),
    }).meta({ id: 'UserChanges' }),
    responses: { 200: { description: 'The changed user', schema: User } },
    handle: async ({ scope, params: { id }, body }) => ({
      status: 200,
      body: await users.update(scope, id, body),
    }),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/users/:id',
    summary: 'Delete a user with private documents, memories, sessions and keys',
    ...access,
    params,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ scope, params: { id } }) => {
      await users.delete(scope, id);
      return { status: 204 };
    },
  }),
];

/** Deletes a user and hands what is theirs alone to the purging tasks. */
export const deleteUser = async (tx: ScopedRepositories, id: UserId): Promise<void> => {
  for (const documentId of await tx.documents.markPrivateOfUserDeleting(id)) {
    await schedulePurge(tx, 'document', documentId);
  }
  for (const memoryId of await tx.memories.deleteAllOfUser(id)) {
    await schedulePurge(tx, 'memory', memoryId);
  }
  await tx.users.delete(id);
};

// Purging takes all versions of its subject, whichever the task names.
export const schedulePurge = (
  tx: ScopedRepositories,
  subjectKind: 'document' | 'memory',
  subjectId: string,
): Promise<void> => tx.tasks.schedule({ subjectKind, subjectId, version: 1, action: 'purge' });

/** A person's scope for whoever holds the machine (its data folder, its database URL); no request can ask for it. */
export const createPersonScope =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (person: { tenantId: string; userId: string }): Promise<UserScope> => {
    const tenantId = TenantId.safeParse(person.tenantId);
    const userId = UserId.safeParse(person.userId);
    if (!tenantId.success || !userId.success) {
      throw new AppError('validation_failed', 'Tenant and user are ids (UUID).');
    }
    const system = makeSystemScope(tenantId.data);
    const user = await database.withScope(system, (tx) => tx.users.find(userId.data));
    if (user === null) throw new AppError('not_found', 'There is no such user in this tenant.');
    const { role, groups } = user;
    return makeUserScope({
      tenantId: tenantId.data,
      userId: userId.data,
      role,
      groups,
      permissions: permissionsOfRole[role],
    });
  };

/** Every change to a tenant's set of admins goes under this name. */
const adminLock = ({ tenantId }: UserScope): string => `tenant-admins/${tenantId}`;

const find = async (tx: Pick<ScopedRepositories, 'users'>, id: UserId): Promise<UserRecord> => {
  const user = await tx.users.find(id);
  if (user === null) throw notFound();
  return user;
};

/** A tenant that nobody can administer could only be repaired by hand. */
const refuseLastAdmin = (user: UserRecord, admins: number): void => {
  if (user.role === 'admin' && user.status === 'active' && admins <= 1) {
    throw new AppError('conflict', 'This is the last active admin of the tenant.');
  }
};
