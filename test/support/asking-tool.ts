import { parseConfig } from '../../config/index.js';
import { createTools, TOOLS } from '../../src/tools/index.js';
import type { ToolResult } from '../../src/tools/tool.js';
import { ASKING_TOOLS } from '../fakes/services/index.js';
import { startServiceDouble, type ServiceDouble } from '../fakes/services/service-double.js';
import { callTool, createToolDeps } from './tool-deps.js';

export type OpenTool = {
  server: ServiceDouble;
  call: (argumentsOfModel: unknown, limits?: { leftMs: number }) => Promise<ToolResult>;
  /** The texts that a call returns, in order. */
  texts: (argumentsOfModel: unknown) => Promise<string[]>;
};

/** A tool of the registry, set up by the environment to ask a double of its service. */
export const openAskingTool = async (
  name: string,
  variables: Record<string, string> = {},
): Promise<OpenTool> => {
  const asking = ASKING_TOOLS.find((known) => known.name === name);
  if (!asking) throw new Error(`No service answers ${name}.`);
  const server = await startServiceDouble(asking.service);
  const config = parseConfig({ ...asking.variables(server.url), ...variables }, TOOLS);
  const tools = createTools({ ...createToolDeps(), ...config.tools });
  const tool = tools.find((known) => known.name === asking.tool);
  if (!tool) throw new Error(`${name} is not set up.`);
  const call: OpenTool['call'] = (given, limits) => callTool(tool, given, limits);
  return {
    server,
    call,
    texts: async (given) =>
      (await call(given)).evidence.flatMap((item) => (item.kind === 'value' ? [item.text] : [])),
  };
};
