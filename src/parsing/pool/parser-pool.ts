import { AppError } from '../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import { createPlainTexts, type PlainTexts } from './plain-texts.js';
import { createParserChildren, type ParserChildrenOptions } from './parser-children.js';
import type { Try } from './parser-process.js';

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
