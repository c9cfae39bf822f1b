import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import { ExternalId, newId, UserId } from '../shared/ids.js';
import { TenantRole, type UserScope } from '../shared/scope.js';
import { changesBetween } from './audit-changes.js';
import type { Database } from './database.js';
import { requireOneMore } from './quotas.js';
import {
  emailField,
  groupField,
  MAX_GROUPS_PER_USER,
  nameField,
  passwordField,
  type UserRecord,
} from './schema.js';

/** A user with an address here, or one whom an application signs in. */
export type UserToCreate = {
  role: TenantRole;
  groups?: readonly string[] | undefined;
  externalId?: string | undefined;
  name?: string | undefined;
} & (
  | { managed: true; externalId: string }
  | { managed: false; email: string; password?: string | undefined }
);

export type ManagedUser = Extract<UserToCreate, { managed: true }>;

export const NewUserBody = z
  .strictObject({
    email: emailField
      .optional()
      .describe('Required, except for a managed user, who has none here.'),
    role: TenantRole.optional().describe('If omitted: member. A managed user is always a member.'),
    groups: z
      .array(groupField)
      .max(MAX_GROUPS_PER_USER)
      .optional()
      .describe('If omitted: none; an existing managed user keeps theirs.'),
    password: passwordField.optional(),
    externalId: ExternalId.optional().describe(
      'The id of this person in your own systems, which X-On-Behalf-Of takes. Required for a managed user.',
    ),
    name: nameField
      .optional()
      .describe('For administrators. If omitted: none; an existing managed user keeps theirs.'),
    managed: z
      .boolean()
      .optional()
      .describe(
        'Your application signs this person in: no e-mail address, invitation or password here. If a managed user with this ' +
          '`externalId` exists, their name and groups are changed and the answer is 200.',
      ),
  })
  .check((given) => {
    const refuse = (path: string, message: string) =>
      given.issues.push({ code: 'custom', path: [path], message, input: given.value });
    const { managed = false, email, password, externalId, role = 'member' } = given.value;
    if (!managed && email === undefined) refuse('email', 'is required, except for a managed user');
    if (!managed) return;
    if (externalId === undefined) refuse('externalId', 'is required for a managed user');
    if (email !== undefined) refuse('email', 'must be left out for a managed user');
    if (password !== undefined) refuse('password', 'must be left out for a managed user');
    if (role !== 'member') refuse('role', 'must be member for a managed user');
  })
  .transform(
    ({ managed, email = '', externalId, password, role = 'member', ...user }): UserToCreate =>
      managed === true && externalId !== undefined
        ? { ...user, role, managed, externalId }
        : { ...user, role, managed: false, email, externalId, password },
  )
  .meta({ id: 'NewUser' });

/** Creates the person of an application, or brings the one with this `externalId` up to date; `conflict` if that one signs in here. */
export const createPutManagedUser =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  (
    scope: UserScope,
    { externalId, name, groups }: ManagedUser,
  ): Promise<{ user: UserRecord; isNew: boolean }> =>
    database.withScope(scope, async (tx) => {
      const known = await tx.users.lockExternal(externalId);
      if (known === null) {
        await requireOneMore(tx, 'users');
        const created = { id: newId(UserId), externalId, name, groups: groups ?? [] };
        const user = await tx.users.createManaged(created);
        await tx.audit.append({ actorId: scope.userId, action: 'user.create', subjectId: user.id });
        return { user, isNew: true };
      }
      if (!known.managed) {
        throw new AppError('conflict', 'A user who signs in here has this externalId.');
      }
      const before = { groups: await tx.users.groupKeys(known.id) };
      const user = await tx.users.update(known.id, {
        name,
        groups: groups && [...new Set(groups)],
      });
      const changes = changesBetween(before, { groups: await tx.users.groupKeys(known.id) });
      await tx.audit.append({
        actorId: scope.userId,
        action: 'user.update',
        subjectId: user.id,
        changes,
      });
      return { user, isNew: false };
    });
