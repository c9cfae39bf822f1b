import type { components } from './api.js';
import { createAsk, createStream } from './chat.js';
import { createCollections } from './collections.js';
import { createDocuments } from './documents.js';
import { createEvaluations } from './evaluations.js';
import { createSources } from './sources.js';
import {
  createTransport,
  REAL_PARTS,
  type Call,
  type CallOptions,
  type ClientOptions,
  type ClientParts,
} from './transport.js';
import { createUpload } from './upload.js';

type Schemas = components['schemas'];

export type SearchRequest = Schemas['SearchRequest'];
export type SearchAnswer = Schemas['SearchAnswer'];
export type SearchResult = Schemas['SearchResult'];
export type Me = Schemas['Me'];

export type Client = ReturnType<typeof createClient>;

/** A client of one server, for one credential. Requests that do no harm twice are sent again when they fail. */
export const createClient = (options: ClientOptions, parts: ClientParts = REAL_PARTS) => {
  const transport = createTransport(options, parts);
  return {
    ask: createAsk(transport),
    stream: createStream(transport),
    search: (query: string | SearchRequest, { signal }: CallOptions = {}): Promise<SearchAnswer> =>
      transport.json('POST', '/v1/search', {
        json: typeof query === 'string' ? { query } : query,
        signal,
        isRepeatable: true,
      }),
    upload: createUpload(transport),
    documents: createDocuments(transport, parts.sleep),
    collections: createCollections(transport),
    sources: createSources(transport),
    evaluations: createEvaluations(transport),
    assistants: {
      list: (options: CallOptions = {}): Promise<Schemas['AssistantList']> =>
        transport.json('GET', '/v1/assistants', options),
    },
    /** The credential's holder, and what it may do. */
    me: ({ signal }: CallOptions = {}): Promise<Me> => transport.json('GET', '/v1/me', { signal }),
    /** Any other route, with the same retries and errors. */
    request: (method: string, path: string, call: Call = {}): Promise<Response> =>
      transport.send(method, path, call),
  };
};
