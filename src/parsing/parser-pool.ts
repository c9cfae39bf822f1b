import { AppError } from '../shared/errors.js';
import type { AnalyzedDocument } from './parsed-document.js';
import { startParserProcess, type ParserProcess } from './child-process.js';

export type ParserPoolOptions = {
  size: number;
  timeoutMs: number;
  maxMemoryMb: number;
  chunkTokens: number;
  /** A child is replaced after this many files, so that a leak in a parser cannot add up. */
  filesPerChild?: number;
  /** Another program for the children; for tests. */
  entry?: URL;
};

type ParseRequest = { path: string; filename: string; signal?: AbortSignal };

export type ParserPool = {
  /** Reads one file in a child. Fails with a parse failure, or with the signal's reason. */
  parse: (request: ParseRequest) => Promise<AnalyzedDocument>;
  close: () => Promise<void>;
};

const FILES_PER_CHILD = 1_000;
/** A child that holds more than this share of its limit after a file is not used for another. */
const REUSE_BELOW_SHARE = 0.6;

type Slot = { process: ParserProcess; files: number };

/** Parser children that are started when first needed, reused between files and replaced when one was killed. */
export const createParserPool = (options: ParserPoolOptions): ParserPool => {
  const { size, maxMemoryMb, chunkTokens, filesPerChild = FILES_PER_CHILD } = options;
  const turns = createTurns(size);
  const idle: Slot[] = [];
  const all = new Set<ParserProcess>();
  const closing = new AbortController();
  const isClosed = (): boolean => closing.signal.aborted;

  const retire = async (process: ParserProcess): Promise<void> => {
    await process.kill();
    all.delete(process);
  };
  const takeSlot = (): Slot => {
    for (let slot = idle.pop(); slot; slot = idle.pop()) {
      if (slot.process.isAlive()) return slot;
      all.delete(slot.process);
    }
    const process = startParserProcess(options);
    all.add(process);
    return { process, files: 0 };
  };
  const putBack = async (slot: Slot): Promise<void> => {
    slot.files += 1;
    const isWorn =
      slot.files >= filesPerChild || slot.process.memoryMb() > maxMemoryMb * REUSE_BELOW_SHARE;
    if (slot.process.isAlive() && !isWorn && !isClosed()) idle.push(slot);
    else await retire(slot.process);
  };
  return {
    parse: async ({ path, filename, signal }) => {
      if (isClosed()) throw closed();
      await turns.take(signal);
      let slot: Slot | undefined;
      try {
        if (isClosed()) throw closed();
        slot = takeSlot();
        return await slot.process.parse({ path, filename, chunkTokens }, signal);
      } catch (error) {
        throw isClosed() ? closed() : error;
      } finally {
        if (slot) await putBack(slot);
        turns.release();
      }
    },
    close: async () => {
      closing.abort();
      await Promise.all([...all].map(retire));
    },
  };
};

/** Hands out at most `size` turns; the longest waiting goes first. */
const createTurns = (size: number) => {
  const waiting: (() => void)[] = [];
  let free = size;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const take = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        resolve();
        return;
      }
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal?.reason as Error);
      };
      const turn = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(turn);
    });
  return { take, release };
};

const closed = (): AppError => new AppError('shutting_down', 'The parser pool is closed.');
