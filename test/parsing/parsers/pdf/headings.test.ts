import { describe, expect, it } from '@jest/globals';
import {
  headingsFromOutline,
  headingsFromSizes,
} from '../../../../src/parsing/parsers/pdf/headings.js';
import type { Line } from '../../../../src/parsing/parsers/pdf/lines.js';

type Printed = { page?: number; size?: number; y?: number };

const line = (text: string, { page = 1, size = 10, y = 700 }: Printed = {}): Line => ({
  text,
  x: 50,
  right: 500,
  y,
  size,
  page,
  pageHeight: 800,
  cells: [{ text, x: 50, right: 500 }],
});

describe('headings from the bookmarks of a PDF', () => {
  it('are the lines that show their titles, whatever numbers precede them', () => {
    const lines = [line('2.1 Notice Periods'), line('Four weeks.')];

    const headings = headingsFromOutline(lines, [{ title: 'Notice periods', level: 2, page: 1 }]);

    expect([...headings]).toEqual([[0, [{ level: 2, lineCount: 1 }]]]);
  });

  it('may span several lines, but not a paragraph in another font size', () => {
    const lines = [line('It ends.'), line('Notice', { size: 16 }), line('periods', { size: 16 })];

    const headings = headingsFromOutline(lines, [{ title: 'Notice periods', level: 1, page: 1 }]);

    expect([...headings]).toEqual([[1, [{ level: 1, lineCount: 2 }]]]);
  });

  it('stand at the first line of the page if no line shows them', () => {
    const lines = [line('Nothing.'), line('Text.', { page: 2 })];

    const headings = headingsFromOutline(lines, [{ title: 'Annex', level: 1, page: 2 }]);

    expect([...headings]).toEqual([[1, [{ level: 1, lineCount: 0, title: 'Annex' }]]]);
  });

  it('use each line once and skip pages that do not exist', () => {
    const lines = [line('Scope'), line('Text.'), line('Scope')];
    const entry = { title: 'Scope', level: 1, page: 1 };

    const headings = headingsFromOutline(lines, [entry, entry, { ...entry, page: 9 }]);

    expect([...headings.keys()]).toEqual([0, 2]);
  });
});

describe('headings recognised by font size', () => {
  it('are larger than the text, and the largest are the top level', () => {
    const lines = [
      line('Handbook', { size: 20 }),
      line('Text.'),
      line('Notice periods', { size: 14 }),
      line('Text in letters that are little larger.', { size: 11 }),
    ];

    expect([...headingsFromSizes(lines, 10)]).toEqual([
      [0, [{ level: 1, lineCount: 1 }]],
      [2, [{ level: 2, lineCount: 1 }]],
    ]);
  });

  it('do not include numbers, or a page that is all in large letters', () => {
    const page = [0, 1, 2, 3].map((at) =>
      line('A slogan in large letters', { size: 20, y: 700 - 20 * at }),
    );

    expect(headingsFromSizes([line('42', { size: 20 })], 10).size).toBe(0);
    expect(headingsFromSizes(page, 10).size).toBe(0);
  });
});
