import type { components } from './api.js';
import { deleteOnce } from './documents.js';
import { allOf, type Page } from './pages.js';
import type { CallOptions, Transport } from './transport.js';
import { toForm, type UploadedDocument, type UploadFields } from './upload.js';

type Schemas = components['schemas'];

export type Source = Schemas['Source'];
export type SourceItem = Schemas['SourceItem'];
export type SourceReport = Schemas['SourceReport'];
export type SourceRun = Schemas['SourceRun'];

type PageQuery = { limit?: number; cursor?: string };

/** Places that documents come from. Only administrators have access, and each changes their own. */
export const createSources = (transport: Transport) => {
  const at = (id: string) => `/v1/sources/${encodeURIComponent(id)}`;
  const list = (query: PageQuery = {}, options: CallOptions = {}): Promise<Page<Source>> =>
    transport.json('GET', '/v1/sources', { ...options, query });
  return {
    list,
    /** Every source of the tenant, page by page. */
    all: (options: CallOptions = {}): AsyncGenerator<Source> =>
      allOf((cursor) => list({ limit: 100, ...cursor }, options)),
    get: (id: string, options: CallOptions = {}): Promise<Source> =>
      transport.json('GET', at(id), options),
    create: (source: Schemas['NewSource'], options: CallOptions = {}): Promise<Source> =>
      transport.json('POST', '/v1/sources', { ...options, json: source }),
    update: (
      id: string,
      changes: Schemas['SourceChanges'],
      options: CallOptions = {},
    ): Promise<Source> =>
      transport.json('PATCH', at(id), { ...options, json: changes, isRepeatable: true }),
    ...createDirecting(transport, at),
    ...createLooking(transport, at),
    ...createSending(transport),
  };
};

/** `ifMatch`: the newest version that is known, or `*` for any; another one is refused as `precondition_failed`. */
export type ConditionOptions = CallOptions & { ifMatch?: number | '*' };

/** What is sent of a document: a text, or a file with what is said of it. */
export type SentDocument =
  | Schemas['PushedText']
  | ({ file: Blob } & Omit<UploadFields, 'source' | 'sourcePath' | 'onDuplicate'>);

/** The caller's own documents by the ids that they give them, in sources that need not be added first. */
const createSending = (transport: Transport) => ({
  /** Adds a document, or replaces the content of the one with this path. */
  putDocument: (
    { source, path }: { source: string; path: string },
    document: SentDocument,
    { ifMatch, signal }: ConditionOptions = {},
  ): Promise<UploadedDocument> => {
    const call = { signal, ...toCondition(ifMatch) };
    const to = toPlace(source, path);
    if ('text' in document) return transport.json('PUT', to, { ...call, json: document });
    const { file, ...fields } = document;
    return transport.json('PUT', to, { ...call, form: toForm(file, fields) });
  },
  deleteDocument: async (
    { source, path }: { source: string; path: string },
    { ifMatch, signal }: ConditionOptions = {},
  ): Promise<void> => {
    await transport.send('DELETE', toPlace(source, path), { signal, ...toCondition(ifMatch) });
  },
});

const toPlace = (source: string, path: string): string =>
  `/v1/sources/${encodeURIComponent(source)}/documents/${encodeURIComponent(path)}`;

/** After a lost answer, a request with a condition may meet what it made itself: its caller decides. */
const toCondition = (ifMatch: number | '*' | undefined) => {
  if (ifMatch === undefined) return {};
  const value = ifMatch === '*' ? '*' : `"${ifMatch}"`;
  return { headers: { 'If-Match': value }, isRepeatable: false };
};

type At = (id: string) => string;

const createDirecting = (transport: Transport, at: At) => ({
  /** Checks what a run would do, and changes nothing. */
  test: (id: string, options: CallOptions = {}): Promise<SourceReport> =>
    transport.json('POST', `${at(id)}/test`, { ...options, isRepeatable: true }),
  /** Starts a run now; a paused source goes on. */
  run: (id: string, options: CallOptions = {}): Promise<Source> =>
    transport.json('POST', `${at(id)}/run`, options),
  pause: (id: string, options: CallOptions = {}): Promise<Source> =>
    transport.json('POST', `${at(id)}/pause`, { ...options, isRepeatable: true }),
  /** Lets a waiting run hide what is gone. */
  confirm: (id: string, runId: string, options: CallOptions = {}): Promise<Source> =>
    transport.json('POST', `${at(id)}/confirm`, { ...options, json: { runId } }),
  delete: (
    id: string,
    { documents }: { documents: 'keep' | 'delete' },
    options: CallOptions = {},
  ): Promise<void> => deleteOnce(transport, `${at(id)}?documents=${documents}`, options),
});

const createLooking = (transport: Transport, at: At) => ({
  runs: (id: string, query: PageQuery = {}, options: CallOptions = {}): Promise<Page<SourceRun>> =>
    transport.json('GET', `${at(id)}/runs`, { ...options, query }),
  /** Every file of a source, page by page. */
  items: (
    id: string,
    query: { state?: SourceItem['state'] } = {},
    options: CallOptions = {},
  ): AsyncGenerator<SourceItem> =>
    allOf((cursor) =>
      transport.json<Page<SourceItem>>('GET', `${at(id)}/items`, {
        ...options,
        query: { limit: 100, ...query, ...cursor },
      }),
    ),
});
