import { createBoundedMap } from '../shared/bounded-map.js';
import type { TenantId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { IndexedUnder, IndexProgress, TaskRepository } from '../tasks/index.js';
import type { Database, ScopedRepositories } from './database.js';
import { hasSameVectors, parseFingerprint, type IndexFingerprint } from './index-fingerprint.js';

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
type ReindexingProbe = () => Promise<IndexProgress | null>;

/** What a search has to know of its tenant's index while it is built anew. */
type TenantIndex = {
  progress: Pick<IndexProgress, 'done' | 'total'> | null;
  /** Indexes of other settings that answer for what is not in today's. */
  earlier: readonly IndexFingerprint[];
  /** True where something is in none of them, as after a change of the store. */
  isIncomplete: boolean;
  /** True where the vectors of an earlier one are of another model: it is read by words alone. */
  lacksMeaning: boolean;
};

export type IndexState = {
  /** Covers all tenants. */
  reindexing: ReindexingProbe;
  ofTenant: (tenantId: TenantId) => Promise<TenantIndex>;
  /** Earlier indexes that still answer for some tenant. */
  earlier: () => Promise<readonly IndexFingerprint[]>;
};

type StateDeps = {
  tasks: Pick<TaskRepository, 'indexedUnder' | 'reindexing'>;
  /** Canonical; see toCanonicalFingerprint. */
  fingerprint: string;
  nowMs: () => number;
};

const PROGRESS_TTL_MS = 5_000;
/** While an index is being rebuilt, the answer for a tenant is reused for this long. */
const TENANT_TTL_MS = 1_000;

/** Says which indexes answer. Asks at most every five seconds, so that a search costs no round trip more where nothing is under way. */
export const createIndexState = ({ tasks, fingerprint, nowMs }: StateDeps): IndexState => {
  const read = async (tenantId: TenantId | null): Promise<TenantIndex> =>
    toIndex(await tasks.indexedUnder(tenantId), fingerprint);
  const clock = { ttlMs: PROGRESS_TTL_MS, nowMs };
  const everyone = createRemembered(() => read(null), { ...clock, atFirst: TODAYS_ALONE });
  const reindexing = createRemembered(() => tasks.reindexing(fingerprint), {
    ...clock,
    atFirst: null,
  });
  const tenants = createBoundedMap<() => Promise<TenantIndex>>(MAX_TENANTS);
  return {
    reindexing,
    earlier: async () => (await everyone()).earlier,
    ofTenant: async (tenantId) => {
      if ((await everyone()).progress === null) return TODAYS_ALONE;
      const known = tenants.get(tenantId);
      const ask =
        known ??
        createRemembered(() => read(tenantId), {
          ttlMs: TENANT_TTL_MS,
          nowMs,
          atFirst: TODAYS_ALONE,
        });
      if (known === undefined) tenants.set(tenantId, ask);
      return ask();
    },
  };
};

const TODAYS_ALONE: TenantIndex = {
  progress: null,
  earlier: [],
  isIncomplete: false,
  lacksMeaning: false,
};

const toIndex = (counts: readonly IndexedUnder[], fingerprint: string): TenantIndex => {
  const total = counts.reduce((sum, { subjects }) => sum + subjects, 0);
  const done = counts.find((count) => count.fingerprint === fingerprint)?.subjects ?? 0;
  if (done === total) return TODAYS_ALONE;
  const today = parseFingerprint(fingerprint);
  const others = counts.filter((count) => count.fingerprint !== fingerprint);
  const earlier = others
    .map((count) => parseFingerprint(count.fingerprint))
    .filter((index) => index !== null)
    .filter(({ store }) => store === today?.store);
  return {
    progress: { done, total },
    earlier,
    isIncomplete: earlier.length < others.length,
    lacksMeaning: earlier.some((index) => today === null || !hasSameVectors(today, index)),
  };
};

type Remembering<Value> = { ttlMs: number; nowMs: () => number; atFirst: Value };

/** The answer of the last time, for a while. Where asking fails it is older: a search must not fail because its progress report did. */
const createRemembered = <Value>(
  ask: () => Promise<Value>,
  { ttlMs, nowMs, atFirst }: Remembering<Value>,
): (() => Promise<Value>) => {
  let last: Promise<Value> = Promise.resolve(atFirst);
  let freshUntilMs = -Infinity;
  return () => {
    if (freshUntilMs <= nowMs()) {
      const before = last;
      last = ask().catch(() => before);
      freshUntilMs = nowMs() + ttlMs;
    }
    return last;
  };
};
