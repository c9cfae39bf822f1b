import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FieldInfo, FileInfo } from 'busboy';
import { toFormName } from './form-names.js';
import {
  abandon,
  abandoned,
  onFailure,
  openForm,
  refused,
  toFields,
  watchConnection,
  type Pace,
} from './uploads.js';

export type UploadPart<Fields> = {
  /** The name of the form field with the file. */
  field: string;
  filename: string;
  source: Readable;
  /** All fields of the form; they must come before its files. */
  fields: Fields;
};

type Options<Fields> = {
  maxFiles: number;
  pace?: Partial<Pace>;
  /** Names of fields whose text is a JSON object. */
  jsonFields?: readonly string[];
  parseFields: (fields: Record<string, unknown>) => Fields;
  /** May read only part of the file. */
  store: (part: UploadPart<Fields>) => Promise<void>;
};

/** Streams the files of a form into `store`, one after another as they arrive; the next one waits, and nothing is kept in memory. */
export const readUploadParts = async <Fields>(
  request: IncomingMessage,
  { maxFiles, pace, jsonFields = [], parseFields, store }: Options<Fields>,
): Promise<void> => {
  const limits = { files: maxFiles, parts: maxFiles + FURTHER_PARTS };
  const form = openForm(request, { limits, keepsPaths: true });
  const given = new Map<string, string>();
  const current: { source?: Readable } = {};
  let stored: Promise<void> = Promise.resolve();
  let hasFiles = false;

  const ended = new Promise<void>((resolve, reject) => {
    onFailure(form, reject);
    watchConnection(request, pace, reject);
    form.on('field', (sent: string, value: string, info: FieldInfo) => {
      const name = toFormName(sent);
      if (info.nameTruncated || info.valueTruncated)
        reject(refused('form', 'has too long a field'));
      else if (hasFiles) reject(refused(name, 'has to stand before the files'));
      else if (given.has(name)) reject(refused(name, 'may be given once'));
      else given.set(name, value);
    });
    form.on('file', (sent: string, source: Readable, info: Partial<FileInfo>) => {
      const field = toFormName(sent);
      const filename = toFormName(info.filename ?? '');
      // Without a listener, a stream that fails before it is read would end the process.
      source.on('error', () => undefined);
      hasFiles = true;
      const storePart = async (): Promise<void> => {
        current.source = source;
        const fields = parseFields(toFields(given, jsonFields));
        await store({ field, filename, source: borrow(source), fields });
        // The form continues once the whole part was read.
        source.resume();
      };
      stored = stored.then(storePart);
      stored.catch(reject);
    });
    form.on('close', resolve);
    request.pipe(form);
  });

  try {
    await ended;
    await stored;
  } catch (error) {
    current.source?.destroy(abandoned());
    abandon(request, form);
    // Waits until nothing is left of the file that was not stored, then answers.
    await stored.catch(() => undefined);
    throw error;
  }
};

/** For the fields. */
const FURTHER_PARTS = 10;

/** The same bytes, for a reader that may stop early without breaking off the part. */
const borrow = (source: Readable): Readable =>
  Readable.from(piecesOf(source), { objectMode: false });

// A separate generator, because a failing one would otherwise break off the part.
async function* piecesOf(source: Readable): AsyncGenerator<Uint8Array> {
  const pieces = source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const piece of pieces) yield piece;
}
