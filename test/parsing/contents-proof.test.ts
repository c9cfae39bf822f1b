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

describe('a list of headings that appear later in the document', () => {
  it('is the table of contents', () => {
    expect(isProven('Scope ........ 1\nNotice periods ........ 3\nHolidays ........ 5')).toBe(true);
    expect(isProven('- Scope\n- Notice periods\n- Holidays')).toBe(true);
  });

  it('is not a table of contents if its numbers are not those of the pages', () => {
    expect(isProven('Scope ........ 10\nNotice periods ........ 31\nHolidays ........ 250')).toBe(
      false,
    );
  });

  it('is not a table of contents if its numbers decrease, even if no page is known', () => {
    const withoutPages = chapters.map(({ page: _page, ...block }) => block);

    expect(isProven('Scope ........ 1\nNotice periods ........ 3', withoutPages)).toBe(true);
    expect(isProven('Scope ........ 5\nNotice periods ........ 3', withoutPages)).toBe(false);
  });

  it('is not a table of contents if it comes after those headings and names no pages', () => {
    const blocks: Block[] = [
      ...chapters,
      { kind: 'list', text: '- Scope\n- Notice periods\n- Holidays' },
    ];
    const listed = blocks.map((_, at) => at === chapters.length);

    const proof = createContentsProof(blocks, listed);

    expect(proof({ from: chapters.length, to: blocks.length })).toBe(false);
  });
});

describe('a list that looks like a table of contents but names no heading', () => {
  it('is kept if it lists prices', () => {
    expect(isProven('Seal ring ........ 4\nGasket ........ 5\nPump ........ 9')).toBe(false);
  });

  it('is an index if its terms appear on the pages that it names', () => {
    const pages: Block[] = ['canteen', 'parking', 'lockers', 'lifts', 'stairs'].map(
      (term, at): Block => ({ kind: 'paragraph', text: `Of ${term} alone.`, page: at + 2 }),
    );

    expect(isProven('Canteen, 1\nLifts, 4\nLockers, 3\nParking, 2', pages)).toBe(true);
    expect(isProven('Canteen, 4\nLifts, 2\nLockers, 1\nParking, 7', pages)).toBe(false);
  });
});
