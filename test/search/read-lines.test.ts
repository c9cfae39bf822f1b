import { describe, expect, it } from '@jest/globals';
import type { ReadableChunk } from '../../src/documents/schema.js';
import type { Embedder } from '../../src/platform/models/model.js';
import type { JudgedHit } from '../../src/search/assemble-results.js';
import { createReadLines, toWindows } from '../../src/search/read-lines.js';
import type { SearchSettings } from '../../src/search/schema.js';
import { ChunkId, DocumentId, newId } from '../../src/shared/ids.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

const SETTINGS: SearchSettings = {
  candidatesPerLeg: 5,
  calibration: {},
  minCoverage: 1,
  minDenseScore: null,
  weights: { lexical: 1, dense: 1, denseByLanguage: {} },
  embedTimeoutMs: 5_000,
  rerankTimeoutMs: 5_000,
};

/** A passage of one line, as near to the question as its cosine says. */
const toRead = (cosine: number): [JudgedHit, ReadableChunk] => {
  const chunk = {
    id: newId(ChunkId),
    documentId: newId(DocumentId),
    version: 1,
    index: 0,
    title: 'Book',
    content: `Line ${cosine}.`,
    contentHash: `${cosine}`,
    charStart: 0,
    charEnd: 9,
    chapter: null,
    pageStart: 1,
    pageEnd: 1,
    tokenCount: 2,
    language: 'en',
    warnings: [],
  };
  const found = { terms: [], titleTerms: [], score: 1, bestRank: 1, lexicalScore: null };
  const { id, documentId, language } = chunk;
  const candidate = { ...found, id, documentId, language, denseScore: cosine };
  return [{ candidate, relevance: 0.3, coverage: 0 }, chunk];
};

describe('passages that are compared line by line', () => {
  it('are the three nearest of many, in one call to the embedder', async () => {
    const embedded: (readonly string[])[] = [];
    const embedder: Embedder = {
      model: 'e',
      dimensions: 1,
      embed: (texts) => {
        embedded.push(texts);
        const vectors = texts.map(() => Float32Array.of(1));
        return Promise.resolve({ vectors, promptTokens: 0, costUsd: null });
      },
    };
    const readLines = createReadLines({
      embedder,
      metrics: createSilentMetrics(),
      logger: createSilentLogger(),
      settings: SETTINGS,
    });
    const hits = [0.1, 0.7, 0.3, 0.9, 0.5, 0.2].map(toRead);

    await readLines({
      judged: hits.map(([hit]) => hit),
      question: 'Which line?',
      readable: new Map(hits.map(([, chunk]) => [chunk.id, chunk])),
      search: { queries: ['Which line?'], topK: 5, signal: new AbortController().signal },
      mayRead: () => true,
      judge: ({ relevance }) => relevance,
    });

    expect(embedded).toEqual([['Which line?', 'Line 0.9.', 'Line 0.7.', 'Line 0.5.']]);
  });
});

describe('a passage that is read a few lines at a time', () => {
  it('is read in pieces that start at each of its lines', () => {
    expect(toWindows('One.\nTwo.\nThree.\nFour.').map(({ text }) => text)).toEqual([
      'One.\nTwo.\nThree.',
      'Two.\nThree.\nFour.',
      'Three.\nFour.',
      'Four.',
    ]);
  });

  it('is read completely in at most forty steps, however many lines it has', () => {
    const content = Array.from({ length: 900 }, (_, line) => `${line} is a line.`).join('\n');

    const windows = toWindows(content);

    expect(windows.length).toBeLessThanOrEqual(40);
    expect(windows[0]?.start).toBe(0);
    expect(windows.at(-1)?.end).toBe(content.length);
    windows.slice(1).forEach(({ start }, at) => {
      expect(start).toBeLessThanOrEqual((windows[at]?.end ?? 0) + 1);
    });
  });
});
