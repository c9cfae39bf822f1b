import type { SystemScope } from '../shared/scope.js';
import type { Embedder, Embeddings } from '../platform/models/model.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import type { ChunkForIndexing } from '../documents/index.js';

type Deps = { embedder: Embedder | null; vectors: Pick<VectorStore, 'writerFor'> };

export type ChunkToEmbed = Pick<ChunkForIndexing, 'content' | 'twinId'>;

type Batch = { scope: SystemScope; chunks: readonly ChunkToEmbed[]; signal: AbortSignal };

/** One vector per chunk, or none without an embedder; what calling it cost. */
type EmbeddedChunks = Pick<Embeddings, 'promptTokens' | 'costUsd'> & {
  vectors: (Float32Array | null)[];
};

/** Passages that the answering version holds word for word bring their vectors along; the others are embedded. */
export const createEmbedChunks =
  ({ embedder, vectors }: Deps) =>
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
