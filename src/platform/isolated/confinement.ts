import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const Measured = z.object({
  /** It cannot open network connections. */
  network: z.boolean(),
  /** It can read only our code, and cannot write files or start processes. */
  files: z.boolean(),
});
type Measured = z.infer<typeof Measured>;

export type Confinement = {
  /** The program and arguments that wrap Node's start; empty: none. */
  command: readonly string[];
  /** Node's options that deny access to files. */
  nodeOptions: readonly string[];
  /** True if the kernel ends it together with its parent; otherwise a thread in it has to watch the parent. */
  diesWithParent: boolean;
  /** The restrictions in force; the environment is always withheld. `user`: it runs as a different user from its parent. */
  holds: Measured & { user: boolean };
};

export const NO_CONFINEMENT: Confinement = {
  command: [],
  nodeOptions: [],
  diesWithParent: false,
  holds: { network: false, files: false, user: false },
};

type Options = {
  /** The folder of our code, from which a confined process may read. */
  root?: string;
  /** Files and folders below the root. */
  code?: readonly string[];
};

/**
 * The strongest way of starting a process that works here. It is tried out, because a container or a service manager may forbid what the
 * system supports; what it really prevents is measured in such a process.
 */
export const detectConfinement = async ({
  root = ROOT,
  code = isSource ? [] : CODE,
}: Options = {}): Promise<Confinement> => {
  const closing = closeFiles(code.map((name) => join(root, name)));
  for (const nodeOptions of closing.length === 0 ? [[]] : [closing, []]) {
    for (const command of findCommands()) {
      const start = [...command, process.execPath, ...nodeOptions];
      const measured = await probe(start, join(root, 'package.json'));
      if (measured === null) continue;
      const holds = { ...measured, user: command.includes(OTHER_USER) };
      return { command, nodeOptions, diesWithParent: command.includes(DEATH_SIGNAL), holds };
    }
  }
  return NO_CONFINEMENT;
};

/** For the log line about a start. */
export const describeConfinement = ({ holds }: Confinement): string => {
  const { network, files, user } = holds;
  const parts = [
    ...(network ? ['no network'] : []),
    ...(files ? ['no files'] : []),
    ...(user ? ['own user'] : []),
    'no environment',
  ];
  return parts.join(', ');
};

const isSource = import.meta.url.endsWith('.ts');
const ROOT = fileURLToPath(new URL(isSource ? '../../../' : '../../../../', import.meta.url));

/** No restriction when running from source: the compiler that loads it needs a process and a cache of its own. */
const closeFiles = (code: readonly string[]): string[] => {
  const permission = PERMISSION.find((option) => process.allowedNodeEnvironmentFlags.has(option));
  if (permission === undefined || code.length === 0) return [];
  const paths = code.filter((path) => existsSync(path));
  const readable = new Set(paths.flatMap((path) => [path, realpathSync(path)].map(withContent)));
  return ['--no-warnings', permission, ...[...readable].map((path) => `--allow-fs-read=${path}`)];
};

/** Includes the folder itself, which may be a link. Node 20 exits at once if it is given both a folder and its content. */
const withContent = (path: string): string => (statSync(path).isDirectory() ? `${path}*` : path);

const PERMISSION = ['--permission', '--experimental-permission'];
const CODE = ['dist', 'node_modules', 'package.json'];

/** The user `nobody`, present in /etc/passwd of every Linux, can read only world-readable files. */
const NOBODY = 65534;
const OTHER_USER = `--reuid=${NOBODY}`;
const DEATH_SIGNAL = '--pdeathsig';

/** The strongest first. All of them keep the process id, so that the process can be killed. */
const findCommands = (): string[][] => {
  const [unshare, setpriv] = [findProgram('unshare'), findProgram('setpriv')];
  const isRoot = process.getuid?.() === 0;
  const guard = [setpriv, DEATH_SIGNAL, 'KILL', '--no-new-privs'];
  const asNobody = [OTHER_USER, `--regid=${NOBODY}`, '--clear-groups'];
  const withoutRights = ['--inh-caps=-all', '--bounding-set=-all'];
  const ownUser = [...guard, ...asNobody, ...withoutRights, '--'];
  const ownNamespace = ['--user', '--net', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  const commands: (string | null)[][] = [
    ...(isRoot ? [[unshare, '--net', '--', ...ownUser]] : []),
    [unshare, ...ownNamespace, ...guard, '--'],
    ...(isRoot ? [ownUser] : []),
    [...guard, '--'],
  ];
  return [...commands.filter(isThere), []];
};

const isThere = (command: (string | null)[]): command is string[] => !command.includes(null);

/** An absolute path, because the started process has no environment to search in. */
const findProgram = (name: string): string | null =>
  ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;

const run = promisify(execFile);
/** Long, because a method that is merely slow on a busy machine must not be replaced by a weaker one. */
const PROBE_TIMEOUT_MS = 300_000;

/** Null if nothing can be started in this way. */
const probe = async (start: readonly string[], code: string): Promise<Measured | null> => {
  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const [program = '', ...rest] = start;
    const args = [...rest, '-e', PROBE, String(port), code];
    const { stdout } = await run(program, args, { env: {}, timeout: PROBE_TIMEOUT_MS });
    return Measured.parse(JSON.parse(stdout));
  } catch {
    return null;
  } finally {
    listener.close();
  }
};

/** Loads one of our packages, which must work, and then tries what must fail. */
const PROBE = `
  const { closeSync, openSync } = require('node:fs');
  const { connect } = require('node:net');
  const [port, code] = process.argv.slice(1);
  require('node:module').createRequire(code)('zod');
  let files = true;
  try { closeSync(openSync(process.execPath)); files = false; } catch {}
  const end = (network) => {
    process.stdout.write(JSON.stringify({ network, files }), () => process.exit());
  };
  try {
    connect(Number(port), '127.0.0.1').once('connect', () => end(false)).once('error', () => end(true));
  } catch { end(true); }
`;
