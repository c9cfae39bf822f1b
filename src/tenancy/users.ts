import { AppError, notFound } from '../shared/errors.js';
import { newId, UserId, type UserId as UserIdType } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { TenantRole, UserScope } from '../shared/scope.js';
import type { UserRecord, UserStatus, UserChanges } from './user.js';
import type { Database } from './database.js';
import { createLockOrConflict } from './lock-or-conflict.js';

type Deps = { database: Pick<Database, 'withScope' | 'withLock'> };

type UserAdministration = {
  role?: TenantRole | undefined;
  status?: UserStatus | undefined;
  groups?: readonly string[] | undefined;
};

export type Users = {
  create(
    scope: UserScope,
    user: { email: string; role: TenantRole; groups: readonly string[] },
  ): Promise<UserRecord>;
  list(scope: UserScope, page: PageRequest): Promise<Page<UserRecord>>;
  get(scope: UserScope, id: UserIdType): Promise<UserRecord>;
  /** Never leaves the tenant without an active admin. */
  update(scope: UserScope, id: UserIdType, changes: UserAdministration): Promise<UserRecord>;
};

/** Every change to a tenant's set of admins goes under this name. */
export const adminLock = ({ tenantId }: UserScope): string => `tenant-admins/${tenantId}`;

export const createUsers = ({ database }: Deps): Users => ({
  create: (scope, user) =>
    database.withScope(scope, async (tx) => {
      const created = await tx.users.create({ id: newId(UserId), ...user });
      await tx.audit.append({
        actorId: scope.userId,
        action: 'user.create',
        subjectId: created.id,
        result: 'ok',
      });
      return created;
    }),
  list: (scope, page) => database.withScope(scope, (tx) => tx.users.list(page)),
  get: (scope, id) =>
    database.withScope(scope, async (tx) => {
      const user = await tx.users.find(id);
      if (user === null) throw notFound();
      return user;
    }),
  update: (scope, id, changes) =>
    createLockOrConflict({ database })(adminLock(scope), () =>
      database.withScope(scope, async (tx) => {
        const user = await tx.users.find(id);
        if (user === null) throw notFound();
        const isDemoted = changes.role === 'member' || changes.status === 'suspended';
        if (isDemoted) refuseLastAdmin(user, await tx.users.countAdmins());
        const updated = await tx.users.update(id, withoutAbsent(changes));
        await tx.audit.append({
          actorId: scope.userId,
          action: 'user.update',
          subjectId: id,
          result: 'ok',
        });
        return updated;
      }),
    ),
});

/** A tenant that nobody can administer could only be repaired by hand. */
export const refuseLastAdmin = (user: UserRecord, admins: number): void => {
  if (user.role === 'admin' && user.status === 'active' && admins <= 1) {
    throw new AppError('conflict', 'This is the last active admin of the tenant.');
  }
};

const withoutAbsent = ({ role, status, groups }: UserAdministration): UserChanges => ({
  ...(role === undefined ? {} : { role }),
  ...(status === undefined ? {} : { status }),
  ...(groups === undefined ? {} : { groups: [...new Set(groups)] }),
});
