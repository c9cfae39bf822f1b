import { describe, expect, it } from '@jest/globals';
import { cellsOf, createRowCutter } from '../../src/parsing/wide-rows.js';

const spanOf = (text: string, part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};

describe('the cells of a table row', () => {
  it.each([
    ['a | b | c', ['a', 'b', 'c']],
    ['a |  | c', ['a', '', 'c']],
    [' | b | ', ['', 'b', '']],
    ['a|b | c', ['a|b', 'c']],
  ])('in %j are recognised by the bars between them', (row, cells) => {
    const text = `head\n${row}`;

    const found = cellsOf(text, { start: 5, end: text.length });

    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(cells);
  });
});

describe('a table row that is too wide', () => {
  const names = Array.from({ length: 12 }, (_, at) => `column ${at}`);
  const values = names.map((_, at) => (at === 0 ? 'Bergen' : `value number ${at} of this row`));
  const [header, row] = [names.join(' | '), values.join(' | ')];
  const text = `${header}\n${row}`;
  const cutter = createRowCutter(text, cellsOf(text, spanOf(text, header)), 60);

  it('is split between cells, and no cell is lost', () => {
    const parts = cutter.cut(spanOf(text, row)) ?? [];

    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ start, end }) => text.slice(start, end)).join(' | ')).toBe(row);
  });

  it('repeats the column names before each part, and the row name before later parts', () => {
    const parts = cutter.cut(spanOf(text, row)) ?? [];

    const last = parts.at(-1);
    expect(parts[0]?.names).toMatch(/^column 0 \| column 1.*\n$/);
    expect(last?.names).toMatch(/^column 0 \| .*column 11\nBergen \| $/);
  });

  it('is not split if its cells cannot be recognised', () => {
    const other = `${text}\nBergen | a | b`;

    expect(cutter.cut(spanOf(text, 'Bergen'))).toBeUndefined();
    expect(
      createRowCutter(other, cellsOf(other, spanOf(other, header)), 60).repeatsAll([
        spanOf(other, 'Bergen | a | b'),
      ]),
    ).toBe(false);
  });
});
