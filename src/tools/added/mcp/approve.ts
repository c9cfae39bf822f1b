import { resolve } from 'node:path';
import type { AskMcp, ListedTool } from '../../../platform/web/mcp-client.js';
import { isAppError } from '../../../shared/errors.js';
import { approvalsFile, hashOf, readApprovals, toApproved, writeApprovals } from './approvals.js';
import { readServers, toAsked, type McpServer } from './configuration.js';
import { allowedBy } from './index.js';
import { shorten } from './refusal.js';
import { createRefusals } from './to-tool.js';

type Deps = {
  askMcp: AskMcp;
  /** The value of an environment variable named in the file. */
  readSecret: (variable: string) => string | undefined;
};

type Approving = { path: string; approves: boolean; signal: AbortSignal };

/** Shows which allowed tools are new or changed, and approves them if requested. */
export const approveMcpTools = async (
  { askMcp, readSecret }: Deps,
  { path, approves, signal }: Approving,
): Promise<{ text: string; isApproved: boolean }> => {
  const file = resolve(path);
  const servers = await readServers(file);
  const before = await readApprovals(file);
  const after: typeof before = {};
  const lines: string[] = [];
  const findRefusal = createRefusals();
  for (const server of servers) {
    const known = before[server.name] ?? {};
    const listed = await listOf(server, { askMcp, readSecret, signal });
    if (typeof listed === 'string') {
      after[server.name] = known;
      lines.push(`${server.name}: ${listed}`);
      continue;
    }
    const found = allowedBy(server).map((name) => {
      const now = listed.find((tool) => tool.name === name);
      return { name, old: known[name], now, refusal: now ? findRefusal(now, server) : null };
    });
    lines.push(...found.flatMap((tool) => describe(server.name, tool)));
    after[server.name] = Object.fromEntries(
      found.flatMap(({ name, now, refusal }) =>
        now === undefined || refusal !== null ? [] : [[name, toApproved(now)]],
      ),
    );
  }
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  if (approves && !isSame) await writeApprovals(file, after);
  const end = toEnd({ isSame, approves, file: approvalsFile(file) });
  return { text: [...lines, end].join('\n'), isApproved: isSame || approves };
};

const toEnd = ({
  isSame,
  approves,
  file,
}: {
  isSame: boolean;
  approves: boolean;
  file: string;
}) => {
  if (isSame) return 'Nothing is to be approved.';
  if (approves) return `Approved in ${file}: start the server anew.`;
  return 'Read it as a stranger wrote it for your model, then: npm run mcp-approve -- --yes';
};

const listOf = async (
  server: McpServer,
  { askMcp, readSecret, signal }: Deps & { signal: AbortSignal },
): Promise<readonly ListedTool[] | string> => {
  const { header } = server;
  const secret = header && readSecret(header.variable);
  if (header !== undefined && secret === undefined) return `${header.variable} is not set.`;
  try {
    return await askMcp(toAsked(server, secret ?? ''), ({ list }) => list(), signal);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
};

type Compared = {
  name: string;
  old: Omit<ListedTool, 'name'> | undefined;
  now: ListedTool | undefined;
  /** Why it cannot be offered, and therefore not be approved. */
  refusal: string | null;
};

const describe = (server: string, { name, old, now, refusal }: Compared): string[] => {
  const tool = `${server}: ${name}`;
  if (refusal !== null) return [`${tool} cannot be offered: ${refusal}`];
  if (now === undefined) return [`${tool} is not there${old === undefined ? '.' : ' any more.'}`];
  if (old === undefined) return [`${tool} is new.`, ...linesOf(now).map((line) => `  + ${line}`)];
  if (hashOf({ name, ...old }) === hashOf(now)) return [`${tool} is as it was approved.`];
  const [before, after] = [linesOf(old), linesOf(now)];
  return [
    `${tool} has changed.`,
    ...before.filter((line) => !after.includes(line)).map((line) => `  - ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `  + ${line}`),
  ];
};

const MAX_LINE_CHARS = 2_000;

/** Foreign text for a terminal, without characters that move its cursor. */
const linesOf = ({ description, inputSchema }: Omit<ListedTool, 'name'>): string[] =>
  [...description.split('\n'), ...JSON.stringify(inputSchema, null, 2).split('\n')].map((line) => {
    const [indent = ''] = /^ */.exec(line) ?? [];
    return `${indent}${shorten(line, MAX_LINE_CHARS)}`;
  });
