import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const CLIENTS_FOLDER = fileURLToPath(new URL('../clients/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const Failed = z.object({ stdout: z.string(), stderr: z.string() });

type Environment = Record<string, string>;

/** Runs a program of another language or version; what it has to say against something is in the failure. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  env: Environment = {},
): Promise<string> => {
  const options = { cwd: ROOT, timeout: 240_000, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(program, args, options).catch((error: unknown) => {
    const failed = Failed.safeParse(error).data;
    throw new Error(`${failed?.stdout ?? ''}${failed?.stderr ?? String(error)}`, { cause: error });
  });
  return stdout;
};

/** The folder with the packages of other makers, which the first that asks for them installs. */
export const installClients = async (): Promise<string> =>
  (await runProgram('bash', [join(CLIENTS_FOLDER, 'install.sh')])).trim();

/** Clients of others that the tests run and the documentation names: the one table of their versions. */
const Clients = z.array(
  z.strictObject({
    client: z.string(),
    package: z.string(),
    version: z.string(),
    /** The file that pins the version. */
    list: z.string(),
    program: z.string(),
    runtime: z.enum(['node', 'node22', 'python']),
    kinds: z.array(z.enum(['citesInChat', 'responses', 'files', 'mcp', 'inspector'])),
  }),
);
export type Client = z.infer<typeof Clients>[number];

export const readClients = async (): Promise<Client[]> =>
  Clients.parse(JSON.parse(await readFile(join(CLIENTS_FOLDER, 'clients.json'), 'utf8')));

/** Runs a client's program with the packages that are installed for it. */
export const runClient = async (
  { program, runtime }: Pick<Client, 'program' | 'runtime'>,
  folder: string,
  args: readonly string[],
): Promise<string> => {
  const file = join(CLIENTS_FOLDER, 'programs', program);
  if (runtime === 'python') return runProgram(join(folder, 'venv/bin/python'), [file, ...args]);
  if (runtime === 'node') return runProgram(process.execPath, [file, ...args]);
  // Packages are looked up from where a program lies.
  const copy = join(folder, 'node', program);
  await copyFile(file, copy);
  return runProgram(node22(folder), [copy, ...args]);
};

/** Node of that version as npm ships it; where there is none for this machine, its own has to be new enough. */
const node22 = (folder: string): string =>
  process.platform === 'linux'
    ? join(folder, `node/node_modules/node-linux-${process.arch}/bin/node`)
    : process.execPath;
