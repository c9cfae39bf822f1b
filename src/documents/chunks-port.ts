import type { ChunkRecord, Metadata, ReadableChunk } from './document.js';
import type { ChunkId, DocumentId, UserId } from '../shared/ids.js';
import type { Page } from '../shared/page.js';
import type { Lease } from './documents-port.js';

export type ChunkForIndexing = ChunkRecord & {
  ownerId: UserId;
  visibility: string;
  /** A passage of the version `twinsIn` with the same content. */
  twinId: ChunkId | null;
};

export type ChunkRepository = {
  /**
   * Replaces the chunks of (document, version) in batches; false when the epoch moved on. A version that was never parsed has none,
   * since its text and they are one commit.
   */
  replace(
    document: { documentId: DocumentId; version: number; isParsed?: boolean },
    chunks: readonly Omit<ChunkRecord, 'documentId' | 'version'>[],
    lease: Lease,
  ): Promise<boolean>;
  /** Chunks of a version from an index on, in order: the worker's stream. */
  listForIndexing(
    document: { documentId: DocumentId; version: number },
    range: { fromIndex: number; limit: number; twinsIn: number | null },
  ): Promise<ChunkForIndexing[]>;
  /** Read-back: of these ids, those the scope may read now, of live versions of ready documents, with title. Any order. */
  readLive(
    ids: readonly ChunkId[],
    filter?: {
      metadata?: Metadata | undefined;
      documentIds?: readonly DocumentId[] | undefined;
      language?: string | undefined;
    },
  ): Promise<ReadableChunk[]>;
  /** One document's chunks in order, under the reader's scope. */
  listOfDocument(
    documentId: DocumentId,
    page: { limit: number; afterIndex?: number | undefined },
  ): Promise<Page<ChunkRecord>>;
};
