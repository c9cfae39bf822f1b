import type { QdrantClient } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { ChunkId, DocumentId, MemoryId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import { checkVectors, distinctPoints, distinctVersions, toFields } from '../points.js';
import { allOf, chunksOfDocument, withIds, type ScopeFilter } from '../scope-filter.js';
import type { ChunkPoint, MemoryPoint, PointKind, Turn, VectorWriter } from '../vector-store.js';
import { DENSE, LEXICAL, type Collections } from './collections.js';
import { toQdrantFilter } from './qdrant-filter.js';
import { toDocumentVector } from './sparse-vector.js';

type WriterDeps = Pick<Collections, 'run'> & {
  dimensions: number | null;
  averageTermCount: number;
};

/** Memories are a sentence or two. */
const AVERAGE_MEMORY_TERM_COUNT = 16;

/** 64 points of 3,072 dimensions are about 4 MB of JSON, far below Qdrant's 32 MB. */
const BATCH_SIZE = 64;

export const createWriter = (
  { run, dimensions, averageTermCount }: WriterDeps,
  scope: SystemScope,
): VectorWriter => {
  const averages = { chunks: averageTermCount, memories: AVERAGE_MEMORY_TERM_COUNT };

  const toPoint = (point: ChunkPoint | MemoryPoint, average: number) => ({
    id: point.id,
    vector: {
      ...(point.terms.length > 0 && { [LEXICAL]: toDocumentVector(point.terms, average) }),
      ...(dimensions !== null && point.vector !== null && { [DENSE]: [...point.vector] }),
    },
    payload: { ...toFields(point), tenant_id: scope.tenantId, terms: [...point.terms] },
  });
  const upsert = async (
    kind: PointKind,
    given: readonly (ChunkPoint | MemoryPoint)[],
    turn: Turn | undefined,
  ): Promise<void> => {
    if (given.length === 0) return;
    await takeTurn(turn);
    checkVectors(given, dimensions);
    const all = distinctPoints(given).map((point) => toPoint(point, averages[kind]));
    for (let start = 0; start < all.length; start += BATCH_SIZE) {
      const points = all.slice(start, start + BATCH_SIZE);
      await run(kind, (qdrant, name) => qdrant.upsert(name, { points, wait: true }));
    }
  };
  const remove = async (
    kind: PointKind,
    scoped: ScopeFilter,
    turn: Turn | undefined,
  ): Promise<void> => {
    const filter = toQdrantFilter(scoped);
    await takeTurn(turn);
    await run(kind, (qdrant, name) => qdrant.delete(name, { filter, wait: true }));
  };

  return {
    ...createStoredPoints({ run, dimensions }, scope),
    upsertChunks: async (points, turn) => {
      await upsert('chunks', points, turn);
      // Nothing is read back, because counting one document is cheap here.
      return 0;
    },
    upsertMemories: (points, turn) => upsert('memories', points, turn),
    deleteDocument: ({ keepVersion: exceptVersion, ...document }, turn) =>
      remove('chunks', chunksOfDocument(scope, { ...document, exceptVersion }), turn),
    deleteMemory: (id, turn) => remove('memories', withIds(scope, [id]), turn),
    setVisibility: async ({ documentId, visibility }, turn) => {
      const filter = toQdrantFilter(chunksOfDocument(scope, { documentId }));
      const change = { payload: { visibility }, filter, wait: true };
      await takeTurn(turn);
      await run('chunks', (qdrant, name) => qdrant.setPayload(name, change));
    },
  };
};

/** Points are overwritten by their ids, so writers need not wait for each other. */
const takeTurn = async ({ signal, confirm }: Turn = {}): Promise<void> => {
  signal?.throwIfAborted();
  await confirm?.();
};

const ChunkRow = z.object({
  payload: z
    .object({ document_id: DocumentId, version: z.int() })
    .transform(({ document_id, version }) => ({ documentId: document_id, version })),
});
const MemoryRow = z.object({ id: MemoryId });
const VectorRow = z.object({ id: ChunkId, vector: z.object({ [DENSE]: z.array(z.number()) }) });

/** Reads the stored points in the order of their ids. */
const createStoredPoints = (
  { run, dimensions }: Pick<WriterDeps, 'run' | 'dimensions'>,
  scope: SystemScope,
): Pick<
  VectorWriter,
  'countChunks' | 'readVectors' | 'findMemories' | 'listVersions' | 'listMemories'
> => ({
  countChunks: async (document) => {
    const filter = toQdrantFilter(chunksOfDocument(scope, document));
    const { count } = await run('chunks', (qdrant, name) =>
      qdrant.count(name, { filter, exact: true }),
    );
    // An id is unique in a collection.
    return { rows: count, distinct: count };
  },
  readVectors: async (ids) => {
    if (ids.length === 0 || dimensions === null) return new Map();
    const page = { filter: withIds(scope, ids), limit: ids.length, vectors: [DENSE] };
    const { points } = await run('chunks', scroll(page));
    // Skips points without a dense vector.
    const rows = points.flatMap((point) => VectorRow.safeParse(point).data ?? []);
    return new Map(rows.map(({ id, vector }) => [id, Float32Array.from(vector[DENSE])]));
  },
  findMemories: async (ids) => {
    if (ids.length === 0) return [];
    const { points } = await run(
      'memories',
      scroll({ filter: withIds(scope, ids), limit: ids.length }),
    );
    return points.map((point) => MemoryRow.parse(point).id);
  },
  listVersions: async (page) => {
    const fields = ['document_id', 'version'];
    const { points, next } = await run('chunks', scroll({ ...page, filter: allOf(scope), fields }));
    return { items: distinctVersions(points.map((point) => ChunkRow.parse(point).payload)), next };
  },
  listMemories: async (page) => {
    const { points, next } = await run('memories', scroll({ ...page, filter: allOf(scope) }));
    return { items: points.map((point) => MemoryRow.parse(point).id), next };
  },
});

type Page = {
  filter: ScopeFilter;
  limit: number;
  after?: string | null;
  fields?: string[];
  vectors?: string[];
};

const scroll =
  ({ filter, limit, after = null, fields, vectors }: Page) =>
  async (client: QdrantClient, name: string) => {
    const { points, next_page_offset: next } = await client.scroll(name, {
      filter: toQdrantFilter(filter),
      limit,
      ...(after !== null && { offset: after }),
      with_payload: fields ?? false,
      with_vector: vectors ?? false,
    });
    return { points, next: typeof next === 'string' ? next : null };
  };
