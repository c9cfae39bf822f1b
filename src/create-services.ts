import type { Database } from './repositories.js';
import type { FileStore } from './platform/files/file-store.js';
import type { Embedder, Reranker } from './platform/models/model.js';
import type { Logger, Metrics } from './platform/telemetry/telemetry.js';
import type { VectorStore } from './platform/vectors/vector-store.js';
import type { WebFetcher } from './platform/web/web-fetcher-port.js';
import {
  createGiveFeedback,
  createListExecutions,
  createReadExecution,
  createSearchHistory,
  createSessions,
} from './conversations/index.js';
import {
  createDeleteDocument,
  createFetchDocument,
  createReadDocuments,
  createReadFile,
  createReplaceFile,
  createReprocessDocument,
  createUpdateDocument,
  createUploadDocument,
  createWatchDocument,
  createRetrieveDocument,
} from './documents/index.js';
import {
  createRemoveTenant,
  createRemoveUser,
  createTenants,
  createApiKeys,
  createProfile,
  createReadAudit,
  createSettings,
  createUsers,
  createReadUsage,
} from './tenancy/index.js';
import {
  createManageMemories,
  createRemember,
  MAX_MEMORIES_OF_USER,
  createSearchMemories,
} from './memories/index.js';
import {
  createReindexingProbe,
  createSearchChunks,
  createTenantLanguages,
  createChargedSearch,
  type SearchSettings,
} from './search/index.js';

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
