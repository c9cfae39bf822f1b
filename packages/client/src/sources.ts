import type { components } from './api.js';
import { deleteOnce } from './documents.js';
import { allOf, type Page } from './pages.js';
import type { CallOptions, Transport } from './transport.js';

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
  };
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
