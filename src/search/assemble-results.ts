import type { ReadableChunk } from '../documents/index.js';
import { analyze } from '../language/index.js';
import type { ChunkId, DocumentId } from '../shared/ids.js';
import type { FusedHit } from './fuse-rankings.js';
import { isEvidence, type Judged } from '../evidence/index.js';
import type { ChunkSearch, FoundChunk } from './schema.js';

/** The title's terms are those of the hit's document. */
export type JudgedHit = Judged<
  FusedHit<ChunkId> & { titleTerms: readonly string[]; rerankScore?: number }
> &
  Pick<FoundChunk, 'nearest'>;

/** Chunks that the scope may read now, by id: nothing else may be shown or sent. */
export type Readable = ReadonlyMap<ChunkId, ReadableChunk>;

/** Adds the terms of document titles to hits. Titles come from the database, where changes take effect at once. */
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

/** Returns the best passages first, up to `topK`; passages with equal text count once. */
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
    if (results.length >= topK) break;
    seen.add(chunk.contentHash);
    results.push(toFound(chunk, hit));
  }
  return results;
};

const toFound = (
  chunk: ReadableChunk,
  { candidate, relevance, coverage, nearest }: JudgedHit,
): FoundChunk => ({
  chunk,
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
