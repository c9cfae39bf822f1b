import { describe, expect, it } from '@jest/globals';
import { Table, tableFromIPC, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { readTexts, type TextColumn } from '../../../src/platform/vectors/lancedb/text-column.js';

/** A column as LanceDB hands it out: through Arrow's own format. */
const columnOf = (...texts: string[]): TextColumn => {
  const table = new Table({ text: vectorFromArray(texts, new Utf8()) });
  const column = tableFromIPC(tableToIPC(table)).getChild('text');
  if (column === null) throw new Error('The column is there.');
  return column as TextColumn;
};

describe('the texts of a LanceDB column', () => {
  it.each([
    ['of ASCII', ['one', '', 'three']],
    ['of other letters', ['kérdés', '', '年假', 'plain']],
    ['that is empty', []],
  ])('are read as they were written, in a column %s', (_, texts) => {
    expect(readTexts(columnOf(...texts))).toEqual(texts);
  });
});
