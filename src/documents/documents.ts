import type { FileStore } from '../platform/files/file-store.js';
import type { Tracer } from '../platform/telemetry/telemetry.js';
import type { WebFetcher } from '../platform/web/web-fetcher-port.js';
import type { Database } from './database.js';
import { createDeleteDocument } from './delete-document.js';
import { createFetchDocument } from './fetch-document.js';
import { createReadDocuments } from './read-documents.js';
import { createReadFile } from './read-file.js';
import { createReplaceFile } from './replace-file.js';
import { createReprocessDocument } from './reprocess-document.js';
import { createRetrieveDocument } from './retrieve-document.js';
import { createUpdateDocument } from './update-document.js';
import { createUploadDocument } from './upload-document.js';
import { createWatchDocument } from './watch-document.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  /** Null: no URL is fetched. */
  web: WebFetcher | null;
  maxUploadBytes: number;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
  tracer: Tracer;
  now: () => Date;
};

const WATCH_INTERVAL_MS = 500;

/** What can be done with documents. */
export const createDocuments = (deps: Deps) => {
  const { database, files, web, maxUploadBytes, wakeUp, tracer, now } = deps;
  const readDocuments = createReadDocuments({ database });
  const uploadDocument = createUploadDocument({ database, files, maxUploadBytes, wakeUp, now });
  const fetchDocument = createFetchDocument({ web, uploadDocument, maxUploadBytes });
  return {
    uploadDocument: traced('ingest upload', uploadDocument, tracer),
    fetchDocument: traced('ingest url', fetchDocument, tracer),
    readDocuments,
    watchDocument: createWatchDocument({ readDocuments, intervalMs: WATCH_INTERVAL_MS }),
    readFile: createReadFile({ database, files }),
    retrieveDocument: createRetrieveDocument({ database }),
    replaceFile: createReplaceFile({ database, files, maxUploadBytes, wakeUp }),
    reprocessDocument: createReprocessDocument({ database, wakeUp }),
    updateDocument: createUpdateDocument({ database, wakeUp }),
    deleteDocument: createDeleteDocument({ database, wakeUp }),
  };
};

type Received = { document: { id: string }; duplicate: boolean };

/** An upload and its ingestion share their document's id. */
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
