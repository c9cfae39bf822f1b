import { resolve } from 'node:path';
import { z } from 'zod';
import type { DeclaredTool } from '../../tool.js';
import { readApprovals } from './approvals.js';
import { readServers, type McpServer } from './configuration.js';
import { toTool, type SecretSettings } from './to-tool.js';

/**
 * The tools of the servers that an operator's file lists, as far as they were approved; no server is asked. Rejects with a sentence that
 * names what is wrong.
 */
export const loadMcpTools = async (path: string): Promise<readonly DeclaredTool[]> => {
  const file = resolve(path);
  const servers = await readServers(file);
  const approvals = await readApprovals(file);
  const schemas = toSecretSchemas(servers);
  return servers.flatMap((server) => {
    const settings = pick(schemas, server);
    const approved = approvals[server.name] ?? {};
    return allowedBy(server).flatMap((name) => {
      const { description, inputSchema } = approved[name] ?? {};
      if (description === undefined || inputSchema === undefined) return [];
      return [toTool({ name, description, inputSchema }, { server, settings })];
    });
  });
};

export const allowedBy = ({ tools, changing }: McpServer): readonly string[] => [
  ...new Set([...tools, ...changing]),
];

/** Sent in a header: what cannot stand there is refused at the start. Messages repeat no value. */
const toSecretSchemas = (servers: readonly McpServer[]): SecretSettings =>
  Object.fromEntries(
    servers.flatMap(({ name, header }) =>
      header === undefined
        ? []
        : [
            [
              header.variable,
              z
                .string({ error: `required, for MCP_SERVERS names it as a secret of ${name}` })
                .regex(
                  /^[\x21-\x7e]{4,4096}$/,
                  'must be 4 to 4096 characters of ASCII without spaces',
                )
                .describe(`Secret of the MCP server ${name}.`),
            ],
          ],
    ),
  );

const pick = (schemas: SecretSettings, { header }: McpServer): SecretSettings =>
  Object.fromEntries(Object.entries(schemas).filter(([name]) => name === header?.variable));
