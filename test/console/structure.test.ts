import { describe, expect, it } from '@jest/globals';
import {
  cellsOf,
  join,
  linesOf,
  partsOf,
  type Stretch,
} from '../../console/src/documents/structure.js';
import { chunkDocument } from '../../src/parsing/chunk-document.js';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';
import type { Block } from '../../src/parsing/parsed-document.js';

/** The passages of a document of these blocks, as the server lists them, and its text. */
const read = (blocks: readonly Block[]) => {
  const document = normaliseDocument(blocks);
  return { text: document.text, chunks: chunkDocument(document, { maxTokens: 60 }) };
};

const sheet = (text: string): Block => ({ text, kind: 'heading', level: 1, opens: 'sheet' });
const table = (rows: readonly string[]): Block => ({ text: rows.join('\n'), kind: 'table' });
const ROWS = Array.from({ length: 30 }, (_, n) => `Row ${n} | ${n * 7} metres |`);
const DEPTHS = ['Place | Depth | Note', ...ROWS];

const rowsOf = (stretch: Stretch) =>
  stretch.blocks
    .filter(({ kind }) => kind === 'table')
    .flatMap((block) => linesOf(stretch, block))
    .map((row) =>
      cellsOf(stretch, row).map(({ start, end }) =>
        stretch.text.slice(start - stretch.start, end - stretch.start),
      ),
    );

describe('the passages of a document', () => {
  it('add up to its text, even if parts of a table repeat the header', () => {
    const sentences = Array.from({ length: 40 }, (_, n) => `Rule ${n} says something new.`);
    const { text, chunks } = read([
      sheet('Depths'),
      table(DEPTHS),
      { text: sentences.join(' '), kind: 'paragraph' },
    ]);

    expect(chunks.length).toBeGreaterThan(5);
    expect(join(chunks)).toMatchObject({ text, start: 0 });
  });

  it('form one table row again if it was split over several passages', () => {
    const names = Array.from({ length: 40 }, (_, n) => `quantity ${n}`);
    const { chunks } = read([table([names.join(' | '), names.join(' | ')])]);

    expect(rowsOf(join(chunks)).at(-1)).toHaveLength(40);
  });
});

describe('a workbook in the console', () => {
  it('has its sheets by name, with the cells of each row in their columns', () => {
    const { chunks } = read([sheet('Depths'), table(DEPTHS), sheet('Crew'), table(['A | B'])]);
    const stretch = join(chunks);

    expect(partsOf(stretch).map(({ opens, name, blocks }) => [opens, name, blocks.length])).toEqual(
      [
        ['sheet', 'Depths', 2],
        ['sheet', 'Crew', 2],
      ],
    );
    expect(rowsOf(stretch).slice(0, 3)).toEqual([
      ['Place', 'Depth', 'Note'],
      ['Row 0', '0 metres', ''],
      ['Row 1', '7 metres', ''],
    ]);
  });

  it('shows the loaded rows even if the table began before them', () => {
    const { chunks } = read([table(DEPTHS)]);
    const stretch = join(chunks.slice(1));

    expect(rowsOf(stretch).at(-1)).toEqual(['Row 29', '203 metres', '']);
    expect(rowsOf(stretch)[0]?.[0]).toMatch(/^Row \d+$/u);
  });
});

describe('passages of a file that was read before layout blocks were stored', () => {
  it('are shown as paragraphs', () => {
    const { chunks } = read([table(DEPTHS)]);
    const old = chunks.map((chunk) => ({ ...chunk, blocks: null }));

    const { blocks, text } = join(old);

    expect(blocks.map(({ kind }) => kind)).toEqual(chunks.map(() => 'paragraph'));
    expect(text).toBe(DEPTHS.join('\n'));
  });
});
