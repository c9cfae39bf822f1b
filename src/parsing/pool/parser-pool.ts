import { AppError, isAppError, nameOf } from '../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { GreyPicture, OcrRequest } from '../ocr/schema.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import { createParserChildren, type ParserChildrenOptions } from './parser-children.js';
import { withFile, type Try } from './parser-process.js';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describeThread } from '../../platform/isolated/isolated-thread.js';
import { lookAtThread, STARVATION_FACTOR, watchOwnTime } from '../../platform/isolated/own-time.js';
import { createLimit, linkSignals, untilAborted } from '../../shared/async.js';
import { createBoundedMap } from '../../shared/bounded-map.js';
import { isParseFailureCode, parseFailure } from '../parse-failure.js';
import { formats } from '../formats.js';
import { createDocumentCollector } from './collectors.js';
import { READY, type PlainTextReply, type PlainTextRequest } from './plain-text-messages.js';

export type ParserPoolOptions = ParserChildrenOptions & {
  /** How many files are read at once, and how many of them may belong to one tenant. */
  size: number;
  perTenant: number;
  /** The time limit of a file's first attempt. */
  firstTimeoutMs: number;
  /** In addition, how many files that took longer are read at once, with the full time limit. */
  slowSize: number;
  timeoutMs: number;
  chunkTokens: number;
  /** Reads small plain texts, by default in a thread of this process; null: children read them as well. */
  plainTexts?: PlainTexts | null;
  /** The limits of that thread. */
  plainText?: PlainTextLimits;
};

type ParseRequest = {
  path: string;
  filename: string;
  /** A child that has read a document of one tenant is never used for another. */
  owner: TurnOwner;
  /** The first attempt was stopped: the file waits for its turn with the slow ones. */
  isSlow?: boolean;
  /** Set where an engine reads pictures: the result then names the pages that it is to read first. */
  ocr?: OcrRequest | undefined;
  signal?: AbortSignal;
};

type DrawRequest = Pick<ParseRequest, 'path' | 'owner'> & {
  page: number;
  maxPixels: number;
  signal: AbortSignal;
};

export type ParserPool = ReturnType<typeof createParserPool>;

const NEVER = new AbortController().signal;

/** Parser children that are started when first needed, reused for files of the same tenant, and replaced after a failure. */
export const createParserPool = (options: ParserPoolOptions) => {
  const { size, perTenant, slowSize, timeoutMs, chunkTokens } = options;
  const { plainTexts = createPlainTexts(options.plainText) } = options;
  const turns = createFairTurns({ atOnce: size, perTenant });
  const slowTurns = createFairTurns({ atOnce: slowSize });
  const firstLimitMs = Math.min(options.firstTimeoutMs, timeoutMs);
  const firstTry: Try = { limitMs: firstLimitMs, isWholeLimit: firstLimitMs === timeoutMs };
  const slowTry: Try = { limitMs: timeoutMs, isWholeLimit: true };
  const children = createParserChildren(options);
  return {
    /** Reads one file, in a child if it may be hostile. Fails with a parse failure, or with the signal's reason. */
    parse: async (request: ParseRequest): Promise<AnalyzedDocument> => {
      const { path, filename, owner, ocr, isSlow = false, signal = NEVER } = request;
      if (children.isClosed()) throw closed();
      return (isSlow ? slowTurns : turns).run(owner, signal, async () => {
        if (children.isClosed()) throw closed();
        const { tenantId } = owner;
        const file = { path, filename, chunkTokens, ocr };
        // A running child costs no start, and leaves the thread free for others.
        const wantsChild = isSlow || children.hasWarm(tenantId);
        const asked = { path, filename, chunkTokens, tenantId };
        const plain = wantsChild ? null : await plainTexts?.read(asked, signal);
        if (plain) return plain;
        if (children.isClosed()) throw closed();
        const slot = isSlow ? children.startForSlow(tenantId) : children.take(tenantId);
        const time = isSlow ? slowTry : firstTry;
        try {
          const document = await slot.process.parse(file, time, signal);
          await children.putBack(slot);
          return document;
        } catch (error) {
          await children.retire(slot);
          throw children.isClosed() ? closed() : error;
        }
      });
    },
    /** Draws one page of a file for an engine that reads pictures; it takes a turn as a file does. */
    draw: ({ path, owner, page, maxPixels, signal }: DrawRequest): Promise<GreyPicture> =>
      turns.run(owner, signal, async () => {
        if (children.isClosed()) throw closed();
        const slot = children.take(owner.tenantId);
        try {
          const look = { look: 'scan', page, maxPixels } as const;
          const drawn = await withFile(path, (file) =>
            slot.process.look(file, look, { ...slowTry, signal }),
          );
          await children.putBack(slot);
          const { width, height, grey } = drawn;
          if (grey.length !== width * height) throw parseFailure('parser_crashed');
          return { width, height, grey };
        } catch (error) {
          await children.retire(slot);
          throw children.isClosed() ? closed() : error;
        }
      }),
    close: async (): Promise<void> => {
      await Promise.all([children.close(), plainTexts?.close()]);
    },
  };
};

