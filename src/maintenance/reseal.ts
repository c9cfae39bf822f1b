import type { TenantId } from '../shared/ids.js';
import { reseal, unseal, type Keys } from '../sign-in/index.js';
import { eachTenant, type Attempt, type Deps } from './chores.js';
import type { ScopedRepositories } from './database.js';

/** The outcome for sealed secrets; null if the newest key had already sealed them. */
type Outcome = 'resealed' | 'unreadable' | null;

/**
 * Seals secrets entrusted by tenants with the newest key if an earlier one was used, tenant by tenant. Secrets changed meanwhile stay as
 * they are. Without an earlier key there is nothing to do.
 */
export const createResealTenants =
  (
    { database, atRest = null, logger }: Pick<Deps, 'database' | 'atRest' | 'logger'>,
    attempt: Attempt,
    signal: AbortSignal,
  ) =>
  async (): Promise<void> => {
    if (atRest === null || atRest.length === 1) return;
    const counts = { resealed: 0, unreadable: 0 };
    for await (const { scope, status } of eachTenant(database)) {
      if (signal.aborted) return;
      if (status === 'deleting') continue;
      await attempt('reseal_secrets', async () => {
        const outcomes = await database.withScope(scope, (tx) =>
          resealTenant(tx, atRest, scope.tenantId),
        );
        for (const outcome of outcomes) if (outcome !== null) counts[outcome] += 1;
      });
    }
    logger.info(counts, 'Sealed secrets with the new JWT_SECRET');
  };

const resealTenant = async (
  tx: Pick<ScopedRepositories, 'identities' | 'sources' | 'webhooks'>,
  keys: Keys,
  tenantId: TenantId,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  const renew = (sealed: Uint8Array): Uint8Array => {
    const anew = reseal(keys, tenantId, sealed);
    const isUnreadable = anew === null && unseal(keys, tenantId, sealed) === null;
    outcomes.push(isUnreadable ? 'unreadable' : anew && 'resealed');
    return anew ?? sealed;
  };
  const clientSecret = (await tx.identities.provider())?.clientSecret;
  if (clientSecret !== undefined) {
    await tx.identities.resealProvider(clientSecret, renew(clientSecret));
  }
  for (const sealed of await tx.webhooks.sealed()) {
    const { id, secret, oldSecret } = sealed;
    const anew = { id, secret: renew(secret), oldSecret: oldSecret && renew(oldSecret) };
    await tx.webhooks.reseal(sealed, anew);
  }
  for (const sealed of await tx.sources.sealed()) {
    await tx.sources.reseal(sealed, renew(sealed.credentials));
  }
  return outcomes;
};
