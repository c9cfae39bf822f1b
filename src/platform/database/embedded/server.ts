import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.js';
import { commandLineOf, type Launcher } from './launcher.js';

const POLL_MS = 20;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

export type Server = {
  folder: string;
  socketFolder: string;
  url: string;
  binaries: Binaries;
  launcher: Launcher;
  settings: readonly string[];
};

/** Resolves once the server accepts connections, whoever started it. */
export const startOrConnect = async (server: Server): Promise<void> => {
  if (await accepts(server.url)) return;
  const running = await findPostmaster(server.folder);
  if (running !== null) {
    // It is starting, or recovering after a crash, for somebody else.
    await waitUntilAccepting(server, () => false);
    return;
  }
  await removeMisleadingPid(server.folder);
  const log = await open(join(server.folder, 'server.log'), 'w', 0o600);
  // A process group of its own: Ctrl-C at the terminal is for us, who then stop it in order.
  const child = server.launcher.start(
    [server.binaries.postgres, '-D', server.folder, ...server.settings],
    {
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    },
  );
  child.unref();
  const ended = new AbortController();
  child.once('error', () => ended.abort());
  child.once('exit', () => ended.abort());
  try {
    await waitUntilAccepting(server, () => ended.signal.aborted);
  } catch (error) {
    // Another process may have started it in the same moment: then ours gave way.
    if (!ended.signal.aborted || (await findPostmaster(server.folder)) === null) throw error;
    await waitUntilAccepting(server, () => false);
  } finally {
    await log.close();
  }
};

const waitUntilAccepting = async (server: Server, hasEnded: () => boolean): Promise<void> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(server.url))) {
    if (hasEnded() || Date.now() > deadline) {
      const log = await readFile(join(server.folder, 'server.log'), 'utf8').catch(() => '');
      throw new Error(`The embedded PostgreSQL did not start: ${log.slice(-2000)}`);
    }
    await delay(POLL_MS);
  }
};

const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01']);

const accepts = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
    if (typeof code === 'string' && NOT_YET.has(code)) return false;
    if (String(error).includes('Connection terminated')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const readPostmasterPid = async (folder: string): Promise<number | null> => {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) || pid <= 0 ? null : pid;
};

/** Process id of the server of this folder. A number left behind by a kill may meanwhile be anybody's. */
const findPostmaster = async (folder: string): Promise<number | null> => {
  const pid = await readPostmasterPid(folder);
  if (pid === null) return null;
  const command = await commandLineOf(pid);
  return command?.includes('postgres') && command.includes(folder) ? pid : null;
};

/** PostgreSQL itself sees through the number of a dead process, but not through one that another program has by now. */
const removeMisleadingPid = async (folder: string): Promise<void> => {
  const pid = await readPostmasterPid(folder);
  if (pid === null || (await commandLineOf(pid)) === null) return;
  if ((await findPostmaster(folder)) !== null) return;
  await rm(join(folder, 'postmaster.pid'), { force: true });
};

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export const stopServer = async (folder: string): Promise<void> => {
  const pid = await findPostmaster(folder);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while ((await findPostmaster(folder)) !== null && Date.now() < deadline) await delay(POLL_MS);
};
