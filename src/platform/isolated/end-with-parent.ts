import { Worker } from 'node:worker_threads';

/** Argument of a process that the kernel does not end with its parent. */
export const WATCH_PARENT = '--watch-parent';

/** A thread of its own watches, for a process that is stuck in a loop does not hear that its parent has died. */
const GUARD = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

/** Called first in the entry of an isolated process: it ends with its parent, whatever it is doing. */
export const endWithParent = (): void => {
  if (process.argv.includes(WATCH_PARENT)) {
    new Worker(GUARD, { eval: true, execArgv: [], env: {} }).unref();
  }
  process.once('disconnect', () => process.exit(0));
};
