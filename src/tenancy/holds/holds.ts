import { AppError, fieldsRefused, orNotFound } from '../../shared/errors.js';
import type { HoldId, TenantId } from '../../shared/ids.js';
import { makeSystemScope } from '../../shared/make-scope.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Scope, UserScope } from '../../shared/scope.js';
import type { Database } from '../database.js';
import type { HoldRecord, NewHold } from './repository.js';

const MAX_HOLDS = 1000;

/** What an administrator keeps from being deleted, by anybody and by any background work. */
export const createHolds = ({
  database,
}: {
  database: Pick<Database, 'withScope' | 'platform'>;
}) => ({
  create: (scope: UserScope, hold: Omit<NewHold, 'createdBy'>): Promise<HoldRecord> =>
    database.withScope(scope, async (tx) => {
      const missing = await tx.holds.missing(hold);
      if (missing.length > 0) {
        throw fieldsRefused(missing.map((path) => ({ path, message: 'does not exist here' })));
      }
      if ((await tx.holds.count()) >= MAX_HOLDS) {
        throw new AppError('conflict', `A tenant has ${MAX_HOLDS} holds at most.`);
      }
      const created = await tx.holds.create({ ...hold, createdBy: scope.userId });
      const noted = {
        actorId: scope.userId,
        action: 'hold.create',
        subjectId: created.id,
      } as const;
      await tx.audit.append(noted);
      return created;
    }),
  list: (scope: UserScope, page: PageRequest): Promise<Page<HoldRecord>> =>
    database.withScope(scope, (tx) => tx.holds.list(page)),
  get: (scope: UserScope, id: HoldId): Promise<HoldRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.holds.find(id))),
  release: (scope: UserScope, id: HoldId): Promise<void> =>
    database.withScope(scope, async (tx) => {
      await tx.holds.delete(id);
      await tx.audit.append({ actorId: scope.userId, action: 'hold.delete', subjectId: id });
    }),
  /** For the operator, who learns no more than how many there are. */
  count: async (tenantId: TenantId): Promise<number> => {
    const { id } = orNotFound(await database.platform.tenants.find(tenantId));
    return database.withScope(makeSystemScope(id), (tx) => tx.holds.count());
  },
});

/** Rejects with `under_hold` if the tenant has a hold. */
export const refuseUnderHold = (
  database: Pick<Database, 'withScope'>,
  scope: Scope,
): Promise<void> =>
  database.withScope(scope, async (tx) => {
    if ((await tx.holds.count()) > 0) {
      throw new AppError('under_hold', 'The tenant has holds. Its administrator can release them.');
    }
  });
