import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { isPermitted } from '../shared/permissions.js';
import { createAskTool, type AskToolDeps } from './tools/ask-tool.js';
import { createAssistantsTool, type AssistantsToolDeps } from './tools/assistants-tool.js';
import { createCollectionsTool } from './tools/collections-tool.js';
import { createFetchTool } from './tools/fetch-tool.js';
import { createListTool, type ListToolDeps } from './tools/list-tool.js';
import { createSearchTool, type SearchToolDeps } from './tools/search-tool.js';
import { toProtocolError, type McpCall } from './tools/tool.js';
import { z } from 'zod';
import { cursorBehind, type DocumentDeps, type DocumentRecord } from '../documents/index.js';
import { isAppError } from '../shared/errors.js';
import { readPart } from './documents.js';

export type McpServerDeps = AskToolDeps &
  SearchToolDeps &
  ListToolDeps &
  AssistantsToolDeps &
  ResourceDeps & {
    /** The version of this server, not of the protocol. */
    version: string;
  };

const INSTRUCTIONS =
  "Knowledge Router holds an organisation's documents. `search` finds passages, `fetch` reads a document on, `ask` answers a question with sources, `list_documents`, `list_collections` and `list_assistants` say what there is.";

/** More array elements and members than the arguments of any call. */
const MAX_ELEMENTS = 500;

/** The available tools depend on the caller's key; a change is never announced. */
const CAPABILITIES = { tools: { listChanged: false } };

/** Answers one message of an MCP client, in both generations of the protocol, as the holder of this key. */
export const createMcpExchange = (deps: McpServerDeps) => {
  const tools = [
    createSearchTool(deps),
    createFetchTool(deps),
    createAskTool(deps),
    createListTool(deps),
    createCollectionsTool(deps),
    createAssistantsTool(deps),
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
    // The event stream sends its own heartbeats.
    const handler = createMcpHandler(() => toServer(call), { onerror, keepAliveMs: 0 });
    return handler.fetch(request, { parsedBody });
  };
};

type ResourceDeps = {
  readDocuments: Pick<DocumentDeps['readDocuments'], 'get' | 'chunks' | 'list'>;
};

const URI = 'knowledge-router://documents/';
const MIME_TYPE = 'text/markdown';
const PAGE = 100;

/** The documents that the caller may read, listed page by page. */
const registerDocuments = (
  { readDocuments }: ResourceDeps,
  server: McpServer,
  call: McpCall,
): void => {
  const template = new ResourceTemplate(`${URI}{id}`, { list: undefined });
  const description = 'The text of a document; a long one in parts, whose `_meta` names the next.';
  const metadata = { title: 'Documents', description, mimeType: MIME_TYPE };
  server.registerResource('document', template, metadata, async (uri, { id }, { mcpReq }) => {
    try {
      const { text, part, parts, next } = await readPart({ readDocuments }, call.scope, String(id));
      const _meta = { part, parts, ...(next !== null && { next: `${URI}${next}` }) };
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text, _meta }] };
    } catch (error) {
      if (isAppError(error) && error.code === 'not_found') {
        throw new ResourceNotFoundError(uri.href);
      }
      throw toProtocolError(error, { ...call, signal: mcpReq.signal });
    }
  });
  // The library lists all resources at once, but a tenant may have a hundred thousand.
  server.server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
    const after = readCursor(params?.cursor);
    try {
      const { items, nextAfter } = await readDocuments.list(call.scope, {
        limit: PAGE,
        sort: '-createdAt',
        status: 'ready',
        ...(after !== undefined && { after: cursorBehind(after) }),
      });
      const last = items.at(-1)?.id;
      const nextCursor = nextAfter === null || last === undefined ? {} : { nextCursor: last };
      return { resources: items.map(toResource), ...nextCursor };
    } catch (error) {
      throw toProtocolError(error, { ...call, signal: mcpReq.signal });
    }
  });
};

const readCursor = (cursor: string | undefined): string | undefined => {
  const parsed = z.uuid().optional().safeParse(cursor);
  if (parsed.success) return parsed.data;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor does not belong to this list.',
  );
};

const toResource = ({ id, title, filename, updatedAt }: DocumentRecord) => ({
  uri: `${URI}${id}`,
  name: filename,
  title: title === '' ? filename : title,
  mimeType: MIME_TYPE,
  annotations: { lastModified: updatedAt.toISOString() },
});
