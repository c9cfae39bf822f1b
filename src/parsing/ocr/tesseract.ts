import { z } from 'zod';
import type { Confinement } from '../../platform/isolated/confinement.js';
import { entryBeside } from '../../platform/isolated/entry-beside.js';
import {
  IsolatedFailure,
  startIsolated,
  type IsolatedProcess,
} from '../../platform/isolated/isolated-process.js';
import { createLimit } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { parseFailure, ParserTimeout, readerHeldUp } from '../parse-failure.js';
import { ReadText, type OcrEngine } from './schema.js';
import type { TesseractFiles, TesseractRequest } from './tesseract-request.js';

export type TesseractOptions = {
  files: TesseractFiles;
  maxMemoryMb: number;
  /** The processor time that one picture may take. */
  pageLimitMs: number;
  /** The time in which the process starts and loads its languages. */
  startLimitMs?: number;
  starvationFactor?: number;
  confinement?: Confinement | undefined;
  /** The process is replaced after this many pictures, because it keeps some memory for each. */
  pagesPerProcess?: number;
  /** After this long without a picture it ends, which frees its memory. */
  idleMs?: number;
  /** Another program for the process; for tests. */
  entry?: URL;
};

const PAGES_PER_PROCESS = 100;
const IDLE_MS = 60_000;
const START_LIMIT_MS = 30_000;
/** The engine's memory is not on the heap. */
const HEAP_SHARE = 0.5;

const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('read'), text: ReadText }),
]);

/** Tesseract in a process of its own with the lowest priority, one picture at a time; it starts with the first picture. */
export const createTesseract = (options: TesseractOptions): Omit<OcrEngine, 'name'> => {
  const { pageLimitMs, idleMs = IDLE_MS } = options;
  const oneByOne = createLimit(1);
  const processes = createProcesses(options);
  const isClosed = new AbortController();
  let idle: NodeJS.Timeout | undefined;
  return {
    read: (picture, { areas = [], signal }) =>
      oneByOne(async () => {
        signal.throwIfAborted();
        if (isClosed.signal.aborted) throw closed();
        clearTimeout(idle);
        try {
          const child = await processes.take(signal);
          const send: TesseractRequest = { kind: 'read', picture, areas };
          return await child.converse(
            { send, take: (message) => takeText(message) },
            { limitMs: pageLimitMs, signals: [signal] },
          );
        } catch (error) {
          await processes.end();
          throw hasEnded(isClosed.signal) ? closed() : toParseFailure(error);
        } finally {
          idle = setTimeout(() => void processes.end(), idleMs).unref();
        }
      }),
    close: async () => {
      isClosed.abort();
      clearTimeout(idle);
      await processes.end();
    },
  };
};

/** A function, because the value may have changed since the last check. */
const hasEnded = ({ aborted }: AbortSignal): boolean => aborted;

const closed = (): AppError => new AppError('shutting_down', 'No more pictures are read.');

/** One process, replaced when it has read enough. */
const createProcesses = (options: TesseractOptions) => {
  const { files, maxMemoryMb, confinement, starvationFactor } = options;
  const { pagesPerProcess = PAGES_PER_PROCESS, startLimitMs = START_LIMIT_MS } = options;
  let running: { child: IsolatedProcess; pages: number } | null = null;
  const start = async (signal: AbortSignal): Promise<IsolatedProcess> => {
    const child = startIsolated(options.entry ?? entryBeside('tesseract-child', import.meta.url), {
      heapMb: Math.floor(maxMemoryMb * HEAP_SHARE),
      maxResidentMb: maxMemoryMb,
      confinement,
      starvationFactor,
    });
    running = { child, pages: 0 };
    child.stepBack();
    const limits = { limitMs: startLimitMs, signals: [signal] };
    try {
      await child.converse({ take: (message) => isOf(message, 'ready') }, limits);
      const send: TesseractRequest = { kind: 'start', files };
      await child.converse({ send, take: (message) => isOf(message, 'started') }, limits);
    } catch (error) {
      throw error instanceof IsolatedFailure ? readerHeldUp(error) : error;
    }
    return child;
  };
  const end = async (): Promise<void> => {
    const ended = running;
    running = null;
    await ended?.child.end();
  };
  return {
    take: async (signal: AbortSignal): Promise<IsolatedProcess> => {
      const isUsed =
        running !== null && (running.pages >= pagesPerProcess || !running.child.isAlive());
      if (isUsed) await end();
      if (running === null) await start(signal);
      if (running === null) throw readerHeldUp(new Error('The engine has ended.'));
      running.pages += 1;
      return running.child;
    },
    end,
  };
};

const isOf = (message: unknown, type: 'ready' | 'started'): true | undefined =>
  Answer.safeParse(message).data?.type === type ? true : undefined;

const takeText = (message: unknown): ReadText | undefined => {
  const { data } = Answer.safeParse(message);
  if (data === undefined) throw parseFailure('parser_crashed');
  return data.type === 'read' ? data.text : undefined;
};

/** Translates a failure of the process into a parse failure; other errors stay as they are. */
const toParseFailure = (error: unknown): unknown => {
  if (!(error instanceof IsolatedFailure)) return error;
  if (error.wasStarved) return readerHeldUp(error);
  if (error.kind === 'too_slow') return new ParserTimeout({ hadWholeLimit: true });
  const isMemory = error.kind === 'out_of_memory';
  return parseFailure(isMemory ? 'parser_out_of_memory' : 'parser_crashed', error);
};
