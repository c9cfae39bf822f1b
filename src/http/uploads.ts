import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import busboy, { type Busboy, type FieldInfo, type FileInfo } from 'busboy';
import { AppError } from '../shared/errors.js';
import { toFormName } from './form-names.js';
import { refuseDeclaredLength, refuseEncoded, refuseShape, refuseUnstorable } from './read-json.js';

export type UploadForm<Fields> = {
  source: Readable;
  filename: string;
  /** Fields that came before the file. */
  fields: Fields;
  /** All fields, once the form has been read completely. */
  allFields: () => Promise<Fields>;
};

type Options<Fields, Outcome> = {
  maxUploadBytes: number;
  pace?: Partial<Pace>;
  /** Names of fields whose text is a JSON object. */
  jsonFields?: readonly string[];
  parseFields: (fields: Record<string, unknown>) => Fields;
  store: (form: UploadForm<Fields>) => Promise<Outcome>;
};

/** In each window, this many bytes per second must arrive, and at least one byte. */
export type Pace = { minBytesPerSec: number; windowMs: number };

type Fail = (error: unknown) => void;

/** For the fields and the form's boundaries. */
const FORM_OVERHEAD_BYTES = 1024 * 1024;

/** Streams the one file of a form into `store` as it arrives; nothing of it is kept in memory. */
export const readUploadForm = async <Fields, Outcome>(
  request: IncomingMessage,
  options: Options<Fields, Outcome>,
): Promise<Outcome> => {
  const { maxUploadBytes, jsonFields = [], parseFields, store } = options;
  refuseDeclaredLength(request, maxUploadBytes + FORM_OVERHEAD_BYTES);
  const form = openForm(request);
  const given = new Map<string, string>();
  const readFields = (): Fields => parseFields(toFields(given, jsonFields));
  let file: { source: Readable; outcome: Promise<Outcome> } | null = null;

  const ended = new Promise<void>((resolve, reject) => {
    onFailure(form, reject);
    watchConnection(request, options.pace, reject);
    form.on('field', (sent: string, value: string, info: FieldInfo) => {
      const name = toFormName(sent);
      if (info.nameTruncated || info.valueTruncated)
        reject(refused('form', 'has too long a field'));
      else if (given.has(name)) reject(refused(name, 'may be given once'));
      else given.set(name, value);
    });
    // busboy passes no name if the part has none.
    form.on('file', (sent: string, source: Readable, info: Partial<FileInfo>) => {
      const name = toFormName(sent);
      const filename = toFormName(info.filename ?? '');
      // Without a listener, a stream that fails before it is read would end the process.
      source.on('error', () => undefined);
      const startStoring = async (): Promise<Outcome> => {
        if (name !== 'file') throw refused(name, 'is not a file field; send the file as "file"');
        const allFields = () => ended.then(readFields);
        return store({ source, filename, fields: readFields(), allFields });
      };
      file = { source, outcome: startStoring() };
      file.outcome.catch(reject);
    });
    form.on('close', () => {
      if (file === null) reject(refused('file', 'is missing'));
      resolve();
    });
    request.pipe(form);
  });

  try {
    await ended;
    return await outcomeOf(file);
  } catch (error) {
    breakOff(file);
    abandon(request, form);
    // Waits until nothing is left of what was stored, then answers.
    await outcomeOf(file).catch(() => undefined);
    throw error;
  }
};

type BodyOptions<Outcome> = {
  maxBytes: number;
  pace?: Partial<Pace>;
  store: (source: Readable) => Promise<Outcome>;
};

/** Streams a request's body into `store` as the bytes of one file, whatever its content type. */
export const readUploadBody = async <Outcome>(
  request: IncomingMessage,
  { maxBytes, pace, store }: BodyOptions<Outcome>,
): Promise<Outcome> => {
  refuseEncoded(request);
  refuseForm(request);
  refuseDeclaredLength(request, maxBytes);
  const source = new PassThrough();
  // Without a listener, a stream that fails before it is read would end the process.
  source.on('error', () => undefined);
  const cutOff = new Promise<never>((_resolve, reject) => {
    watchConnection(request, pace, reject);
  });
  request.pipe(source);
  const outcome = store(source);
  try {
    return await Promise.race([outcome, cutOff]);
  } catch (error) {
    abandon(request, source);
    // Waits until nothing is left of what was stored, then answers.
    await outcome.catch(() => undefined);
    throw error;
  }
};

