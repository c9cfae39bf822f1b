import { describe, expect, it } from '@jest/globals';
import {
  hashFingerprint,
  toCanonicalFingerprint,
  toIndexedBy,
  type IndexFingerprint,
} from '../../src/search/index-fingerprint.js';

const fingerprint: IndexFingerprint = {
  store: 'lancedb',
  embeddingModel: 'small',
  dimensions: 384,
  analyzerVersion: 1,
  chunkerVersion: 1,
  chunkTokens: 400,
};

describe('an index fingerprint', () => {
  it('is the same, whatever the order of its parts', () => {
    const reversed = Object.fromEntries(Object.entries(fingerprint).reverse()) as IndexFingerprint;

    expect(toCanonicalFingerprint(reversed)).toBe(toCanonicalFingerprint(fingerprint));
  });

  it.each([
    { store: 'qdrant' as const },
    { embeddingModel: null },
    { dimensions: 768 },
    { analyzerVersion: 2 },
    { chunkerVersion: 2 },
    { chunkTokens: 200 },
  ])('changes with %j', (change) => {
    expect(hashFingerprint({ ...fingerprint, ...change })).not.toBe(hashFingerprint(fingerprint));
  });

  it('is short and safe as part of a table name', () => {
    expect(hashFingerprint(fingerprint)).toMatch(/^[0-9a-f]{12}$/);
  });

  it("changes with the embedder's prefix for passages, but not with the one for questions", () => {
    const plain = { queryPrefix: '', passagePrefix: '', inputType: null };
    const ways = [
      plain,
      { ...plain, queryPrefix: 'query: ' },
      { ...plain, passagePrefix: 'passage: ' },
      { ...plain, inputType: 'voyage' as const },
    ].map((tellingApart) => toIndexedBy({ model: 'small', tellingApart }));

    expect(ways.slice(0, 2)).toEqual(['small', 'small']);
    expect(new Set(ways.slice(1)).size).toBe(3);
  });
});
