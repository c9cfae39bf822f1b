import { createBoundedMap } from '../shared/bounded-map.js';
import type { TenantId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { IndexedUnder, IndexProgress, TaskRepository } from '../tasks/index.js';
import type { Database, ScopedRepositories } from './database.js';
import { hasSameVectors, parseFingerprint, type IndexFingerprint } from './index-fingerprint.js';

/** The languages of a tenant's documents, in all of which a question is analysed. */
export type TenantLanguages = {
  /** Pass an open transaction if there is one; otherwise a short transaction is used when the cache is cold. */
  get(scope: UserScope, tx?: Pick<ScopedRepositories, 'documents'>): Promise<readonly string[]>;
};

/**
 * How long a search may be unaware of a tenant's new language, so that the searches of a busy tenant ask only once. A document in a
 * language new to its tenant becomes ready this long after the language is visible; by then no process searches without it.
 */
export const LANGUAGES_TTL_MS = 1_000;
/**
 * With fewer documents, every search asks for the languages. The first document is therefore ready without delay, even if the only earlier
 * one has just been deleted.
 */
const CACHED_FROM_DOCUMENTS = 2;
const MAX_TENANTS = 10_000;

/** `nowMs` must be a monotonic clock: if a clock is set back, languages would be cached too long. */
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
      // Measured from before the query, because the answer is as old as its question.
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

/** Reads the progress of a re-index; null if there is none. */
type ReindexingProbe = () => Promise<IndexProgress | null>;

/** What a search needs to know about its tenant's index while it is being rebuilt. */
type TenantIndex = {
  progress: Pick<IndexProgress, 'done' | 'total'> | null;
  /** Indexes of earlier settings that answer for content missing from the current index. */
  earlier: readonly IndexFingerprint[];
  /** True if no index contains some of the content, for example after a change of the store. */
  isIncomplete: boolean;
  /** True if an earlier index has vectors of another model, so that it is searched only by words. */
  lacksMeaning: boolean;
};

export type IndexState = {
  /** Reports the progress of a re-index of all tenants. */
  reindexing: ReindexingProbe;
  ofTenant: (tenantId: TenantId) => Promise<TenantIndex>;
  /** Earlier indexes that still answer for at least one tenant. */
  earlier: () => Promise<readonly IndexFingerprint[]>;
};

type StateDeps = {
  tasks: Pick<TaskRepository, 'indexedUnder' | 'reindexing'>;
  /** A fingerprint in canonical form; see toCanonicalFingerprint. */
  fingerprint: string;
  nowMs: () => number;
};

const PROGRESS_TTL_MS = 5_000;
/** While an index is being rebuilt, what is known about a tenant's index is reused for this long. */
const TENANT_TTL_MS = 1_000;

/**
 * Finds out which indexes answer. Queries at most every five seconds, so that a search needs no extra round trip if there is no re-index.
 */
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

/** Reuses the last answer for a while, and for longer if asking fails: a search must not fail because a progress report failed. */
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
