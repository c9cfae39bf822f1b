import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

const BINARY = 'redis-server';

/** Below the range that systems give to outgoing connections, which would take a port before its server has opened it. */
const OWN_PORTS = [15_000, 32_000] as const;

export type RedisServer = {
  url: string;
  /** Ends it as kill -9 does; what was in memory is gone. */
  kill(): Promise<void>;
  /** Starts an empty one on the same port. */
  restart(): Promise<void>;
};

export const hasRedisServer = (): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, BINARY)));

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(...OWN_PORTS);
    if (await isFree(port)) return port;
  }
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

const start = async (port: number, options: readonly string[]): Promise<ChildProcess> => {
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const files = options.slice(0, options[0]?.startsWith('/') === true ? 1 : 0);
  const others = options.slice(files.length);
  const child = spawn(
    BINARY,
    [...files, '--port', String(port), '--bind', '127.0.0.1', ...memoryOnly, ...others],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const text of child.stdout as AsyncIterable<Buffer>) {
    if (text.includes('Ready to accept connections')) break;
  }
  child.stdout.resume();
  return child;
};

/** A real redis-server of this machine on a free port, without persistence; a file of settings comes first among the options. */
export const startRedisServer = async (...options: string[]): Promise<RedisServer> => {
  const port = await freePort();
  let child = await start(port, options);
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    restart: async () => {
      child = await start(port, options);
    },
  };
};
