import type { components, operations } from './api.js';
import { isKnowledgeRouterError, KnowledgeRouterError } from './errors.js';
import { allOf, type Page } from './pages.js';
import type { Call, CallOptions, Transport } from './transport.js';

type Schemas = components['schemas'];

export type Document = Schemas['Document'];
export type DocumentFilter =
  Schemas['DocumentFilterGroup'] | Schemas['DocumentComparison'] | Schemas['PlainDocumentFilter'];
export type ManifestEntry = Schemas['Manifest']['entries'][number];
export type ComparedEntry = Schemas['ManifestAnswer']['entries'][number];

type ListQuery = NonNullable<operations['listDocuments']['parameters']['query']>;
export type DocumentQuery = Omit<ListQuery, 'filter' | 'cursor'> & { filter?: DocumentFilter };

export type DocumentPage = Page<Document> & { total?: number };

export type WaitOptions = CallOptions & {
  /** Told of each state that is seen. */
  onState?: (document: Document) => void;
};

/** Documents: what was uploaded, and how far it has been read. */
export const createDocuments = (transport: Transport, sleep: Sleep) => {
  const at = (id: string) => `/v1/documents/${encodeURIComponent(id)}`;
  const get = (id: string, options: CallOptions = {}): Promise<Document> =>
    transport.json('GET', at(id), options);
  const list = (
    { filter, ...query }: DocumentQuery & { cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<DocumentPage> => {
    const asked = { ...query, filter: filter && JSON.stringify(filter) };
    return transport.json('GET', '/v1/documents', { ...options, query: asked });
  };
  return {
    get,
    list,
    /** Every document of a list, page by page. */
    all: (query: DocumentQuery = {}, options: CallOptions = {}): AsyncGenerator<Document> =>
      allOf((cursor) => list({ limit: 100, ...query, ...cursor }, options)),
    /** Stores a text as a document. */
    create: (
      text: Schemas['NewTextDocument'] | Schemas['NewUrlDocument'],
      {
        idempotencyKey = crypto.randomUUID(),
        ...options
      }: CallOptions & { idempotencyKey?: string } = {},
    ): Promise<Schemas['UploadedDocument']> =>
      transport.json('POST', '/v1/documents', {
        ...options,
        json: text,
        isRepeatable: true,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    update: (
      id: string,
      changes: Schemas['DocumentChanges'],
      options: CallOptions = {},
    ): Promise<Document> =>
      transport.json('PATCH', at(id), { ...options, json: changes, isRepeatable: true }),
    delete: (id: string, options: CallOptions = {}): Promise<void> =>
      deleteOnce(transport, at(id), options),
    /** Deletes many and returns those that are gone now; a document that may not be deleted stops no other. */
    deleteAll: createDeleteAll(transport),
    /** The document once it is ready; rejects with the code of what failed. */
    waitUntilReady: createWaitUntilReady(get, sleep),
    /** The file that answers, as it was uploaded. */
    download: (id: string, options: CallOptions = {}): Promise<Response> =>
      transport.send('GET', `${at(id)}/file`, { ...options, headers: { Accept: '*/*' } }),
    /** Tells of files of a source, at most 1,000, what the caller's documents know of them; nothing is stored. */
    compare: (
      manifest: Schemas['Manifest'],
      options: CallOptions = {},
    ): Promise<Schemas['ManifestAnswer']> =>
      transport.json('POST', '/v1/documents/manifest', {
        ...options,
        json: manifest,
        isRepeatable: true,
      }),
  };
};

const MAX_IDS = 200;

const createDeleteAll =
  (transport: Transport) =>
  async (ids: readonly string[], options: CallOptions = {}): Promise<string[]> => {
    const gone: string[] = [];
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const documentIds = ids.slice(start, start + MAX_IDS);
      const { outcomes } = await transport.json<Schemas['BulkOutcomes']>(
        'POST',
        '/v1/documents/bulk',
        { ...options, json: { action: 'delete', documentIds }, isRepeatable: true },
      );
      for (const { documentId, status } of outcomes) {
        if (status === 'done' || status === 'not_found') gone.push(documentId);
      }
    }
    return gone;
  };

export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Deletes what there may be no more since an answer was lost. */
export const deleteOnce = async (
  transport: Transport,
  path: string,
  { query, signal }: Pick<Call, 'query' | 'signal'>,
): Promise<void> => {
  const sent = { again: 0 };
  const onRetry = () => (sent.again += 1);
  try {
    await transport.send('DELETE', path, { query, signal, onRetry });
  } catch (error) {
    if (sent.again === 0 || !isKnowledgeRouterError(error, 'not_found')) throw error;
  }
};

const createWaitUntilReady =
  (get: (id: string, options: CallOptions) => Promise<Document>, sleep: Sleep) =>
  async (id: string, options: WaitOptions = {}): Promise<Document> => {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 2_000)) {
      const document = await get(id, options);
      options.onState?.(document);
      const error = document.error ?? document.replacement?.error ?? null;
      if (error !== null) throw new KnowledgeRouterError(error.message, { code: error.code });
      if (document.status === 'ready' && document.replacement === null) return document;
      await sleep(waitMs, options.signal);
    }
  };
