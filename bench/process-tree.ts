import { readdir, readFile } from 'node:fs/promises';

/** The unit of times in /proc, on every Linux that Node runs on. */
const MS_PER_TICK = 10;

type Process = { id: number; parent: number; name: string; ownMs: number; endedChildrenMs: number };

/**
 * CPU milliseconds of this process and of all that it started, running or ended, without PostgreSQL, whose share depends on how
 * it was started. Linux alone tells.
 */
export const treeCpuMs = async (): Promise<number> => {
  const processes = await readProcesses();
  const costOf = ({ id, ownMs, endedChildrenMs }: Process): number =>
    processes
      .filter(({ parent, name }) => parent === id && name !== 'postgres')
      .reduce((sum, child) => sum + costOf(child), ownMs + endedChildrenMs);
  const self = processes.find(({ id }) => id === process.pid);
  if (self === undefined) throw new Error('This process is not in /proc.');
  return costOf(self);
};

const readProcesses = async (): Promise<Process[]> => {
  const ids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const stats = await Promise.all(
    // One that has ended since is gone.
    ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => null)),
  );
  return stats.filter((stat) => stat !== null).map(toProcess);
};

/** "12 (a name) S 1 …": the name may hold anything, so what follows it is counted from its last bracket. */
const toProcess = (stat: string): Process => {
  const [opened, closed] = [stat.indexOf('('), stat.lastIndexOf(')')];
  const fields = stat.slice(closed + 2).split(' ');
  const ticks = (index: number): number => Number(fields[index]) * MS_PER_TICK;
  return {
    id: Number(stat.slice(0, opened)),
    parent: Number(fields[1]),
    name: stat.slice(opened + 1, closed),
    ownMs: ticks(11) + ticks(12),
    endedChildrenMs: ticks(13) + ticks(14),
  };
};