/** A form stored as it is would be a file that nobody intended. */
const refuseForm = (request: IncomingMessage): void => {
  const type = request.headers['content-type'] ?? '';
  if (!/^\s*multipart\//i.test(type)) return;
  throw new AppError(
    'unsupported_media_type',
    'Send the bytes of the file as the body (curl -T file), not a form.',
  );
};

type FormOptions = { limits?: { files: number; parts: number }; keepsPaths?: boolean };

const LIMITS = { files: 1, fields: 8, parts: 10, fieldSize: 64 * 1024, fieldNameSize: 100 };

export const openForm = (request: IncomingMessage, wanted: FormOptions = {}): Busboy => {
  try {
    // One character per byte, because we determine the character set of names ourselves.
    return busboy({
      headers: request.headers,
      defParamCharset: 'latin1',
      preservePath: wanted.keepsPaths ?? false,
      limits: { ...LIMITS, ...wanted.limits },
    });
  } catch (error) {
    throw new AppError('unparsable_request', 'The form has no usable boundary.', { cause: error });
  }
};

export const toFields = (
  given: ReadonlyMap<string, string>,
  jsonFields: readonly string[],
): Record<string, unknown> => {
  const fields = Object.fromEntries(
    Array.from(given, ([name, value]): [string, unknown] => [
      name,
      jsonFields.includes(name) ? parseJsonField(name, value) : value,
    ]),
  );
  refuseUnstorable(fields);
  return fields;
};

const parseJsonField = (name: string, text: string): unknown => {
  refuseShape(text);
  try {
    return JSON.parse(text);
  } catch {
    // No cause, because it would quote the field.
    throw new AppError('validation_failed', `${name} is not JSON.`, {
      errors: [{ path: name, message: 'must be a JSON object' }],
    });
  }
};

export const onFailure = (form: Busboy, fail: Fail): void => {
  form.on('error', (error) =>
    fail(new AppError('unparsable_request', 'The form cannot be parsed.', { cause: error })),
  );
  form.on('filesLimit', () => fail(refused('file', 'may be given once')));
  form.on('fieldsLimit', () => fail(refused('form', 'has too many fields')));
  form.on('partsLimit', () => fail(refused('form', 'has too many parts')));
};

export const refused = (path: string, message: string): AppError =>
  new AppError('validation_failed', `The form was refused: ${path} ${message}.`, {
    errors: [{ path, message }],
  });

const PACE: Pace = { minBytesPerSec: 0, windowMs: 20_000 };

/** Ends the upload of a client that disconnects, or that sends next to nothing for a while. */
export const watchConnection = (
  request: IncomingMessage,
  pace: Partial<Pace> | undefined,
  fail: Fail,
): void => {
  const { minBytesPerSec, windowMs } = { ...PACE, ...pace };
  const leastBytes = Math.max(1, (minBytesPerSec * windowMs) / 1000);
  const cutOff = (message: string) => () => fail(new AppError('unparsable_request', message));
  let arrivedBytes = 0;
  let wasHeldUp = false;
  const window = setInterval(() => {
    // While the store is slow the client cannot send; the store has a time limit of its own.
    if (!wasHeldUp && !request.isPaused() && arrivedBytes < leastBytes) {
      cutOff('The upload arrived too slowly.')();
    }
    arrivedBytes = 0;
    wasHeldUp = false;
  }, windowMs);
  request.on('data', (part: Uint8Array) => {
    arrivedBytes += part.byteLength;
  });
  request.on('pause', () => {
    wasHeldUp = true;
  });
  request.once('error', cutOff('The upload was cut off.'));
  request.once('end', () => clearInterval(window));
  const closed = () => {
    clearInterval(window);
    // Bytes that had arrived but were not read yet are lost, too.
    if (!request.readableEnded) cutOff('The upload was cut off.')();
  };
  if (request.destroyed) closed();
  else request.once('close', closed);
};

const outcomeOf = async <Outcome>(file: { outcome: Promise<Outcome> } | null): Promise<Outcome> => {
  if (file === null) throw refused('file', 'is missing');
  return file.outcome;
};

const DRAIN_MS = 5000;

export const abandoned = () => new AppError('cancelled', 'The upload was abandoned.');

const breakOff = (file: { source: Readable } | null): void => {
  file?.source.destroy(abandoned());
};

/**
 * Destroys the reader of the request, so that what was stored is removed, and lets the client keep sending for a moment so that it can read
 * the reason.
 */
export const abandon = (request: IncomingMessage, reader: Writable): void => {
  request.unpipe(reader);
  reader.destroy(abandoned());
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
};
