import { describe, expect, it } from '@jest/globals';
import { csv } from '../../../src/parsing/parsers/csv.js';
import { parseBytes } from '../../support/parsing.js';

const read = async (text: string): Promise<string[]> => {
  const { blocks } = await csv.read({ bytes: Buffer.from(text), filename: 'a.csv' });
  return blocks.map((block) => block.text);
};

const isCsv = (text: string, extension = ''): boolean =>
  csv.recognises.text?.({ text, sample: text, extension }) === true;

describe('a table of separated values', () => {
  it.each([
    ['commas', 'a,b\n1,2'],
    ['semicolons, even if numbers have commas', 'a;b\n1,5;2,5\n3,5;4,5'],
    ['tabs', 'a\tb\n1\t2'],
    ['a separator that the file declares', 'sep=|\na|b\n1|2'],
  ])('is recognised with %s', async (_, text) => {
    const [table = ''] = await read(text);

    expect(table.split('\n').map((line) => line.split(' | ').length)).toEqual(
      table.split('\n').map(() => 2),
    );
    expect(table).toMatch(/^a \| b\n/);
  });

  it('keeps separators, line breaks and quotes inside quotes', async () => {
    expect(await read('a,b\n"x, y","one\ntwo"\n"say ""no""",8" pipe')).toEqual([
      'a | b\nx, y | one two\nsay "no" | 8" pipe',
    ]);
  });

  it('is read to its end if a quote is never closed', async () => {
    expect(await read('a,b\n1,"two')).toEqual(['a | b\n1 | two']);
  });
});

describe('a text without a file name', () => {
  it('is a table if every line is one of its rows', () => {
    expect(isCsv('Name,Days,Gate\nAnn,30,2\nMara,28,1')).toBe(true);
  });

  it.each([
    [
      'are sentences with commas',
      'Ann, Mara, and Jon came.\nThey sat, ate, and left.\nThen, so, on.',
    ],
    ['have different numbers of fields', 'Name,Days,Gate\nAnn,30\nMara,28,1'],
    ['have only two columns', 'Name,Days\nAnn,30\nMara,28'],
    ['have the same column name twice', 'Name,Days,Days\nAnn,30,2\nMara,28,1'],
  ])('is not a table if its lines %s', (_, text) => {
    expect(isCsv(text)).toBe(false);
  });

  it('is more readily taken for a table if its name promises one', () => {
    expect(isCsv('Name,Days\nAnn,30', '.csv')).toBe(true);
    expect(isCsv('Nothing that could be one.', '.csv')).toBe(false);
  });
});

describe('a price list', () => {
  it('is in the language of its column names, however many codes it contains', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `CL-${2000 + at},${20 + at} cm,${at}.90`);

    const { language, chunks } = await parseBytes(
      ['Article,Size,Price EUR', ...rows].join('\n'),
      'prices.csv',
    );

    expect(language).toBe('en');
    expect(new Set(chunks.map((chunk) => chunk.language))).toEqual(new Set(['en']));
  });
});
