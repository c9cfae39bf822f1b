import { AppError, isAppError } from '../../shared/errors.js';
import type { DeclaredTool } from '../tool.js';
import { loadMcpTools } from './mcp/index.js';
import { loadToolsModule } from './tools-module.js';

type Sources = { TOOLS_MODULE?: string | undefined; MCP_SERVERS?: string | undefined };

/** The names of our tools, which an added tool may not use, and our variables, which it may not read. */
type Ours = { tools: readonly DeclaredTool[]; variables: readonly string[] };

const LOADERS = {
  TOOLS_MODULE: async (path: string) => ({ tools: await loadToolsModule(path), left: [] }),
  MCP_SERVERS: loadMcpTools,
};

type AddedTools = { tools: readonly DeclaredTool[]; left: readonly string[] };

export type LoadAddedTools = (sources: Sources, ours: Ours) => Promise<AddedTools>;

/**
 * The operator's additional tools, and messages about foreign tools that cannot be offered. Rejects with one sentence that names the
 * variable and the problem.
 */
export const loadAddedTools: LoadAddedTools = async (sources, ours) => {
  const added: DeclaredTool[] = [];
  const unusable: string[] = [];
  for (const variable of ['TOOLS_MODULE', 'MCP_SERVERS'] as const) {
    const path = sources[variable];
    if (path === undefined) continue;
    const { tools, left } = await LOADERS[variable](path).catch((cause: unknown) => {
      throw isAppError(cause) ? refuse(variable, cause.message, cause) : cause;
    });
    unusable.push(...left);
    for (const tool of tools) {
      const problem = findClash(tool, { ours, added });
      if (problem !== null) throw refuse(variable, `the tool "${tool.name}" ${problem}.`);
      added.push(tool);
    }
  }
  return { tools: added, left: unusable };
};

const refuse = (variable: string, problem: string, cause?: unknown): AppError =>
  new AppError('validation_failed', `${variable}: ${problem}`, { cause });

const findClash = (
  { name, settings, timeoutSec }: DeclaredTool,
  { ours, added }: { ours: Ours; added: readonly DeclaredTool[] },
): string | null => {
  if (ours.tools.some((tool) => tool.name === name)) return 'has the name of one of ours';
  if (added.some((tool) => tool.name === name)) return 'is added twice';
  const limit = timeoutSec === null ? [] : [`${name.toUpperCase()}_TIMEOUT_SEC`];
  const names = [...Object.keys(settings), ...limit];
  const taken = names.find((variable) => ours.variables.includes(variable));
  if (taken !== undefined) return `reads the variable ${taken}, which is ours`;
  // Tools may share a variable, but must agree on its meaning.
  const differing = Object.entries(settings).find(([variable, schema]) =>
    added.some((tool) => (tool.settings[variable] ?? schema) !== schema),
  );
  return differing === undefined
    ? null
    : `declares the variable ${differing[0]} otherwise than another tool`;
};

export { approveMcpTools } from './mcp/approve.js';
export { createListMcpServers, ListedServer, type ListMcpServers } from './mcp/list-servers.js';
export type { ToolsModule } from './tools-module.js';
