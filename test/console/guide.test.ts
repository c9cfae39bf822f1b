import { describe, expect, it } from '@jest/globals';
import { findIn, MOST_FOUND, outlineOf } from '../../console/src/documents/guide.js';

type Placed = { charStart: number; chapter: string; pageStart: number };

const passage = (content: string, placed: Placed) => ({
  content,
  charEnd: placed.charStart + content.length,
  blocks: null,
  ...placed,
});

const PASSAGES = [
  passage('Staff may work\nfrom home.', { charStart: 0, chapter: 'Work', pageStart: 1 }),
  // The second one repeats the end of the first.
  passage('from home. At home (once).', { charStart: 15, chapter: 'Work › Remote', pageStart: 2 }),
];

describe('finding words in a document', () => {
  it('finds each match once, in any case and across lines, with its page', () => {
    expect(findIn(PASSAGES, 'WORK FROM')).toMatchObject([{ start: 10, end: 19, page: 1 }]);
    expect(findIn(PASSAGES, 'home').map(({ start, page }) => [start, page])).toEqual([
      [20, 2],
      [29, 2],
    ]);
  });

  it('matches special characters literally, finds nothing for an empty search, and stops at a limit', () => {
    expect(findIn(PASSAGES, '(once)')).toMatchObject([{ match: '(once)' }]);
    expect(findIn(PASSAGES, '  ')).toEqual([]);
    expect(
      findIn([passage('a'.repeat(1000), { charStart: 0, chapter: '', pageStart: 1 })], 'a'),
    ).toHaveLength(MOST_FOUND);
  });
});

describe('the table of contents of a document', () => {
  it('has each chapter once, with its parent chapters', () => {
    const outline = outlineOf([
      ...PASSAGES,
      passage('More.', { charStart: 50, chapter: 'Work › Remote', pageStart: 3 }),
    ]);

    expect(outline.map(({ title, depth, page }) => [title, depth, page])).toEqual([
      ['Work', 0, 1],
      ['Remote', 1, 2],
    ]);
  });
});
