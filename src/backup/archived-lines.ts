import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

const GZIP_LEVEL = 4;

/** The lines as they are archived; `lines` counts them once all have been read. */
export const zipLines = (batches: AsyncIterable<readonly string[]>) => {
  let count = 0;
  const text = async function* (): AsyncGenerator<string> {
    for await (const batch of batches) {
      count += batch.length;
      yield `${batch.join('\n')}\n`;
    }
  };
  const content: Readable = through(Readable.from(text()), createGzip({ level: GZIP_LEVEL }));
  return { content, lines: () => count };
};

/** Limits the length of a row; PostgreSQL stores no value longer than four times this. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024;
/** This much text is passed on at a time, unless a single line is longer. */
const BATCH_LENGTH = 1024 * 1024;

/** `refuse` creates the error for input that is not a list of lines. */
export async function* unzipLines(
  zipped: Readable,
  refuse: (fault: string, cause?: unknown) => Error,
): AsyncGenerator<string[]> {
  const text = through(zipped, createGunzip()).setEncoding('utf8');
  let batch: string[] = [];
  let length = 0;
  // Pieces of an unfinished line, joined once at its end, because a line may be very long.
  let begun: string[] = [];
  let begunLength = 0;
  try {
    for await (const piece of text as AsyncIterable<string>) {
      const [first = '', ...others] = piece.split('\n');
      begun.push(first);
      begunLength += first.length;
      if (begunLength > MAX_LINE_LENGTH) throw refuse('holds too long a row');
      for (const next of others) {
        batch.push(begun.join(''));
        begun = [next];
        begunLength = next.length;
      }
      length += piece.length;
      if (length < BATCH_LENGTH || batch.length === 0) continue;
      yield batch;
      batch = [];
      length = 0;
    }
  } catch (error) {
    if (!isOfZlib(error)) throw error;
    throw refuse('cannot be unpacked', error);
  }
  if (begunLength > 0) throw refuse('ends within a row');
  if (batch.length > 0) yield batch;
}

/** A failure of either stream surfaces where the result is read. */
const through = (source: Readable, change: Transform): Transform =>
  pipeline(source, change, () => undefined);

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
