import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { startQdrantDouble, type QdrantDouble } from '../test/fakes/qdrant-double/server.js';
import { startRedisServer } from '../test/support/redis-server.js';
import { startTcpProxy, type TcpProxy } from '../test/support/tcp-proxy.js';

export type RealRedis = {
  /** Leads through the proxy that faults can cut. */
  url: string;
  way: TcpProxy;
  flushAll(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
};

const say = async (url: string, line: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`${line}\r\n`);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return reply.toString();
};

export const openRedis = async (folder: string): Promise<RealRedis> => {
  await mkdir(folder, { recursive: true });
  const persistence = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'everysec'];
  const server = await startRedisServer(...persistence);
  const way = await startTcpProxy(server.url);
  return {
    url: way.through(server.url),
    way,
    flushAll: async () => {
      const reply = await say(server.url, 'FLUSHALL');
      if (!reply.startsWith('+OK')) throw new Error(`Redis answered ${reply}`);
    },
    kill: () => server.kill(),
    restart: () => server.restart(),
    close: async () => {
      await way.close();
      await server.kill();
    },
  };
};

export type PlayedQdrant = Omit<QdrantDouble, 'url'> & { url: string; way: TcpProxy };

export const openQdrant = async (): Promise<PlayedQdrant> => {
  const double = await startQdrantDouble({});
  const way = await startTcpProxy(double.url);
  return {
    ...double,
    url: way.through(double.url).replace(/\/$/, ''),
    way,
    close: async () => {
      await way.close();
      await double.close();
    },
  };
};
