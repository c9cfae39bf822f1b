import { once } from 'node:events';
import { createServer, request as requestHttp } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

type Options = {
  /** The port of this machine that stands for a host of elsewhere, such as `pages.example:443`. */
  portOf: (authority: string) => number;
  /** `user:password` as they stand in a URL, without which everything is refused with 407. */
  credentials?: string;
};

/** An HTTP proxy as companies have: it knows hosts that nobody else here does, tunnels to them and passes plain requests on. */
export const startForwardProxy = async ({ portOf, credentials }: Options) => {
  const asked: string[] = [];
  const tunnels = new Set<Duplex>();
  const expected =
    credentials && `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}`;
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    const { 'proxy-authorization': given, ...headers } = incoming.headers;
    if (given !== expected) {
      response.writeHead(407).end();
      return;
    }
    const { host, pathname, search } = new URL(incoming.url ?? '');
    const passed = requestHttp({
      host: '127.0.0.1',
      port: portOf(host),
      path: `${pathname}${search}`,
      method: incoming.method,
      headers,
      agent: false,
    });
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    incoming.pipe(passed);
  });
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url ?? ''}`);
    tunnels.add(socket);
    socket.on('error', () => undefined).on('close', () => tunnels.delete(socket));
    if (incoming.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const target = connect(portOf(incoming.url ?? ''), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${port}`,
    /** The first line of each request, without its version. */
    asked,
    close: async () => {
      server.closeAllConnections();
      for (const tunnel of tunnels) tunnel.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
