import type { TenantId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';

/** The languages of a tenant's documents: a question is analysed in all of them. */
export type TenantLanguages = {
  /** Inside a transaction that is open anyway, pass it; otherwise a short one of its own is used when the cache is cold. */
  get(scope: UserScope, tx?: Pick<ScopedRepositories, 'documents'>): Promise<readonly string[]>;
};

/**
 * The longest that a search goes without a language of the tenant's, so that a busy tenant's searches ask once. A document in a
 * language that is new to its tenant becomes ready only so long after that language can be read: by then no process, of however
 * many, searches without it.
 */
export const LANGUAGES_TTL_MS = 1_000;
/**
 * With fewer documents every search asks. So the first document is ready without a wait, also where the only one there was has
 * just been deleted.
 */
const CACHED_FROM_DOCUMENTS = 2;
const MAX_TENANTS = 10_000;

/** `nowMs` is a clock that nobody sets, for one that is set back would keep languages beyond their time. */
export const createTenantLanguages = (
  database: Pick<Database, 'withScope'>,
  nowMs: () => number,
): TenantLanguages => {
  const cache = new Map<TenantId, { languages: readonly string[]; freshUntil: number }>();
  return {
    get: async (scope, tx) => {
      const { tenantId } = scope;
      const known = cache.get(tenantId);
      if (known && known.freshUntil > nowMs()) return known.languages;
      // Counted from before the question, whose answer is older than its arrival.
      const freshUntil = nowMs() + LANGUAGES_TTL_MS;
      const { languages, readyDocuments } = tx
        ? await tx.documents.languages()
        : await database.withScope(scope, (own) => own.documents.languages());
      cache.delete(tenantId);
      if (readyDocuments < CACHED_FROM_DOCUMENTS) return languages;
      cache.set(tenantId, { languages, freshUntil });
      const [oldest] = cache.keys();
      if (cache.size > MAX_TENANTS && oldest !== undefined) cache.delete(oldest);
      return languages;
    },
  };
};

/** Reads the progress of a re-index; null when none is under way. */
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
