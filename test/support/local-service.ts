import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

export type Asked = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
};

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

/** A service of this machine that answers with JSON, or with a text as it stands, and keeps what it was asked. */
export const startLocalService = async (answer: (asked: Asked) => Reply | null) => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { method = '', url = '', headers } = request;
      const one = {
        method,
        url,
        headers,
        body: sent === '' ? null : (JSON.parse(sent) as unknown),
      };
      asked.push(one);
      const reply = answer(one);
      // Nobody answers: the connection goes.
      if (reply === null) return response.destroy();
      const { status = 200, body } = reply;
      response.writeHead(status, { 'Content-Type': 'application/json', ...reply.headers });
      return response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
