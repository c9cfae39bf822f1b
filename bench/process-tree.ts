import { readdir, readFile } from 'node:fs/promises';

/** The unit of times in /proc, on every Linux that Node runs on. */
const MS_PER_TICK = 10;

type Process = { id: number; parent: number; name: string; ownMs: number; endedChildrenMs: number };

/**
 * CPU milliseconds of a process, this one unless named, and of all that it started, running or ended, without PostgreSQL, whose share
 * depends on how it was started. Linux alone tells.
 */
export const treeCpuMs = async (root = process.pid): Promise<number> => {
  const processes = await readProcesses();
  const costOf = ({ id, ownMs, endedChildrenMs }: Process): number =>
    processes
      .filter(({ parent, name }) => parent === id && name !== 'postgres')
      .reduce((sum, child) => sum + costOf(child), ownMs + endedChildrenMs);
  const first = processes.find(({ id }) => id === root);
  if (first === undefined) throw new Error('The process is not in /proc.');
  return costOf(first);
};

/** Memory of a process and of all that it started, in bytes: PostgreSQL's share, and everything else. What is shared is divided among its users. */
export const treeBytes = async (root: number): Promise<{ postgres: number; others: number }> => {
  const processes = await readProcesses();
  const tree = new Set([root]);
  // Iterating a set also visits items that are added meanwhile.
  for (const parent of tree) {
    for (const child of processes) if (child.parent === parent) tree.add(child.id);
  }
  const held = { postgres: 0, others: 0 };
  for (const { id, name } of processes.filter((one) => tree.has(one.id))) {
    held[name === 'postgres' ? 'postgres' : 'others'] += await proportionalBytes(id);
  }
  return held;
};

const proportionalBytes = async (id: number): Promise<number> => {
  // A process that has ended meanwhile uses no memory.
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/mu.exec(rollup)?.[1] ?? 0) * 1024;
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
