import type { z } from 'zod';
import { seconds } from '../shared/variable-types.js';
import type { TenantPolicy } from '../tenancy/index.js';
import { withCachedResults } from './cached-results.js';
import { createMemory } from './create-memory.js';
import { cryptoPrice } from './crypto-price.js';
import { documentRetrieval } from './document-retrieval.js';
import { fxRates } from './fx-rates.js';
import { geocode } from './geocode.js';
import { ipGeolocation } from './ip-geolocation.js';
import { memorySearch } from './memory-search.js';
import { ragSearch } from './rag-search.js';
import { searchHistoryTool } from './search-history.js';
import type { DeclaredTool, Tool, ToolDeps } from './tool.js';
import { weather } from './weather.js';
import { webSearch } from './web-search.js';

/** Every tool there is: one line per file. */
export const TOOLS: readonly DeclaredTool[] = [
  ragSearch,
  memorySearch,
  documentRetrieval,
  createMemory,
  searchHistoryTool,
  weather,
  geocode,
  ipGeolocation,
  fxRates,
  cryptoPrice,
  webSearch,
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
  /** What the environment gave to the variables that tools declare. */
  settings: Readonly<Record<string, unknown>>;
};
type TimeoutVariable = `${string}_TIMEOUT_SEC`;

/** The tools that declare a limit of their own, with the environment variable that changes it. */
const ownLimits = (tools: readonly DeclaredTool[]) =>
  tools.flatMap(({ name, timeoutSec }) => {
    const variable: TimeoutVariable = `${name.toUpperCase()}_TIMEOUT_SEC`;
    return timeoutSec === null ? [] : [{ name, timeoutSec, variable }];
  });

/** The environment variables that tools declare, with the limits of those that have one of their own, and of all others. */
export const toToolVariables = (tools = TOOLS) => ({
  ...Object.fromEntries(
    ownLimits(tools).map(({ name, timeoutSec, variable }) => [
      variable,
      seconds(timeoutSec).describe(`Time limit of the tool ${name}.`),
    ]),
  ),
  TOOL_EXECUTION_TIMEOUT_SEC: seconds(10).describe('Time limit of any other tool.'),
  ...declaredSettings(tools),
});

const declaredSettings = (tools: readonly DeclaredTool[]): z.ZodRawShape =>
  Object.assign({}, ...tools.map(({ settings }) => settings)) as z.ZodRawShape;

/** What the environment lacks for tools that it sets up by half. */
export const toolProblems = (
  env: Readonly<Record<string, unknown>>,
  tools = TOOLS,
): readonly string[] => tools.flatMap(({ problems }) => problems(env));

/** What the environment gives each tool. */
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

export {
  describeProblems,
  traceTool,
  type Tool,
  type ToolContext,
  type ToolEvidenceItem,
  type ToolResult,
} from './tool.js';
