import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTGRES_MAJOR, type Binaries } from './binaries.js';
import { commandLineOf, type Launcher } from './launcher.js';
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
};

/**
 * Folder of the cluster with both roles and the database in it. It is made under another name and renamed when whole, so neither a
 * kill nor a second process that starts at the same time leaves half of one.
 */
export const ensureCluster = async (options: ClusterOptions): Promise<string> => {
  const folder = join(options.dataDir, 'postgres');
  if (await isCluster(folder)) return folder;
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
      ...['-D', folder, '-U', OWNER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      // The builtin provider knows Unicode and needs no locale of the system.
      ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions', ...(syncs ? [] : ['--no-sync'])],
    ]);
    // In single-user mode there is no server that anybody could meet before the roles exist. A line is a statement.
    const statements = [
      `CREATE ROLE ${APPLICATION} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${secrets.applicationPassword}'`,
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
