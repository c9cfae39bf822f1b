import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host of the web on this machine, which counts who connects to it and what is asked. */
export const startWebServer = async (answer: RequestListener) => {
  const requests: { url: string; headers: Record<string, unknown> }[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
