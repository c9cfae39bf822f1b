import { AppError } from '../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { LookAnswer } from './collectors.js';
import type { PageLook } from '../page-pictures/schema.js';
import { createParserChildren } from './parser-children.js';
import type { FileContent, ParserProcessOptions } from './parser-process.js';

export type PagePoolOptions = ParserProcessOptions & {
  /** Looks that are taken at once, of all tenants; the last place is only for a tenant that has none. */
  size?: number;
  timeoutMs?: number;
};

type LookRequest<Look extends PageLook> = {
  owner: TurnOwner;
  /** Opens the file when its turn has come: who waits holds no connection to a store. */
  open: () => Promise<FileContent>;
  look: Look;
  signal: AbortSignal;
};

export type PagePool = ReturnType<typeof createPagePool>;

const SIZE = 2;
const TIMEOUT_MS = 15_000;
/** Enough for the pages that a person flips through while one page is drawn. */
const MAX_WAITING = 64;
const MAX_WAIT_MS = 10_000;

/** Parser children for the pages that people look at, apart from those that read documents: nobody waits for a long file to see a page. */
export const createPagePool = (options: PagePoolOptions) => {
  const { size = SIZE, timeoutMs = TIMEOUT_MS } = options;
  const turns = createFairTurns({
    atOnce: size,
    keepsLast: true,
    queue: { maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS, refusal: tooMany },
  });
  const children = createParserChildren({ ...options, size });
  return {
    /** Answers what is asked of a file's pages. Fails with a parse failure, with `rate_limited`, or with the signal's reason. */
    look: <Look extends PageLook>({
      owner,
      open,
      look,
      signal,
    }: LookRequest<Look>): Promise<LookAnswer<Look['look']>> =>
      turns.run(owner, signal, async () => {
        if (children.isClosed()) throw closed();
        const file = await open();
        const slot = children.take(owner.tenantId);
        const time = { limitMs: timeoutMs, isWholeLimit: true };
        try {
          const answer = await slot.process.look(file, look, { ...time, signal });
          await children.putBack(slot);
          return answer;
        } catch (error) {
          await children.retire(slot);
          throw children.isClosed() ? closed() : error;
        }
      }),
    close: (): Promise<void> => children.close(),
  };
};

const tooMany = (limit: string): AppError =>
  new AppError('rate_limited', `Too many pages are looked at: ${limit}.`, {
    retryAfterSec: 1,
  });

const closed = (): AppError => new AppError('shutting_down', 'No more pages are looked at.');
