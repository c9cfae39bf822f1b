import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { entryBeside } from '../../isolated/entry-beside.js';
import { startIsolated, type IsolatedProcess } from '../../isolated/isolated-process.js';
import type { Logger } from '../../telemetry/telemetry.js';
import type { Fetch } from '../bounded-fetch.js';
import type { LocalModel } from './inference.js';
import { Said } from './messages.js';
import { request } from 'node:http';
import { Readable } from 'node:stream';

type Options = {
  models: readonly LocalModel[];
  /** The folder of all local models. */
  folder: string;
  threads: number;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Time limits for starting the process, and for loading its models. */
  startLimitMs?: number;
  loadLimitMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
  /** Pause between two starts of a process that keeps ending; for tests. */
  pauseMs?: number;
};

export type LocalModels = Awaited<ReturnType<typeof openLocalModels>>;

/** The vocabulary of a multilingual model takes 200 MB of it. */
const HEAP_MB = 1_024;
const START_LIMIT_MS = 30_000;
const LOAD_LIMIT_MS = 300_000;
const PAUSE_MS = 5_000;

/**
 * One process for all local models, so that a crash of native code does not end the server; after a crash, the next call starts a new one.
 * Resolves once it accepts requests, which wait until their model is loaded. Rejects with a message for the operator if it cannot work.
 */
export const openLocalModels = async ({ pauseMs = PAUSE_MS, ...options }: Options) => {
  const own = await mkdtemp(join(tmpdir(), 'kr-models-'));
  const socket = join(own, 'socket');
  const ask = createSocketFetch(socket);
  let current = startProcess(socket, options);
  let startedAt = performance.now();
  let isClosed = false;

  /** A process that crashes again and again must not use up the processor. */
  const restart = (): void => {
    if (isClosed || performance.now() - startedAt < pauseMs) return;
    options.logger.warn({}, 'The process of local models had ended and is started again');
    startedAt = performance.now();
    current = rm(socket, { force: true }).then(() => startProcess(socket, options));
    current.catch(() => undefined);
  };

  const send: Fetch = async (url, init) => {
    const known = await current.catch(() => null);
    if (known?.isAlive() !== true) restart();
    await current;
    return ask(url, init);
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    const child = await current.catch(() => null);
    await child?.end();
    await rm(own, { recursive: true, force: true });
  };

  try {
    await current;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    send,
    close,
    memoryMb: async () => (await current).memoryMb(),
    /** Ends the process as a crash would. */
    endProcess: async () => (await current).end(),
  };
};

const startProcess = async (
  socket: string,
  { models, folder, threads, logger, starvationFactor, ...limits }: Omit<Options, 'pauseMs'>,
): Promise<IsolatedProcess> => {
  const { startLimitMs = START_LIMIT_MS, loadLimitMs = LOAD_LIMIT_MS } = limits;
  const child = startIsolated(entryBeside('model-child', import.meta.url), {
    heapMb: HEAP_MB,
    starvationFactor,
  });
  child.hold({ isBusy: false });
  const next = { take: (message: unknown) => Said.parse(message) };
  try {
    const first = await child.converse(
      { send: { socket, folder, threads, models }, ...next },
      { limitMs: startLimitMs },
    );
    if (first.type === 'failed') throw cannotStart(first.reason);
  } catch (error) {
    await child.end();
    throw error;
  }
  // Not awaited: until it is loaded, searches use words only.
  void child.converse(next, { limitMs: loadLimitMs }).then(
    (said) => {
      if (said.type === 'failed') {
        logger.error({ reason: said.reason }, 'A local model cannot be loaded; run npm run model');
      } else logger.info({ memoryMb: Math.round(child.memoryMb()) }, 'Local models are loaded');
    },
    () => undefined,
  );
  return child;
};

const cannotStart = (reason: string): AppError =>
  new AppError(
    'model_unavailable',
    'Local models need a runtime that is not there; run: npm run model -- runtime',
    { cause: new Error(reason) },
  );

/** `fetch` to a server on a Unix socket, whatever host the address names. */
const createSocketFetch =
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
