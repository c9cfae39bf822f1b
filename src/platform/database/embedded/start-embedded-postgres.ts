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
  /** The application role's login. */
  url: string;
  /** The owner's. */
  migrationUrl: string;
  /** Stops the server unless another process is using it: then the last of them does. */
  close: () => Promise<void>;
};

type EmbeddedOptions = {
  dataDir: string;
  /** Off is for tests: nothing is forced to disk. */
  durability?: 'on' | 'off';
  /** Called before a database is made, which takes some seconds. */
  onCreate?: (() => void) | undefined;
};

const DRAFT = 'draft-';

/**
 * PostgreSQL from npm on a folder: made on the first start, reused on the next, shared with whatever process is already using it.
 */
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

/** The kernel cuts socket paths at 108 bytes (104 on macOS). */
const MAX_PATH_BYTES = 100;

/** Makes the folder of the server's socket: beside the data, or, where that path is too long, one of ours in the temporary folder. */
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
    // The socket's folder is closed to other users, and there is no port to take.
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    // Errors quote values (an e-mail, a title): they go to the client, never to the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(syncs ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const POLL_MS = 20;

/** This process's use of the server. */
type ServerUse = {
  /** Ends the use, and calls `stop` when it was the last. */
  end(stop: () => Promise<void>): Promise<void>;
};

/**
 * Says that this process is about to use the server, and waits for whoever is stopping it. A user registers before it looks for
 * stoppers, and a stopper registers before it looks for users: so of the two at least one sees the other.
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

/** The registered processes that still run; entries of killed ones are removed. */
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
