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
  /** Added to each request, so that no process of git ever has it. */
  authorization: string | null;
};

export type Relay = {
  /** The address of the repository for git, on this machine. */
  url: string;
  /** The reason why a request has failed since the last call; it is clearer than git's own message. */
  takeFailure(): unknown;
  close(): Promise<void>;
};

const MAX_BYTES = 2 * 1024 ** 3;
const MAX_ASKED_BYTES = 1024 * 1024;
const TIMEOUT_MS = 600_000;

/**
 * Passes the requests of git on through the guarded client: git connects to nothing but this machine, and which addresses may be asked, with
 * what credentials and by which proxy, is decided here. It passes on what fetching needs and nothing else.
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

/** Reads the lines of ASCII in which git says which commits it wants and has; long requests are gzipped. */
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
