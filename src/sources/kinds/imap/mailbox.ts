import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { ImapFlow, ImapFlowOptions, MailboxObject } from 'imapflow';
import { z } from 'zod';
import {
  createGuardedLookup,
  createLookup,
  isPublicAddress,
  type Resolve,
} from '../../../platform/web/public-target.js';
import { AppError, isAppError, notFound } from '../../../shared/errors.js';
import { SourceFailed } from '../../kind.js';
import type { Kept } from './mail-items.js';
import { toTarget } from './server.js';

export type Account = { username: string; password: string };

type Options = {
  address: string;
  /** True if the operator lists the server, which may then have a private address. */
  isListed: boolean;
  account: Account | null;
};

export type Mailbox = ReturnType<typeof openMailbox>;

export type Opened = { client: ImapFlow; folder: MailboxObject };

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;

/** Bounds on what a hostile server can send. The longest line of an honest server is the list of a folder's UIDs. */
const LIMITS = {
  maxLineLength: 16 * MB,
  maxLiteralSize: 32 * MB,
  maxResponseSize: 64 * MB,
  maxResponseTokens: 200_000,
  connectionTimeout: MINUTE_MS / 2,
  greetingTimeout: MINUTE_MS / 2,
  socketTimeout: MINUTE_MS,
} satisfies ImapFlowOptions;

/**
 * Connects to the mailbox on first use and never changes it: folders are opened read-only, and no mail is marked as seen. Each call rejects
 * with `SourceFailed` if the server cannot be reached or refuses the account.
 */
export const openMailbox = (options: Options) => {
  let opening: Promise<ImapFlow> | undefined;
  let connecting: Promise<void> | undefined;

  const use = async <Result>(
    signal: AbortSignal,
    work: (client: ImapFlow) => Promise<Result>,
  ): Promise<Result> => {
    signal.throwIfAborted();
    const client = await (opening ??= createClient(options));
    const end = (): void => client.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      await (connecting ??= client.connect());
      return await work(client);
    } catch (error) {
      signal.throwIfAborted();
      throw toFailure(error, client);
    } finally {
      signal.removeEventListener('abort', end);
    }
  };

  return {
    folders: (signal: AbortSignal) => use(signal, (client) => client.list({ listOnly: true })),
    /** Runs work in a folder, after earlier work has ended; rejects with `not_found` if the folder is gone. */
    inFolder: <Result>(
      path: string,
      signal: AbortSignal,
      work: (opened: Opened) => Promise<Result>,
    ): Promise<Result> =>
      use(signal, async (client) => {
        const { release, ...opened } = await open(client, path);
        try {
          return await work(opened);
        } finally {
          release();
        }
      }),
    /** Reads a mail, or a part of it, and decodes it. The folder is in use until the stream ends or is destroyed. */
    read: (kept: Kept, signal: AbortSignal): Promise<Readable> =>
      use(signal, (client) => readMail(client, kept, signal)),
    close: async (): Promise<void> => {
      (await opening?.catch(() => undefined))?.close();
    },
  };
};

const open = async (client: ImapFlow, path: string) => {
  const lock = await client.getMailboxLock(path, { readOnly: true });
  const release = (): void => lock.release();
  if (client.mailbox !== false) return { client, folder: client.mailbox, release };
  release();
  throw notFound();
};

const readMail = async (
  client: ImapFlow,
  { path, validity, uid, part }: Kept,
  signal: AbortSignal,
): Promise<Readable> => {
  const { folder, release } = await open(client, path);
  try {
    if (String(folder.uidValidity) !== validity) throw notFound();
    const { content } = await client.download(uid, part, { uid: true, decodeText: false });
    if (content === undefined) throw notFound();
    const end = (): void => client.close();
    signal.addEventListener('abort', end, { once: true });
    const read = Readable.from(untilEnd(content, client), { objectMode: false });
    return read.once('close', () => {
      signal.removeEventListener('abort', end);
      content.destroy();
      release();
    });
  } catch (error) {
    release();
    throw error;
  }
};

async function* untilEnd(content: Readable, client: ImapFlow): AsyncGenerator<Uint8Array> {
  try {
    yield* content as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw toFailure(error, client);
  }
}

const createClient = async ({ address, isListed, account }: Options): Promise<ImapFlow> => {
  if (account === null) {
    throw new SourceFailed('refused', 'The user name and the password of the mailbox are missing.');
  }
  // Imported here so that only servers with such a source load the client.
  const { ImapFlow: Client } = await import('imapflow');
  const { host, port, isTls } = toTarget(address);
  // The guarded look-up never sees a host that is an IP address, so it is checked here.
  if (!isListed && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new SourceFailed('refused', REFUSED);
  }
  const client = new Client({
    ...LIMITS,
    host,
    port,
    secure: isTls,
    doSTARTTLS: false,
    auth: { user: account.username, pass: account.password },
    tls: withLookup(isListed ? createLookup(resolve) : PUBLIC_LOOKUP),
    clientInfo: { name: 'knowledge-router' },
    disableAutoIdle: true,
    logger: false,
  });
  // Pending calls reject with the same error, so it is not handled a second time here.
  return client.on('error', () => undefined);
};

const resolve: Resolve = (hostname) => lookup(hostname, { all: true });

const PUBLIC_LOOKUP = createGuardedLookup({ resolve, isAllowedAddress: isPublicAddress });

/** The client passes these options to every connection, although its types only list options of TLS. */
const withLookup = (look: LookupFunction): object => ({ lookup: look });

/** The fields of the client's errors that we read. */
const MailError = z.object({
  authenticationFailed: z.boolean().optional(),
  mailboxMissing: z.boolean().optional(),
  throttleReset: z.number().nonnegative().optional(),
  code: z.string().optional(),
});

const toFailure = (error: unknown, client: ImapFlow): unknown => {
  if (error instanceof SourceFailed) return error;
  const options = { cause: error };
  if (isAppError(error)) {
    return error.code === 'url_refused' ? new SourceFailed('refused', REFUSED, options) : error;
  }
  const known = MailError.safeParse(error).data ?? {};
  if (known.authenticationFailed === true) {
    return new SourceFailed('refused', 'The mail server does not accept this account.', options);
  }
  if (known.code === 'ETHROTTLE' || !client.usable) {
    return new SourceFailed('unreachable', 'The mail server cannot be reached, or is busy.', {
      cause: error,
      retryAfterMs: known.throttleReset ?? 0,
    });
  }
  if (known.mailboxMissing === true) return notFound();
  return new AppError('forbidden', 'The mail server refuses this.', options);
};

const REFUSED = 'The mail server was not found on the public internet.';
