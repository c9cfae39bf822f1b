import type { CommandName } from 'just-bash';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { parentPort, workerData } from 'node:worker_threads';
import { describeThread } from '../threads/start-thread.js';
import { collectChanges } from './collect-changes.js';
import type { Order, Said } from './messages.js';
import { PYTHON_START, SCRIPT_PATH } from './python-start.js';

const HOME = '/workspace';
const MEGABYTE = 1024 * 1024;
const PYTHON_HEAP = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
const MAX_OUTPUT_CHARS = 65_536;

/** just-bash starts threads without limits of their own. */
const limitThreads = (memoryBytes: number): void => {
  workerThreads.Worker = new Proxy(workerThreads.Worker, {
    construct: (target, [file, { workerData: data }]: [string, { workerData: unknown }]) =>
      Reflect.construct(
        target,
        describeThread('python-thread', import.meta.url, {
          data,
          words: [file, String(memoryBytes)],
          limits: PYTHON_HEAP,
        }),
      ),
  });
  syncBuiltinESMExports();
};

const openBash = async ({ files, timeoutMs, script }: Order) => {
  const { Bash, getCommandNames } = await import('just-bash');
  return new Bash({
    files: {
      ...Object.fromEntries([...files].map(([name, bytes]) => [`${HOME}/${name}`, bytes])),
      [SCRIPT_PATH]: script,
    },
    cwd: HOME,
    env: { HOME },
    python: true,
    // The types know these names by a union that the function does not return.
    commands: getCommandNames().filter((name) => !LEFT_OUT.has(name)) as CommandName[],
    executionLimitProfile: 'hardened',
    executionLimits: {
      maxExecutionTimeMs: timeoutMs,
      maxPythonTimeoutMs: timeoutMs,
      maxOutputSize: MEGABYTE,
      maxFileSystemBytes: 64 * MEGABYTE,
      maxLiveBytes: 96 * MEGABYTE,
      maxInputBytes: 96 * MEGABYTE,
      maxArchiveBytes: 32 * MEGABYTE,
    },
  });
};

/** It needs a package that is not installed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['sqlite3', 'html-to-markdown']);

const run = async (order: Order): Promise<Said> => {
  const bash = await openBash(order);
  const startedAt = performance.now();
  const { stdout, stderr, exitCode } =
    order.language === 'python'
      ? await bash.exec('python3', { args: ['-c', PYTHON_START] })
      : await bash.exec(order.script, { rawScript: true });
  const said = { stdout: cut(stdout), stderr: cut(stderr), exitCode };
  const cuts = [stdout, stderr].some((text) => text.length > MAX_OUTPUT_CHARS)
    ? ['What it printed was cut.']
    : [];
  if (performance.now() - startedAt >= order.timeoutMs) {
    const note = `It was stopped after ${Math.round(order.timeoutMs / 1000)} s, and no file was kept.`;
    return { ...said, changed: [], removed: [], notes: [...cuts, note] };
  }
  const changes = await collectChanges(bash.fs, { home: HOME, before: order.files });
  return { ...said, ...changes, changed: [...changes.changed], notes: [...cuts, ...changes.notes] };
};

const cut = (text: string): string => text.slice(0, MAX_OUTPUT_CHARS);

// Entry of the thread: one script, and then the thread is ended from outside.
const order = workerData as Order;
limitThreads(order.memoryBytes);
parentPort?.postMessage(await run(order));
