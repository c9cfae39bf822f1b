import { describe, expect, it } from '@jest/globals';
import type { Line } from '../../../../src/parsing/parsers/pdf/lines.js';
import { dropRunningLines } from '../../../../src/parsing/parsers/pdf/running-lines.js';

const line = (text: string, page: number, y: number): Line => ({
  ...{ text, page, y, x: 50, right: 300, size: 10, pageHeight: 800 },
  cells: [{ text, x: 50, right: 300 }],
});

const PAGES = [1, 2, 3, 4];

const kept = (lines: readonly Line[]): string[] =>
  dropRunningLines(lines, PAGES.length).map(({ text }) => text);

describe('lines in the margins of pages', () => {
  it('are left out where most pages repeat them but for their numbers', () => {
    const lines = PAGES.flatMap((page) => [
      line('Handbook 2026', page, 780),
      line(`Text of ${['one', 'two', 'three', 'four'][page - 1]}`, page, 400),
      line(`Page ${page}`, page, 20),
    ]);

    expect(kept(lines)).toEqual(['Text of one', 'Text of two', 'Text of three', 'Text of four']);
  });

  it('are left out where they count the pages of a document of two', () => {
    const lines = [1, 2].flatMap((page) => [
      line(`Text of ${['one', 'two'][page - 1]}`, page, 400),
      line(`Policy HC-3 – Page ${page} of 2`, page, 20),
    ]);

    expect(kept(lines)).toEqual(['Text of one', 'Text of two']);
  });

  it('stay where they stand on one page alone', () => {
    expect(kept([line('Appendix', 1, 780), line('Text.', 1, 400)])).toEqual(['Appendix', 'Text.']);
  });
});

describe('lines within the text', () => {
  it('stay however many pages repeat them', () => {
    const lines = PAGES.map((page) => line('Crew | Gate', page, 400));

    expect(kept(lines)).toHaveLength(4);
  });
});
