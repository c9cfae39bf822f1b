import { z } from 'zod';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { DocumentId, MemoryId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import type { VectorWriter } from '../vector-store.js';
import { distinctVersions } from '../distinct-versions.js';
import { allOf, memoriesById, type ScopeFilter } from '../scope-filter.js';
import type { CollectionKind } from './collections.js';
import { toQdrantFilter } from './qdrant-filter.js';

type Run = <Result>(
  kind: CollectionKind,
  work: (client: QdrantClient, name: string) => Promise<Result>,
) => Promise<Result>;

const ChunkRow = z.object({
  payload: z
    .object({ document_id: DocumentId, version: z.int() })
    .transform(({ document_id, version }) => ({ documentId: document_id, version })),
});
const MemoryRow = z.object({ id: MemoryId });

/** What is stored, by the order of the points' ids, without a vector read. */
export const createStoredPoints = (
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
