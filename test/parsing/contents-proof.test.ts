import { describe, expect, it } from '@jest/globals';
import { createContentsProof } from '../../src/parsing/contents-proof.js';
import type { Block } from '../../src/parsing/parsed-document.js';

const chapters: Block[] = ['Scope', 'Notice periods', 'Holidays'].flatMap((title, at) => [
  { kind: 'heading', level: 1, text: `${at + 1} ${title}`, page: 3 + 2 * at },
  { kind: 'paragraph', text: `All about it. ${'Text. '.repeat(50)}`, page: 3 + 2 * at },
]);

/** True where the list in front of the chapters is proven to be their contents. */
const isProven = (list: string, behind: readonly Block[] = chapters): boolean => {
  const blocks: Block[] = [{ kind: 'list', text: list, page: 1 }, ...behind];
  return createContentsProof(blocks, [true])({ from: 0, to: 1 });
};

describe('a list that names the headings behind it', () => {
  it('is the table of contents', () => {
    expect(isProven('Scope ........ 1\nNotice periods ........ 3\nHolidays ........ 5')).toBe(true);
    expect(isProven('- Scope\n- Notice periods\n- Holidays')).toBe(true);
  });

  it('is none where its numbers are not those of the pages', () => {
    expect(isProven('Scope ........ 10\nNotice periods ........ 31\nHolidays ........ 250')).toBe(
      false,
    );
  });

  it('is none where its numbers fall, though no page is known', () => {
    const withoutPages = chapters.map(({ page: _page, ...block }) => block);

    expect(isProven('Scope ........ 1\nNotice periods ........ 3', withoutPages)).toBe(true);
    expect(isProven('Scope ........ 5\nNotice periods ........ 3', withoutPages)).toBe(false);
  });

  it('is none where it stands behind them and names no pages', () => {
    const blocks: Block[] = [
      ...chapters,
      { kind: 'list', text: '- Scope\n- Notice periods\n- Holidays' },
    ];
    const listed = blocks.map((_, at) => at === chapters.length);

    const proof = createContentsProof(blocks, listed);

    expect(proof({ from: chapters.length, to: blocks.length })).toBe(false);
  });
});

describe('a list that looks like contents and names no heading', () => {
  it('is a list of prices', () => {
    expect(isProven('Seal ring ........ 4\nGasket ........ 5\nPump ........ 9')).toBe(false);
  });

  it('is an index where its terms stand on the pages that it names', () => {
    const pages: Block[] = ['canteen', 'parking', 'lockers', 'lifts', 'stairs'].map(
      (term, at): Block => ({ kind: 'paragraph', text: `Of ${term} alone.`, page: at + 2 }),
    );

    expect(isProven('Canteen, 1\nLifts, 4\nLockers, 3\nParking, 2', pages)).toBe(true);
    expect(isProven('Canteen, 4\nLifts, 2\nLockers, 1\nParking, 7', pages)).toBe(false);
  });
});
