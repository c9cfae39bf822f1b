import { analyze } from '../language/index.js';
import { mapInSlices } from '../shared/async.js';
import type { ChunkForIndexing } from '../documents/index.js';
import type { Embeddings, Embedder } from '../platform/models/model.js';
import type { ChunkId, DocumentId, UserId } from '../shared/ids.js';
import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { ChunkPoint, VectorStore } from '../platform/vectors/vector-store.js';
import type { EmbeddingUsage } from './embedding-usage.js';
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
  usage: Pick<EmbeddingUsage, 'add' | 'charge'>;
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
    const terms = await mapInSlices(chunks, ({ content, language }) =>
      analyze(content, { languages: [language] }),
    );
    return chunks.map((chunk, position) => ({ ...chunk, terms: terms[position] ?? [] }));
  };
  return async (source: PointSource, fromIndex: number): Promise<ChunkPoint[]> => {
    const { documentId, version, fresh, usage } = source;
    const chunks =
      fresh === null ? await readChunks(source, fromIndex) : takeFresh(fresh, { fromIndex, limit });
    // The batch before this one; the last is paid by who finishes.
    const paid = usage.charge();
    // Awaited in its turn; until then a failure must not count as unhandled.
    paid.catch(() => undefined);
    const { vectors, ...spent } = await embedChunks({ scope, chunks, signal });
    usage.add(spent);
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

type ChunkToEmbed = Pick<ChunkForIndexing, 'content' | 'twinId'>;

type Batch = { scope: SystemScope; chunks: readonly ChunkToEmbed[]; signal: AbortSignal };

/** One vector per chunk, or none without an embedder; what calling it cost. */
type EmbeddedChunks = Pick<Embeddings, 'promptTokens' | 'costUsd'> & {
  vectors: (Float32Array | null)[];
};

/** Passages that the answering version holds word for word bring their vectors along; the others are embedded. */
const createEmbedChunks =
  ({ embedder, vectors }: Pick<PreparingDeps, 'embedder' | 'vectors'>) =>
  async ({ scope, chunks, signal }: Batch): Promise<EmbeddedChunks> => {
    if (embedder === null) return { vectors: chunks.map(() => null), promptTokens: 0, costUsd: 0 };
    const twins = chunks.map(({ twinId }) => twinId).filter((id) => id !== null);
    const known = twins.length === 0 ? null : await vectors.writerFor(scope).readVectors(twins);
    const kept = chunks.map(({ twinId }) =>
      twinId === null ? null : (known?.get(twinId) ?? null),
    );
    const fresh = chunks.filter((_, position) => kept[position] === null);
    if (fresh.length === 0) return { vectors: kept, promptTokens: 0, costUsd: 0 };
    const embedded = await embedder.embed(
      fresh.map(({ content }) => content),
      { signal, priority: 'background' },
    );
    const next = embedded.vectors.values();
    return {
      ...embedded,
      vectors: kept.map((vector) => vector ?? next.next().value ?? null),
    };
  };
