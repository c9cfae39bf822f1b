import type { TenantPolicy } from '../tenancy/index.js';
import type { Database } from './database.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { Remember, SearchMemories } from '../memories/index.js';
import type { SearchHistory } from '../conversations/index.js';
import type { RetrieveDocument } from '../documents/index.js';
import type { SearchChunks } from '../search/index.js';
import { createCreateMemory } from './create-memory.js';
import { createDocumentRetrieval } from './document-retrieval.js';
import { createMemorySearch } from './memory-search.js';
import { createRagSearch } from './rag-search.js';
import { createSearchHistoryTool } from './search-history.js';
import type { Tool } from './tool.js';

type ToolTimeouts = {
  rag_search: number;
  memory_search: number;
  document_retrieval: number;
  create_memory: number;
  /** Of any tool without a limit of its own. */
  other: number;
};

type Deps = {
  searchChunks: SearchChunks;
  searchMemories: SearchMemories;
  retrieveDocument: RetrieveDocument;
  searchHistory: SearchHistory;
  remember: Pick<Remember, 'within'>;
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  toolTimeoutMs: ToolTimeouts;
};

/** Every tool there is: one line per file. */
export const createTools = ({ toolTimeoutMs, ...deps }: Deps): readonly Tool[] => [
  createRagSearch({ ...deps, timeoutMs: toolTimeoutMs.rag_search }),
  createMemorySearch({ ...deps, timeoutMs: toolTimeoutMs.memory_search }),
  createDocumentRetrieval({ ...deps, timeoutMs: toolTimeoutMs.document_retrieval }),
  createCreateMemory({ ...deps, timeoutMs: toolTimeoutMs.create_memory }),
  createSearchHistoryTool({ ...deps, timeoutMs: toolTimeoutMs.other }),
];

type Permitted = { policy: TenantPolicy; allowedTools: readonly string[] };

/** Such a tool changes something: files, or what code does to them. */
const SIDE_EFFECTS: ReadonlySet<Tool['risk']> = new Set(['workspace', 'sandboxed']);

/**
 * What exists for a turn's model: safe tools unless the tenant's policy has them off, the others only where it has them on, and
 * of those the ones with side effects only when the user or the request named them as well.
 */
export const enabledTools = (
  tools: readonly Tool[],
  { policy, allowedTools }: Permitted,
): readonly Tool[] =>
  tools.filter(({ name, risk }) => {
    const isOn = policy.tools[name] ?? risk === 'safe';
    return isOn && (!SIDE_EFFECTS.has(risk) || allowedTools.includes(name));
  });

export type { Tool, ToolContext, ToolEvidenceItem, ToolResult } from './tool.js';
export { traceTool } from './trace-tool.js';
