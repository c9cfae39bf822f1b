import { AppError } from '../shared/errors.js';
import { TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope, makeUserScope } from '../shared/make-scope.js';
import { permissionsOfRole } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';

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
