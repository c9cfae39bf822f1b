import type { ChunkId, DocumentId, UserId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { Embedder } from '../platform/models/model.js';
import type { ChunkPoint, VectorStore } from '../platform/vectors/vector-store.js';
import { analyzeInSlices } from './analyze-in-slices.js';
import { createEmbedChunks, type ChunkToEmbed } from './embed-chunks.js';
import type { EmbeddingBill } from './embedding-bill.js';
import type { TaskContext } from './run-task.js';

export type PreparingDeps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'writerFor'>;
  embedder: Embedder | null;
  batchSize: number;
};

/** A chunk that was parsed a moment ago, as far as the index needs it. */
export type FreshChunk = { id: ChunkId; content: string; language: string; terms: string };

/** All chunks of a version, so that they need not be read again, and for whom they are. */
export type FreshChunks = { ownerId: UserId; visibility: string; chunks: readonly FreshChunk[] };

export type PointSource = {
  documentId: DocumentId;
  version: number;
  /** The version that answers until this one does. */
  answering: number | null;
  /** Null: the chunks are read from PostgreSQL. */
  fresh: FreshChunks | null;
  bill: Pick<EmbeddingBill, 'add' | 'pay'>;
};

type ChunkToIndex = ChunkToEmbed &
  Pick<ChunkPoint, 'id' | 'ownerId' | 'visibility' | 'language' | 'terms'>;

/** Makes the points of one batch: terms, vectors and for whom they are. */
export const createPreparePoints = (deps: PreparingDeps, { scope, signal }: TaskContext) => {
  const { database, batchSize: limit } = deps;
  const embedChunks = createEmbedChunks(deps);

  const readChunks = async (source: PointSource, fromIndex: number): Promise<ChunkToIndex[]> => {
    // Only a vector is worth looking for a twin.
    const twinsIn = deps.embedder === null ? null : source.answering;
    const chunks = await database.withScope(scope, (tx) =>
      tx.chunks.listForIndexing(source, { fromIndex, limit, twinsIn }),
    );
    const terms = await analyzeInSlices(chunks);
    return chunks.map((chunk, position) => ({ ...chunk, terms: terms[position] ?? [] }));
  };
  return async (source: PointSource, fromIndex: number): Promise<ChunkPoint[]> => {
    const { documentId, version, fresh, bill } = source;
    const chunks =
      fresh === null ? await readChunks(source, fromIndex) : takeFresh(fresh, { fromIndex, limit });
    // The batch before this one; the last is paid by who finishes.
    const paid = bill.pay();
    // Awaited in its turn; until then a failure must not count as unhandled.
    paid.catch(() => undefined);
    const { vectors, ...spent } = await embedChunks({ scope, chunks, signal });
    bill.add(spent);
    await paid;
    return chunks.map(({ id, ownerId, visibility, language, terms }, position) => ({
      id,
      documentId,
      version,
      ownerId,
      visibility,
      language,
      terms,
      vector: vectors[position] ?? null,
    }));
  };
};

/** Text that no version holds yet has no twin whose vector could be taken. */
const takeFresh = (
  { chunks, ownerId, visibility }: FreshChunks,
  { fromIndex, limit }: { fromIndex: number; limit: number },
): ChunkToIndex[] =>
  chunks.slice(fromIndex, fromIndex + limit).map((chunk) => ({
    ...chunk,
    terms: toTerms(chunk.terms),
    ownerId,
    visibility,
    twinId: null,
  }));

const toTerms = (joined: string): string[] => (joined === '' ? [] : joined.split(' '));
