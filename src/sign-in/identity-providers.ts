import { AppError, notFound, orNotFound } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { IdentityProvider, StoredProvider } from './identity-repository.js';
import type { Keys } from './keys.js';
import type { OpenIdClient } from './openid-connect.js';
import { seal } from './seal.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  openId: Pick<OpenIdClient, 'check'>;
  atRest: Keys;
};

export type IdentityProviders = ReturnType<typeof createIdentityProviders>;

/** Manages a tenant's identity provider. Its client secret is sealed and never read back. */
export const createIdentityProviders = ({ database, openId, atRest }: Deps) => ({
  get: (scope: UserScope): Promise<IdentityProvider> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.identities.provider())),
  /** The provider is contacted before it is saved. The reason for a refusal is not disclosed, because the address may be private. */
  set: async (
    scope: UserScope,
    { clientSecret, ...given }: IdentityProvider & { clientSecret: string },
  ): Promise<IdentityProvider> => {
    const provider = { ...given, issuer: new URL(given.issuer).href };
    const { tenantId } = scope;
    await openId.check({ ...provider, tenantId, clientSecret }).catch((cause: unknown) => {
      throw new AppError('validation_failed', 'The issuer cannot be used.', {
        cause,
        errors: [
          { path: 'issuer', message: 'is not an OpenID Connect provider that can be reached' },
        ],
      });
    });
    const stored: StoredProvider = {
      ...provider,
      clientSecret: seal(atRest, tenantId, clientSecret),
    };
    await database.withScope(scope, async (tx) => {
      await tx.identities.setProvider(stored);
      await tx.audit.append({
        actorId: scope.userId,
        action: 'sign_in.configure',
        subjectId: scope.tenantId,
      });
    });
    return provider;
  },
  /** People who signed in through it keep their accounts, but can no longer use it. */
  remove: (scope: UserScope): Promise<void> =>
    database.withScope(scope, async (tx) => {
      if (!(await tx.identities.removeProvider())) throw notFound();
      await tx.audit.append({
        actorId: scope.userId,
        action: 'sign_in.configure',
        subjectId: scope.tenantId,
      });
    }),
});
