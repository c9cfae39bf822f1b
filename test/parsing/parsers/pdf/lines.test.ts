import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../../src/parsing/parsed-document.js';
import { layOutBlocks } from '../../../../src/parsing/parsers/pdf/blocks.js';
import { headingsFromOutline } from '../../../../src/parsing/parsers/pdf/headings.js';
import type { Line } from '../../../../src/parsing/parsers/pdf/lines.js';
import { findNotes } from '../../../../src/parsing/parsers/pdf/body-text.js';

const BODY = 10;

type Printed = Partial<Pick<Line, 'size' | 'x'>> & { page: number; y: number; right?: number };

const line = (text: string, { size = BODY, x = 50, right = 500, page, y }: Printed): Line => ({
  text,
  cells: [{ text, x, right }],
  size,
  x,
  right,
  y,
  page,
  pageHeight: 800,
});

const row = (texts: readonly string[], printed: Printed): Line => ({
  ...line(texts.join(' '), printed),
  cells: texts.map((text, at) => {
    const x = 50 + at * 120;
    return { text, x, right: x + text.length * 5 };
  }),
});

const layOut = (lines: readonly Line[]): Block[] =>
  layOutBlocks({ lines, headings: new Map(), leading: 1.2, notes: findNotes(lines, BODY) });

describe('the lines of a PDF', () => {
  it('continue a sentence across the end of a page, past its footnotes', () => {
    const blocks = layOut([
      line('The deposit is paid in advance and returned within thirty', { page: 1, y: 60 }),
      line('1 In cash or by transfer.', { page: 1, y: 40, size: 8 }),
      line('days of the end of the lease.', { page: 2, y: 750 }),
    ]);

    expect(blocks).toEqual([
      {
        text: 'The deposit is paid in advance and returned within thirty days of the end of the lease.',
        kind: 'paragraph',
        page: 1,
        pageStarts: [{ at: 57, page: 2 }],
      },
      { text: '1 In cash or by transfer.', kind: 'paragraph', page: 1 },
    ]);
  });

  it('are joined without a space if Japanese is split before or after a long vowel', () => {
    const blocks = layOut([
      line('存在する物理データー', { page: 1, y: 700 }),
      line('を表すファイルシステムの中のサ', { page: 1, y: 688 }),
      line('ーバーを使います。', { page: 1, y: 676 }),
    ]);

    expect(blocks).toMatchObject([
      { text: '存在する物理データーを表すファイルシステムの中のサーバーを使います。' },
    ]);
  });

  it('stay apart if dots lead to a price', () => {
    const blocks = layOut([
      line('Roses .......... 12.50', { page: 1, y: 700 }),
      line('Tulips .......... 4.00', { page: 1, y: 688 }),
      line('Lilies .......... 7.25', { page: 1, y: 676 }),
    ]);

    expect(blocks).toMatchObject([
      {
        text: 'Roses .......... 12.50\nTulips .......... 4.00\nLilies .......... 7.25',
        kind: 'paragraph',
        keepsLines: true,
      },
    ]);
  });

  it('continue in the next column', () => {
    const blocks = layOut([
      line('The left column ends in the middle of', { page: 1, y: 60, right: 250 }),
      line('a sentence.', { page: 1, y: 700, x: 300, right: 360 }),
    ]);

    expect(blocks).toEqual([
      { text: 'The left column ends in the middle of a sentence.', kind: 'paragraph', page: 1 },
    ]);
  });

  it.each([
    ['after a full stop', 'It ends here.', 500],
    ['after a short line', 'A caption', 120],
  ])('begin a new paragraph on a new page %s', (_, last, right) => {
    const blocks = layOut([
      line(last, { page: 1, y: 60, right }),
      line('Another paragraph begins on this page.', { page: 2, y: 750 }),
    ]);

    expect(blocks).toHaveLength(2);
  });

  it('take a number at their start for a list item only if it can be one', () => {
    const blocks = layOut([
      line('The lease ends before the end of month', { page: 1, y: 700 }),
      line('10. It may be renewed once.', { page: 1, y: 688 }),
      line('1. sign it', { page: 1, y: 660 }),
      line('2. send it', { page: 1, y: 648 }),
    ]);

    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', 'The lease ends before the end of month 10. It may be renewed once.'],
      ['list', '1. sign it\n2. send it'],
    ]);
  });

  it('continue a table on the next page without repeating its header', () => {
    const blocks = layOut([
      row(['City', 'Rate'], { page: 1, y: 72 }),
      row(['Bergen', '3 EUR'], { page: 1, y: 60 }),
      row(['City', 'Rate'], { page: 2, y: 750 }),
      row(['Oslo', '5 EUR'], { page: 2, y: 738 }),
    ]);

    expect(blocks).toEqual([
      {
        text: 'City | Rate\nBergen | 3 EUR\nOslo | 5 EUR',
        kind: 'table',
        page: 1,
        linePages: [1, 1, 2],
      },
    ]);
  });

  it('are not part of the title below them if they are smaller', () => {
    const lines = [
      line('6.', { page: 1, y: 700 }),
      line('Chapter Three', { page: 1, y: 680, size: 18 }),
    ];

    const headings = headingsFromOutline(lines, [{ title: 'Chapter Three', level: 1, page: 1 }]);

    expect([...headings]).toEqual([[1, [{ level: 1, lineCount: 1 }]]]);
  });
});