const closed = (): AppError => new AppError('shutting_down', 'The parser pool is closed.');

export type PlainTextLimits = {
  /**
   * If a file takes longer, in the thread's own time, the thread is ended and a parser child reads the file; default 2 s, because other
   * files wait.
   */
  limitMs?: number;
  /** How long a file waits for the thread to start; the start continues after that. Default 10 s. */
  startMs?: number;
  /** How long the thread is not used after a miss, and twice as long after each further one in a row; default half a minute. */
  restMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
};

type Options = PlainTextLimits & {
  /** After this long without a file the thread ends, which frees its memory; default one minute. */
  idleMs?: number;
  /** The arguments of the thread, and the clock for its rests; for tests. */
  thread?: ConstructorParameters<typeof Worker>;
  now?: () => number;
};

export type PlainTexts = ReturnType<typeof createPlainTexts>;

/** Starting a parser child costs half a second of processor time, as much as reading a hundred such files. */
const MAX_BYTES = 64 * 1024;
const LIMIT_MS = 2_000;
const START_MS = 10_000;
const IDLE_MS = 60_000;
const HEAP_MB = 192;

type PlainFile = { path: string; tenantId: string; filename: string; chunkTokens: number };

/**
 * Reads small plain text files in one thread of this process, which is started when first needed. Only our own code and the Markdown
 * library handle the text there, so it does not need a process for each tenant.
 */
