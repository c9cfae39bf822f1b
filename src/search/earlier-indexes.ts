import type { Logger } from '../platform/telemetry/telemetry.js';
import type {
  EarlierIndex,
  LegHit,
  Legs,
  LegQuery,
  VectorReader,
  VectorStore,
} from '../platform/vectors/vector-store.js';
import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import {
  chunkingOf,
  hashFingerprint,
  hasSameVectors,
  parseFingerprint,
  toCanonicalFingerprint,
  type IndexFingerprint,
} from './index-fingerprint.js';
import type { IndexState } from './index-state.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  state: Pick<IndexState, 'ofTenant' | 'earlier'>;
  /** A fingerprint in canonical form; see toCanonicalFingerprint. */
  fingerprint: string;
  logger: Pick<Logger, 'warn'>;
};

type Earlier = Pick<VectorStore, 'earlier'>;

/**
 * Wraps a vector store so that searches also read the indexes of earlier settings, until all of their tenant's content is in the current
 * index. Deletions and visibility changes apply to all indexes; deleting a single version applies only to the current index, because the
 * version is then written again.
 */
export const withEarlierIndexes = (vectors: VectorStore, deps: Deps): VectorStore => ({
  ...vectors,
  for: (scope) => {
    const read = createReadAll(vectors, deps, scope);
    return {
      searchChunks: (request) =>
        read(request, (reader, asked) => reader.searchChunks(asked), keepOfTheirCut(deps, scope)),
      searchMemories: (request) =>
        read(
          request,
          (reader, asked) => reader.searchMemories(asked),
          async (found) => found,
        ),
    };
  },
  writerFor: (scope) => {
    const writer = vectors.writerFor(scope);
    const inEarlier = async (
      clear: (index: ReturnType<EarlierIndex['writerFor']>) => Promise<void>,
    ): Promise<void> => {
      for (const index of await deps.state.earlier()) {
        await clear(openEarlier(vectors, index).writerFor(scope));
      }
    };
    return {
      ...writer,
      deleteDocument: async (document, turn) => {
        await writer.deleteDocument(document, turn);
        if (document.version !== undefined) return;
        await inEarlier((index) => index.deleteDocument(document, turn));
      },
      setVisibility: async (document, turn) => {
        await writer.setVisibility(document, turn);
        await inEarlier((index) => index.setVisibility(document, turn));
      },
      deleteMemory: async (id, turn) => {
        await writer.deleteMemory(id, turn);
        await inEarlier((index) => index.deleteMemory(id, turn));
      },
    };
  },
});

/** Finds an earlier index whose vectors for this data are still valid; null if there is none. */
export const findKeptVectors = (
  vectors: Earlier,
  { indexedAs, fingerprint }: { indexedAs: string; fingerprint: string },
): EarlierIndex | null => {
  const [then, today] = [parseFingerprint(indexedAs), parseFingerprint(fingerprint)];
  if (then === null || today === null || indexedAs === fingerprint) return null;
  const isKept = then.store === today.store && hasSameVectors(then, today);
  return isKept ? openEarlier(vectors, then) : null;
};

const openEarlier = (vectors: Earlier, index: IndexFingerprint): EarlierIndex =>
  vectors.earlier({ fingerprint: hashFingerprint(index), dimensions: index.dimensions });

type Request = { query: LegQuery; limitPerLeg: number; signal: AbortSignal };

/** The results of one index; `index` is null for the current one. */
type Found<Id> = { index: IndexFingerprint | null; legs: Legs<Id> };

type Keep<Id> = (found: readonly Found<Id>[]) => Promise<readonly Found<Id>[]>;

const createReadAll = (vectors: VectorStore, deps: Deps, scope: UserScope) => {
  const current = vectors.for(scope);
  const today = parseFingerprint(deps.fingerprint);
  return async <Id extends string, Asked extends Request>(
    request: Asked,
    search: (reader: VectorReader, asked: Asked) => Promise<Legs<Id>>,
    keep: Keep<Id>,
  ): Promise<Legs<Id>> => {
    const { earlier } = await deps.state.ofTenant(scope.tenantId);
    if (earlier.length === 0) return search(current, request);
    const askEarlier = async (index: IndexFingerprint): Promise<Found<Id>> => {
      const isComparable = today !== null && hasSameVectors(today, index);
      const vector = isComparable ? request.query.vector : null;
      const reader = openEarlier(vectors, index).for(scope);
      try {
        return {
          index,
          legs: await search(reader, { ...request, query: { ...request.query, vector } }),
        };
      } catch (error) {
        request.signal.throwIfAborted();
        deps.logger.warn({ err: error }, 'An earlier index cannot be read');
        return { index, legs: NOTHING };
      }
    };
    const found = await Promise.all([
      search(current, request).then((legs) => ({ index: null, legs })),
      ...earlier.map(askEarlier),
    ]);
    return join(await keep(found), request.limitPerLeg);
  };
};

const NOTHING: Legs<never> = { lexical: [], dense: [], failed: [] };

/**
 * Passages from other settings may have the same ids as current ones, so an index only answers for documents whose passages are cut as it
 * expects.
 */
const keepOfTheirCut =
  ({ database, fingerprint }: Deps, scope: UserScope) =>
  async <Id extends string>(found: readonly Found<Id>[]): Promise<readonly Found<Id>[]> => {
    const today = chunkingOf(fingerprint);
    const cutOf = ({ index }: Found<Id>): string =>
      index === null ? today : chunkingOf(toCanonicalFingerprint(index));
    if (found.every((one) => cutOf(one) === today)) return found;
    const documentIds = new Set(
      found.flatMap(({ legs }) =>
        [...legs.lexical, ...legs.dense].flatMap((hit) => hit.documentId ?? []),
      ),
    );
    const stored = await database.withScope(scope, (tx) => tx.chunks.chunkingOf([...documentIds]));
    return found.map((one) => {
      // If the chunking of a version was not recorded, it was cut for an earlier index.
      const isOfCut = (documentId: DocumentId): boolean =>
        (stored.get(documentId) ?? (cutOf(one) === today ? null : cutOf(one))) === cutOf(one);
      const hasCut = ({ documentId }: LegHit<Id>): boolean =>
        documentId !== null && isOfCut(documentId);
      const { lexical, dense, failed } = one.legs;
      return {
        ...one,
        legs: { failed, lexical: lexical.filter(hasCut), dense: dense.filter(hasCut) },
      };
    });
  };

/**
 * Joins the rankings of each kind. Lexical scores depend on the rest of their index, so those rankings are joined by rank; cosines of the
 * same model are comparable.
 */
const join = <Id extends string>(found: readonly Found<Id>[], limit: number): Legs<Id> => ({
  lexical: takeTurns(found.map(({ legs }) => legs.lexical)).slice(0, limit),
  dense: distinct(
    found
      .flatMap(({ legs }) => legs.dense)
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1)),
  ).slice(0, limit),
  failed: found.flatMap(({ legs }) => legs.failed),
});

/** Takes the first hit of each ranking, then the second of each, and so on. */
const takeTurns = <Id extends string>(rankings: readonly LegHit<Id>[][]): LegHit<Id>[] => {
  const longest = Math.max(0, ...rankings.map(({ length }) => length));
  const places = Array.from({ length: longest }, (_unused, place) => place);
  return distinct(places.flatMap((place) => rankings.flatMap((hits) => hits[place] ?? [])));
};

const distinct = <Id extends string>(hits: readonly LegHit<Id>[]): LegHit<Id>[] => {
  const seen = new Set<Id>();
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
};
