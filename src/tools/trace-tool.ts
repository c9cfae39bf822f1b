import type { Tracer } from '../platform/telemetry/telemetry.js';
import type { Tool } from './tool.js';

/** The same tool with a span around every run: its name and how it ended, no arguments and no results. */
export const traceTool = (tool: Tool, tracer: Tracer): Tool => ({
  ...tool,
  run: (argumentsOfModel, context) =>
    tracer.inSpan(
      {
        name: `execute_tool ${tool.name}`,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool.name,
          'gen_ai.tool.type': 'function',
        },
      },
      () => tool.run(argumentsOfModel, context),
    ),
});
