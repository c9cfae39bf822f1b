import { linkSignals } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { createBoundedMap } from '../../shared/bounded-map.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { LookAnswer } from './collectors.js';
import type { PageLook } from '../page-pictures/schema.js';
import {
  parseFailure,
  ParserTimeout,
  readerHeldUp,
  toParseFailureCode,
  type ParseFailureCode,
} from '../parse-failure.js';
import { createParserChildren } from './parser-children.js';
import type { FileContent, ParserProcessOptions, Try } from './parser-process.js';

export type PagePoolOptions = ParserProcessOptions & {
  /** How many requests of all tenants are accepted at once; the last place is only for a tenant that has none. */
  size?: number;
  /** In addition, how many requests that took longer than the first attempt run at once, with the full time limit. */
  slowSize?: number;
  firstTimeoutMs?: number;
  timeoutMs?: number;
  /** The longest wait for a turn; for a slow turn, the time limit of one page is added. */
  maxWaitMs?: number;
};

type LookRequest<Look extends PageLook> = {
  owner: TurnOwner;
  /** Identifies the version of the file: a request that failed for it is not tried again. */
  version: string;
  /** Opens the file when its turn has come, so that a waiting request does not hold a connection to a store. */
  open: () => Promise<FileContent>;
  look: Look;
  signal: AbortSignal;
};

export type PagePool = ReturnType<typeof createPagePool>;

const SIZE = 2;
const SLOW_SIZE = 1;
const FIRST_TIMEOUT_MS = 3_000;
const TIMEOUT_MS = 15_000;
/** How many times its limit a request waits for a page on a busy machine; in addition it may wait for its turn and for a child to start. */
const PATIENCE_TIMES = 3;
/** Enough for the pages that a person flips through while one page is drawn. */
const MAX_WAITING = 64;
const MAX_WAIT_MS = 10_000;

/**
 * Parser children for the pages that people look at, separate from those that read documents, so that a page never waits for a long file.
 */
export const createPagePool = (options: PagePoolOptions) => {
  const { size = SIZE, slowSize = SLOW_SIZE } = options;
  const { timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS } = options;
  const firstMs = Math.min(options.firstTimeoutMs ?? FIRST_TIMEOUT_MS, timeoutMs);
  const firstTry: Try = { limitMs: firstMs, isWholeLimit: firstMs === timeoutMs };
  const slowTry: Try = { limitMs: timeoutMs, isWholeLimit: true };
  const { turns, slowTurns } = createTurns({ size, slowSize, timeoutMs, maxWaitMs });
  const children = createParserChildren({ ...options, size });
  const known = createKnownLooks();

  const lookOnce = async <Look extends PageLook>(
    request: LookRequest<Look>,
    { isSlow }: { isSlow: boolean },
  ): Promise<LookAnswer<Look['look']>> => {
    const { owner, open, look, signal } = request;
    if (children.isClosed()) throw closed();
    // An earlier request may have found out while this one waited.
    known.throwIfFailed(request);
    if (!isSlow && known.isSlow(request)) throw new ParserTimeout({ hadWholeLimit: false });
    const file = await open();
    const slot = isSlow ? children.startForSlow(owner.tenantId) : children.take(owner.tenantId);
    const time = isSlow ? slowTry : firstTry;
    const patienceMs = PATIENCE_TIMES * time.limitMs + maxWaitMs;
    try {
      const answer = await withPatience({ signal, patienceMs }, (patient) =>
        slot.process.look(file, look, { ...time, signal: patient }),
      );
      await children.putBack(slot);
      return answer;
    } catch (error) {
      await children.retire(slot);
      if (children.isClosed()) throw closed();
      known.note(request, error);
      throw error;
    }
  };

  return {
    /**
     * Answers requests about a file's pages. Fails with a parse failure (immediately if the same request failed before), with
     * `rate_limited`, with `server_busy`, or with the signal's reason.
     */
    look: async <Look extends PageLook>(
      request: LookRequest<Look>,
    ): Promise<LookAnswer<Look['look']>> => {
      const { owner, signal } = request;
      known.throwIfFailed(request);
      if (!known.isSlow(request)) {
        try {
          return await turns.run(owner, signal, () => lookOnce(request, { isSlow: false }));
        } catch (error) {
          if (!(error instanceof ParserTimeout) || error.hadWholeLimit) throw error;
        }
      }
      return slowTurns.run(owner, signal, () => lookOnce(request, { isSlow: true }));
    },
    close: (): Promise<void> => children.close(),
  };
};

/** Runs work under a signal that also fires if a busy machine keeps the request waiting for too long. */
const withPatience = async <Result>(
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const patience = linkSignals([signal]);
  const giveUp = (): void => {
    patience.abort(readerHeldUp(new Error('Nobody waits longer for a page.')));
  };
  const timer = setTimeout(giveUp, patienceMs);
  try {
    return await work(patience.signal);
  } finally {
    clearTimeout(timer);
    patience.unlink();
  }
};

type Places = { size: number; slowSize: number; timeoutMs: number; maxWaitMs: number };

const createTurns = ({ size, slowSize, timeoutMs, maxWaitMs }: Places) => {
  const queue = { maxWaiting: MAX_WAITING, maxWaitMs, refusal: tooMany };
  return {
    turns: createFairTurns({ atOnce: size, keepsLast: true, maxRestMs: maxWaitMs / 2, queue }),
    slowTurns: createFairTurns({
      atOnce: slowSize,
      maxRestMs: maxWaitMs / 2,
      // Long enough for one slow page of another tenant to finish.
      queue: { ...queue, maxWaitMs: maxWaitMs + timeoutMs },
    }),
  };
};

const MAX_KNOWN = 10_000;

/**
 * Requests that took long or failed, by version and pages; the width of a picture makes no difference. A failure caused by the machine or a
 * store is not attributed to the file.
 */
const createKnownLooks = () => {
  const looks = createBoundedMap<ParseFailureCode | 'slow'>(MAX_KNOWN);
  return {
    isSlow: (asked: Asked): boolean => looks.get(toKey(asked)) === 'slow',
    throwIfFailed: (asked: Asked): void => {
      const failed = looks.get(toKey(asked));
      if (failed !== undefined && failed !== 'slow') throw parseFailure(failed);
    },
    note: (asked: Asked, error: unknown): void => {
      const isFirstTry = error instanceof ParserTimeout && !error.hadWholeLimit;
      const failed = isFirstTry ? 'slow' : toParseFailureCode(error);
      if (failed !== undefined) looks.set(toKey(asked), failed);
    },
  };
};

type Asked = Pick<LookRequest<PageLook>, 'owner' | 'version' | 'look'>;

const toKey = ({ owner: { tenantId }, version, look }: Asked): string => {
  const pages = look.look === 'boxes' ? [look.firstPage, look.lastPage].join(' to ') : look.page;
  return [tenantId, version, look.look, pages].join(' ');
};

const tooMany = (limit: string): AppError =>
  new AppError('rate_limited', `Too many pages are being rendered: ${limit}.`, {
    retryAfterSec: 1,
  });

const closed = (): AppError => new AppError('shutting_down', 'No more pages are looked at.');
