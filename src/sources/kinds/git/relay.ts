import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../shared/errors.js';
import type { AskWeb } from '../../ask-web.js';

type Options = {
  ask: AskWeb;
  /** The repository, without a slash at its end. */
  url: string;
  /** Added to each request here, so that no git process ever sees it. */
  authorization: string | null;
};

export type Relay = {
  /** The address on this machine at which git finds the repository. */
  url: string;
  /** Returns the reason why a request has failed since the last call; it is clearer than git's own message. */
  takeFailure(): unknown;
  close(): Promise<void>;
};

const MAX_BYTES = 2 * 1024 ** 3;
const MAX_ASKED_BYTES = 1024 * 1024;
const TIMEOUT_MS = 600_000;

/**
 * Forwards git's requests through the guarded client. Git connects only to this machine; this code decides which addresses may be
 * requested, with which credentials and through which proxy. It forwards only what fetching needs.
 */
export const startRelay = async ({ ask, url, authorization }: Options): Promise<Relay> => {
  const secret = `/${randomUUID()}`;
  let failure: unknown;
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = request.url ?? '';
    const path = given.startsWith(secret) ? given.slice(secret.length) : '';
    const isKnown = path === '/info/refs?service=git-upload-pack' || path === '/git-upload-pack';
    if (!isKnown) throw new AppError('forbidden', 'Git asked for something else than a fetch.');
    const limited = new AbortController();
    response.once('close', () => limited.abort(new Error('Git ended.')));
    const asked = {
      url: `${url}${path}`,
      method: request.method ?? 'GET',
      headers: toHeaders(request, authorization),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    };
    const body = request.method === 'POST' ? { body: await readBody(request) } : {};
    const { status, headers, content } = await ask({ ...asked, ...body }, limited.signal);
    if (status !== 200) {
      content.destroy();
      throw new AppError(
        'forbidden',
        'The repository is at a different address: try adding .git to this one.',
      );
    }
    response.writeHead(200, { 'Content-Type': headers['content-type'] ?? '' });
    await pipeline(content, response);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => {
      failure ??= error;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${secret}`,
    takeFailure: () => {
      const taken = failure;
      failure = undefined;
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const PASSED = ['content-type', 'accept', 'git-protocol'] as const;

const toHeaders = (
  { headers }: IncomingMessage,
  authorization: string | null,
): Record<string, string> => {
  const passed = PASSED.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  if (authorization !== null) passed.push(['authorization', authorization]);
  return Object.fromEntries(passed);
};

/** Reads the ASCII lines in which git lists the commits that it wants and has; long requests are gzipped. */
const readBody = async (request: IncomingMessage): Promise<string> => {
  const isPacked = request.headers['content-encoding'] === 'gzip';
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of (isPacked
    ? request.pipe(createGunzip())
    : request) as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > MAX_ASKED_BYTES) throw new AppError('payload_too_large', 'Git asks for too much.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('latin1');
};
