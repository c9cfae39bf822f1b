import type { TenantPolicy } from '../tenancy/index.js';
import type { Database } from './database.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { Remember, SearchMemories } from '../memories/index.js';
import type { SearchHistory } from '../conversations/index.js';
import type { RetrieveDocument } from '../documents/index.js';
import type { SearchChunks } from '../search/index.js';
import { createMemory } from './create-memory.js';
import { documentRetrieval } from './document-retrieval.js';
import { memorySearch } from './memory-search.js';
import { ragSearch } from './rag-search.js';
import { searchHistoryTool } from './search-history.js';
import { seconds } from '../shared/variable-types.js';
import type { DeclaredTool, Tool } from './tool.js';

type Deps = {
  searchChunks: SearchChunks;
  searchMemories: SearchMemories;
  retrieveDocument: RetrieveDocument;
  searchHistory: SearchHistory;
  remember: Pick<Remember, 'within'>;
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
};

/** Every tool there is: one line per file. */
const TOOLS: readonly DeclaredTool<Deps>[] = [
  ragSearch,
  memorySearch,
  documentRetrieval,
  createMemory,
  searchHistoryTool,
];

export const createTools = (
  { toolTimeoutMs, ...deps }: Deps & { toolTimeoutMs: ToolTimeouts },
  tools: readonly DeclaredTool<Deps>[] = TOOLS,
): readonly Tool[] =>
  tools.map(({ name, create }) =>
    create(deps, { timeoutMs: toolTimeoutMs[name] ?? toolTimeoutMs.other }),
  );

/** `other` is of any tool without a limit of its own. */
type ToolTimeouts = Readonly<Record<string, number>> & { other: number };
type TimeoutVariable = `${string}_TIMEOUT_SEC`;

const variableOf = ({ name }: Timed): TimeoutVariable => `${name.toUpperCase()}_TIMEOUT_SEC`;

type Timed = Pick<DeclaredTool<never>, 'name' | 'timeoutSec'>;

/** The environment variables of the tools that declare a limit of their own, and of all others. */
export const toToolVariables = (tools: readonly Timed[] = TOOLS) => ({
  ...Object.fromEntries(
    tools.flatMap((tool) =>
      tool.timeoutSec === null
        ? []
        : [
            [
              variableOf(tool),
              seconds(tool.timeoutSec).describe(`Time limit of the tool ${tool.name}.`),
            ],
          ],
    ),
  ),
  TOOL_EXECUTION_TIMEOUT_SEC: seconds(10).describe('Time limit of any other tool.'),
});

/** What the environment gives each tool. */
export const toToolTimeouts = (
  env: Readonly<Record<TimeoutVariable, number>> & { TOOL_EXECUTION_TIMEOUT_SEC: number },
  tools: readonly Timed[] = TOOLS,
): ToolTimeouts => ({
  ...Object.fromEntries(
    tools.flatMap((tool) => {
      const limitSec = env[variableOf(tool)];
      return limitSec === undefined ? [] : [[tool.name, limitSec * 1000]];
    }),
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

export type { Tool, ToolContext, ToolEvidenceItem, ToolResult } from './tool.js';
export { traceTool } from './tool.js';
