import { z } from 'zod';
import type { Database as OpenDatabase } from '../../../platform/database/database.js';
import type { AskMcp, ListedTool } from '../../../platform/web/mcp-client.js';
import { createSingleFlight, forEachAtOnce } from '../../../shared/async.js';
import type { UserScope } from '../../../shared/scope.js';
import type { TenantSettingsRepository } from '../../../tenancy/index.js';
import { toolsOf } from '../../permitted-tools.js';
import type { DeclaredTool } from '../../tool.js';
import { hashOf } from './approvals.js';
import { toAsked, type McpServer } from './configuration.js';

const ToolOfServer = z.object({
  name: z.string().describe('The name used in policies and requests.'),
  nameThere: z.string(),
  description: z.string().describe("In its server's words; not an instruction."),
  changes: z.boolean().describe('It changes something on that server.'),
  state: z
    .enum(['approved', 'changed', 'gone'])
    .describe(
      '`changed`: it is not what the operator approved, and refused until they have looked; `gone`: its server has it no more.',
    ),
  on: z.boolean().describe("The tenant's policy has it."),
});
type ToolOfServer = z.infer<typeof ToolOfServer>;

export const ListedServer = z
  .object({
    name: z.string(),
    host: z.string(),
    risk: z.enum(['external', 'workspace']),
    arguments: z
      .enum(['own-words', 'any'])
      .describe('`any`: calls may contain text from documents and earlier results.'),
    answers: z.boolean().describe('If false, its tools are shown as they were approved.'),
    tools: z.array(ToolOfServer),
  })
  .meta({ id: 'McpServer' });
type ListedServer = z.infer<typeof ListedServer>;

export type ListMcpServers = (scope: UserScope) => Promise<readonly ListedServer[]>;

type Database = OpenDatabase<{ settings: TenantSettingsRepository }>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  askMcp: AskMcp;
  declared: readonly DeclaredTool[];
  /** The values of variables, secrets among them. */
  settings: Readonly<Record<string, unknown>>;
  now: () => Date;
};

const AT_ONCE = 4;

/** The operator's servers with the current state of their approved tools, and which of them the tenant has enabled. */
export const createListMcpServers = (deps: Deps): ListMcpServers => {
  const { database, declared } = deps;
  const servers = toServers(declared).map(({ server, tools }) => ({
    server,
    tools,
    look: createLook(deps, server),
  }));
  return async (scope) => {
    const { policy } = await database.withScope(scope, (tx) => tx.settings.get());
    const on = new Set(toolsOf(declared, policy).map(({ name }) => name));
    const seen = new Map<string, Seen>();
    await forEachAtOnce(servers, AT_ONCE, async ({ server, look }) => {
      seen.set(server.name, await look());
    });
    return servers.map(({ server, tools }) => {
      const listed = seen.get(server.name) ?? null;
      return {
        name: server.name,
        host: new URL(server.url).host,
        risk: server.risk,
        arguments: server.arguments,
        answers: listed !== null,
        tools: tools.map((tool) => toView(tool, { listed, isOn: on.has(tool.name) })),
      };
    });
  };
};

type ForeignTool = { name: string; origin: NonNullable<DeclaredTool['origin']> };

const toServers = (declared: readonly DeclaredTool[]) => {
  const servers = new Map<string, { server: McpServer; tools: ForeignTool[] }>();
  for (const { name, origin } of declared) {
    if (origin === undefined) continue;
    const known = servers.get(origin.server.name) ?? { server: origin.server, tools: [] };
    known.tools.push({ name, origin });
    servers.set(origin.server.name, known);
  }
  return [...servers.values()];
};

const toView = (
  { name, origin: { server, approved } }: ForeignTool,
  { listed, isOn }: { listed: Seen; isOn: boolean },
): ToolOfServer => ({
  name,
  nameThere: approved.name,
  description: approved.description,
  changes: server.changing.includes(approved.name),
  state: listed === null ? 'approved' : toState(approved, listed),
  on: isOn,
});

const toState = (approved: ListedTool, listed: readonly ListedTool[]): ToolOfServer['state'] => {
  const there = listed.find(({ name }) => name === approved.name);
  if (there === undefined) return 'gone';
  return hashOf(there) === hashOf(approved) ? 'approved' : 'changed';
};

/** The current tools of a server; null if it does not answer. */
type Seen = readonly ListedTool[] | null;

const LOOK_MS = 10_000;
const SEEN_FOR_MS = 60_000;

/** Asks a server at most once a minute, however many users look at it. */
const createLook = ({ askMcp, settings, now }: Deps, server: McpServer): (() => Promise<Seen>) => {
  const secret = z
    .string()
    .catch('')
    .parse(settings[server.header?.variable ?? '']);
  const asked = toAsked(server, secret);
  let last: { seen: Seen; atMs: number } | null = null;
  const { run } = createSingleFlight(async (): Promise<Seen> => {
    const signal = AbortSignal.timeout(LOOK_MS);
    const seen = await askMcp(asked, ({ list }) => list(), signal).catch(() => null);
    last = { seen, atMs: now().getTime() };
    return seen;
  });
  return async () =>
    last !== null && now().getTime() - last.atMs < SEEN_FOR_MS ? last.seen : run();
};
