import { resolve } from 'node:path';
import { z } from 'zod';
import type { DeclaredTool } from '../../tool.js';
import { readApprovals } from './approvals.js';
import { readServers, type McpServer } from './configuration.js';
import { createRefusals, toTool, type SecretSettings } from './to-tool.js';

/**
 * The approved tools of the servers in the operator's file; does not contact any server. `left` names those that cannot be offered, which
 * an older version may have approved: a foreign schema must not prevent a start. Rejects with a message if the operator's own file is
 * invalid.
 */
export const loadMcpTools = async (
  path: string,
): Promise<{ tools: readonly DeclaredTool[]; left: readonly string[] }> => {
  const file = resolve(path);
  const servers = await readServers(file);
  const approvals = await readApprovals(file);
  const schemas = toSecretSchemas(servers);
  const findRefusal = createRefusals();
  const left: string[] = [];
  const tools = servers.flatMap((server) => {
    const settings = pick(schemas, server);
    const approved = approvals[server.name] ?? {};
    return allowedBy(server).flatMap((name) => {
      const { description, inputSchema } = approved[name] ?? {};
      if (description === undefined || inputSchema === undefined) return [];
      const tool = { name, description, inputSchema };
      const refusal = findRefusal(tool, server);
      if (refusal === null) return [toTool(tool, { server, settings })];
      left.push(`${server.name}: ${name} cannot be offered: ${refusal}`);
      return [];
    });
  });
  return { tools, left };
};

export const allowedBy = ({ tools, changing }: McpServer): readonly string[] => [
  ...new Set([...tools, ...changing]),
];

/** Values are sent in a header, so invalid characters are refused at the start. Messages repeat no value. */
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
