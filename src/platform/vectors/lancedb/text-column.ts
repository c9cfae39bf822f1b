import type { Table as ArrowTable } from 'apache-arrow';

/** The part of Arrow's string vector that we read: per batch one buffer with all texts, and the offset of each. */
export type TextColumn = {
  data: readonly { values: Uint8Array; valueOffsets: Int32Array; length: number }[];
};

/** Reads a query result column by column; a missing table or column has no rows. */
export const columnsOf = (found: ArrowTable | null) => {
  // The columns have the types of the table's schema, which only this adapter writes.
  const column = <Column>(name: string) => found?.getChild(name) as Column | null | undefined;
  const noTexts: TextColumn = { data: [] };
  return {
    texts: (name: string): string[] => readTexts(column<TextColumn>(name) ?? noTexts),
    numbers: (name: string): number[] => [...(column<Iterable<number>>(name) ?? [])],
    /** The terms of each row, in reading order. */
    terms: (): string[][] =>
      readTexts(column<TextColumn>('terms') ?? noTexts).map((text) => text.split(' ')),
  };
};

/** The texts of a column, decoded together: one by one they cost a decoder call each, 300 for 60 hits. */
export const readTexts = ({ data }: TextColumn): string[] => data.flatMap(readBatch);

const readBatch = ({ values, valueOffsets, length }: TextColumn['data'][number]): string[] => {
  const bytes = Buffer.from(values.buffer, values.byteOffset, valueOffsets[length] ?? 0);
  const text = bytes.toString('utf8');
  // If all text is ASCII (ids, and most of the rest), bytes equal characters, so one decoding serves all rows.
  const isAscii = text.length === bytes.length;
  return Array.from({ length }, (_, row) => {
    const [start, end] = [valueOffsets[row] ?? 0, valueOffsets[row + 1] ?? 0];
    return isAscii ? text.slice(start, end) : bytes.toString('utf8', start, end);
  });
};
