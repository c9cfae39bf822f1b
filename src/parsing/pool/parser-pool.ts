import { AppError, isAppError } from '../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import { createParserChildren, type ParserChildrenOptions } from './parser-children.js';
import type { Try } from './parser-process.js';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describeThread } from '../../platform/isolated/isolated-thread.js';
import { createLimit, linkSignals, untilAborted } from '../../shared/async.js';
import { isParseFailureCode, parseFailure } from '../parse-failure.js';
import { formats } from '../parsers/index.js';
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
};

type ParseRequest = {
  path: string;
  filename: string;
  /** A child that has read a document of one tenant is never another's. */
  owner: TurnOwner;
  /** The first try was stopped: the file waits for a turn among slow ones. */
  isSlow?: boolean;
  signal?: AbortSignal;
};

export type ParserPool = ReturnType<typeof createParserPool>;

const NEVER = new AbortController().signal;

/** Parser children that are started when first needed, reused between files of one tenant, and replaced when one has failed. */
export const createParserPool = (options: ParserPoolOptions) => {
  const { size, perTenant, slowSize, timeoutMs, chunkTokens } = options;
  const { plainTexts = createPlainTexts() } = options;
  const turns = createFairTurns({ atOnce: size, perTenant });
  const slowTurns = createFairTurns({ atOnce: slowSize });
  const firstLimitMs = Math.min(options.firstTimeoutMs, timeoutMs);
  const firstTry: Try = { limitMs: firstLimitMs, isWholeLimit: firstLimitMs === timeoutMs };
  const slowTry: Try = { limitMs: timeoutMs, isWholeLimit: true };
  const children = createParserChildren(options);
  return {
    /** Reads one file, in a child where it may be hostile. Fails with a parse failure, or with the signal's reason. */
    parse: async (request: ParseRequest): Promise<AnalyzedDocument> => {
      const { path, filename, owner, isSlow = false, signal = NEVER } = request;
      if (children.isClosed()) throw closed();
      return (isSlow ? slowTurns : turns).run(owner, signal, async () => {
        if (children.isClosed()) throw closed();
        const { tenantId } = owner;
        const file = { path, filename, chunkTokens };
        const plain = isSlow ? null : await plainTexts?.read(file, signal);
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
    close: async (): Promise<void> => {
      await Promise.all([children.close(), plainTexts?.close()]);
    },
  };
};

const closed = (): AppError => new AppError('shutting_down', 'The parser pool is closed.');

type Options = {
  /** A thread that takes longer for one file is ended, and a parser child reads the file; default 2 s, so that nobody's file keeps those of others waiting. */
  limitMs?: number;
  /** The time in which the thread starts, before any file; default 10 s. */
  startMs?: number;
  /** After so long without a file the thread ends and gives its memory back; default a minute. */
  idleMs?: number;
  /** The arguments of the thread; for tests. */
  thread?: ConstructorParameters<typeof Worker>;
};

export type PlainTexts = ReturnType<typeof createPlainTexts>;

/** A start of a parser child costs half a second of a processor, as much as reading a hundred such files. */
const MAX_BYTES = 64 * 1024;
const LIMIT_MS = 2_000;
const START_MS = 10_000;
const IDLE_MS = 60_000;
const HEAP_MB = 192;

/**
 * Reads small files of plain text in one thread of this process, which starts when it is first needed. No code but ours and that of
 * Markdown sees the text there, so that it needs no process of the tenant's own.
 */
export const createPlainTexts = (options: Options = {}) => {
  const { limitMs = LIMIT_MS, startMs = START_MS, idleMs = IDLE_MS } = options;
  const { thread = describeReader() } = options;
  const oneByOne = createLimit(1);
  const reader = createThread(thread, startMs);
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = (): Promise<void> => {
    clearTimeout(idle);
    return reader.end();
  };
  /** Null where the thread does not get to an end, or says that a child should read the file. */
  const ask = async (
    request: Omit<PlainTextRequest, 'id'>,
    signal: AbortSignal,
  ): Promise<AnalyzedDocument | null> => {
    clearTimeout(idle);
    try {
      const asked = await reader.started(signal);
      const id = (lastId += 1);
      const message = await within(limitMs, signal, () => {
        const reply = listen(asked, id);
        asked.postMessage({ ...request, id });
        return reply;
      });
      return toDocument(message);
    } catch (error) {
      if (isAppError(error)) throw error;
      await end();
      signal.throwIfAborted();
      return null;
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };
  return {
    /** Null for a file that is large or no plain text: a parser child has to read it. Fails with a parse failure, or with the signal's reason. */
    read: async (
      { path, ...request }: { path: string; filename: string; chunkTokens: number },
      signal: AbortSignal,
    ): Promise<AnalyzedDocument | null> => {
      if (!formats.mayBePlainText(extname(request.filename).toLowerCase())) return null;
      const bytes = await readSmall(path);
      if (bytes === null) return null;
      return oneByOne(() => (isClosed ? null : ask({ ...request, bytes }, signal)));
    },
    isRunning: reader.isRunning,
    close: (): Promise<void> => {
      isClosed = true;
      return end();
    },
  };
};

/** One thread, started when it is first asked for and again after its end. */
const createThread = (thread: ConstructorParameters<typeof Worker>, startMs: number) => {
  let worker: Worker | null = null;
  return {
    isRunning: (): boolean => worker !== null,
    started: async (signal: AbortSignal): Promise<Worker> => {
      if (worker !== null) return worker;
      const started = (worker = new Worker(...thread));
      started.unref();
      // Its end is seen by whoever waits for it.
      started.on('error', () => undefined);
      started.once('exit', () => {
        if (worker === started) worker = null;
      });
      await within(startMs, signal, () => listen(started, READY));
      return started;
    },
    end: async (): Promise<void> => {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
};

const within = async <Result>(
  limitMs: number,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  const limit = linkSignals([signal], { limitMs });
  try {
    return await untilAborted(work(), limit.signal);
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
