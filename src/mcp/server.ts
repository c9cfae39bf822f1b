import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { isPermitted } from '../shared/permissions.js';
import { createAskTool, type AskToolDeps } from './ask-tool.js';
import { createFetchTool } from './fetch-tool.js';
import { createListTool, type ListToolDeps } from './list-tool.js';
import { registerDocuments, type ResourceDeps } from './resources.js';
import { createSearchTool, type SearchToolDeps } from './search-tool.js';
import type { McpCall } from './tool.js';

export type McpServerDeps = AskToolDeps &
  SearchToolDeps &
  ListToolDeps &
  ResourceDeps & {
    /** The version of this server, not of the protocol. */
    version: string;
  };

const INSTRUCTIONS =
  "Knowledge Router holds an organisation's documents. `search` finds passages, `fetch` reads a document on, `ask` answers a question with sources, `list_documents` says which documents there are.";

/** More array elements and members than the arguments of any call have. */
const MAX_ELEMENTS = 500;

/** The tools on offer change with the caller's key; a change is never announced. */
const CAPABILITIES = { tools: { listChanged: false } };

/** Answers one message of an MCP client, of both eras of the protocol, as the holder of this key. */
export const createMcpExchange = (deps: McpServerDeps) => {
  const tools = [
    ...[createSearchTool(deps), createFetchTool(deps), createAskTool(deps)],
    createListTool(deps),
  ];
  const serverInfo = { name: 'knowledge-router', title: 'Knowledge Router', version: deps.version };
  const toServer = (call: McpCall): McpServer => {
    const may = (permission: (typeof tools)[number]['permission']) =>
      isPermitted(call.scope.permissions, permission);
    const reads = may('documents:read');
    const server = new McpServer(serverInfo, {
      instructions: INSTRUCTIONS,
      maxToolInputElements: MAX_ELEMENTS,
      capabilities: { ...CAPABILITIES, ...(reads && { resources: { listChanged: false } }) },
    });
    for (const tool of tools) if (may(tool.permission)) tool.register(server, call);
    if (reads) registerDocuments(deps, server, call);
    return server;
  };
  return (call: McpCall, request: Request, parsedBody: unknown): Promise<Response> => {
    const onerror = () => undefined;
    // Heartbeats are the event stream's.
    const handler = createMcpHandler(() => toServer(call), { onerror, keepAliveMs: 0 });
    return handler.fetch(request, { parsedBody });
  };
};
