import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { locateBinaries } from './binaries.js';
import { APPLICATION, DATABASE, ensureCluster, OWNER } from './cluster.js';
import { chooseLauncher } from './launcher.js';
import { readOrCreateSecrets } from './secrets.js';
import { startOrConnect, stopServer } from './server.js';
import { ensureSocketFolder } from './socket-folder.js';
import { beginUse } from './users.js';

export type EmbeddedPostgres = {
  /** The application role's login. */
  url: string;
  /** The owner's. */
  migrationUrl: string;
  /** Stops the server unless another process is using it: the last one out does. */
  close(): Promise<void>;
};

type EmbeddedOptions = {
  dataDir: string;
  /** Off is for tests: nothing is forced to disk. */
  durability?: 'on' | 'off';
};

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
  const secrets = await readOrCreateSecrets(dataDir);
  const folder = await ensureCluster({ dataDir, binaries, launcher, secrets, syncs });
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
