import {
  readingOf,
  toStatement,
  warningsAbout,
  type Citation,
  type Statement,
  type StoredCitation,
  type StoredStatement,
} from '../citations/index.js';
import type { ReadableChunk } from '../documents/index.js';
import type { MemoryRecord } from '../memories/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { ScopedRepositories } from './database.js';
import type { AnswerOutcome } from './execution.js';
import {
  toChunkEvidence,
  type BeforeRepair,
  type ChunkEvidence,
  type MemoryEvidence,
} from './schema.js';

type CitedIds = Pick<StoredCitation, 'chunkId' | 'memoryId'>;

type Transaction = Pick<ScopedRepositories, 'chunks' | 'memories'>;

/** Those of the cited sources that the reader may still see. */
type ReadableCitations = {
  chunks: ReadonlyMap<string, ReadableChunk>;
  memories: ReadonlyMap<string, MemoryRecord>;
};

/** Reads the cited sources again, with the rights of this reader. */
export const loadReadableCitations = async (
  tx: Transaction,
  citations: readonly CitedIds[],
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

/** False if any source of a message was deleted, replaced, or is not visible to its reader. */
export const isReadable = (
  citations: readonly CitedIds[],
  { chunks, memories }: ReadableCitations,
): boolean =>
  citations.every(({ chunkId, memoryId }) => {
    if (chunkId !== null) return chunks.has(chunkId);
    return memoryId === null || memories.has(memoryId);
  });

type Shown = { content: string; language: string | null; citations: readonly StoredCitation[] };

/** An answer as shown to its reader: if a source is no longer readable, a fixed sentence replaces the answer. */
export const toShownAnswer = (
  { content, language, citations }: Shown,
  readable: ReadableCitations,
): string =>
  isReadable(citations, readable) ? content : messagesFor(language ?? 'en').answerWithheld;

/** The statements of a shown answer; if the text is withheld, positions in it and figures from its sources are withheld too. */
export const toShownStatements = (
  {
    statements,
    citations,
  }: { statements: readonly StoredStatement[]; citations: readonly StoredCitation[] },
  readable: ReadableCitations,
): Statement[] => (isReadable(citations, readable) ? statements.map(toStatement) : []);

/** A correction comes from a word in a document. It is shown only if the reader may see a document with that word. */
export const toShownOutcome = (
  outcome: AnswerOutcome,
  citations: readonly CitedIds[],
  { chunks }: ReadableCitations,
): AnswerOutcome => {
  const texts = citations.map(({ chunkId }) => chunks.get(chunkId ?? '')?.content.toLowerCase());
  const corrections = outcome.corrections.filter(({ to }) =>
    texts.some((text) => text?.includes(to.toLowerCase())),
  );
  return { ...outcome, corrections };
};

type Repaired = { citations: readonly StoredCitation[]; beforeRepair: BeforeRepair | null };

/** All sources of a message, including those of its text before it was repaired. */
export const sourcesOf = ({ citations, beforeRepair }: Repaired): CitedIds[] => [
  ...citations,
  ...(beforeRepair?.sources ?? []),
];

/** The text before the repair; null unless the reader may see every source of the answer and of that text. */
export const toShownTextBeforeRepair = (
  message: Repaired,
  readable: ReadableCitations,
): string | null =>
  isReadable(sourcesOf(message), readable) ? (message.beforeRepair?.text ?? null) : null;

/** Turns the source of a citation into evidence with the given coverage of the question; empty if the reader may not see the source. */
export const evidenceOf = (
  { chunkId, memoryId }: Pick<StoredCitation, 'chunkId' | 'memoryId'>,
  { chunks, memories }: ReadableCitations,
  coverage: number,
): (ChunkEvidence | MemoryEvidence)[] => {
  const chunk = chunks.get(chunkId ?? '');
  if (chunk) return [toChunkEvidence(chunk, coverage)];
  const memory = memories.get(memoryId ?? '');
  return memory ? [toMemoryEvidence(memory, coverage)] : [];
};

const toMemoryEvidence = (memory: MemoryRecord, coverage: number): MemoryEvidence => ({
  kind: 'memory',
  id: memory.id,
  memory,
  score: coverage,
  relevance: coverage,
  coverage,
});

/**
 * Joins stored citations with the text that their reader may see now. Sources that have since been deleted, replaced or made private have
 * no quote and are `stale`.
 */
export const toCitationJoin =
  ({ chunks, memories }: ReadableCitations) =>
  (stored: StoredCitation): Citation => {
    const { documentId, chunkId, memoryId, toolCallId, charStart, charEnd } = stored;
    const citation = {
      number: stored.number,
      type: stored.type,
      score: stored.score,
      verification: stored.verification,
      highlights: stored.highlights,
      ...(documentId && { documentId }),
      ...(chunkId && { chunkId }),
      ...(memoryId && { memoryId }),
      ...(toolCallId && { toolCallId }),
    };
    if (stored.type === 'tool') return { ...citation, quote: null };
    const memory = memories.get(memoryId ?? '');
    if (memory) return { ...citation, quote: memory.content };
    const chunk = chunks.get(chunkId ?? '');
    if (!chunk) return { ...citation, quote: null, verification: 'stale', highlights: [] };
    const { title, chapter, pageStart, pageEnd } = chunk;
    const warnings = warningsAbout(chunk);
    const place = {
      title,
      chapter,
      pageStart,
      pageEnd,
      charStart,
      charEnd,
      ...(warnings.length > 0 && { warnings }),
      ...readingOf(chunk, { charStart, charEnd }),
    };
    return { ...citation, ...place, quote: quoteOf(chunk, stored) };
  };

const quoteOf = (
  chunk: ReadableChunk,
  { charStart, charEnd }: Pick<StoredCitation, 'charStart' | 'charEnd'>,
): string => {
  if (charStart === null || charEnd === null) return chunk.content;
  // A chunk may begin with a repeated table header that its span does not cover.
  const prepended = Math.max(0, chunk.content.length - (chunk.charEnd - chunk.charStart));
  const offset = prepended - chunk.charStart;
  return chunk.content.slice(Math.max(0, charStart + offset), Math.max(0, charEnd + offset));
};
