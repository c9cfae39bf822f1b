import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listener = {
  url: string;
  /** Takes no more connections, lets running requests finish for `graceMs`, then cuts them off. */
  close(options: { graceMs: number }): Promise<void>;
};

/** Listens on the address; a port in use or an address that is not ours rejects. */
export const listen = async (
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<Listener> => {
  server.listen(port, host);
  await once(server, 'listening');
  // A server that listens on host and port has an address of this shape, not a pipe's name.
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${name}:${String(bound.port)}`,
    close: async ({ graceMs }) => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const cutOff = setTimeout(() => {
        server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
};
