import { Readable } from 'node:stream';
import { isBinary, restoreWestern } from '../parsing/index.js';
import type { WebFetcher } from '../platform/web/web-fetcher.js';
import { withSampleFirst } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { DocumentUpload, UploadDocument, UploadOutcome } from './upload.js';

type UrlUpload = { url: URL } & Pick<
  DocumentUpload,
  'title' | 'visibility' | 'metadata' | 'onDuplicate' | 'collectionIds' | 'idempotencyKey'
>;

export type FetchDocument = ReturnType<typeof createFetchDocument>;

type Deps = {
  /** Null if this server fetches no URLs. */
  web: WebFetcher | null;
  uploadDocument: UploadDocument;
  maxUploadBytes: number;
};

/** The metadata field with the address from which the document was fetched; callers cannot set it themselves. */
export const SOURCE_URL = 'sourceUrl';

const TIMEOUT_MS = 30_000;

const BYTE_ORDER_MARK = Buffer.from('\ufeff', 'utf8');

const ASCII = /^\p{ASCII}*$/u;

/** Decodes a piece of text, keeping the bytes of an incomplete character until the next piece; `null` marks the end. */
type Decode = (piece: Uint8Array | null) => string;

/**
 * Fetches within the request, so that the caller learns at once what went wrong, and streams the content into a normal upload. Nothing is
 * fetched before the uploader's rights are checked.
 */
export const createFetchDocument =
  ({ web, uploadDocument, maxUploadBytes }: Deps) =>
  async (scope: UserScope, upload: UrlUpload, signal: AbortSignal): Promise<UploadOutcome> => {
    const { url, idempotencyKey = null, ...sent } = upload;
    if (web === null)
      throw new AppError('url_refused', 'Fetching URLs is turned off on this server.');
    let filename: string | null = null;
    const fetchContent = async function* (): AsyncGenerator<Uint8Array> {
      const policy = { allowedHosts: null, maxBytes: maxUploadBytes, timeoutMs: TIMEOUT_MS };
      const resource = await web.fetch(url.href, policy, signal);
      filename = resource.filename;
      yield* toUtf8(resource.content as AsyncIterable<Uint8Array>, resource.charset);
    };
    return uploadDocument(scope, {
      source: Readable.from(fetchContent(), { objectMode: false }),
      filename: url.hostname,
      ...sent,
      ownMetadata: { [SOURCE_URL]: toSource(url) },
      idempotencyKey,
      // Only the URL identifies the request, because a page may change between two attempts.
      sameRequest: { url: url.href, ...sent },
      lateFields: () =>
        Promise.resolve(filename === null ? { provisionalTitle: url.hostname } : { filename }),
    });
  };

const MAX_SOURCE_CHARS = 1000;

// Removes the query from the URL: it often contains a token, and all readers of the document see its metadata.
const toSource = ({ origin, pathname }: URL): string =>
  `${origin}${pathname}`.slice(0, MAX_SOURCE_CHARS);

/**
 * Converts text to UTF-8 from the charset that the web server declared, because the declaration would be lost by the time the file is read.
 * Unicode, invalid text, and text without a declared charset stay unchanged.
 */
export async function* toUtf8(
  content: AsyncIterable<Uint8Array>,
  charset: string | null,
): AsyncGenerator<Uint8Array> {
  if (charset === null) {
    yield* content;
    return;
  }
  let decode: Decode | null | undefined;
  for await (const piece of withSampleFirst(content, SAMPLE_BYTES)) {
    if (decode === undefined) {
      const beginning = readBeginning(piece, charset);
      decode = beginning === undefined ? null : openDecoder(charset, { isFatal: false });
      // Adds a byte order mark, so that later readers of the file ignore a wrong <meta>; ASCII stays unchanged.
      if (beginning !== undefined && !ASCII.test(beginning)) yield BYTE_ORDER_MARK;
    }
    yield decode === null ? piece : Buffer.from(decode(piece), 'utf8');
  }
  if (decode) yield Buffer.from(decode(null), 'utf8');
}

const SAMPLE_BYTES = 64 * 1024;

/** File formats that start with text but contain binary data. */
const READ_BY_BYTES = /^(?:\{\\rtf|[\s\S]{0,1019}%PDF-)/u;

/** Returns the beginning decoded with that charset, or undefined if the content should stay unchanged. */
const readBeginning = (sample: Buffer, charset: string): string | undefined => {
  const text = isUnicode(sample) ? undefined : tryDecode(sample, charset);
  const isText = text !== undefined && !READ_BY_BYTES.test(text) && !isBinary(text);
  return isText && new TextDecoder(charset).encoding !== 'utf-8' ? text : undefined;
};

/**
 * Recognises Unicode by its byte order mark or by non-ASCII characters in valid UTF-8: nothing else looks like that by chance, while
 * servers often declare one charset for everything.
 */
const isUnicode = (sample: Buffer): boolean => {
  const mark = sample.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return true;
  return sample.some((byte) => byte >= 0x80) && tryDecode(sample, 'utf-8') !== undefined;
};

const tryDecode = (sample: Uint8Array, charset: string): string | undefined => {
  try {
    return openDecoder(charset, { isFatal: true })(sample);
  } catch {
    return undefined;
  }
};

const openDecoder = (charset: string, { isFatal }: { isFatal: boolean }): Decode => {
  const decoder = new TextDecoder(charset, { fatal: isFatal });
  return (piece) => {
    const text = piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
    return decoder.encoding === 'windows-1252' ? restoreWestern(text) : text;
  };
};
