import { Readable } from 'node:stream';
import { AppError } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { WebFetcher } from '../platform/web/web-fetcher-port.js';
import { toUtf8 } from './received-text.js';
import type { DocumentUpload, UploadDocument, UploadOutcome } from './upload-document.js';

type UrlUpload = { url: URL } & Pick<
  DocumentUpload,
  'title' | 'visibility' | 'metadata' | 'idempotencyKey'
>;

export type FetchDocument = (
  scope: UserScope,
  upload: UrlUpload,
  signal: AbortSignal,
) => Promise<UploadOutcome>;

type Deps = {
  /** Null: this server fetches nothing. */
  web: WebFetcher | null;
  uploadDocument: UploadDocument;
  maxUploadBytes: number;
};

/** Where the document came from, in its metadata; nobody else may say so. */
export const SOURCE_URL = 'sourceUrl';

const TIMEOUT_MS = 30_000;

/**
 * Fetches within the request, so that whoever asked learns at once what went wrong, and streams what comes into the same way that an
 * upload takes. Nobody is asked for anything before the uploader's rights are checked.
 */
export const createFetchDocument =
  ({ web, uploadDocument, maxUploadBytes }: Deps): FetchDocument =>
  async (scope, { url, title, visibility, metadata, idempotencyKey = null }, signal) => {
    if (web === null) throw new AppError('url_refused', 'This server fetches no URLs.');
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
      title,
      visibility,
      metadata: { ...metadata, [SOURCE_URL]: toSource(url) },
      idempotencyKey,
      // What a page says may change between two tries of one request.
      sameRequest: { url: url.href, title, visibility, metadata },
      lateFields: () =>
        Promise.resolve(filename === null ? { title: title ?? url.hostname } : { filename }),
    });
  };

const MAX_SOURCE_CHARS = 1000;

// A query often carries a token, and all readers of the document see its metadata.
const toSource = ({ origin, pathname }: URL): string =>
  `${origin}${pathname}`.slice(0, MAX_SOURCE_CHARS);
