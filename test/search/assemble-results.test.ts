import { describe, expect, it } from '@jest/globals';
import { ChunkId, DocumentId, newId } from '../../src/shared/ids.js';
import type { ReadableChunk } from '../../src/documents/schema.js';
import { assembleResults, type JudgedHit } from '../../src/search/assemble-results.js';

const TEXT = 'First sentence.\n\nSecond sentence.\n\nThird sentence.\n\nFourth sentence.\n\nFifth.';
const documentId = newId(DocumentId);

const chunkOf = (content: string, changes: Partial<ReadableChunk> = {}): ReadableChunk => {
  const charStart = TEXT.indexOf(content);
  return {
    id: newId(ChunkId),
    documentId,
    version: 1,
    index: charStart,
    content,
    title: 'Book',
    chapter: null,
    pageStart: 1,
    pageEnd: 1,
    charStart,
    charEnd: charStart + content.length,
    tokenCount: 2,
    language: 'en',
    contentHash: content,
    warnings: [],
    ...changes,
  };
};

const hitOf = (chunk: ReadableChunk, score: number): JudgedHit => ({
  candidate: {
    id: chunk.id,
    documentId: chunk.documentId,
    terms: [],
    titleTerms: [],
    score,
    bestRank: 1,
    denseScore: null,
    lexicalScore: 1,
    language: chunk.language,
  },
  relevance: 0.9,
  coverage: score,
});

describe('assembling search results', () => {
  it('counts equal texts once, even if they are in different documents', () => {
    const [one, same] = [
      chunkOf('First sentence.'),
      chunkOf('First sentence.', { documentId: newId(DocumentId) }),
    ];

    const results = assembleResults(
      [hitOf(one, 0.9), hitOf(same, 0.8)],
      new Map([one, same].map((chunk) => [chunk.id, chunk])),
      { topK: 5 },
    );

    expect(results).toHaveLength(1);
  });

  it('leaves out passages that could not be read back', () => {
    const [read, gone] = [chunkOf('First sentence.'), chunkOf('Fifth.')];

    const results = assembleResults(
      [hitOf(gone, 0.9), hitOf(read, 0.5)],
      new Map([[read.id, read]]),
      { topK: 5 },
    );

    expect(results.map(({ chunk }) => chunk.id)).toEqual([read.id]);
  });
});
