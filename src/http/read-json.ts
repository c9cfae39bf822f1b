import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/errors.js';
import { isStorableText } from '../shared/storable-text.js';

type Limits = { maxBytes: number; timeoutMs: number };

const MAX_DEPTH = 32;
/** More than the longest lists that routes accept, except for routes with a limit of their own. */
const MAX_VALUES = 20_000;
const JSON_TYPE = 'application/json';

type Reading = Limits & { accepted?: readonly string[]; maxValues?: number };

/** Reads a JSON body within limits of size, time, depth and number of values; everything is measured before it is parsed. */
export const readJson = async (
  request: IncomingMessage,
  { accepted = [JSON_TYPE], maxValues = MAX_VALUES, ...limits }: Reading,
): Promise<unknown> => {
  if (mediaTypeOf(request) !== JSON_TYPE)
    throw unsupportedMediaType(`Send ${accepted.join(' or ')}.`);
  const text = decode(await readBytes(request, limits));
  refuseShape(text, { maxValues });
  const value = parse(text);
  refuseUnstorable(value);
  return value;
};

/** The media type without parameters; a charset other than UTF-8 or an encoded body is refused. */
export const mediaTypeOf = (request: IncomingMessage): string => {
  refuseEncoded(request);
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  const charset = parameters.map((one) => one.trim().toLowerCase()).find(isCharset);
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw unsupportedMediaType('Send text in UTF-8: no other charset is accepted.');
  }
  return type.trim().toLowerCase();
};

/** Throws for a compressed body, because nothing here decompresses it. */
export const refuseEncoded = (request: IncomingMessage): void => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupportedMediaType('Send the body uncompressed: no Content-Encoding is accepted.');
  }
};

const isCharset = (parameter: string) => parameter.startsWith('charset=');

const unsupportedMediaType = (message: string) => new AppError('unsupported_media_type', message);

const unparsable = (message: string) => new AppError('unparsable_request', message);

/** Throws `payload_too_large` based on the declared length, before a byte is read. */
export const refuseDeclaredLength = (request: IncomingMessage, maxBytes: number): void => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
};

const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `The limit is ${maxBytes} bytes.`);

const readBytes = (request: IncomingMessage, { maxBytes, timeoutMs }: Limits): Promise<Buffer> => {
  refuseDeclaredLength(request, maxBytes);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      end();
    };
    const onData = (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) settle(() => reject(tooLarge(maxBytes)));
      else parts.push(part);
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(parts)));
    const onCut = () => settle(() => reject(unparsable('The body was cut off.')));
    const timer = setTimeout(
      () => settle(() => reject(unparsable('The body arrived too slowly.'))),
      timeoutMs,
    );
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
};

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('unparsable_request', 'The body is not UTF-8.', { cause: error });
  }
};

/**
 * Counts brackets and commas outside strings, so that a bomb is refused before JSON.parse builds it. An empty list counts as two values.
 */
export const refuseShape = (text: string, { maxValues = MAX_VALUES } = {}): void => {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (isInString) {
      if (character === 0x5c) index += 1;
      else if (character === 0x22) isInString = false;
    } else if (character === 0x22) isInString = true;
    else if (character === 0x2c) values += 1;
    else if (character === 0x7d || character === 0x5d) depth -= 1;
    else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      values += 1;
    }
    if (depth > MAX_DEPTH) throw unparsable(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    if (values > maxValues) throw unparsable(`The body contains more than ${maxValues} values.`);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // No cause, because it would quote the body.
    throw unparsable('The body is not JSON.');
  }
};

/** Throws `validation_failed` for text and names that the database cannot store. */
export const refuseUnstorable = (value: unknown): void => {
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw refused('Text contains NUL or a lone surrogate.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__' || !isStorableText(key)) throw refused('A field has a forbidden name.');
    refuseUnstorable(child);
  }
};

const refused = (message: string) => new AppError('validation_failed', message);
