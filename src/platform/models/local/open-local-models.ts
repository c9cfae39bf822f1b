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
  /** The times in which the process starts, and in which its models are loaded. */
  startLimitMs?: number;
  loadLimitMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
  /** Between two starts of a process that ends; for tests. */
  pauseMs?: number;
};

export type LocalModels = Awaited<ReturnType<typeof openLocalModels>>;

/** The vocabulary of a model of many languages takes 200 MB of it. */
const HEAP_MB = 1_024;
const START_LIMIT_MS = 30_000;
const LOAD_LIMIT_MS = 300_000;
const PAUSE_MS = 5_000;

/**
 * One process for all local models, which native code can end without ending us; when it has ended, the next call starts another one.
 * Resolves when it takes requests, which wait until their model is loaded. Rejects with a sentence for the operator where it cannot work.
 */
export const openLocalModels = async ({ pauseMs = PAUSE_MS, ...options }: Options) => {
  const own = await mkdtemp(join(tmpdir(), 'kr-models-'));
  const socket = join(own, 'socket');
  const ask = createSocketFetch(socket);
  let current = startProcess(socket, options);
  let startedAt = performance.now();
  let isClosed = false;

  /** A process that ends at once, again and again, must not take the processor. */
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
    /** Ends the process as a fault of it would. */
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
  // Not waited for: until then searches go on by words.
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

/** `fetch` that asks a server on a Unix socket, whatever host the address names. */
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