export const createPlainTexts = (options: Options = {}) => {
  const { idleMs = IDLE_MS, thread = describeReader() } = options;
  const oneByOne = createLimit(1);
  const reader = createThread(thread, options);
  const rests = createRests(options);
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const end = (): Promise<void> => {
    clearTimeout(idle);
    return reader.end();
  };
  /** Null if the thread does not finish, or says that a child should read the file. */
  const ask = async (
    tenantId: string,
    request: Omit<PlainTextRequest, 'id'>,
    signal: AbortSignal,
  ): Promise<AnalyzedDocument | null> => {
    clearTimeout(idle);
    try {
      const message = await reader.ask(request, signal);
      rests.clear(tenantId);
      return toDocument(message);
    } catch (error) {
      if (isAppError(error)) throw error;
      // A thread that is still starting is kept, so that a busy machine does not start again with each file.
      if (nameOf(error) !== 'TimeoutError') await end();
      signal.throwIfAborted();
      // A slow file counts only against other files of its tenant, anything else against the thread.
      rests.begin(error instanceof TookTooLong && !error.wasStarved ? tenantId : EVERYBODY);
      return null;
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };
  return {
    /**
     * Null for a file that is large or not plain text, and while the thread is resting: a parser child has to read it. Fails with a parse
     * failure, or with the signal's reason.
     */
    read: async (
      { path, tenantId, ...request }: PlainFile,
      signal: AbortSignal,
    ): Promise<AnalyzedDocument | null> => {
      const mayAsk = (): boolean => !isClosed && !rests.has(tenantId);
      if (!formats.mayBePlainText(extname(request.filename).toLowerCase())) return null;
      const bytes = mayAsk() ? await readSmall(path) : null;
      if (bytes === null) return null;
      return oneByOne(() => (mayAsk() ? ask(tenantId, { ...request, bytes }, signal) : null));
    },
    isRunning: reader.isRunning,
    close: (): Promise<void> => {
      isClosed = true;
      return end();
    },
  };
};

const EVERYBODY = '';
const REST_MS = 30_000;
const LONGEST_REST_MS = 15 * 60_000;
const MAX_RESTING = 1_000;

/** The tenants whose files the thread does not read for a while. */
const createRests = ({ restMs = REST_MS, now = () => performance.now() }: Options) => {
  const known = createBoundedMap<{ untilMs: number; nextMs: number }>(MAX_RESTING);
  return {
    has: (tenantId: string): boolean =>
      [EVERYBODY, tenantId].some((whose) => (known.get(whose)?.untilMs ?? -Infinity) > now()),
    begin: (whose: string): void => {
      const { nextMs = restMs } = known.get(whose) ?? {};
      const longer = Math.min(2 * nextMs, LONGEST_REST_MS);
      known.set(whose, { untilMs: now() + nextMs, nextMs: longer });
    },
    clear: (tenantId: string): void => {
      for (const whose of [EVERYBODY, tenantId]) known.delete(whose);
    },
  };
};

class TookTooLong extends Error {
  readonly wasStarved: boolean;

  constructor({ wasStarved }: { wasStarved: boolean }) {
    super('A small text took the thread too long.');
    this.wasStarved = wasStarved;
  }
}

/** Once started, the system's number for the thread; null if it has none. */
type Running = { worker: Worker; started: Promise<number | null> };

/** One thread, started when first needed and again after it has ended. */
const createThread = (
  thread: ConstructorParameters<typeof Worker>,
  { limitMs = LIMIT_MS, startMs = START_MS, starvationFactor = STARVATION_FACTOR }: PlainTextLimits,
) => {
  let running: Running | null = null;
  let lastId = READY;
  const start = (): Running => {
    const worker = new Worker(...thread);
    worker.unref();
    // The code that waits for the thread sees its end.
    worker.on('error', () => undefined);
    const started = listen(worker, READY).then((message) => {
      if ('thread' in message) return message.thread;
      throw new Error('The thread ended before it had started.');
    });
    started.catch(() => undefined);
    worker.once('exit', () => {
      if (running?.worker === worker) running = null;
    });
    return (running = { worker, started });
  };
  return {
    isRunning: (): boolean => running !== null,
    /**
     * Rejects with a `TimeoutError` while it is still starting, otherwise with `TookTooLong` or the signal's reason; the thread must then
     * be ended.
     */
    ask: async (request: Omit<PlainTextRequest, 'id'>, signal: AbortSignal) => {
      const asked = running ?? start();
      const thread = await within(startMs, signal, asked.started);
      const { worker } = asked;
      const id = (lastId += 1);
      const limit = linkSignals([signal]);
      const stopWatching = watchOwnTime(
        { look: () => lookAtThread(thread), limitMs, starvationFactor },
        (over) => {
          limit.abort(new TookTooLong(over));
        },
      );
      try {
        const reply = listen(worker, id);
        worker.postMessage({ ...request, id });
        return await untilAborted(reply, limit.signal);
      } finally {
        stopWatching();
        limit.unlink();
      }
    },
    end: async (): Promise<void> => {
      const ended = running;
      running = null;
      await ended?.worker.terminate();
    },
  };
};

const within = async <Result>(
  limitMs: number,
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result> => {
  const limit = linkSignals([signal], { limitMs });
  try {
    return await untilAborted(work, limit.signal);
  } finally {
    limit.unlink();
  }
};

const describeReader = (): ConstructorParameters<typeof Worker> =>
  describeThread('plain-text-thread', import.meta.url, {
    limits: { maxOldGenerationSizeMb: HEAP_MB },
  });

/** Null for a file that is empty or too large. */
const readSmall = async (path: string): Promise<Uint8Array | null> => {
  const file = await open(path).catch((cause: unknown) => {
    throw parseFailure('parser_crashed', cause);
  });
  try {
    const { size } = await file.stat();
    return size === 0 || size > MAX_BYTES ? null : await file.readFile();
  } finally {
    await file.close();
  }
};

/** The reply to one request; if the thread has ended, the reply is that it cannot read the file. */
const listen = (worker: Worker, id: number): Promise<PlainTextReply['message']> =>
  new Promise((resolve) => {
    const stop = (message: PlainTextReply['message']): void => {
      worker.off('message', take);
      worker.off('exit', giveUp);
      resolve(message);
    };
    const take = (reply: PlainTextReply): void => {
      if (reply.id === id) stop(reply.message);
    };
    const giveUp = (): void => stop({ type: 'not_plain' });
    worker.on('message', take);
    worker.once('exit', giveUp);
  });

const toDocument = (message: PlainTextReply['message']): AnalyzedDocument | null => {
  if (message.type === 'not_plain') return null;
  if (message.type === 'done') return createDocumentCollector()(message) ?? null;
  const code = message.type === 'failed' ? message.code : '';
  throw parseFailure(isParseFailureCode(code) ? code : 'parser_crashed');
};
