import type { z } from 'zod';
import { seconds } from '../shared/variable-types.js';
import type { LoadAddedTools } from './added/index.js';
import type { DeclaredTool } from './tool.js';

/** What the configuration needs to know about tools: ours, and how the operator's are loaded. */
export type ToolRegistry = Readonly<{
  ours: readonly DeclaredTool[];
  loadAdded: LoadAddedTools;
}>;

export type ToolSettings = {
  /** `other` applies to any tool without its own limit. */
  timeoutMs: Readonly<Record<string, number>> & { other: number };
  /** Values from the environment for the variables that tools declare. */
  settings: Readonly<Record<string, unknown>>;
};

/** The environment variables that tools declare (their settings and time limits), and the limit for all others. */
export const toToolVariables = (tools: readonly DeclaredTool[]) => ({
  ...Object.fromEntries(
    ownLimits(tools).map(({ name, timeoutSec, variable }) => [
      variable,
      seconds(timeoutSec).describe(`Time limit of the tool ${name}.`),
    ]),
  ),
  ...declaredSettings(tools),
  TOOL_EXECUTION_TIMEOUT_SEC: seconds(10).describe('Time limit of any other tool.'),
});

/** Messages about missing settings of tools that are only partly configured. */
export const toolProblems = (
  env: Readonly<Record<string, unknown>>,
  tools: readonly DeclaredTool[],
): readonly string[] => tools.flatMap(({ problems }) => problems(env));

/** Reads the time limits and settings of the tools from the environment. */
export const toToolSettings = (
  env: Readonly<Record<string, unknown>> & { TOOL_EXECUTION_TIMEOUT_SEC: number },
  tools: readonly DeclaredTool[],
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

type TimeoutVariable = `${string}_TIMEOUT_SEC`;

/** The tools with their own limit, and the environment variable that changes it. */
const ownLimits = (tools: readonly DeclaredTool[]) =>
  tools.flatMap(({ name, timeoutSec }) => {
    const variable: TimeoutVariable = `${name.toUpperCase()}_TIMEOUT_SEC`;
    return timeoutSec === null ? [] : [{ name, timeoutSec, variable }];
  });

const declaredSettings = (tools: readonly DeclaredTool[]): z.ZodRawShape =>
  Object.assign({}, ...tools.map(({ settings }) => settings)) as z.ZodRawShape;
