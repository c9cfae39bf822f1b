import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ListedTool } from '../../../platform/web/mcp-client.js';
import { toCanonicalJson } from '../../../shared/canonical-json.js';
import { parseJson } from './configuration.js';
import { refuse } from './refusal.js';

const Approved = z.strictObject({
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
type Approved = z.infer<typeof Approved>;

const Approvals = z.record(z.string(), z.record(z.string(), Approved));
/** The tools that the operator has approved, by server and tool name. */
export type Approvals = z.infer<typeof Approvals>;

/** Covers everything about a tool that a model reads. */
export const hashOf = ({ name, description, inputSchema }: ListedTool): string =>
  createHash('sha256')
    .update(toCanonicalJson([name, description, inputSchema]))
    .digest('hex');

/** The file next to the one that lists the servers. */
export const approvalsFile = (servers: string): string =>
  `${servers.replace(/\.json$/, '')}.approved.json`;

/** Empty if nothing was approved yet. Rejects if a stored hash does not match the entry. */
export const readApprovals = async (servers: string): Promise<Approvals> => {
  const file = approvalsFile(servers);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw refuse(`${file} cannot be read.`, cause);
  });
  if (text === null) return {};
  const parsed = Approvals.safeParse(parseJson(text, file));
  if (!parsed.success) throw refuse(`${file} is not a list of approvals: npm run mcp-approve.`);
  for (const [server, tools] of Object.entries(parsed.data)) {
    for (const [name, approved] of Object.entries(tools)) {
      if (approved.hash === hashOf({ name, ...approved })) continue;
      throw refuse(`${file}: ${name} of ${server} was changed by hand: npm run mcp-approve.`);
    }
  }
  return parsed.data;
};

/** Replaced atomically, so that a process that is starting reads either the old or the new file. */
export const writeApprovals = async (servers: string, approvals: Approvals): Promise<void> => {
  const file = approvalsFile(servers);
  await writeFile(`${file}.new`, `${JSON.stringify(approvals, null, 2)}\n`);
  await rename(`${file}.new`, file);
};

export const toApproved = (tool: ListedTool): Approved => ({
  description: tool.description,
  inputSchema: { ...tool.inputSchema },
  hash: hashOf(tool),
});
