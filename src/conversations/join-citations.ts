import type { ReadableChunk } from '../documents/index.js';
import type { MemoryRecord } from '../memories/index.js';
import type { ScopedRepositories } from './database.js';
import { loadReadableCitations } from './readable-citations.js';
import type { Citation, StoredCitation } from '../citations/index.js';

type Transaction = Pick<ScopedRepositories, 'chunks' | 'memories'>;

export type JoinCitations = (stored: StoredCitation) => Citation;

/**
 * Joins stored citations with the text their reader may see now: what was deleted, replaced or made private since has no
 * quote and is `stale`.
 */
export const loadCitationJoin = async (
  tx: Transaction,
  citations: readonly StoredCitation[],
): Promise<JoinCitations> => {
  const { chunks, memories } = await loadReadableCitations(tx, citations);

  return (stored) => {
    if (stored.type === 'memory') {
      return joinMemory(stored, stored.memoryId && memories.get(stored.memoryId));
    }
    if (stored.type === 'document') {
      return joinChunk(stored, stored.chunkId && chunks.get(stored.chunkId));
    }
    return { ...baseOf(stored), quote: null };
  };
};

const baseOf = ({ number, type, documentId, chunkId, memoryId, ...stored }: StoredCitation) => ({
  number,
  type,
  score: stored.score,
  verification: stored.verification,
  ...(documentId === null ? {} : { documentId }),
  ...(chunkId === null ? {} : { chunkId }),
  ...(memoryId === null ? {} : { memoryId }),
  ...(stored.toolCallId === null ? {} : { toolCallId: stored.toolCallId }),
});

const toStale = (stored: StoredCitation): Citation => ({
  ...baseOf(stored),
  quote: null,
  verification: 'stale',
});

const joinMemory = (stored: StoredCitation, memory: MemoryRecord | null | undefined): Citation => {
  if (memory == null) return toStale(stored);
  return { ...baseOf(stored), quote: memory.content };
};

const joinChunk = (stored: StoredCitation, chunk: ReadableChunk | null | undefined): Citation => {
  if (chunk == null) return toStale(stored);
  const { charStart, charEnd } = stored;
  return {
    ...baseOf(stored),
    title: chunk.title,
    chapter: chunk.chapter,
    pageStart: chunk.pageStart,
    pageEnd: chunk.pageEnd,
    charStart,
    charEnd,
    quote: quoteOf(chunk, { charStart, charEnd }),
  };
};

const quoteOf = (
  chunk: ReadableChunk,
  { charStart, charEnd }: Pick<StoredCitation, 'charStart' | 'charEnd'>,
): string => {
  if (charStart === null || charEnd === null) return chunk.content;
  // A chunk may open with a repeated table header that its span does not cover.
  const prepended = Math.max(0, chunk.content.length - (chunk.charEnd - chunk.charStart));
  const offset = prepended - chunk.charStart;
  return chunk.content.slice(Math.max(0, charStart + offset), Math.max(0, charEnd + offset));
};
