import type {
  ChunkFilter,
  Legs,
  LegQuery,
  VectorStore,
  LegHit,
  VectorReader,
} from '../platform/vectors/vector-store.js';
import type { Degradation } from '../shared/execution.js';
import type { ChunkId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { ChunkSearch } from './schema.js';
import { z } from 'zod';
import { DocumentFilter, fromPlain, PlainFilter } from '../shared/document-filter.js';

type Deps = { database: Pick<Database, 'withScope'>; vectors: Pick<VectorStore, 'for'> };

type Request = { query: LegQuery; limitPerLeg: number; further: ChunkFilter; signal: AbortSignal };

export type FilteredReader = {
  ask: (request: Request) => Promise<Legs<ChunkId>>;
  /** Lists problems that made the result worse than it should be. */
  degraded: () => Degradation[];
};

/** The maximum number of candidates per ranking. */
export const MAX_CANDIDATES = 5_000;

const FILTER_CUT: Degradation = {
  node: 'retrieval',
  reason: 'filter_cut',
  effect: `of each ranking the best ${MAX_CANDIDATES} passages were looked through`,
};

/** The maximum number of ids in a filter of the index; for more documents, further candidates are read until enough are visible. */
const MAX_FILTERED_DOCUMENTS = 2_000;

/**
 * Reads only what the filters of the scope and the search allow: the rankings are the same as those of an index that contains nothing else.
 */
export const openFilteredReader = async (
  { database, vectors }: Deps,
  scope: UserScope,
  filter: NonNullable<ChunkSearch['filter']> = {},
): Promise<FilteredReader> => {
  const { ofIndex, isTooWide } = await toLegFilter(database, scope, filter);
  const reader = vectors.for(scope);
  const cut = { happened: false };
  const readOn = createReadOn(reader, {
    keep: (ids) => database.withScope(scope, (tx) => tx.chunks.live(ids, filter)),
    recordCut: () => (cut.happened = true),
  });
  return {
    ask: ({ further, ...request }) => {
      const search = { ...request, filter: { ...further, ...ofIndex } };
      return isTooWide ? readOn(search) : reader.searchChunks(search);
    },
    degraded: () => (cut.happened ? [FILTER_CUT] : []),
  };
};

/** The index knows documents only by id. Without this filter, its best hits could all belong to other documents. */
const toLegFilter = async (
  database: Deps['database'],
  scope: UserScope,
  { documentIds, language, metadata }: NonNullable<ChunkSearch['filter']>,
): Promise<{ ofIndex: ChunkFilter; isTooWide: boolean }> => {
  const isFiltered = metadata !== undefined || scope.filters.length > 0;
  const found = isFiltered
    ? await database.withScope(scope, (tx) =>
        tx.documents.idsToSearch(metadata, MAX_FILTERED_DOCUMENTS),
      )
    : null;
  const wanted = found && documentIds ? found.filter((id) => documentIds.includes(id)) : found;
  const ids = wanted ?? documentIds;
  return {
    ofIndex: { ...(ids && { documentIds: ids }), ...(language !== undefined && { language }) },
    isTooWide: isFiltered && ids === undefined,
  };
};

/** Each step reads this many times as many candidates as the previous one. */
const GROWTH = 5;

type Read = VectorReader['searchChunks'];

type ReadOnDeps = {
  /** Returns the chunks that may be seen. */
  keep: (ids: readonly ChunkId[]) => Promise<ReadonlySet<ChunkId>>;
  /** Called if the maximum number of candidates was read, but fewer of them than wanted are visible. */
  recordCut: () => void;
};

/**
 * Requests more and more candidates until each ranking has enough visible ones, is exhausted, or has reached the maximum. Each ranking is
 * then the same as if its filter had contained only visible documents.
 */
export const createReadOn =
  (reader: Pick<VectorReader, 'searchChunks'>, { keep, recordCut }: ReadOnDeps): Read =>
  async (request) => {
    const wanted = request.limitPerLeg;
    for (let limit = wanted; ; limit = Math.min(limit * GROWTH, MAX_CANDIDATES)) {
      request.signal.throwIfAborted();
      const found = await reader.searchChunks({ ...request, limitPerLeg: limit });
      const seen = await keep(idsOf(found));
      const kept = keepSeen(found, seen);
      const lacks = (['lexical', 'dense'] as const).some(
        (leg) => kept[leg].length < wanted && found[leg].length >= limit,
      );
      if (lacks && limit < MAX_CANDIDATES) continue;
      if (lacks) recordCut();
      return {
        ...kept,
        lexical: kept.lexical.slice(0, wanted),
        dense: kept.dense.slice(0, wanted),
      };
    }
  };

const idsOf = ({ lexical, dense }: Legs<ChunkId>): ChunkId[] => [
  ...new Set([...lexical, ...dense].map(({ id }) => id)),
];

const keepSeen = (found: Legs<ChunkId>, seen: ReadonlySet<ChunkId>): Legs<ChunkId> => {
  const isSeen = ({ id }: LegHit<ChunkId>): boolean => seen.has(id);
  return {
    ...found,
    lexical: found.lexical.filter(isSeen),
    dense: found.dense.filter(isSeen),
  };
};

/** The filter of a search request; the plain fields are still accepted for one more release. */
export const SearchFilter = z.union([DocumentFilter, PlainFilter]);
export type SearchFilter = z.infer<typeof SearchFilter>;

/** The plain fields select passages, which may be in a different language from their document. */
export const splitFilter = (filter: SearchFilter | undefined) => {
  if (filter === undefined) return { within: null, ofPassages: undefined };
  if ('type' in filter) return { within: filter, ofPassages: undefined };
  const { collectionIds, ...ofPassages } = filter;
  return { within: fromPlain({ collectionIds }), ofPassages };
};

/** The conditions of the filter that apply to whole documents; null without a filter. */
export const ofDocuments = (filter: SearchFilter | undefined): DocumentFilter | null => {
  if (filter === undefined) return null;
  return 'type' in filter ? filter : fromPlain(filter);
};
