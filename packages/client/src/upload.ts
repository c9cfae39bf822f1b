import type { components } from './api.js';
import type { Call, CallOptions, SentRequest, Transport } from './transport.js';

export type UploadedDocument = components['schemas']['UploadedDocument'];

export type UploadFields = {
  /** The name of the file; that of a `File` where it is not given. */
  name?: string;
  title?: string;
  visibility?: string;
  metadata?: Readonly<Record<string, string | number | boolean>>;
  collectionIds?: readonly string[];
  /** For bytes that a document has already: `update`, as without it, gives the document what is said here; `refuse` is 409 where it differs. */
  onDuplicate?: 'update' | 'refuse';
  /** The folder, drive or export that it comes from, together with `sourcePath`. */
  source?: string;
  sourcePath?: string;
};

export type UploadProgress = { sentBytes: number; totalBytes: number };

export type UploadOptions = CallOptions & {
  /** One per file that is meant once; a random one where it is not given. */
  idempotencyKey?: string;
  /** Told of the bytes of the file that were sent; from the start again where they are sent again. */
  onProgress?: (progress: UploadProgress) => void;
};

/** Uploads a file without holding it in memory: in Node `openAsBlob(path)` of `node:fs`, in browsers a `File`. */
export const createUpload =
  (transport: Transport) =>
  (
    file: Blob,
    fields: UploadFields = {},
    options: UploadOptions = {},
  ): Promise<UploadedDocument> => {
    const { signal, onProgress, idempotencyKey = crypto.randomUUID() } = options;
    const form = toForm(file, fields);
    const call: Call = {
      signal,
      isRepeatable: true,
      headers: { 'Idempotency-Key': idempotencyKey },
      ...(onProgress === undefined ? { form } : toWatched({ form, file, onProgress, signal })),
    };
    return transport.json('POST', '/v1/documents', call);
  };

/** Behind all fields stands the file, so that the server knows what it is before it reads it. */
export const toForm = (
  file: Blob,
  { name, metadata, collectionIds, ...fields }: UploadFields,
): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(field, value);
  }
  if (metadata !== undefined) form.append('metadata', JSON.stringify(metadata));
  if (collectionIds !== undefined) form.append('collectionIds', collectionIds.join(','));
  form.append('file', file, name ?? nameOf(file));
  return form;
};

const nameOf = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' ? file.name : 'document';

type Watched = {
  form: FormData;
  file: Blob;
  onProgress: (progress: UploadProgress) => void;
  signal: AbortSignal | undefined;
};

/** Browsers tell of progress by XMLHttpRequest alone; elsewhere the bytes are counted as they leave. */
const toWatched = (watched: Watched): Pick<Call, 'send'> => {
  // Declared by browsers alone, while these types are checked for Node, too.
  const { XMLHttpRequest: Xhr } = globalThis as { XMLHttpRequest?: new () => BrowserRequest };
  return {
    send: (request) =>
      Xhr === undefined
        ? sendCounted(request, watched)
        : sendByBrowser(new Xhr(), { ...request, ...watched }),
  };
};

const sendCounted = (
  { url, headers, fetch }: SentRequest,
  { form, file, onProgress, signal }: Watched,
): Promise<Response> => {
  const totalBytes = file.size;
  let passed = 0;
  // The form as fetch itself would write it, with its boundary.
  const written = new Response(form);
  headers.set('Content-Type', written.headers.get('Content-Type') ?? '');
  const counted = written.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        passed += chunk.byteLength;
        onProgress({ sentBytes: Math.min(passed, totalBytes), totalBytes });
        controller.enqueue(chunk);
      },
    }),
  );
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers,
    body: counted ?? null,
    signal: signal ?? null,
    redirect: 'error',
    duplex: 'half',
  };
  return fetch(url, request);
};

/** The part of XMLHttpRequest that is used. */
type BrowserRequest = {
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  readonly status: number;
  readonly responseText: string;
  open: (method: string, url: string) => void;
  setRequestHeader: (name: string, value: string) => void;
  getResponseHeader: (name: string) => string | null;
  send: (form: FormData) => void;
  abort: () => void;
};

const sendByBrowser = (
  xhr: BrowserRequest,
  { url, headers, form, file, onProgress, signal }: SentRequest & Watched,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const totalBytes = file.size;
    const abort = () => xhr.abort();
    const fail = () => {
      signal?.removeEventListener('abort', abort);
      reject(new TypeError('The upload got no answer.'));
    };
    xhr.upload.onprogress = ({ loaded }) =>
      onProgress({ sentBytes: Math.min(loaded, totalBytes), totalBytes });
    xhr.onerror = fail;
    xhr.onabort = fail;
    xhr.onload = () => {
      signal?.removeEventListener('abort', abort);
      resolve(toResponse(xhr));
    };
    xhr.open('POST', url);
    headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    signal?.addEventListener('abort', abort);
    xhr.send(form);
  });

const toResponse = (xhr: BrowserRequest): Response => {
  const headers = new Headers();
  for (const name of ['content-type', 'retry-after', 'x-request-id']) {
    const value = xhr.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(xhr.responseText, { status: xhr.status, headers });
};
