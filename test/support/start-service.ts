import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { eventually } from './eventually.js';
import { entryOf } from './program.js';
import { freePort } from './redis-server.js';

export type Service = {
  url: string;
  processId: number;
  /** The most memory that its process has held; not where there is no /proc. */
  peakBytes(): Promise<number>;
  /** The memory that it holds now. */
  residentBytes(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process as an operator does; resolves with its exit code. */
  terminate(): Promise<number | null>;
  kill(): Promise<void>;
};

/** An API as a process of its own, as it is released. It is ready when this resolves; with `/docs` it serves, though something may be away. */
export const startServer = async (
  variables: Record<string, string>,
  { probe = '/readyz', port: asked }: { probe?: '/readyz' | '/docs'; port?: number } = {},
): Promise<Service> => {
  const { PATH = '', HOME = '' } = process.env;
  const [port, metricsPort] = [asked ?? (await freePort()), await freePort()];
  const child: ChildProcess = spawn(process.execPath, [entryOf('src/server')], {
    env: { PATH, HOME, ...variables, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const readBytes = async (field: 'VmHWM' | 'VmRSS'): Promise<number> => {
    const status = await readFile(`/proc/${child.pid ?? ''}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  };
  await eventually(
    () =>
      fetch(url + probe).then(
        ({ ok }) => ok,
        () => false,
      ),
    (isUp) => isUp,
    60_000,
  ).catch(async (error: unknown) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    throw error;
  });
  return {
    url,
    processId: child.pid ?? 0,
    peakBytes: () => readBytes('VmHWM'),
    residentBytes: () => readBytes('VmRSS'),
    signal: (signal) => void child.kill(signal),
    terminate: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
