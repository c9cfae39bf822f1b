import { loadAddedTools } from './added/index.js';
import { withCachedResults } from './cached-results.js';
import { createFile } from './files/create-file.js';
import { createMemory } from './knowledge/create-memory.js';
import { cryptoPrice } from './services/crypto-price.js';
import { dateDiff } from './services/date-diff.js';
import { documentRetrieval } from './knowledge/document-retrieval.js';
import { fxRates } from './services/fx-rates.js';
import { geocode } from './services/geocode.js';
import { ipGeolocation } from './services/ip-geolocation.js';
import { listDocuments } from './knowledge/list-documents.js';
import { mathCalc } from './services/math-calc.js';
import { memorySearch } from './knowledge/memory-search.js';
import { ragSearch } from './knowledge/rag-search.js';
import { readFile } from './files/read-file.js';
import { readTable } from './knowledge/read-table.js';
import { runPython } from './code/run-python.js';
import { runShell } from './code/run-shell.js';
import { searchHistoryTool } from './knowledge/search-history.js';
import { searchText } from './files/search-text.js';
import type { DeclaredTool, Tool, ToolDeps } from './tool.js';
import type { ToolRegistry, ToolSettings } from './variables.js';
import { weather } from './services/weather.js';
import { webSearch } from './services/web-search.js';
import { writeFile } from './files/write-file.js';

/** Every built-in tool: one line per file. */
export const TOOLS: readonly DeclaredTool[] = [
  ragSearch,
  memorySearch,
  documentRetrieval,
  listDocuments,
  readTable,
  createMemory,
  searchHistoryTool,
  dateDiff,
  mathCalc,
  weather,
  geocode,
  ipGeolocation,
  fxRates,
  cryptoPrice,
  webSearch,
  createFile,
  readFile,
  writeFile,
  searchText,
  runPython,
  runShell,
];

/** The tools that are configured. */
export const createTools = (
  { timeoutMs, settings, ...deps }: ToolDeps & ToolSettings,
  tools = TOOLS,
): readonly Tool[] =>
  tools.flatMap(({ name, create }) => {
    const tool = create(deps, { timeoutMs: timeoutMs[name] ?? timeoutMs.other, settings });
    return tool === null ? [] : [withCachedResults(tool, deps)];
  });

/** Passed to the configuration, which knows no tools itself. */
export const TOOL_REGISTRY: ToolRegistry = { ours: TOOLS, loadAdded: loadAddedTools };

export { approveMcpTools, createListMcpServers, type ToolsModule } from './added/index.js';
export { createOwnWords, type TakeOwnWords } from './own-words.js';
export { isNamedIn } from './is-named-in.js';
export { enabledTools, isSideEffecting, toolsOf } from './permitted-tools.js';
export {
  describeProblems,
  MAX_PROBLEMS,
  traceTool,
  type DeclaredTool,
  type Tool,
  type ToolContext,
  type ToolEvidenceItem,
  type ToolResult,
} from './tool.js';
