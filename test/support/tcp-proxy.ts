import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { freePort } from './redis-server.js';

export type TcpProxy = {
  /** The url, with this proxy's address in place of the target's. */
  through(url: string): string;
  /** Cuts all connections and refuses new ones. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

// The embedded PostgreSQL listens on a Unix socket alone and names its folder in `host`.
const toAddress = ({ hostname, port, searchParams }: URL): NetConnectOpts => {
  const folder = searchParams.get('host');
  return folder === null
    ? { host: hostname, port: Number(port || '5432') }
    : { path: `${folder}/.s.PGSQL.${port || '5432'}` };
};

type Options = {
  /** Carries what either side says to the other; as it came when absent. */
  join?: (incoming: Socket, outgoing: Socket) => void;
};

const joinPlainly = (incoming: Socket, outgoing: Socket): void => {
  incoming.pipe(outgoing).pipe(incoming);
};

/** A way to a server on this machine that a test can cut and mend. */
export const startTcpProxy = async (
  target: string,
  { join = joinPlainly }: Options = {},
): Promise<TcpProxy> => {
  const address = toAddress(new URL(target));
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | null = null;

  const track = (socket: Socket, other: () => Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const up = async (): Promise<void> => {
    server = createServer((incoming) => {
      const outgoing = connect(address);
      track(incoming, () => outgoing);
      track(outgoing, () => incoming);
      join(incoming, outgoing);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const down = async (): Promise<void> => {
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    server = null;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await up();
  return {
    through: (url) => {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(port);
      proxied.searchParams.delete('host');
      return proxied.href;
    },
    up,
    down,
    close: down,
  };
};
