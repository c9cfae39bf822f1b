/** As much of Arrow's vector of texts as we read: per batch one buffer with all the texts, and where each begins. */
export type TextColumn = {
  data: readonly { values: Uint8Array; valueOffsets: Int32Array; length: number }[];
};

type Batch = TextColumn['data'][number];

/** The texts of a column: read one by one they cost a decoder call each, 300 for 60 hits. */
export const readTexts = ({ data }: TextColumn): string[] => data.flatMap(readBatch);

const readBatch = (batch: Batch): string[] => {
  const bytes = toBuffer(batch);
  const text = bytes.toString('utf8');
  // Bytes are characters where all are ASCII: ids, and most of the rest. Then one decoding does for all rows.
  const isAscii = text.length === bytes.length;
  return Array.from({ length: batch.length }, (_, row) => {
    const [start, end] = [startOf(batch, row), startOf(batch, row + 1)];
    return isAscii ? text.slice(start, end) : bytes.toString('utf8', start, end);
  });
};

const toBuffer = ({ values, valueOffsets, length }: Batch): Buffer =>
  Buffer.from(values.buffer, values.byteOffset, valueOffsets[length] ?? 0);

const startOf = ({ valueOffsets }: Batch, row: number): number => valueOffsets[row] ?? 0;

/** Row by row those of the wanted terms that stand in a text of terms, looked for in its bytes: no text is decoded or split. */
export const findTerms = ({ data }: TextColumn, wanted: readonly string[]): string[][] =>
  data.flatMap((batch) => findInBatch(batch, wanted));

const findInBatch = (batch: Batch, wanted: readonly string[]): string[][] => {
  // A character per byte: strings are searched twice as fast as buffers.
  const bytes = toBuffer(batch).toString('latin1');
  const found = Array.from({ length: batch.length }, (): string[] => []);
  for (const term of wanted) if (term !== '') markTerm({ batch, bytes }, term, found);
  return found;
};

const markTerm = (
  { batch, bytes }: { batch: Batch; bytes: string },
  term: string,
  found: string[][],
): void => {
  const wanted = Buffer.from(term).toString('latin1');
  let row = 0;
  for (let at = bytes.indexOf(wanted, startOf(batch, 0)); at !== -1;) {
    row = rowAt(batch, at, row);
    const [start, end] = [startOf(batch, row), startOf(batch, row + 1)];
    const after = at + wanted.length;
    const begins = at === start || isSpace(bytes, at - 1);
    // A match that runs over the end of a row is of no row.
    const ends = after === end || (after < end && isSpace(bytes, after));
    const isWord = begins && ends;
    if (isWord) found[row]?.push(term);
    at = bytes.indexOf(wanted, isWord ? end : at + 1);
  }
};

/** The row that contains this byte, not before `from`. */
const rowAt = (batch: Batch, byte: number, from: number): number => {
  let row = from;
  while (row < batch.length - 1 && startOf(batch, row + 1) <= byte) row += 1;
  return row;
};

const SPACE = 32;

const isSpace = (bytes: string, at: number): boolean => bytes.charCodeAt(at) === SPACE;
