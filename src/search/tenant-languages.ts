import type { TenantId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';

type Deps = { database: Pick<Database, 'withScope'>; now: () => Date };

/** The languages of a tenant's ready documents: a question is analysed in all of them. */
export type TenantLanguages = {
  /** Inside a transaction that is open anyway, pass it; otherwise a short one of its own is used when the cache is cold. */
  get(scope: UserScope, tx?: Pick<ScopedRepositories, 'documents'>): Promise<readonly string[]>;
};

/** Short, because the worker that makes a document ready may be another process; long enough that a busy tenant's searches ask once. */
const TTL_MS = 1_000;
const MAX_TENANTS = 10_000;

export const createTenantLanguages = ({ database, now }: Deps): TenantLanguages => {
  const cache = new Map<TenantId, { languages: readonly string[]; freshUntil: number }>();

  const remember = (tenantId: TenantId, languages: readonly string[]): void => {
    cache.delete(tenantId);
    // An empty index is asked again each time, so that the very first document is found at once.
    if (languages.length === 0) return;
    cache.set(tenantId, { languages, freshUntil: now().getTime() + TTL_MS });
    const oldest = cache.size > MAX_TENANTS ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
  };

  return {
    get: async (scope, tx) => {
      const known = cache.get(scope.tenantId);
      if (known && known.freshUntil > now().getTime()) return known.languages;
      const languages = tx
        ? await tx.documents.languages()
        : await database.withScope(scope, (own) => own.documents.languages());
      remember(scope.tenantId, languages);
      return languages;
    },
  };
};
