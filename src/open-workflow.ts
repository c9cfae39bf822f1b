import type { Config } from '../config/index.js';
import type { Database } from './repositories.js';
import type { ChatModel } from './platform/models/model.js';
import type { Logger, Metrics, Tracer } from './platform/telemetry/telemetry.js';
import type { Services } from './create-services.js';
import { createTools, traceTool, type Tool } from './tools/index.js';
import { createWorkflow, createTurnLog, type Workflow } from './workflow/index.js';

type Parts = {
  database: Database;
  services: Services;
  chat: ChatModel | null;
  metrics: Metrics;
  tracer: Tracer;
  logger: Logger;
  now: () => Date;
};

/** The workflow with its tools, both observed as the configuration says. */
export const openWorkflow = (
  { workflow: settings, observability }: Config,
  { services, ...parts }: Parts,
): Workflow & { tools: readonly Tool[] } => {
  const { toolTimeoutMs } = settings;
  const tools = createTools({ ...parts, ...services, toolTimeoutMs }).map((tool) =>
    traceTool(tool, parts.tracer),
  );
  const workflow = createWorkflow({
    ...parts,
    ...observability,
    languages: services.languages,
    turnLog: createTurnLog(parts.logger, observability.turnLog),
    tools,
    settings,
  });
  return { ...workflow, tools };
};
