import type { Config } from '../../config/index.js';
import type { Features } from './features.js';
import type { Platform } from './platform.js';
import { createTools, traceTool } from '../tools/index.js';
import { createTurnLog, createWorkflow } from '../workflow/index.js';

/** The workflow with its tools, both observed as configured. */
export const composeWorkflow = (
  { workflow: settings, tools: { declared, ...toolSettings }, observability }: Config,
  { database, askService, askMcp, calculator, sandbox, chat, ...platform }: Platform,
  features: Features,
) => {
  const { languages, searchChunks, searchMemories, retrieveDocument } = features;
  const { searchHistory, remember, workspace } = features;
  const { metrics, tracer, logger, now } = platform;
  const parts = {
    searchChunks,
    searchMemories,
    retrieveDocument,
    searchHistory,
    remember,
    database,
    metrics,
    askService,
    askMcp,
    calculator,
    sandbox,
    workspace,
    now,
  };
  const tools = createTools({ ...parts, ...toolSettings }, declared).map((tool) =>
    traceTool(tool, tracer),
  );
  const workflow = createWorkflow({
    database,
    languages,
    tools,
    chat,
    metrics,
    tracer,
    turnLog: createTurnLog(logger, observability.turnLog),
    logsStates: observability.logsStates,
    logger,
    settings,
    now,
  });
  return { workflow, tools };
};
