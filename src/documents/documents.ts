import type { PagePool } from '../parsing/index.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Tracer } from '../platform/telemetry/telemetry.js';
import type { WebFetcher } from '../platform/web/web-fetcher.js';
import { createChangeDocuments } from './change.js';
import { createCollections } from './collections/collections.js';
import type { Database } from './database.js';
import { createFetchDocument } from './fetch.js';
import { createReadBatch, createReceiveBatch } from './many/batch.js';
import { createBulkChange } from './many/bulk.js';
import { createCompareManifest } from './many/manifest.js';
import { createLookAtPages } from './pages/look-at-pages.js';
import { createReadDocuments, createRetrieveDocument } from './read.js';
import { createUploadDocument } from './upload.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  pages: PagePool;
  /** Null if this server fetches no URLs. */
  web: WebFetcher | null;
  maxUploadBytes: number;
  /** Wakes this process's task loop. */
  wakeUp: () => void;
  tracer: Tracer;
  now: () => Date;
};

export const createDocuments = (deps: Deps) => {
  const { database, files, pages, web, maxUploadBytes, wakeUp, tracer, now } = deps;
  const uploadDocument = createUploadDocument({ database, files, maxUploadBytes, wakeUp, now });
  const fetchDocument = createFetchDocument({ web, uploadDocument, maxUploadBytes });
  return {
    uploadDocument: traced('ingest upload', uploadDocument, tracer),
    fetchDocument: traced('ingest url', fetchDocument, tracer),
    readDocuments: createReadDocuments({ database, files }),
    lookAtPages: createLookAtPages({ database, files, pages }),
    retrieveDocument: createRetrieveDocument({ database }),
    changeDocuments: createChangeDocuments({ database, files, maxUploadBytes, wakeUp, now }),
    collections: createCollections({ database, wakeUp }),
    manyDocuments: {
      compareManifest: createCompareManifest({ database }),
      changeAll: createBulkChange({ database, wakeUp }),
      receiveBatch: createReceiveBatch({ database, files, uploadDocument, maxUploadBytes, now }),
      readBatch: createReadBatch({ database }),
    },
  };
};

type Received = { document: { id: string }; duplicate: boolean };

/** Gives an upload and its ingestion a common trace, derived from the document's id. */
const traced =
  <Args extends unknown[], Outcome extends Received>(
    name: string,
    receive: (...args: Args) => Promise<Outcome>,
    tracer: Tracer,
  ) =>
  (...args: Args): Promise<Outcome> =>
    tracer.inSpan({ name }, async (span) => {
      const outcome = await receive(...args);
      span.set({ 'kr.document.id': outcome.document.id, 'kr.duplicate': outcome.duplicate });
      return outcome;
    });
