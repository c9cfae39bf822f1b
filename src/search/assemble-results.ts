import type { ReadableChunk } from '../documents/index.js';
import { analyze } from '../language/index.js';
import type { ChunkId, DocumentId } from '../shared/ids.js';
import type { FusedHit } from './fuse-rankings.js';
import { isEvidence, levelOf, type Judged } from '../evidence/index.js';
import type { ChunkPart, ChunkSearch, FoundChunk } from './schema.js';
import { TUNING } from './tuning.js';

/** The terms of the title are those of the hit's document. */
export type JudgedHit = Judged<
  FusedHit<ChunkId> & { titleTerms: readonly string[]; rerankScore?: number }
> &
  Pick<FoundChunk, 'nearest'>;

/** Chunks that the scope may read now, by id: nothing else is shown or sent. */
export type Readable = ReadonlyMap<ChunkId, ReadableChunk>;

/** Adds the terms of their documents' titles to hits. The database says the titles, where they change at once. */
export const withTitles = (hits: readonly FusedHit<ChunkId>[], readable: Readable) => {
  const known = new Map<DocumentId, readonly string[]>();
  for (const { documentId, title, language } of readable.values()) {
    if (!known.has(documentId)) known.set(documentId, analyze(title, { languages: [language] }));
  }
  return hits.map((hit) => ({
    ...hit,
    titleTerms: (hit.documentId && known.get(hit.documentId)) ?? [],
  }));
};

/**
 * Best first: equal texts count once, a hit that touches a better one of the same chapter joins it (at most three), until
 * `topK` passages are full.
 */
export const assembleResults = (
  hits: readonly JudgedHit[],
  readable: Readable,
  { topK, minScore = 0 }: Pick<ChunkSearch, 'topK' | 'minScore'>,
): FoundChunk[] => {
  const results: FoundChunk[] = [];
  const seen = new Set<string>();
  for (const hit of hits) {
    const chunk = readable.get(hit.candidate.id);
    if (!chunk || seen.has(chunk.contentHash) || hit.candidate.score < minScore) continue;
    const found = toFound(chunk, hit);
    const place = results.findIndex((result) => canMerge(result, found));
    const better = results[place];
    if (!better && results.length >= topK) break;
    seen.add(chunk.contentHash);
    if (better) results[place] = merge(better, found);
    else results.push(found);
  }
  return results;
};

const toFound = (
  chunk: ReadableChunk,
  { candidate, relevance, coverage, nearest }: JudgedHit,
): FoundChunk => ({
  chunk,
  parts: [toPart(chunk)],
  score: candidate.score,
  scores: {
    ...(candidate.denseScore === null ? {} : { dense: candidate.denseScore }),
    ...(candidate.lexicalScore === null ? {} : { lexical: candidate.lexicalScore }),
    fused: candidate.score,
    ...(candidate.rerankScore === undefined ? {} : { rerank: candidate.rerankScore }),
  },
  relevance,
  coverage,
  evidence: isEvidence(relevance),
  ...(nearest && { nearest }),
});

const toPart = ({ id, charStart, charEnd, pageStart, pageEnd }: ReadableChunk): ChunkPart => ({
  id,
  charStart,
  charEnd,
  pageStart,
  pageEnd,
});

// Only evidence joins evidence: a passage that is not relevant must not ride into the prompt on its neighbour.
const canMerge = (found: FoundChunk, other: FoundChunk): boolean =>
  levelOf(found.relevance) === levelOf(other.relevance) &&
  found.parts.length + other.parts.length <= TUNING.maxMerged &&
  (isNeighbour(found.chunk, other.chunk) || isNeighbour(other.chunk, found.chunk));

const isNeighbour = (left: ReadableChunk, right: ReadableChunk): boolean =>
  left.documentId === right.documentId &&
  left.version === right.version &&
  left.chapter === right.chapter &&
  left.charStart < right.charStart &&
  left.charEnd < right.charEnd &&
  right.charStart - left.charEnd <= TUNING.maxGapChars &&
  isWhole(left) &&
  isWhole(right);

const isWhole = ({ content, charStart, charEnd }: ReadableChunk): boolean =>
  content.length === charEnd - charStart;

const merge = (found: FoundChunk, other: FoundChunk): FoundChunk => {
  const isBefore = found.chunk.charStart < other.chunk.charStart;
  const [left, right] = isBefore ? [found.chunk, other.chunk] : [other.chunk, found.chunk];
  return {
    ...found,
    chunk: {
      ...found.chunk,
      content: joinContents(left, right),
      charStart: left.charStart,
      charEnd: right.charEnd,
      pageStart: pageOf(Math.min, left.pageStart, right.pageStart),
      pageEnd: pageOf(Math.max, left.pageEnd, right.pageEnd),
      tokenCount: left.tokenCount + right.tokenCount,
    },
    parts: [...found.parts, ...other.parts].sort(
      (first, second) => first.charStart - second.charStart,
    ),
    ...mergeNearest([found, other], left.charStart),
    relevance: Math.max(found.relevance, other.relevance),
    coverage: Math.max(found.coverage, other.coverage),
  };
};

/** Takes the nearest lines of the better passage that has any, moved by the text that now stands before them. */
const mergeNearest = (
  both: readonly FoundChunk[],
  charStart: number,
): Pick<FoundChunk, 'nearest'> => {
  const [first] = both.filter(({ nearest }) => nearest !== undefined);
  if (first?.nearest === undefined) return {};
  const { start, end } = first.nearest;
  const moved = first.chunk.charStart - charStart;
  return { nearest: { start: start + moved, end: end + moved } };
};

// The gap is filled to its length, so that an offset in the content stays an offset in the document.
const joinContents = (left: ReadableChunk, right: ReadableChunk): string =>
  left.charEnd >= right.charStart
    ? left.content + right.content.slice(left.charEnd - right.charStart)
    : left.content + '\n'.repeat(right.charStart - left.charEnd) + right.content;

/** The first or the last of two pages, either of which may be unknown. */
const pageOf = (
  choose: (...pages: number[]) => number,
  left: number | null,
  right: number | null,
): number | null => (left === null || right === null ? (left ?? right) : choose(left, right));
