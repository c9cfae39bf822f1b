import { randomBytes, createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile, lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { startOf } from '../../processes/process-start.js';
import { chooseLauncher, type Launcher } from './launcher.js';
import { locateBinaries } from './binaries.js';
import { APPLICATION, DATABASE, ensureCluster, OWNER } from './cluster.js';
import { readOrCreateSecrets } from './secrets.js';
import { startOrConnect, stopServer } from './cluster.js';

type EmbeddedPostgres = {
  /** Logs in as the application role. */
  url: string;
  /** Logs in as the owner. */
  migrationUrl: string;
  /** Stops the server, or leaves that to the last process that uses it. */
  close: () => Promise<void>;
};

type EmbeddedOptions = {
  dataDir: string;
  /** 'off' is for tests: nothing is forced to disk. */
  durability?: 'on' | 'off';
  /** Called before a database is created, which takes a few seconds. */
  onCreate?: (() => void) | undefined;
};

const DRAFT = 'draft-';

/** Runs PostgreSQL from npm on a folder: created on the first start, reused later, and shared with any process that already uses it. */
export const startEmbeddedPostgres = async (
  options: EmbeddedOptions,
): Promise<EmbeddedPostgres> => {
  const dataDir = resolve(options.dataDir);
  const syncs = options.durability !== 'off';
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const binaries = locateBinaries();
  const launcher = await chooseLauncher(binaries.postgres);
  await launcher.pass(dataDir);
  const secrets = await readOrCreateSecrets(dataDir);
  const { onCreate = () => undefined } = options;
  const folder = await ensureCluster({ dataDir, binaries, launcher, secrets, syncs, onCreate });
  const socketFolder = await ensureSocketFolder(dataDir, launcher);
  const urlOf = (user: string, password: string) =>
    `postgresql://${user}:${password}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}`;
  const url = urlOf(APPLICATION, secrets.applicationPassword);
  const settings = toSettings(socketFolder, syncs);
  const use = await beginUse(socketFolder);
  const close = () => use.end(() => stopServer(folder));
  try {
    await startOrConnect({ folder, socketFolder, url, binaries, launcher, settings });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, migrationUrl: urlOf(OWNER, secrets.ownerPassword), close };
};

/** The kernel limits socket paths to 108 bytes (104 on macOS). */
const MAX_PATH_BYTES = 100;

/** Creates the folder of the server's socket: next to the data, or in the temporary folder if that path is too long. */
const ensureSocketFolder = async (dataDir: string, launcher: Launcher): Promise<string> => {
  const beside = join(dataDir, 'run');
  const isShort = Buffer.byteLength(join(beside, '.s.PGSQL.5432.lock')) < MAX_PATH_BYTES;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = isShort ? beside : join(tmpdir(), `kr-${digest}`);
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  if (isNew) await launcher.own(folder);
  else if (!isShort) await refuseForeignFolder(folder);
  return folder;
};

const refuseForeignFolder = async (folder: string): Promise<void> => {
  const facts = await lstat(folder);
  const isOurs = facts.isDirectory() && (facts.mode & 0o077) === 0;
  const userId = process.getuid?.();
  if (isOurs && (userId === 0 || facts.uid === userId)) return;
  throw new Error(`${folder} belongs to somebody else: choose a shorter DATA_DIR.`);
};

const toSettings = (socketFolder: string, syncs: boolean): string[] => {
  const values = {
    // Other users cannot enter the socket's folder, and no port is opened.
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    // Errors quote values (an email, a title): they go to the client, never to the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(syncs ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const POLL_MS = 20;

/** A process's registration as a user of the server. */
type ServerUse = {
  /** Ends the registration and calls `stop` if it was the last. */
  end(stop: () => Promise<void>): Promise<void>;
};

/**
 * Registers this process as a user of the server and waits for any process that is stopping it. A user registers before it looks for
 * stoppers, and a stopper registers before it looks for users, so at least one of them sees the other.
 */
const beginUse = async (socketFolder: string): Promise<ServerUse> => {
  const users = join(socketFolder, 'users');
  const stoppers = join(socketFolder, 'stoppers');
  const user = await signIn(users);
  while ((await readLiving(stoppers)).length > 0) await delay(POLL_MS);
  return {
    end: async (stop) => {
      await rm(user, { force: true });
      const stopper = await signIn(stoppers);
      try {
        if ((await readLiving(users)).length === 0) await stop();
      } finally {
        await rm(stopper, { force: true });
      }
    },
  };
};

const signIn = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const draft = join(folder, `${DRAFT}${name}`);
  await writeFile(draft, (await startOf(process.pid)) ?? '', { mode: 0o600 });
  await rename(draft, join(folder, name));
  return join(folder, name);
};

/** The registered processes that are still running; removes entries of killed ones. */
const readLiving = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  const living: string[] = [];
  for (const name of names.filter((entry) => !entry.startsWith(DRAFT))) {
    const file = join(folder, name);
    const startedAt = await readFile(file, 'utf8').catch(() => null);
    if (startedAt === null) continue;
    if ((await startOf(Number.parseInt(name, 10))) === startedAt) living.push(name);
    else await rm(file, { force: true });
  }
  return living;
};
