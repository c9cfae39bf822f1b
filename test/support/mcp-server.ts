import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createAskMcp } from '../../src/platform/web/mcp-client.js';
import { approveMcpTools } from '../../src/tools/index.js';

type ForeignTool = {
  name: string;
  description?: string;
  input?: z.ZodObject;
  run?: (given: unknown) => string;
};

type Behaviour = {
  tools: ForeignTool[];
  /** Knows nothing of the newest revision. */
  isOld: boolean;
  /** Answers every request with this instead; null: never. */
  instead?: { type: string; body: string } | null;
};

/** A server of others, which behaves as a test wants it to, and what it was asked. */
export const startMcpServer = async () => {
  const behaviour: Behaviour = { tools: [], isOld: false };
  const asked: { headers: IncomingMessage['headers']; tool: string; given: unknown }[] = [];
  const create = (headers: IncomingMessage['headers']) => () => {
    const server = new McpServer(
      { name: 'foreign', version: '1' },
      { capabilities: { tools: {} } },
    );
    for (const { name, description = '', input = z.object({}), run } of behaviour.tools) {
      server.registerTool(name, { description, inputSchema: input }, (given: unknown) => {
        asked.push({ headers, tool: name, given });
        return { content: [{ type: 'text', text: run?.(given) ?? 'done' }] };
      });
    }
    return server;
  };
  const answer = async (request: IncomingMessage): Promise<Response> => {
    const { headers, method = 'GET' } = request;
    const body = await buffer(request);
    if (behaviour.instead) {
      const { type, body: text } = behaviour.instead;
      return new Response(text, { headers: { 'content-type': type } });
    }
    if (behaviour.isOld && headers['mcp-method'] !== undefined) {
      return new Response('Bad request', { status: 400 });
    }
    const given = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const { fetch } = createMcpHandler(create(headers));
    return fetch(new Request('http://localhost/mcp', { method, headers: given, body }));
  };
  const server = createServer((request, response) => {
    if (behaviour.instead === null) return;
    void answer(request).then(async ({ status, headers, body }) => {
      response.writeHead(status, Object.fromEntries(headers));
      for await (const part of body ?? []) response.write(part);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    behaviour,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** The files that have an operator approve the tools of a server as they are now, and the variables that name them. */
export const approveAll = async (
  folder: string,
  { name, url, ...more }: { name: string; url: string; tools: readonly string[]; risk?: string },
): Promise<{ MCP_SERVERS: string }> => {
  const path = join(folder, 'servers.json');
  await writeFile(path, JSON.stringify([{ name, url, ...more }]));
  const askMcp = createAskMcp({ userAgent: 'knowledge-router-test' });
  const { signal } = new AbortController();
  await approveMcpTools({ askMcp, readSecret: () => undefined }, { path, approves: true, signal });
  return { MCP_SERVERS: path };
};
