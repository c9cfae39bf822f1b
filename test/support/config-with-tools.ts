import { loadOperatorTools, parseConfig } from '../../config/index.js';
import { TOOL_REGISTRY, TOOLS } from '../../src/tools/index.js';

/** The configuration of a process that runs turns, from these variables alone. */
export const toConfigWithTools = async (variables: Readonly<Record<string, string | undefined>>) =>
  parseConfig(variables, [...TOOLS, ...(await loadOperatorTools(variables, TOOL_REGISTRY))]);
