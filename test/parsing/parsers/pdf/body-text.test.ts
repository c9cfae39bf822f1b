import { describe, expect, it } from '@jest/globals';
import { layOutBlocks } from '../../../../src/parsing/parsers/pdf/blocks.js';
import { keepCode } from '../../../../src/parsing/parsers/pdf/body-text.js';
import { frameOf } from '../../../../src/parsing/parsers/pdf/frames.js';
import type { Glyph, Run } from '../../../../src/parsing/parsers/pdf/glyphs.js';
import { toLines, type Line } from '../../../../src/parsing/parsers/pdf/lines.js';
import { partRunningLines } from '../../../../src/parsing/parsers/pdf/running-lines.js';

const SIZE = 10;
const LETTER = 6;
const FRAME = frameOf(0, { left: 0, bottom: 0, right: 600, top: 800 });

type Placed = { x?: number; y: number; isFixed?: boolean; size?: number };

const item = (text: string, { x = 50, y, isFixed = false, size = SIZE }: Placed): Glyph[] => {
  const run: Run = { object: 1, frame: FRAME, isFixed, size };
  return Array.from(text, (letter, at) => ({
    text: letter,
    x: x + at * LETTER,
    right: x + (at + 1) * LETTER,
    y,
    size,
    run,
  }));
};

const code = (text: string, y: number, column = 0): Glyph[] =>
  item(text, { x: 50 + column * LETTER, y, isFixed: true });

const page = (items: readonly Glyph[][], number = 1): Line[] => toLines(items.flat(), number);

const layOut = (items: readonly Glyph[][]) =>
  layOutBlocks({ lines: page(items), headings: new Map(), leading: 1.2, notes: new Set() });

describe('code in a PDF', () => {
  it('keeps its lines, their indentation and the gaps within them', () => {
    const blocks = layOut([
      item('Write this into the file, and restart the service afterwards:', { y: 700 }),
      code('if open; then', 680),
      code('close', 668, 4),
      code('# at nine', 668, 20),
      code('fi', 656),
      item('Nothing else has to be done.', { y: 636 }),
    ]);

    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'code', 'paragraph']);
    expect(blocks[1]?.text).toBe('if open; then\n    close           # at nine\nfi');
  });

  it('may have brackets in another font', () => {
    const [, block] = layOut([
      item('Try:', { y: 700 }),
      code('$ ', 680),
      item('[', { x: 62, y: 680 }),
      code(' 1 = 1 ]; echo', 680, 3),
      code('0', 668),
    ]);

    expect(block).toMatchObject({ kind: 'code' });
    expect(block?.text.split('\n')).toHaveLength(2);
  });

  it('is not confused with a name in a sentence, even if it fills a line of its own', () => {
    const blocks = layOut([
      item('The settings of the service are in the file', { y: 700 }),
      code('/etc/service.conf', 688),
      item('and nowhere else.', { y: 676 }),
    ]);

    expect(blocks).toMatchObject([
      {
        kind: 'paragraph',
        text: 'The settings of the service are in the file /etc/service.conf and nowhere else.',
      },
    ]);
  });

  it('is not seen in a document that is typewritten throughout', () => {
    const typed = page([code('The lease ends', 700), code('in May.', 688)]);

    expect(keepCode(typed).map(({ letterWidth }) => letterWidth)).toEqual([undefined, undefined]);
  });
});

describe('the running headers of a PDF', () => {
  const text = (number: number): Glyph[][] => [
    item(`On page ${number} there is a paragraph which is about something else.`, { y: 700 }),
    item(`It goes on with a second line, which says ${'more '.repeat(number)}.`, { y: 688 }),
  ];
  const book = (header: (number: number) => Glyph[]): string[] => {
    const lines = Array.from({ length: 10 }, (_, at) =>
      page([header(at + 1), ...text(at + 1)], at + 1),
    ).flat();
    return partRunningLines(lines, 10).lines.map((line) => line.text);
  };

  it('are left out if every other page names another chapter', () => {
    const left = book((number) =>
      item(`CHAPTER ${Math.ceil(number / 2)}. ${'ABCDE'.charAt((number - 1) / 2)} PUMPS`, {
        y: 770,
      }),
    );

    expect(left).toHaveLength(20);
    expect(left.join('\n')).not.toContain('CHAPTER');
  });

  it('are not confused with the titles of slides, which are larger than their text', () => {
    const left = book((number) =>
      item(`${'ABCDEFGHIJ'.charAt(number - 1)}: pumps, part ${number}`, { y: 770, size: 24 }),
    );

    expect(left.filter((line) => line.includes('pumps, part'))).toHaveLength(10);
  });

  it('are not confused with the first lines of the text', () => {
    const left = book((number) => item(`Sentence ${number} opens the page`, { y: 712 }));

    expect(left).toHaveLength(30);
  });
});
