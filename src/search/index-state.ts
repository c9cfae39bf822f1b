import type { TenantId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';

/** The languages of a tenant's ready documents: a question is analysed in all of them. */
export type TenantLanguages = {
  /** Inside a transaction that is open anyway, pass it; otherwise a short one of its own is used when the cache is cold. */
  get(scope: UserScope, tx?: Pick<ScopedRepositories, 'documents'>): Promise<readonly string[]>;
};

/** Short, because the worker that makes a document ready may be another process; long enough that a busy tenant's searches ask once. */
const LANGUAGES_TTL_MS = 1_000;
const MAX_TENANTS = 10_000;

export const createTenantLanguages = (
  database: Pick<Database, 'withScope'>,
  now: () => Date,
): TenantLanguages => {
  const cache = new Map<TenantId, { languages: readonly string[]; freshUntil: number }>();
  return {
    get: async (scope, tx) => {
      const { tenantId } = scope;
      const known = cache.get(tenantId);
      if (known && known.freshUntil > now().getTime()) return known.languages;
      const languages = tx
        ? await tx.documents.languages()
        : await database.withScope(scope, (own) => own.documents.languages());
      cache.delete(tenantId);
      // An empty index is asked again each time, so that the very first document is found at once.
      if (languages.length === 0) return languages;
      cache.set(tenantId, { languages, freshUntil: now().getTime() + LANGUAGES_TTL_MS });
      const [oldest] = cache.keys();
      if (cache.size > MAX_TENANTS && oldest !== undefined) cache.delete(oldest);
      return languages;
    },
  };
};

/** How far a re-index has come; null when none is under way. */
export type ReindexingProbe = () => Promise<{ done: number; total: number } | null>;

const PROGRESS_TTL_MS = 5_000;

/** Asks at most every five seconds, so that a search costs no round trip more. */
export const createReindexingProbe = (
  ask: () => ReturnType<ReindexingProbe>,
  now: () => Date,
): ReindexingProbe => {
  let progress: ReturnType<ReindexingProbe> = Promise.resolve(null);
  let freshUntil = -Infinity;
  return () => {
    if (freshUntil <= now().getTime()) {
      // A search must not fail because its progress report did.
      progress = ask().catch(() => null);
      freshUntil = now().getTime() + PROGRESS_TTL_MS;
    }
    return progress;
  };
};
