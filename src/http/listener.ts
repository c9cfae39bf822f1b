import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextImmediate, setTimeout as delay } from 'node:timers/promises';
import { countedAddress } from './address.js';
import { succeedsWithin } from '../shared/async.js';

export type Drain = {
  /**
   * How long requests are still served, each with `Connection: close`. By then a proxy uses another process, so none of its requests hits a
   * closing connection. 0 without a proxy.
   */
  handOverMs: number;
  /** Called after that: from then on, new requests are refused. */
  refuse: () => void;
  /** How long running requests may continue. */
  graceMs: number;
  /** Called if requests are still running after that: the answers it causes are still sent. */
  giveUp: () => void;
};

export type Listener = {
  url: string;
  /** How many requests are being answered. */
  running(): number;
  /**
   * Waits for running requests, then closes every connection. Without a proxy it keeps listening meanwhile, so that others get an answer
   * instead of a refused connection. Without a drain it closes the connections at once.
   */
  close(drain?: Drain): Promise<void>;
};

type Address = {
  host: string;
  port: number;
  /** The settings to change if the address is not available. */
  settings: { host: string; port: string };
};

/** For responses still being sent after everything else has ended. */
const FLUSH_MS = 300;

/** Listens on the address; if it is not available, rejects with a message that names the settings. */
export const listen = async (server: Server, address: Address): Promise<Listener> => {
  const { running, endConnections } = trackResponses(server);
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw describe(error, address);
  });
  // A server that listens on host and port has an address of this shape, not a pipe's name.
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${name}:${String(bound.port)}`,
    running: () => running.size,
    close: async (drain) => {
      const closed = once(server, 'close');
      if (drain !== undefined && drain.handOverMs > 0) {
        endConnections();
        await delay(drain.handOverMs);
        // Right after the event loop has accepted all waiting connections, because any left in the kernel's queue would be reset.
        await nextImmediate();
        // A proxy whose connection is refused tries another process; requests on accepted connections are still served.
        server.close();
        await delay(NOTICE_MS);
      }
      if (drain !== undefined) {
        drain.refuse();
        await finish(running, drain);
      }
      if (server.listening) server.close();
      server.closeIdleConnections();
      const flushMs = drain === undefined ? 0 : FLUSH_MS;
      const cutOff = setTimeout(() => server.closeAllConnections(), flushMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
};

const trackResponses = (server: Server) => {
  const running = new Set<ServerResponse>();
  let isEnding = false;
  // Registered before the application, which may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    running.add(response);
    if (isEnding) endConnection(response);
    response.once('close', () => running.delete(response));
  });
  /** From here on, each connection closes after its current response. */
  const endConnections = () => {
    isEnding = true;
    running.forEach(endConnection);
  };
  return { running, endConnections };
};

const endConnection = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

class ListenError extends Error {
  override readonly name = 'ListenError';
}

const describe = (cause: unknown, { host, port, settings }: Address): unknown => {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  const sentence = {
    EADDRINUSE: `Port ${port} of ${host} is in use: set ${settings.port} to another, or ${settings.host} to another address.`,
    EACCES: `Port ${port} of ${host} is not this user's to open: set ${settings.port} to one above 1023, or ${settings.host} to another address.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set ${settings.host} to another (${settings.port} is ${port}).`,
    ENOTFOUND: `${host} is not known as an address: set ${settings.host} to another (${settings.port} is ${port}).`,
  }[String(code)];
  return sentence === undefined ? cause : new ListenError(sentence, { cause });
};

/** An idle listener stays this long, so that a probe can see that it is about to close. */
const NOTICE_MS = 50;
/** For the responses of aborted requests. */
const ANSWER_MS = 3000;

const finish = async (
  running: ReadonlySet<ServerResponse>,
  { graceMs, giveUp }: Drain,
): Promise<void> => {
  const ended = Promise.all([...running].map((response) => once(response, 'close')));
  const [haveEnded] = await Promise.all([succeedsWithin(graceMs, ended), delay(NOTICE_MS)]);
  if (haveEnded) return;
  giveUp();
  await succeedsWithin(ANSWER_MS, ended);
};

/** The server around the application: slow or oversized requests end here, before any route runs. */
export const createHttpServer = (
  app: RequestListener,
  { total, perAddress, lingerMs = LINGER_MS }: Connections,
): Server => {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // For a large upload over a slow line; bodies of other routes have shorter limits.
      requestTimeout: 600_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 16 * 1024,
    },
    app,
  );
  server.maxRequestsPerSocket = 10_000;
  server.maxConnections = total;
  if (perAddress !== null) limitConnections(server, perAddress);
  server.on('request', (request, response) => cutWhatIsLeft({ request, response, lingerMs }));
  return server;
};

export type Connections = {
  /** Open connections at once. */
  total: number;
  /** Null if all connections come through a proxy. */
  perAddress: number | null;
  /** How long a client that was answered before it had sent everything may continue sending, so that it can read the answer. */
  lingerMs?: number;
};

const LINGER_MS = 5000;

const limitConnections = (server: Server, perAddress: number): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
};

type Answered = { request: IncomingMessage; response: ServerResponse; lingerMs: number };

/** A body that nobody reads any more must not keep its connection open. */
const cutWhatIsLeft = ({ request, response, lingerMs }: Answered): void => {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    request.resume();
    const cut = setTimeout(() => request.destroy(), lingerMs);
    const stop = () => clearTimeout(cut);
    request.once('end', stop).once('close', stop);
  });
};
