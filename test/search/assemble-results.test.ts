import { describe, expect, it } from '@jest/globals';
import { ChunkId, DocumentId, newId } from '../../src/shared/ids.js';
import type { ReadableChunk } from '../../src/documents/schema.js';
import { assembleResults, type JudgedHit } from '../../src/search/assemble-results.js';

const TEXT = 'First sentence.\n\nSecond sentence.\n\nThird sentence.\n\nFourth sentence.\n\nFifth.';
const documentId = newId(DocumentId);

const chunkOf = (content: string, changes: Partial<ReadableChunk> = {}): ReadableChunk => {
  const charStart = TEXT.indexOf(content);
  return {
    ...{ id: newId(ChunkId), documentId, version: 1, index: charStart, content, title: 'Book' },
    ...{ chapter: null, pageStart: 1, pageEnd: 1, charStart, charEnd: charStart + content.length },
    ...{ tokenCount: 2, language: 'en', contentHash: content, warnings: [] },
    ...changes,
  };
};

const hitOf = (chunk: ReadableChunk, score: number, isEvidence = true): JudgedHit => ({
  candidate: {
    ...{
      id: chunk.id,
      documentId: chunk.documentId,
      terms: [],
      titleTerms: [],
      score,
      bestRank: 1,
    },
    ...{ denseScore: null, lexicalScore: 1, language: chunk.language },
  },
  relevance: isEvidence ? 0.9 : 0.1,
  coverage: score,
});

const assemble = (hits: readonly [ReadableChunk, number, boolean?][], topK = 5) =>
  assembleResults(
    hits.map(([chunk, score, isEvidence]) => hitOf(chunk, score, isEvidence)),
    new Map(hits.map(([chunk]) => [chunk.id, chunk])),
    { topK },
  );

describe('assembling results', () => {
  it('merges neighbours into one passage whose offsets stay those of the document', () => {
    const [first, second] = [chunkOf('First sentence.'), chunkOf('Second sentence.')];

    const [found, ...others] = assemble([
      [second, 0.9],
      [first, 0.5],
    ]);

    expect(others).toEqual([]);
    expect(found?.chunk.id).toBe(second.id);
    expect(found?.chunk.content).toBe(TEXT.slice(found?.chunk.charStart, found?.chunk.charEnd));
    expect(found?.parts.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(found?.score).toBe(0.9);
  });

  it('repeats no overlap when it merges', () => {
    const left = chunkOf('First sentence.\n\nSecond sentence.');
    const right = chunkOf('Second sentence.\n\nThird sentence.');

    const [found] = assemble([
      [left, 0.9],
      [right, 0.5],
    ]);

    expect(found?.chunk.content).toBe('First sentence.\n\nSecond sentence.\n\nThird sentence.');
  });

  it('merges three chunks at most', () => {
    const chunks = ['First', 'Second', 'Third', 'Fourth'].map((word) =>
      chunkOf(`${word} sentence.`),
    );

    const results = assemble(chunks.map((chunk, index) => [chunk, 0.9 - index / 10]));

    expect(results.map(({ parts }) => parts.length)).toEqual([3, 1]);
  });

  it('merges nothing across chapters, documents or the evidence rule', () => {
    const first = chunkOf('First sentence.');

    const results = assemble([
      [first, 0.9],
      [chunkOf('Second sentence.', { chapter: 'Other' }), 0.8],
      [chunkOf('Second sentence.', { documentId: newId(DocumentId), contentHash: 'b' }), 0.7],
      [chunkOf('Second sentence.', { contentHash: 'c' }), 0.1, false],
    ]);

    expect(results).toHaveLength(4);
  });

  it('counts equal texts once, whatever documents they stand in', () => {
    const results = assemble([
      [chunkOf('First sentence.'), 0.9],
      [chunkOf('First sentence.', { documentId: newId(DocumentId) }), 0.8],
    ]);

    expect(results).toHaveLength(1);
  });

  it('leaves out what could not be read back', () => {
    const [read, gone] = [chunkOf('First sentence.'), chunkOf('Fifth.')];

    const results = assembleResults(
      [hitOf(gone, 0.9), hitOf(read, 0.5)],
      new Map([[read.id, read]]),
      { topK: 5 },
    );

    expect(results.map(({ chunk }) => chunk.id)).toEqual([read.id]);
  });
});
