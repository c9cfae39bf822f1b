import type { z } from 'zod';
import { seconds } from '../shared/variable-types.js';
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
import { weather } from './services/weather.js';
import { webSearch } from './services/web-search.js';
import { writeFile } from './files/write-file.js';

/** Every tool of ours: one line per file. */
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

/** Those that are set up. */
export const createTools = (
  { timeoutMs, settings, ...deps }: ToolDeps & ToolSettings,
  tools = TOOLS,
): readonly Tool[] =>
  tools.flatMap(({ name, create }) => {
    const tool = create(deps, { timeoutMs: timeoutMs[name] ?? timeoutMs.other, settings });
    return tool === null ? [] : [withCachedResults(tool, deps)];
  });

type ToolSettings = {
  /** `other` is of any tool without a limit of its own. */
  timeoutMs: Readonly<Record<string, number>> & { other: number };
  /** Values from the environment for the variables that tools declare. */
  settings: Readonly<Record<string, unknown>>;
};
type TimeoutVariable = `${string}_TIMEOUT_SEC`;

/** The tools that declare a limit of their own, with the environment variable that changes it. */
const ownLimits = (tools: readonly DeclaredTool[]) =>
  tools.flatMap(({ name, timeoutSec }) => {
    const variable: TimeoutVariable = `${name.toUpperCase()}_TIMEOUT_SEC`;
    return timeoutSec === null ? [] : [{ name, timeoutSec, variable }];
  });

/** The environment variables that tools declare, and the limit of all that declare none. */
export const toToolVariables = (tools = TOOLS) => ({
  ...toOwnVariables(tools),
  TOOL_EXECUTION_TIMEOUT_SEC: seconds(10).describe('Time limit of any other tool.'),
});

/** The environment variables that tools declare: their settings, and the limits of those that have one of their own. */
export const toOwnVariables = (tools: readonly DeclaredTool[]): z.ZodRawShape => ({
  ...Object.fromEntries(
    ownLimits(tools).map(({ name, timeoutSec, variable }) => [
      variable,
      seconds(timeoutSec).describe(`Time limit of the tool ${name}.`),
    ]),
  ),
  ...declaredSettings(tools),
});

const declaredSettings = (tools: readonly DeclaredTool[]): z.ZodRawShape =>
  Object.assign({}, ...tools.map(({ settings }) => settings)) as z.ZodRawShape;

/** Sentences about missing settings, for tools that the environment sets up only by half. */
export const toolProblems = (
  env: Readonly<Record<string, unknown>>,
  tools = TOOLS,
): readonly string[] => tools.flatMap(({ problems }) => problems(env));

/** Takes the time limits and the settings of the tools from the environment. */
export const toToolSettings = (
  env: Readonly<Record<string, unknown>> & { TOOL_EXECUTION_TIMEOUT_SEC: number },
  tools = TOOLS,
): ToolSettings => ({
  timeoutMs: {
    ...Object.fromEntries(
      ownLimits(tools).map(({ name, timeoutSec, variable }) => [
        name,
        Number(env[variable] ?? timeoutSec) * 1000,
      ]),
    ),
    other: env.TOOL_EXECUTION_TIMEOUT_SEC * 1000,
  },
  settings: Object.fromEntries(
    Object.keys(declaredSettings(tools)).map((variable) => [variable, env[variable]]),
  ),
});

export {
  approveMcpTools,
  createListMcpServers,
  loadAddedTools,
  type AddedTools,
  type ToolsModule,
} from './added/index.js';
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
