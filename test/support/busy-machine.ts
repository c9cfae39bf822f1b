import { spawn } from 'node:child_process';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';

const CPU = '/sys/fs/cgroup/cpu';
const PERIOD_US = 100_000;

/**
 * Leaves so little of a processor to this process and to all that it starts from now on, by a group of the kernel where one can be
 * made, and otherwise by four loops that want the processor, too. Returns what ends that.
 */
export const beBusy = ({ share }: { share: number }): (() => void) => {
  const group = `${CPU}/knowledge-router-${process.pid}`;
  try {
    mkdirSync(group);
  } catch {
    return runLoops();
  }
  writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US));
  writeFileSync(`${group}/cpu.cfs_quota_us`, String(Math.round(PERIOD_US * share)));
  writeFileSync(`${group}/cgroup.procs`, String(process.pid));
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    writeFileSync(`${group}/cpu.cfs_quota_us`, '-1');
    writeFileSync(`${CPU}/cgroup.procs`, String(process.pid));
    try {
      rmdirSync(group);
    } catch {
      // A child is in it yet; it has no limit any more.
    }
  };
};

const runLoops = (): (() => void) => {
  const loops = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
};
