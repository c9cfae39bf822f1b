import type { Database } from './repositories.js';
import type { FileStore } from './platform/files/file-store.js';
import type { Embedder, Reranker } from './platform/models/model.js';
import type { Logger, Metrics } from './platform/telemetry/telemetry.js';
import type { VectorStore } from './platform/vectors/vector-store.js';
import type { WebFetcher } from './platform/web/web-fetcher-port.js';
import { createGiveFeedback } from './conversations/give-feedback.js';
import { createListExecutions } from './conversations/list-executions.js';
import { createReadExecution } from './conversations/read-execution.js';
import { createSearchHistory } from './conversations/search-history.js';
import { createSessions } from './conversations/sessions.js';
import { createDeleteDocument } from './documents/delete-document.js';
import { createFetchDocument } from './documents/fetch-document.js';
import { createReadDocuments } from './documents/read-documents.js';
import { createReadFile } from './documents/read-file.js';
import { createReplaceFile } from './documents/replace-file.js';
import { createReprocessDocument } from './documents/reprocess-document.js';
import { createUpdateDocument } from './documents/update-document.js';
import { createUploadDocument } from './documents/upload-document.js';
import { createWatchDocument } from './documents/watch-document.js';
import { createRemoveTenant, createRemoveUser } from './tenancy/remove-content.js';
import { createTenants } from './tenancy/tenants.js';
import { createManageMemories } from './memories/manage-memories.js';
import { createRemember, MAX_MEMORIES_OF_USER } from './memories/remember.js';
import { createRetrieveDocument } from './documents/retrieve-document.js';
import { createReindexingProbe } from './search/reindexing-probe.js';
import { createSearchChunks } from './search/search-chunks.js';
import { createSearchMemories } from './memories/search-memories.js';
import type { SearchSettings } from './search/search-settings.js';
import { createTenantLanguages } from './search/tenant-languages.js';
import { createApiKeys } from './tenancy/api-keys.js';
import { createProfile } from './tenancy/profile.js';
import { createReadAudit } from './tenancy/read-audit.js';
import { createSettings } from './tenancy/settings.js';
import { createUsers } from './tenancy/users.js';
import { createChargedSearch } from './search/charged-search.js';
import { createReadUsage } from './tenancy/read-usage.js';

type Deps = {
  database: Database;
  files: FileStore;
  /** Null: no URL is fetched. */
  web: WebFetcher | null;
  vectors: VectorStore;
  embedder: Embedder | null;
  reranker: Reranker | null;
  fingerprint: string;
  metrics: Metrics;
  logger: Logger;
  settings: SearchSettings;
  maxUploadBytes: number;
  /** Tells this process's task loop that there is something to do. */
  wakeUp: () => void;
  now: () => Date;
};

const WATCH_INTERVAL_MS = 500;

/** The use cases that API and tools are made of. */
export const createServices = (deps: Deps) => {
  const languages = createTenantLanguages(deps);
  const reindexing = createReindexingProbe({ ...deps, tasks: deps.database.platform.tasks });
  const remember = createRemember({ ...deps, limits: { maxMemories: MAX_MEMORIES_OF_USER } });
  const searchChunks = createSearchChunks({ ...deps, languages, reindexing });
  const readDocuments = createReadDocuments(deps);
  const uploadDocument = createUploadDocument(deps);
  return {
    languages,
    reindexing,
    remember,
    searchChunks,
    chargedSearch: createChargedSearch({ ...deps, searchChunks }),
    searchMemories: createSearchMemories({ ...deps, languages }),
    retrieveDocument: createRetrieveDocument(deps),
    searchHistory: createSearchHistory(deps),
    readExecution: createReadExecution(deps),
    listExecutions: createListExecutions(deps),
    giveFeedback: createGiveFeedback(deps),
    readUsage: createReadUsage(deps),
    readAudit: createReadAudit(deps),
    sessions: createSessions(deps),
    memories: createManageMemories({ ...deps, remember }),
    readDocuments,
    watchDocument: createWatchDocument({ readDocuments, intervalMs: WATCH_INTERVAL_MS }),
    readFile: createReadFile(deps),
    replaceFile: createReplaceFile(deps),
    reprocessDocument: createReprocessDocument(deps),
    uploadDocument,
    fetchDocument: createFetchDocument({ ...deps, uploadDocument }),
    updateDocument: createUpdateDocument(deps),
    deleteDocument: createDeleteDocument(deps),
    tenants: createTenants(deps),
    removeTenant: createRemoveTenant(deps),
    settings: createSettings(deps),
    users: createUsers(deps),
    removeUser: createRemoveUser(deps),
    apiKeys: createApiKeys(deps),
    profile: createProfile(deps),
  };
};

export type Services = ReturnType<typeof createServices>;
