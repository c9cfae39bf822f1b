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
  /** Files that are read at once, and how many of them may be one tenant's. */
  size: number;
  perTenant: number;
  /** The time of a file's first try. */
  firstTimeoutMs: number;
  /** Beside them, files that took longer than that are read: so many at once, with the whole limit. */
  slowSize: number;
  timeoutMs: number;
  chunkTokens: number;
  /** Reads small plain texts, by default in a thread of this process; null: children read them, too. */
  plainTexts?: PlainTexts | null;
  /** The limits of that thread. */
  plainText?: PlainTextLimits;
};

type ParseRequest = {
  path: string;
  filename: string;
  /** A child that has read a document of one tenant is never another's. */
  owner: TurnOwner;
  /** The first try was stopped: the file waits for a turn among slow ones. */
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

/** Parser children that are started when first needed, reused between files of one tenant, and replaced when one has failed. */
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
    /** Reads one file, in a child where it may be hostile. Fails with a parse failure, or with the signal's reason. */
    parse: async (request: ParseRequest): Promise<AnalyzedDocument> => {
      const { path, filename, owner, ocr, isSlow = false, signal = NEVER } = request;
      if (children.isClosed()) throw closed();
      return (isSlow ? slowTurns : turns).run(owner, signal, async () => {
        if (children.isClosed()) throw closed();
        const { tenantId } = owner;
        const file = { path, filename, chunkTokens, ocr };
        // A child that runs already costs no start, and keeps nobody else from the thread.
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
  /** A file that takes longer, in the thread's own time, ends it and goes to a parser child; default 2 s, for the files of others wait. */
  limitMs?: number;
  /** So long a file waits for the start of the thread, which goes on; default 10 s. */
  startMs?: number;
  /** For so long the thread is left alone after a miss, and twice as long after each further one in a row; default half a minute. */
  restMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
};

type Options = PlainTextLimits & {
  /** After so long without a file the thread ends and gives its memory back; default a minute. */
  idleMs?: number;
  /** The arguments of the thread, and the clock that it rests by; for tests. */
  thread?: ConstructorParameters<typeof Worker>;
  now?: () => number;
};

export type PlainTexts = ReturnType<typeof createPlainTexts>;

/** A start of a parser child costs half a second of a processor, as much as reading a hundred such files. */
const MAX_BYTES = 64 * 1024;
const LIMIT_MS = 2_000;
const START_MS = 10_000;
const IDLE_MS = 60_000;
const HEAP_MB = 192;

type PlainFile = { path: string; tenantId: string; filename: string; chunkTokens: number };

/**
 * Reads small files of plain text in one thread of this process, which starts when it is first needed. No code but ours and that of
 * Markdown sees the text there, so that it needs no process of the tenant's own.
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
  /** Null where the thread does not get to an end, or says that a child should read the file. */
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
      // One that still starts goes on, so that a busy machine does not begin anew with each file.
      if (nameOf(error) !== 'TimeoutError') await end();
      signal.throwIfAborted();
      // A file that takes long speaks against those of its tenant alone, anything else against the thread.
      rests.begin(error instanceof TookTooLong && !error.wasStarved ? tenantId : EVERYBODY);
      return null;
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };
  return {
    /** Null for a file that is large or no plain text, and while the thread rests: a parser child has to read it. Fails with a parse failure, or with the signal's reason. */
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

/** The tenants whose files the thread is not asked to read for a while. */
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

/** Once started, the number that the system has for the thread; null where it has none. */
type Running = { worker: Worker; started: Promise<number | null> };

/** One thread, started when it is first asked for and again after its end. */
const createThread = (
  thread: ConstructorParameters<typeof Worker>,
  { limitMs = LIMIT_MS, startMs = START_MS, starvationFactor = STARVATION_FACTOR }: PlainTextLimits,
) => {
  let running: Running | null = null;
  let lastId = READY;
  const start = (): Running => {
    const worker = new Worker(...thread);
    worker.unref();
    // Its end is seen by whoever waits for it.
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
    /** Rejects with a `TimeoutError` while it still starts, or with `TookTooLong` or the signal's reason: it is then to be ended. */
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

/** The reply to one request; that of a thread that has ended is that it cannot read the file. */
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
