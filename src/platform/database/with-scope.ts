import { setTimeout as delay } from 'node:timers/promises';
import { TenantId } from '../../shared/ids.js';
import type { Scope } from '../../shared/scope.js';
import type { Database } from './database.js';
import type { Transaction } from './transaction.js';
import type { InTenant } from './in-tenant.js';
import { isRetryable, translateError } from './translate-error.js';

export const createWithScope =
  <Scoped>(
    inTenant: InTenant,
    repositoriesOf: (tx: Transaction, scope: Scope) => Scoped,
  ): Database<Scoped>['withScope'] =>
  async (scope, work) => {
    const tenantId = parseTenant(scope);
    return retryConflicts(() => inTenant(tenantId, (tx) => work(repositoriesOf(tx, scope))));
  };

/** Types keep partial scopes out; what got past them must still not reach PostgreSQL. */
const parseTenant = (scope: Scope): TenantId => {
  if (!Object.isFrozen(scope)) throw new Error('A scope comes from its makers only.');
  return TenantId.parse(scope.tenantId);
};

const MAX_TRIES = 3;

const retryConflicts = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw translateError(error);
      // Jitter, so that two transactions that met do not meet again.
      await delay(tries * (5 + Math.random() * 20));
    }
  }
};
