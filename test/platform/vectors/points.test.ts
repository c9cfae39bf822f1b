import { describe, expect, it } from '@jest/globals';
import {
  checkVectors,
  distinctPoints,
  distinctVersions,
} from '../../../src/platform/vectors/points.js';
import { DocumentId, newId } from '../../../src/shared/ids.js';

const point = (id: string, length: number | null) => ({
  id,
  vector: length === null ? null : new Float32Array(length),
});

describe('points that are written together', () => {
  it('contain each id once, with the last version given', () => {
    const points = [point('a', 1), point('b', 2), point('a', 3)];

    expect(distinctPoints(points).map(({ id, vector }) => [id, vector?.length])).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
  });

  it('are refused if a vector has another length than the index', () => {
    const points = [point('a', 4), point('b', null), point('c', 3)];

    expect(() => checkVectors(points, 4)).toThrow(
      'The embedder gave 3 dimensions, the index has 4.',
    );
  });

  it('may lack vectors, and may have vectors of any length if the index has none', () => {
    expect(() => checkVectors([point('a', null)], 4)).not.toThrow();
    expect(() => checkVectors([point('a', 3)], null)).not.toThrow();
  });
});

describe('the versions of rows', () => {
  it('contain each document and version once', () => {
    const [one, other] = [newId(DocumentId), newId(DocumentId)];
    const rows = [
      { documentId: one, version: 1 },
      { documentId: one, version: 1 },
      { documentId: one, version: 2 },
      { documentId: other, version: 1 },
    ];

    expect(distinctVersions(rows)).toHaveLength(3);
  });
});
