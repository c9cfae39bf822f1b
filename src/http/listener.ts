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
   * How long requests are still served, each with `Connection: close`. A proxy has moved to another process by then, and none of its
   * requests hits a connection that is about to close. 0 without a proxy.
   */
  handOverMs: number;
  /** Called after that: from here on, new requests are refused. */
  refuse: () => void;
  /** The time for which running requests may go on. */
  graceMs: number;
  /** Called when they have not ended by then: what it makes them answer is still sent. */
  giveUp: () => void;
};

export type Listener = {
  url: string;
  /** Counts the requests that are being answered. */
  running(): number;
  /**
   * Ends when the requests that are running have ended; then it closes every connection. Without a proxy it listens until then, so
   * that others are told and not refused a connection. Without a drain it closes the connections at once.
   */
  close(drain?: Drain): Promise<void>;
};

type Address = {
  host: string;
  port: number;
  /** The settings that a person changes when the address cannot be had. */
  settings: { host: string; port: string };
};

/** For answers that are on their way when everything else has ended. */
const FLUSH_MS = 300;

/** Listens on the address; one that cannot be had rejects with a sentence that names the settings. */
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
        // Right after the event loop has accepted all waiting connections: any left in the kernel's queue would be reset.
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
  // Runs before the application, which may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    running.add(response);
    if (isEnding) endConnection(response);
    response.once('close', () => running.delete(response));
  });
  /** From here on, each connection closes after its current answer. */
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

/** A listener without work stays this long, for a probe to see that it is about to go. */
const NOTICE_MS = 50;
/** For the answers of requests that were made to give up. */
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

/** The server around the application: slow or oversized requests end here, before any route is asked. */
export const createHttpServer = (
  app: RequestListener,
  { total, perAddress, lingerMs = LINGER_MS }: Connections,
): Server => {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // A large upload over a slow line; bodies of other routes have shorter limits of their own.
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
  /** Open at once. */
  total: number;
  /** Null where all come through a proxy. */
  perAddress: number | null;
  /** The time for which a client that was answered before it had sent everything may go on sending, so that it can read the answer. */
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

/** A body that nobody waits for any more must not hold its connection. */
const cutWhatIsLeft = ({ request, response, lingerMs }: Answered): void => {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    request.resume();
    const cut = setTimeout(() => request.destroy(), lingerMs);
    const stop = () => clearTimeout(cut);
    request.once('end', stop).once('close', stop);
  });
};
