import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import type { Database as OpenDatabase } from '../platform/database/database.js';
import { orNotFound } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { TenantSettingsRepository, UserRepository } from '../tenancy/index.js';
import { ListedServer, type ListMcpServers } from './added/index.js';
import { isSideEffecting, toolsOf } from './permitted-tools.js';
import { ToolRisk, type Tool } from './tool.js';

type Database = OpenDatabase<{ settings: TenantSettingsRepository; users: UserRepository }>;

type Deps = { database: Pick<Database, 'withScope'>; tools: readonly Tool[] };

const ListedTool = z
  .object({
    name: z.string(),
    description: z.string().describe('As a model reads it, including what the tool cannot do.'),
    risk: ToolRisk,
    sideEffects: z
      .boolean()
      .describe(
        'A call changes something: it needs `on` and to be named, in `preferences.tools` of the user or `options.tools` of the request.',
      ),
    on: z
      .boolean()
      .describe("The tenant's policy has it. Only administrators see those it has off."),
    allowed: z
      .boolean()
      .describe("It can be called in this user's turns even if the request names no tools."),
    parameters: z.record(z.string(), z.unknown()).describe('JSON schema of the arguments.'),
  })
  .meta({ id: 'Tool' });
type ListedTool = z.infer<typeof ListedTool>;

const ToolList = z.object({ items: z.array(ListedTool) }).meta({ id: 'ToolList' });

const ServerList = z.object({ items: z.array(ListedServer) }).meta({ id: 'McpServerList' });

export type ToolListDeps = {
  listTools: (scope: UserScope) => Promise<readonly ListedTool[]>;
  listMcpServers: ListMcpServers;
};

/** The tools as one person has them: the tenant's enabled tools, and for an administrator also the disabled ones. */
export const createListTools =
  ({ database, tools }: Deps): ToolListDeps['listTools'] =>
  async (scope) => {
    const { policy, preferences } = await database.withScope(scope, async (tx) => {
      const user = orNotFound(await tx.users.find(scope.userId));
      return { policy: (await tx.settings.get()).policy, preferences: user.preferences };
    });
    const ofTenant = toolsOf(tools, policy);
    const shown = scope.role === 'admin' ? tools : ofTenant;
    return shown.map((tool) => {
      const on = ofTenant.includes(tool);
      const { name, description, risk, parameters } = tool;
      const sideEffects = isSideEffecting(tool);
      const allowed = on && (!sideEffects || preferences.tools.includes(name));
      return { name, description, risk, sideEffects, on, allowed, parameters };
    });
  };

export const createToolRoutes = ({ listTools, listMcpServers }: ToolListDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/tools',
    operationId: 'listTools',
    tag: 'tools',
    summary: "List the caller's tools, with what they do, their arguments and requirements",
    permission: 'chat',
    responses: {
      200: { description: 'In the order in which a model reads them', schema: ToolList },
    },
    answer: async ({ scope }) => ({ items: await listTools(scope) }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/mcp-servers',
    operationId: 'listMcpServers',
    tag: 'tools',
    summary: 'List the MCP servers that the operator added, with their approved tools',
    roles: ['admin'],
    permission: 'admin',
    responses: {
      200: { description: 'Each is asked once a minute at most', schema: ServerList },
    },
    answer: async ({ scope }) => ({ items: await listMcpServers(scope) }),
  }),
];
