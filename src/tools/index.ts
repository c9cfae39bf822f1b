import { seconds } from '../shared/variable-types.js';
import type { TenantPolicy } from '../tenancy/index.js';
import { createMemory } from './create-memory.js';
import { documentRetrieval } from './document-retrieval.js';
import { memorySearch } from './memory-search.js';
import { ragSearch } from './rag-search.js';
import { searchHistoryTool } from './search-history.js';
import type { DeclaredTool, Tool, ToolDeps } from './tool.js';

/** Every tool there is: one line per file. */
const TOOLS: readonly DeclaredTool[] = [
  ragSearch,
  memorySearch,
  documentRetrieval,
  createMemory,
  searchHistoryTool,
];

export const createTools = (
  { toolTimeoutMs, ...deps }: ToolDeps & { toolTimeoutMs: ToolTimeouts },
  tools = TOOLS,
): readonly Tool[] =>
  tools.map(({ name, create }) => create(deps, toolTimeoutMs[name] ?? toolTimeoutMs.other));

/** `other` is of any tool without a limit of its own. */
type ToolTimeouts = Readonly<Record<string, number>> & { other: number };
type TimeoutVariable = `${string}_TIMEOUT_SEC`;

/** The tools that declare a limit of their own, with the environment variable that changes it. */
const ownLimits = (tools: readonly DeclaredTool[]) =>
  tools.flatMap(({ name, timeoutSec }) => {
    const variable: TimeoutVariable = `${name.toUpperCase()}_TIMEOUT_SEC`;
    return timeoutSec === null ? [] : [{ name, timeoutSec, variable }];
  });

/** The environment variables of the tools that declare a limit of their own, and of all others. */
export const toToolVariables = (tools = TOOLS) => ({
  ...Object.fromEntries(
    ownLimits(tools).map(({ name, timeoutSec, variable }) => [
      variable,
      seconds(timeoutSec).describe(`Time limit of the tool ${name}.`),
    ]),
  ),
  TOOL_EXECUTION_TIMEOUT_SEC: seconds(10).describe('Time limit of any other tool.'),
});

/** What the environment gives each tool. */
export const toToolTimeouts = (
  env: Readonly<Record<TimeoutVariable, number>> & { TOOL_EXECUTION_TIMEOUT_SEC: number },
  tools = TOOLS,
): ToolTimeouts => ({
  ...Object.fromEntries(
    ownLimits(tools).map(({ name, timeoutSec, variable }) => [
      name,
      (env[variable] ?? timeoutSec) * 1000,
    ]),
  ),
  other: env.TOOL_EXECUTION_TIMEOUT_SEC * 1000,
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
