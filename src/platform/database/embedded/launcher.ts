import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmod, chown, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs PostgreSQL's programs as a user other than root, as they require. */
export type Launcher = {
  start(command: readonly string[], options: SpawnOptions): ChildProcess;
  /** Hands a folder to the user that the programs run as. */
  own(folder: string): Promise<void>;
  /** Lets that user traverse one of our folders without listing its contents. */
  pass(folder: string): Promise<void>;
};

const plain: Launcher = {
  start: ([program = '', ...args], options) => spawn(program, args, options),
  own: async () => undefined,
  pass: async () => undefined,
};

export const chooseLauncher = async (postgres: string): Promise<Launcher> => {
  if (process.getuid?.() !== 0) return plain;
  const userId = await pickUserId();
  for (const launcher of [inUserNamespace(userId), asUser(userId)]) {
    if (await works(launcher, [postgres, '--version'])) return launcher;
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and neither a user namespace (unshare) nor another user can reach its program: start as another user, or set DATABASE_URL and DATABASE_MIGRATION_URL.',
  );
};

/** initdb looks its user up by name, so it must exist in /etc/passwd: nobody, or else the first that is not root. */
const pickUserId = async (): Promise<number> => {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const ids = passwd
    .split('\n')
    .map((line) => Number(line.split(':')[2] ?? 0))
    .filter((id) => id > 0);
  return ids.find((id) => id === 65534) ?? ids[0] ?? 1000;
};

/** A program of util-linux, present on all but minimal Linux systems. */
const UNSHARE = 'unshare';

/**
 * In its own user namespace the process is not root, while outside it still owns files as root and so reaches folders that only root can
 * enter.
 */
const inUserNamespace = (userId: number): Launcher => ({
  start: (command, options) =>
    spawn(
      UNSHARE,
      ['--user', `--map-user=${userId}`, `--map-group=${userId}`, '--', ...command],
      options,
    ),
  own: async () => undefined,
  pass: async () => undefined,
});

const asUser = (userId: number): Launcher => ({
  start: ([program = '', ...args], options) =>
    spawn(program, args, { ...options, uid: userId, gid: userId }),
  own: (folder) => chown(folder, userId, userId),
  pass: (folder) => chmod(folder, 0o711),
});

const works = (launcher: Launcher, command: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = launcher.start(command, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

/** The start time of a process, if the kernel reports it; it tells apart two processes with the same id. */
export const commandLineOf = async (pid: number): Promise<string | null> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isMissing(error)) return null;
  }
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }));
    return stdout === '' ? null : stdout;
  }
};

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
