import type { ChunkId, DocumentId, UserId } from '../../domain/ids.js';
import type { Database } from '../../ports/database/index.js';
import type { Embedder } from '../../ports/models.js';
import type { ChunkPoint, VectorStore } from '../../ports/vector-store.js';
import { analyzeInSlices } from './analyze-in-slices.js';
import { createChargeEmbeddings } from './charge-embeddings.js';
import { createEmbedChunks, type ChunkToEmbed } from './embed-chunks.js';
import type { TaskContext } from './task-lease.js';

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
};

type ChunkToIndex = ChunkToEmbed &
  Pick<ChunkPoint, 'id' | 'ownerId' | 'visibility' | 'language' | 'terms'>;

const toTerms = (joined: string): string[] => (joined === '' ? [] : joined.split(' '));

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

/** `charged` is awaited beside the writing of the points, and says whether what they cost was booked. */
export type Prepared = { points: ChunkPoint[]; charged: Promise<void> };

/** Makes the points of one batch: terms, vectors and for whom they are. */
export const createPreparePoints = (deps: PreparingDeps, { scope, signal }: TaskContext) => {
  const { database, batchSize: limit } = deps;
  const embedChunks = createEmbedChunks(deps);
  const charge = createChargeEmbeddings(deps);

  const readChunks = async (source: PointSource, fromIndex: number): Promise<ChunkToIndex[]> => {
    // Only a vector is worth looking for a twin.
    const twinsIn = deps.embedder === null ? null : source.answering;
    const chunks = await database.withScope(scope, (tx) =>
      tx.chunks.listForIndexing(source, { fromIndex, limit, twinsIn }),
    );
    const terms = await analyzeInSlices(chunks);
    return chunks.map((chunk, position) => ({ ...chunk, terms: terms[position] ?? [] }));
  };
  return async (source: PointSource, fromIndex: number): Promise<Prepared> => {
    const { documentId, version, fresh } = source;
    const chunks =
      fresh === null ? await readChunks(source, fromIndex) : takeFresh(fresh, { fromIndex, limit });
    const { vectors, ...spent } = await embedChunks({ scope, chunks, signal });
    const [first] = chunks;
    const charged = first ? charge(scope, first.ownerId, spent) : Promise.resolve();
    charged.catch(() => undefined);
    const points = chunks.map(({ id, ownerId, visibility, language, terms }, position) => ({
      id,
      documentId,
      version,
      ownerId,
      visibility,
      language,
      terms,
      vector: vectors[position] ?? null,
    }));
    return { points, charged };
  };
};
