import { readRecords, separatorOf } from './csv-records.js';
import { decodeText } from './decode-text.js';
import type { Parser } from './parser.js';
import { createSheetReader, sheetBlocks } from './table-blocks.js';

/** CSV in any usual separator and encoding, as the tables between its blank lines. */
export const csv: Parser = async ({ bytes }) => {
  const text = decodeText(bytes);
  const reader = createSheetReader();
  let row = 0;
  for (const record of readRecords(text, separatorOf(text))) {
    record.forEach((value, column) => reader.set(row, column, value));
    row += 1;
  }
  return { blocks: sheetBlocks(reader.sheet), pageCount: null };
};
