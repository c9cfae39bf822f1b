import { untilAborted } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import type { DocumentId } from '../../shared/ids.js';
import type { UserScope } from '../../shared/scope.js';
import { toVectorStoreError } from './errors.js';
import {
  chunksMaybeVisibleTo,
  chunksVisibleTo,
  createRowGuard,
  memoriesOf,
  type OnForeignRow,
  type ScopedRow,
  type ScopeFilter,
} from './scope-filter.js';
import type { LegHit, LegQuery, Legs, PointKind, VectorReader } from './vector-store.js';

export type Leg = 'lexical' | 'dense';

/** A search in a store: up to `limit` hits by each of these rankings. */
export type Search = {
  kind: PointKind;
  filter: ScopeFilter;
  query: LegQuery;
  limit: number;
  legs: readonly Leg[];
};

export type FoundRow = ScopedRow & {
  id: string;
  score: number;
  terms: readonly string[];
  documentId?: string | undefined;
  language?: string | undefined;
};

type ReaderDeps = {
  dimensions: number | null;
  onForeignRow: OnForeignRow;
  /** Prepares a search, from which each ranking is then requested once. */
  find: (search: Search) => (leg: Leg) => Promise<FoundRow[]>;
};

type Wanted = Omit<Search, 'legs'> & { wide: ScopeFilter | null };

/** How many times as many hits are read if the filter also passes passages that the person may not see. */
const WIDER = 1.5;

/** One person's reader on top of a store: checks every row again, ranks the hits and removes duplicates. */
export const createReader = (
  { dimensions, onForeignRow, find }: ReaderDeps,
  scope: UserScope,
): VectorReader => {
  const isVisible = createRowGuard(scope, onForeignRow);

  const search = <Id extends string>({ wide, ...request }: Wanted): Promise<Legs<Id>> => {
    const { terms, vector } = request.query;
    const asked: Leg[] = [];
    if (terms.length > 0) asked.push('lexical');
    if (vector !== null && dimensions !== null) asked.push('dense');
    const isFitting = vector?.length === dimensions;
    const legs = asked.filter((leg) => leg === 'lexical' || isFitting);
    const ask = wide === null ? find({ ...request, legs }) : askWidely({ ...request, legs }, wide);
    return searchLegs<Id>(asked, async (leg) => {
      if (leg === 'dense' && !isFitting) throw misfit(vector?.length, dimensions);
      return toHits<Id>((await ask(leg)).filter(isVisible));
    });
  };

  /**
   * The wider filter with more hits nearly always yields enough visible ones, the same as the narrow filter would; if not, the narrow one
   * is used.
   */
  const askWidely = (request: Search, wide: ScopeFilter) => {
    const limit = Math.ceil(request.limit * WIDER);
    const ask = find({ ...request, filter: wide, limit });
    return async (leg: Leg): Promise<FoundRow[]> => {
      const found = await ask(leg);
      const visible = found.filter(isVisible);
      if (visible.length >= request.limit) return visible.slice(0, request.limit);
      return found.length < limit ? visible : find({ ...request, legs: [leg] })(leg);
    };
  };

  return {
    searchChunks: ({ query, filter, limitPerLeg: limit, signal }) => {
      const visible = chunksVisibleTo(scope, filter);
      const wide = chunksMaybeVisibleTo(scope, filter);
      return untilAborted(search({ kind: 'chunks', filter: visible, wide, query, limit }), signal);
    },
    searchMemories: ({ query, filter, limitPerLeg: limit, signal }) => {
      const own = memoriesOf(scope, filter);
      return untilAborted(
        search({ kind: 'memories', filter: own, wide: null, query, limit }),
        signal,
      );
    },
  };
};

/** The longest wait for one ranking once the other has answered. */
export const LEG_GRACE_MS = 2000;

/**
 * Runs the requested rankings in parallel. If one fails or is too late, it is reported; if all fail, the store is unavailable. A single
 * ranking may take as long as its caller waits.
 */
export const searchLegs = async <Id>(
  asked: readonly Leg[],
  search: (leg: Leg) => Promise<LegHit<Id>[]>,
  graceMs = LEG_GRACE_MS,
): Promise<Legs<Id>> => {
  const failed: Legs<Id>['failed'] = [];
  const tooLate = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const run = async (leg: Leg): Promise<LegHit<Id>[]> => {
    if (!asked.includes(leg)) return [];
    try {
      const hits = await untilAborted(search(leg), tooLate.signal);
      timer ??= setTimeout(() => {
        tooLate.abort(new Error(`No answer ${graceMs} ms after the other leg's`));
      }, graceMs);
      return hits;
    } catch (cause) {
      failed.push({ leg, cause });
      return [];
    }
  };
  const [lexical, dense] = await Promise.all([run('lexical'), run('dense')]);
  clearTimeout(timer);
  if (asked.length > 0 && failed.length === asked.length) {
    throw toVectorStoreError(failed[0]?.cause);
  }
  return { lexical, dense, failed };
};

const misfit = (length: number | undefined, dimensions: number | null): AppError =>
  new AppError(
    'vector_store_unavailable',
    `The query has ${length ?? 0} dimensions, the index ${dimensions ?? 0}.`,
  );

// Sorted here, because LanceDB appends rows that are not yet in its full-text index unranked.
const toHits = <Id extends string>(rows: readonly FoundRow[]): LegHit<Id>[] => {
  const hits = new Map<string, LegHit<Id>>();
  const ranked = rows.toSorted(
    (left, right) => right.score - left.score || (left.id < right.id ? -1 : 1),
  );
  for (const { id, documentId, score, terms, language = null } of ranked) {
    // The writer stored ids of these kinds; the store loses the brand.
    const owner = (documentId ?? null) as DocumentId | null;
    if (!hits.has(id)) hits.set(id, { id: id as Id, score, terms, documentId: owner, language });
  }
  return [...hits.values()];
};
