import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Flood = { contentType: string; piece: string };

/** Answers without an end, as fast as it is read; tells how much was taken when the connection closed. */
export const startFloodingServer = async ({ contentType, piece }: Flood) => {
  let closed: (bytes: number) => void;
  const taken = new Promise<number>((resolve) => {
    closed = resolve;
  });
  const pour = (response: ServerResponse): void => {
    while (response.write(piece));
    response.once('drain', () => {
      pour(response);
    });
  };
  const server = createServer((incoming, response) => {
    incoming.resume();
    const { socket } = incoming;
    response.once('close', () => {
      closed(socket.bytesWritten);
    });
    pour(response.writeHead(200, { 'Content-Type': contentType }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    taken,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
