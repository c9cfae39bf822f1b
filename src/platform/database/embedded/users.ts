import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const POLL_MS = 20;

/** This process's use of the server. */
export type ServerUse = {
  /** Ends the use, and calls `stop` when it was the last. */
  end(stop: () => Promise<void>): Promise<void>;
};

/**
 * Says that this process is about to use the server, and waits for whoever is just stopping it. The user signs in before it looks for
 * stoppers, and a stopper signs in before it looks for users: so of the two at least one sees the other.
 */
export const beginUse = async (socketFolder: string): Promise<ServerUse> => {
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

const DRAFT = 'draft-';

const signIn = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const draft = join(folder, `${DRAFT}${name}`);
  await writeFile(draft, (await startOf(process.pid)) ?? '', { mode: 0o600 });
  await rename(draft, join(folder, name));
  return join(folder, name);
};

/** Who signed in and still runs; what killed processes left behind is swept out. */
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

/** When the process started, in the system's own words; null when it has ended. Two processes of one number differ in it. */
const startOf = async (pid: number): Promise<string | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    // The program's name, in parentheses, may hold anything: what follows it is state, then 18 figures, then the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  }
  if (process.platform === 'linux') return null;
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() === '' ? null : stdout.trim();
};
