import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { Fetch } from '../bounded-fetch.js';

/** `fetch` that asks a server on a Unix socket, whatever host the address names. */
export const createSocketFetch =
  (socketPath: string): Fetch =>
  async (url, init) => {
    const asked = new Request(url, init);
    const body = Buffer.from(await asked.arrayBuffer());
    const { pathname, search } = new URL(asked.url);
    return new Promise((resolve, reject) => {
      const sent = request({
        socketPath,
        method: asked.method,
        path: pathname + search,
        headers: { ...Object.fromEntries(asked.headers), 'content-length': body.length },
        signal: asked.signal,
      });
      sent.once('error', reject);
      sent.once('response', (reply) => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(reply.headers)) headers.set(name, String(value));
        const content = Readable.toWeb(reply) as ReadableStream<Uint8Array>;
        resolve(new Response(content, { status: reply.statusCode ?? 500, headers }));
      });
      sent.end(body);
    });
  };
