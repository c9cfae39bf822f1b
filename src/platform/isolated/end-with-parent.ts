import { Worker } from 'node:worker_threads';

/** Argument for a process that the kernel does not end with its parent. */
export const WATCH_PARENT = '--watch-parent';

/** A separate thread watches, because a process stuck in a loop would not notice that its parent has died. */
const GUARD = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

/** Call first in the entry of an isolated process: makes it end with its parent, whatever it is doing. */
export const endWithParent = (): void => {
  if (process.argv.includes(WATCH_PARENT)) {
    new Worker(GUARD, { eval: true, execArgv: [], env: {} }).unref();
  }
  process.once('disconnect', () => process.exit(0));
};
