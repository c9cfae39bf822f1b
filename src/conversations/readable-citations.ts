import type { ReadableChunk } from '../documents/index.js';
import type { ChunkEvidence, MemoryEvidence } from './evidence.js';
import type { MemoryRecord } from '../memories/index.js';
import type { ScopedRepositories } from './database.js';
import type { StoredCitation } from '../citations/index.js';

type Transaction = Pick<ScopedRepositories, 'chunks' | 'memories'>;

/** What messages cite and their reader may still see. */
export type ReadableCitations = {
  chunks: ReadonlyMap<string, ReadableChunk>;
  memories: ReadonlyMap<string, MemoryRecord>;
};

/** Reads again, as this reader, what the citations name. */
export const loadReadableCitations = async (
  tx: Transaction,
  citations: readonly StoredCitation[],
): Promise<ReadableCitations> => {
  const chunkIds = distinct(citations.map(({ chunkId }) => chunkId));
  const memoryIds = distinct(citations.map(({ memoryId }) => memoryId));
  return {
    chunks: byId(chunkIds.length > 0 ? await tx.chunks.readLive(chunkIds) : []),
    memories: byId(memoryIds.length > 0 ? await tx.memories.readByIds(memoryIds) : []),
  };
};

const distinct = <Id extends string>(ids: readonly (Id | null)[]): Id[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

const byId = <Item extends { id: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

/** False as soon as one thing a message rests on is gone, replaced or out of its reader's sight. */
export const isReadable = (
  citations: readonly StoredCitation[],
  { chunks, memories }: ReadableCitations,
): boolean =>
  citations.every(({ chunkId, memoryId }) => {
    if (chunkId !== null) return chunks.has(chunkId);
    return memoryId === null || memories.has(memoryId);
  });

/** What a citation names, as evidence that covers so much of the question; nothing when its reader may not see it. */
export const evidenceOf = (
  { chunkId, memoryId }: Pick<StoredCitation, 'chunkId' | 'memoryId'>,
  { chunks, memories }: ReadableCitations,
  coverage: number,
): (ChunkEvidence | MemoryEvidence)[] => {
  const chunk = chunks.get(chunkId ?? '');
  if (chunk !== undefined) {
    const { id, charStart, charEnd } = chunk;
    const parts = [{ id, charStart, charEnd }];
    return [{ kind: 'chunk', id, chunk, parts, score: coverage, coverage }];
  }
  const memory = memories.get(memoryId ?? '');
  return memory === undefined
    ? []
    : [{ kind: 'memory', id: memory.id, memory, score: coverage, coverage }];
};
