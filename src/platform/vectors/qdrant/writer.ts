import { z } from 'zod';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { ChunkId, DocumentId, MemoryId, type TenantId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import { checkVectors, distinctPoints, distinctVersions } from '../points.js';
import {
  allOf,
  chunksById,
  chunksOfDocument,
  memoriesById,
  memoryById,
  type ScopeFilter,
} from '../scope-filter.js';
import type { ChunkPoint, MemoryPoint, Turn, VectorWriter } from '../vector-store.js';
import { statusOf, type Client } from './client.js';
import { DENSE, LEXICAL, type CollectionKind, type Collections } from './collections.js';
import { toQdrantFilter } from './qdrant-filter.js';
import { toDocumentVector } from './sparse-vector.js';

type WriterDeps = {
  client: Client;
  collections: Collections;
  dimensions: number | null;
  averageTermCount: number;
};

/** Memories are a sentence or two. */
const AVERAGE_MEMORY_TERM_COUNT = 16;

type Payload = Record<string, string | number>;

export const createWriter = (deps: WriterDeps, scope: SystemScope): VectorWriter => {
  const { dimensions, averageTermCount } = deps;

  const toPoint = pointMaker(scope.tenantId, dimensions);

  const run = createRunner(deps);
  const upsert = createUpsert(deps, run);

  const remove = async (
    kind: CollectionKind,
    turn: Turn | undefined,
    filter: ScopeFilter,
  ): Promise<void> => {
    const selector = { filter: toQdrantFilter(filter), wait: true };
    await takeTurn(turn);
    await run(kind, (qdrant, name) => qdrant.delete(name, selector));
  };

  return {
    ...createStoredPoints(run, scope),
    upsertChunks: async (points, turn) => {
      if (points.length === 0) return 0;
      await takeTurn(turn);
      await upsert('chunks', points, toPoint(toChunkPayload, averageTermCount));
      // A count of one document is cheap here.
      return 0;
    },
    upsertMemories: async (points, turn) => {
      if (points.length === 0) return;
      await takeTurn(turn);
      await upsert('memories', points, toPoint(toMemoryPayload, AVERAGE_MEMORY_TERM_COUNT));
    },
    countChunks: async (document) => {
      const filter = toQdrantFilter(chunksOfDocument(scope, document));
      const { count } = await run('chunks', (qdrant, name) =>
        qdrant.count(name, { filter, exact: true }),
      );
      // An id is unique in a collection.
      return { rows: count, distinct: count };
    },
    readVectors: async (ids) =>
      ids.length === 0 || dimensions === null
        ? new Map()
        : run('chunks', (qdrant, name) => readVectors(qdrant, { name, ids, scope })),
    deleteDocument: ({ documentId, version, keepVersion }, turn) =>
      remove(
        'chunks',
        turn,
        chunksOfDocument(scope, { documentId, version, exceptVersion: keepVersion }),
      ),
    deleteMemory: (id, turn) => remove('memories', turn, memoryById(scope, id)),
    setVisibility: async ({ documentId, visibility }, turn) => {
      const filter = toQdrantFilter(chunksOfDocument(scope, { documentId }));
      const change = { payload: { visibility }, filter, wait: true };
      await takeTurn(turn);
      await run('chunks', (qdrant, name) => qdrant.setPayload(name, change));
    },
  };
};

/** Points are overwritten by their ids, so nobody has to wait for anybody. */
const takeTurn = async ({ signal, confirm }: Turn = {}): Promise<void> => {
  signal?.throwIfAborted();
  await confirm?.();
};

const pointMaker =
  (tenantId: TenantId, dimensions: number | null) =>
  <P extends ChunkPoint | MemoryPoint>(toPayload: (point: P) => Payload, average: number) =>
  (point: P) => ({
    id: point.id,
    vector: {
      ...toLexical(point.terms, average),
      ...(dimensions === null || point.vector === null ? {} : { [DENSE]: [...point.vector] }),
    },
    payload: { ...toPayload(point), tenant_id: tenantId, terms: [...new Set(point.terms)] },
  });

const toLexical = (terms: readonly string[], average: number) =>
  terms.length === 0 ? {} : { [LEXICAL]: toDocumentVector(terms, average) };

type Work<Result> = (client: QdrantClient, name: string) => Promise<Result>;

/** Runs work on a collection, once more when it vanished behind our back. */
const createRunner =
  ({ client, collections }: WriterDeps) =>
  async <Result>(kind: CollectionKind, work: Work<Result>): Promise<Result> => {
    const attempt = async () => {
      const name = await collections.ensure(kind);
      return client.call((qdrant) => work(qdrant, name));
    };
    try {
      return await attempt();
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      collections.forget(kind);
      return attempt();
    }
  };

/** 64 points of 3,072 dimensions are about 4 MB of JSON, far below Qdrant's 32 MB. */
const BATCH_SIZE = 64;

type Run = ReturnType<typeof createRunner>;
type StoredPoint = ReturnType<ReturnType<ReturnType<typeof pointMaker>>>;

const createUpsert =
  ({ dimensions }: WriterDeps, run: Run) =>
  async <P extends ChunkPoint | MemoryPoint>(
    kind: CollectionKind,
    points: readonly P[],
    convert: (point: P) => StoredPoint,
  ): Promise<void> => {
    checkVectors(points, dimensions);
    const stored = distinctPoints(points).map(convert);
    for (let start = 0; start < stored.length; start += BATCH_SIZE) {
      const batch = stored.slice(start, start + BATCH_SIZE);
      await run(kind, (qdrant, name) => qdrant.upsert(name, { points: batch, wait: true }));
    }
  };

const toChunkPayload = (point: ChunkPoint): Payload => ({
  document_id: point.documentId,
  version: point.version,
  owner_id: point.ownerId,
  visibility: point.visibility,
  language: point.language,
});

const toMemoryPayload = (point: MemoryPoint): Payload => ({
  user_id: point.userId,
  memory_type: point.memoryType,
});

const readVectors = async (
  client: QdrantClient,
  { name, ids, scope }: { name: string; ids: readonly ChunkId[]; scope: SystemScope },
): Promise<Map<ChunkId, Float32Array>> => {
  const { points } = await client.scroll(name, {
    filter: toQdrantFilter(chunksById(scope, ids)),
    limit: ids.length,
    with_vector: [DENSE],
    with_payload: false,
  });
  return new Map(points.flatMap(toStoredVector));
};

const StoredVector = z.object({
  id: ChunkId,
  vector: z.object({ [DENSE]: z.array(z.number()) }),
});

/** A point without a dense vector has none to give. */
const toStoredVector = (point: unknown): [ChunkId, Float32Array][] => {
  const stored = StoredVector.safeParse(point);
  return stored.success ? [[stored.data.id, Float32Array.from(stored.data.vector[DENSE])]] : [];
};

const ChunkRow = z.object({
  payload: z
    .object({ document_id: DocumentId, version: z.int() })
    .transform(({ document_id, version }) => ({ documentId: document_id, version })),
});
const MemoryRow = z.object({ id: MemoryId });

/** What is stored, by the order of the points' ids, without a vector read. */
const createStoredPoints = (
  run: Run,
  scope: SystemScope,
): Pick<VectorWriter, 'findMemories' | 'listVersions' | 'listMemories'> => ({
  findMemories: async (ids) => {
    if (ids.length === 0) return [];
    const filter = memoriesById(scope, ids);
    const page = { filter, fields: false as const, after: null, limit: ids.length };
    const { points } = await run('memories', scroll(page));
    return points.map((point) => MemoryRow.parse(point).id);
  },
  listVersions: async (page) => {
    const fields = ['document_id', 'version'];
    const { points, next } = await run('chunks', scroll({ ...page, filter: allOf(scope), fields }));
    return {
      items: distinctVersions(points.map((point) => ChunkRow.parse(point).payload)),
      next,
    };
  },
  listMemories: async (page) => {
    const all = { ...page, filter: allOf(scope), fields: false as const };
    const { points, next } = await run('memories', scroll(all));
    return { items: points.map((point) => MemoryRow.parse(point).id), next };
  },
});

type Page = { filter: ScopeFilter; fields: string[] | false; after: string | null; limit: number };

const scroll =
  ({ filter, fields, after, limit }: Page) =>
  async (client: QdrantClient, name: string) => {
    const { points, next_page_offset: next } = await client.scroll(name, {
      filter: toQdrantFilter(filter),
      limit,
      ...(after === null ? {} : { offset: after }),
      with_payload: fields,
      with_vector: false,
    });
    return { points, next: typeof next === 'string' ? next : null };
  };
