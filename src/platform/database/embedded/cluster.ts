import { open, readFile, rm, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { POSTGRES_MAJOR, type Binaries } from './binaries.js';
import { commandLineOf, type Launcher } from './launcher.js';
import { randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.js';

export const OWNER = 'kr_owner';
export const APPLICATION = 'kr_app';
export const DATABASE = 'knowledge_router';

type ClusterOptions = {
  dataDir: string;
  binaries: Binaries;
  launcher: Launcher;
  secrets: Secrets;
  syncs: boolean;
  onCreate: () => void;
};

const POLL_MS = 20;

const STOP_TIMEOUT_MS = 20_000;

type Server = {
  folder: string;
  socketFolder: string;
  url: string;
  binaries: Binaries;
  launcher: Launcher;
  settings: readonly string[];
};

/**
 * Returns the folder of a cluster that has both roles and the database. It is built under a temporary name and renamed when complete, so
 * neither a kill nor a second process starting at the same time leaves half a cluster.
 */
export const ensureCluster = async (options: ClusterOptions): Promise<string> => {
  const folder = join(options.dataDir, 'postgres');
  if (await isCluster(folder)) return folder;
  options.onCreate();
  await removeAbandonedDrafts(options.dataDir);
  const draft = join(
    options.dataDir,
    `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`,
  );
  try {
    await createCluster(draft, options);
    await rename(draft, folder);
  } catch (error) {
    if (!(await isCluster(folder))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
};

const isCluster = async (folder: string): Promise<boolean> => {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return false;
  if (version.trim() === POSTGRES_MAJOR) return true;
  throw new Error(
    `${folder} was made by PostgreSQL ${version.trim()}, and this version runs PostgreSQL ${POSTGRES_MAJOR}: export it with the version that made it, or choose another DATA_DIR.`,
  );
};

const removeAbandonedDrafts = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (await commandLineOf(pid)) !== null) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
};

const createCluster = async (folder: string, options: ClusterOptions): Promise<void> => {
  const { launcher, binaries, secrets, syncs } = options;
  await mkdir(folder, { mode: 0o700 });
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, secrets.ownerPassword, { mode: 0o600 });
  await Promise.all([launcher.own(folder), launcher.own(passwordFile)]);
  try {
    await runToEnd(launcher, [
      binaries.initdb,
      '-D',
      folder,
      '-U',
      OWNER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      // The builtin provider supports Unicode and needs no locale of the system.
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(syncs ? [] : ['--no-sync']),
    ]);
    // Single-user mode opens no port, so nobody can connect before the roles exist. It reads one statement per line.
    const statements = [
      `CREATE ROLE ${APPLICATION} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${secrets.applicationPassword}'`,
      `ALTER ROLE ${OWNER} SET search_path = public, pg_temp`,
      `ALTER ROLE ${APPLICATION} SET search_path = public, pg_temp`,
      `CREATE DATABASE ${DATABASE} OWNER ${OWNER}`,
    ];
    const command = [
      binaries.postgres,
      '--single',
      '-D',
      folder,
      ...(syncs ? [] : ['-F']),
      'postgres',
    ];
    await runToEnd(launcher, command, `${statements.join(';\n')};\n`);
  } finally {
    await rm(passwordFile, { force: true });
  }
};

const runToEnd = (launcher: Launcher, command: readonly string[], input = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = launcher.start(command, { stdio: ['pipe', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.stdin?.on('error', () => undefined).end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 && !/^(?:ERROR|FATAL):/m.test(complaint)) {
        resolve();
        return;
      }
      const program = command[0]?.split('/').at(-1) ?? '';
      reject(
        new Error(`${program} failed (exit ${code ?? 'by signal'}): ${complaint.slice(-2000)}`),
      );
    });
  });

/** Resolves once the server accepts connections, whoever started it. */
export const startOrConnect = async (server: Server): Promise<void> => {
  if (await accepts(server.url)) return;
  const running = await findPostmaster(server.folder);
  if (running !== null) {
    // Another process is starting it, or it is recovering after a crash.
    await waitUntilAccepting(server, () => false);
    return;
  }
  await removeMisleadingPid(server.folder);
  const log = await open(join(server.folder, 'server.log'), 'w', 0o600);
  // A process group of its own, so Ctrl-C in the terminal reaches only us and we stop the server in order.
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
    // If another process started a server at the same moment, ours gave way to it.
    if (!ended.signal.aborted || (await findPostmaster(server.folder)) === null) throw error;
    await waitUntilAccepting(server, () => false);
  } finally {
    await log.close();
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

/** Process id of the server of this folder. A number left behind by a kill may since have been reused by another process. */
const findPostmaster = async (folder: string): Promise<number | null> => {
  const pid = await readPostmasterPid(folder);
  if (pid === null) return null;
  const command = await commandLineOf(pid);
  return command?.includes('postgres') && command.includes(folder) ? pid : null;
};

const readPostmasterPid = async (folder: string): Promise<number | null> => {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) || pid <= 0 ? null : pid;
};

const START_TIMEOUT_MS = 60_000;

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

/** PostgreSQL detects a stale process id that is unused, but not one that another program has been given since. */
const removeMisleadingPid = async (folder: string): Promise<void> => {
  const pid = await readPostmasterPid(folder);
  if (pid === null || (await commandLineOf(pid)) === null) return;
  if ((await findPostmaster(folder)) !== null) return;
  await rm(join(folder, 'postmaster.pid'), { force: true });
};

/** Fast shutdown: rolls back open transactions; everything committed is on disk. */
export const stopServer = async (folder: string): Promise<void> => {
  const pid = await findPostmaster(folder);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while ((await findPostmaster(folder)) !== null && Date.now() < deadline) await delay(POLL_MS);
};
