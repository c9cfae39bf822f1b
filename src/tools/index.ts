import type { TenantPolicy } from '../domain/tenant.js';
import type { Database } from '../ports/database/index.js';
import type { Metrics } from '../ports/telemetry.js';
import type { Remember } from '../services/memories/remember.js';
import type { RetrieveDocument } from '../services/retrieve-document.js';
import type { SearchChunks } from '../services/search/search-chunks.js';
import type { SearchMemories } from '../services/search/search-memories.js';
import { createCreateMemory } from './create-memory.js';
import { createDocumentRetrieval } from './document-retrieval.js';
import { createMemorySearch } from './memory-search.js';
import { createRagSearch } from './rag-search.js';
import type { Tool } from './tool.js';

export type ToolSettings = {
  ragSearchTimeoutMs: number;
  memorySearchTimeoutMs: number;
  documentRetrievalTimeoutMs: number;
  createMemoryTimeoutMs: number;
  documentRetrievalMaxTokens: number;
};

type Deps = {
  searchChunks: SearchChunks;
  searchMemories: SearchMemories;
  retrieveDocument: RetrieveDocument;
  remember: Pick<Remember, 'within'>;
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  settings: ToolSettings;
};

/** Every tool there is: one line per file. */
export const createTools = ({ settings, ...deps }: Deps): readonly Tool[] => [
  createRagSearch({ ...deps, timeoutMs: settings.ragSearchTimeoutMs }),
  createMemorySearch({ ...deps, timeoutMs: settings.memorySearchTimeoutMs }),
  createDocumentRetrieval({
    ...deps,
    maxTokens: settings.documentRetrievalMaxTokens,
    timeoutMs: settings.documentRetrievalTimeoutMs,
  }),
  createCreateMemory({ ...deps, timeoutMs: settings.createMemoryTimeoutMs }),
];

/** What exists for a tenant's models: safe tools unless switched off, the others only when switched on. */
export const enabledTools = (tools: readonly Tool[], policy: TenantPolicy): readonly Tool[] =>
  tools.filter(({ name, risk }) => policy.tools[name] ?? risk === 'safe');
