import type { components } from './api.js';
import { deleteOnce } from './documents.js';
import { allOf, type Page } from './pages.js';
import type { CallOptions, Transport } from './transport.js';

type Schemas = components['schemas'];

export type Collection = Schemas['Collection'];

/** Collections of documents, which answers and searches can be limited to. */
export const createCollections = (transport: Transport) => {
  const at = (id: string) => `/v1/collections/${encodeURIComponent(id)}`;
  const list = (
    query: { limit?: number; cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<Page<Collection>> => transport.json('GET', '/v1/collections', { ...options, query });
  return {
    list,
    /** Every collection that the caller may ask through, page by page. */
    all: (options: CallOptions = {}): AsyncGenerator<Collection> =>
      allOf((cursor) => list({ limit: 100, ...cursor }, options)),
    get: (id: string, options: CallOptions = {}): Promise<Collection> =>
      transport.json('GET', at(id), options),
    create: (
      collection: Schemas['NewCollection'],
      options: CallOptions = {},
    ): Promise<Collection> =>
      transport.json('POST', '/v1/collections', { ...options, json: collection }),
    update: (
      id: string,
      changes: Schemas['CollectionChanges'],
      options: CallOptions = {},
    ): Promise<Collection> =>
      transport.json('PATCH', at(id), { ...options, json: changes, isRepeatable: true }),
    /** Keeps its documents. */
    delete: (id: string, options: CallOptions = {}): Promise<void> =>
      deleteOnce(transport, at(id), options),
    addDocument: async (
      id: string,
      documentId: string,
      options: CallOptions = {},
    ): Promise<void> => {
      await transport.send('PUT', `${at(id)}/documents/${encodeURIComponent(documentId)}`, options);
    },
    removeDocument: (id: string, documentId: string, options: CallOptions = {}): Promise<void> =>
      deleteOnce(transport, `${at(id)}/documents/${encodeURIComponent(documentId)}`, options),
  };
};
