import { z } from 'zod';
import { UserId } from '../shared/ids.js';
import { TenantRole } from '../shared/scope.js';
import { UserRecord, UserStatus } from './user.js';
import type { RemoveUser } from './remove-content.js';
import type { Users } from './users.js';
import {
  ListQuery,
  listOf,
  toList,
  toPageRequest,
  changes,
  userRoute,
  type Route,
} from '../http/index.js';
import { emailField, groupField } from './fields.js';

export type UserDeps = { users: Users; removeUser: RemoveUser };

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

const createItemRoutes = ({ users, removeUser }: UserDeps): Route[] => [
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
      await removeUser(scope, id);
      return { status: 204 };
    },
  }),
];
