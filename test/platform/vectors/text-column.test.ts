import { describe, expect, it } from '@jest/globals';
import { Table, tableFromIPC, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import {
  findTerms,
  readTexts,
  type TextColumn,
} from '../../../src/platform/vectors/lancedb/text-column.js';

/** A column as LanceDB hands it out: through Arrow's own format. */
const columnOf = (...texts: string[]): TextColumn => {
  const table = new Table({ text: vectorFromArray(texts, new Utf8()) });
  const column = tableFromIPC(tableToIPC(table)).getChild('text');
  if (column === null) throw new Error('The column is there.');
  return column as TextColumn;
};

const find = (text: string, wanted: readonly string[]) => findTerms(columnOf(text), wanted)[0];

describe('the wanted terms in a text of terms', () => {
  it('finds them at its start, in its middle and at its end', () => {
    const found = find('leave day year', ['year', 'leave', 'day']);

    expect(found).toEqual(['year', 'leave', 'day']);
  });

  it('does not take a part of a term for the term', () => {
    const found = find('holidays daybreak monday', ['day', 'holiday', 'monday']);

    expect(found).toEqual(['monday']);
  });

  it('finds a term behind longer ones that contain it', () => {
    const found = find('daybreak monday day', ['day']);

    expect(found).toEqual(['day']);
  });

  it('finds nothing in an empty text, and no empty term', () => {
    expect(find('', ['day'])).toEqual([]);
    expect(find('day', [''])).toEqual([]);
  });

  it('names a term once however often it stands there', () => {
    expect(find('day and day and day', ['day'])).toEqual(['day']);
  });

  it('keeps rows apart, empty ones and those that touch included', () => {
    const column = columnOf('day of', '', 'rest a', 'b rest', 'rest', '');

    const found = findTerms(column, ['rest', 'ab', 'day', 'ofrest', 'of']);

    expect(found).toEqual([['day', 'of'], [], ['rest'], ['rest'], ['rest'], []]);
  });

  it('finds words of more than one byte a letter, and not a part of a letter', () => {
    const column = columnOf('kérdés 年假 天', 'kérdések', '年');

    const found = findTerms(column, ['年假', 'kérdés', '年', '天']);

    expect(found).toEqual([['年假', 'kérdés', '天'], [], ['年']]);
  });
});

describe('the texts of a column', () => {
  it.each([
    ['of ASCII', ['one', '', 'three']],
    ['of other letters', ['kérdés', '', '年假', 'plain']],
    ['that is empty', []],
  ])('are those that were written, in a column %s', (_, texts) => {
    expect(readTexts(columnOf(...texts))).toEqual(texts);
  });
});
