import type { ChunkFilter, Legs, LegQuery, VectorStore } from '../platform/vectors/vector-store.js';
import type { Degradation } from '../shared/execution.js';
import type { ChunkId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { createReadOn, MAX_CANDIDATES } from './read-on.js';
import type { ChunkSearch } from './schema.js';

type Deps = { database: Pick<Database, 'withScope'>; vectors: Pick<VectorStore, 'for'> };

type Request = { query: LegQuery; limitPerLeg: number; further: ChunkFilter; signal: AbortSignal };

export type FilteredReader = {
  ask: (request: Request) => Promise<Legs<ChunkId>>;
  /** Lists what has gone less well than it should. */
  degraded: () => Degradation[];
};

const FILTER_CUT: Degradation = {
  node: 'retrieval',
  reason: 'filter_cut',
  effect: `of each ranking the best ${MAX_CANDIDATES} passages were looked through`,
};

/** So many ids a filter of the index may hold; with more documents candidates are read on until enough of them may be seen. */
const MAX_FILTERED_DOCUMENTS = 2_000;

/** Reads of the index what the scope's filter and the search's let through: its rankings are those of an index with nothing else in it. */
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

/** The index knows documents by their ids alone: without these its best hits could all be of other documents. */
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
