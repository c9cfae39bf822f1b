import { z } from 'zod';
import { createsById, userRoute, type Route } from '../http/index.js';
import { AppError, orNotFound } from '../shared/errors.js';
import { GroupId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { groupField, GroupRecord, MAX_GROUPS_PER_USER, type UserRecord } from './schema.js';
import { User } from './users.js';
import { ListQuery, listOf, readList } from '../shared/lists.js';

export type GroupDeps = { groups: ReturnType<typeof createGroups> };

type Membership = { id: GroupId; userId: UserId };

const Group = GroupRecord.omit({ key: true }).meta({ id: 'Group' });

const DeletedGroup = z
  .object({ documentsMadePrivate: z.int().describe('From now on visible only to their owners.') })
  .meta({ id: 'DeletedGroup' });
type DeletedGroup = z.infer<typeof DeletedGroup>;

const params = z.strictObject({ id: GroupId });
const memberParams = z.strictObject({ id: GroupId, userId: UserId });
const access = { roles: ['admin'], permission: 'admin', tag: 'groups' } as const;
const body = z.strictObject({ name: groupField }).meta({ id: 'GroupName' });

/** Users and documents refer to a group by its key: renaming one changes nobody's rights, and a reused name grants none. */
export const createGroups = ({ database }: { database: Pick<Database, 'withScope'> }) => ({
  create: (scope: UserScope, name: string): Promise<GroupRecord> =>
    database.withScope(scope, async (tx) => {
      const group = await tx.groups.create(name);
      await note(tx, scope, { action: 'group.create', id: group.id });
      return group;
    }),
  list: (scope: UserScope, page: PageRequest): Promise<Page<GroupRecord>> =>
    database.withScope(scope, (tx) => tx.groups.list(page)),
  get: (scope: UserScope, id: GroupId): Promise<GroupRecord> =>
    database.withScope(scope, (tx) => find(tx, id)),
  rename: (scope: UserScope, id: GroupId, name: string): Promise<GroupRecord> =>
    database.withScope(scope, async (tx) => {
      const group = await tx.groups.rename(id, name);
      await note(tx, scope, { action: 'group.update', id });
      return group;
    }),
  /** Documents visible to the group become private to their owners. */
  delete: (scope: UserScope, id: GroupId): Promise<DeletedGroup> =>
    database.withScope(scope, async (tx) => {
      const group = await find(tx, id);
      const documentsMadePrivate = await tx.documents.makePrivate(`group:${group.key}`);
      await tx.groups.delete(group);
      await note(tx, scope, { action: 'group.delete', id });
      return { documentsMadePrivate };
    }),
  members: (scope: UserScope, id: GroupId, page: PageRequest): Promise<Page<UserRecord>> =>
    database.withScope(scope, async (tx) =>
      tx.users.list({ ...page, groupKey: (await find(tx, id)).key }),
    ),
  add: (scope: UserScope, { id, userId }: Membership): Promise<void> =>
    database.withScope(scope, async (tx) => {
      const group = await find(tx, id);
      orNotFound(await tx.users.find(userId));
      if (!(await tx.groups.addMember(group, userId))) return;
      // Counted after the row is locked, so that concurrent additions do not exceed the limit.
      const { groups } = orNotFound(await tx.users.find(userId));
      if (groups.length > MAX_GROUPS_PER_USER) {
        throw new AppError('conflict', `A user is in ${MAX_GROUPS_PER_USER} groups at most.`);
      }
      await note(tx, scope, { action: 'group.add_member', id, userId });
    }),
  remove: (scope: UserScope, { id, userId }: Membership): Promise<void> =>
    database.withScope(scope, async (tx) => {
      const group = await find(tx, id);
      orNotFound(await tx.users.find(userId));
      if (!(await tx.groups.removeMember(group, userId))) return;
      await note(tx, scope, { action: 'group.remove_member', id, userId });
    }),
});

export const createGroupRoutes = (deps: GroupDeps): Route[] => [
  ...createObjectRoutes(deps),
  ...createMemberRoutes(deps),
];

const createObjectRoutes = ({ groups }: GroupDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/groups',
    operationId: 'createGroup',
    errors: ['conflict'],
    example: { name: 'hr' },
    summary: 'Create a group',
    ...access,
    body,
    creates: createsById(GroupId, groups.get),
    responses: { 201: { description: 'Created', schema: Group } },
    answer: ({ scope, body: { name } }) => groups.create(scope, name),
  }),
  userRoute({
    method: 'get',
    path: '/v1/groups',
    operationId: 'listGroups',
    summary: 'List groups',
    ...access,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Group, 'GroupList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'groups', scope }, query, (page) => groups.list(scope, page)),
  }),
  userRoute({
    method: 'get',
    path: '/v1/groups/:id',
    operationId: 'getGroup',
    summary: 'Read a group',
    ...access,
    params,
    responses: { 200: { description: 'The group', schema: Group } },
    answer: ({ scope, params: { id } }) => groups.get(scope, id),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/groups/:id',
    operationId: 'renameGroup',
    errors: ['conflict'],
    example: { name: 'people' },
    summary: 'Rename a group; its members and what they may see stay',
    ...access,
    params,
    body,
    responses: { 200: { description: 'The renamed group', schema: Group } },
    answer: ({ scope, params: { id }, body: { name } }) => groups.rename(scope, id, name),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/groups/:id',
    operationId: 'deleteGroup',
    summary: 'Delete a group; documents that were visible to it become private',
    ...access,
    params,
    responses: { 200: { description: 'Deleted', schema: DeletedGroup } },
    answer: ({ scope, params: { id } }) => groups.delete(scope, id),
  }),
];

const createMemberRoutes = ({ groups }: GroupDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/groups/:id/members',
    operationId: 'listGroupMembers',
    summary: "List a group's members",
    ...access,
    params,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(User, 'GroupMemberList') } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `groups/${id}/members`, scope, position: 'order' }, query, (page) =>
        groups.members(scope, id, page),
      ),
  }),
  userRoute({
    method: 'put',
    path: '/v1/groups/:id/members/:userId',
    operationId: 'addGroupMember',
    errors: ['conflict'],
    summary: 'Add a user to a group; effective with their next request',
    ...access,
    params: memberParams,
    responses: { 204: { description: 'The user is a member' } },
    answer: ({ scope, params: membership }) => groups.add(scope, membership),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/groups/:id/members/:userId',
    operationId: 'removeGroupMember',
    summary: 'Take a user out of a group; effective with their next request',
    ...access,
    params: memberParams,
    responses: { 204: { description: 'The user is not a member' } },
    answer: ({ scope, params: membership }) => groups.remove(scope, membership),
  }),
];

const find = async (tx: Pick<ScopedRepositories, 'groups'>, id: GroupId): Promise<GroupRecord> =>
  orNotFound(await tx.groups.find(id));

type GroupAction = `group.${'create' | 'update' | 'delete' | 'add_member' | 'remove_member'}`;

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id, userId }: { action: GroupAction; id: GroupId; userId?: UserId },
): Promise<void> =>
  tx.audit.append({
    actorId,
    action,
    subjectId: id,
    ...(userId !== undefined && { holderId: userId }),
  });
