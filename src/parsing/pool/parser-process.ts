import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Confinement } from '../../platform/isolated/confinement.js';
import { entryBeside } from '../../platform/isolated/entry-beside.js';
import {
  IsolatedFailure,
  startIsolated,
  type IsolatedProcess,
} from '../../platform/isolated/isolated-process.js';
import { untilAborted } from '../../shared/async.js';
import { AppError, isAppError } from '../../shared/errors.js';
import { isParseFailureCode, parseFailure, ParserTimeout, readerHeldUp } from '../parse-failure.js';
import {
  createDocumentCollector,
  createLookCollector,
  type Collector,
  type LookAnswer,
} from './collectors.js';
import type { OcrRequest } from '../ocr/schema.js';
import type { PageLook } from '../page-pictures/schema.js';
import { ChildMessage, type ChildRequest } from './messages.js';

export type ParserProcessOptions = {
  maxMemoryMb: number;
  /** The restrictions on a child; by default it only lacks the environment. */
  confinement?: Confinement;
  /** Time limit for starting a child; default half a minute of its own time. */
  startLimitMs?: number;
  /** See `watchOwnTime`. */
  starvationFactor?: number;
  /** Another program for the children; for tests. */
  entry?: URL;
};

/** The time limit of one attempt (time lost to a busy machine does not count), and whether it is the full limit for the file. */
export type Try = { limitMs: number; isWholeLimit: boolean };

type ParseRequest = {
  path: string;
  filename: string;
  chunkTokens: number;
  ocr?: OcrRequest | undefined;
};

/** The bytes of a file and their number. */
export type FileContent = { size: number; content: Readable };

/** The heap's share of the memory limit; the rest is for file bytes and the runtime itself. */
const HEAP_SHARE = 0.7;

/** One parser child: it handles one request at a time, and is ended if it takes too long or too much memory. */
export const startParserProcess = (options: ParserProcessOptions) => {
  const { maxMemoryMb, confinement, starvationFactor } = options;
  const child = startIsolated(options.entry ?? entryBeside('parser-child', import.meta.url), {
    heapMb: Math.floor(maxMemoryMb * HEAP_SHARE),
    maxResidentMb: maxMemoryMb,
    confinement,
    hasInput: true,
    starvationFactor,
  });
  const ready = whenReady(child, options);
  ready.catch(() => undefined);
  let isFresh = true;
  const ask = async <Result>(
    request: ChildRequest,
    { content, collector }: { content: Readable; collector: Collector<Result> },
    { signal, limitMs, isWholeLimit }: Try & { signal: AbortSignal | undefined },
  ): Promise<Result> => {
    const unreadable = new AbortController();
    content.once('error', (cause) => unreadable.abort(toStoreFailure(cause)));
    try {
      await (signal === undefined ? ready : untilAborted(ready, signal));
      isFresh = false;
      return await child.converse(
        {
          send: request,
          take: (message) => collect(message, collector),
          ...(request.size > 0 && { input: content }),
        },
        { limitMs, signals: [unreadable.signal, signal] },
      );
    } catch (error) {
      throw toParseFailure(error, { isWholeLimit });
    } finally {
      content.destroy();
    }
  };
  return {
    parse: ({ path, ...request }: ParseRequest, time: Try, signal?: AbortSignal) =>
      withFile(path, ({ size, content }) => {
        const collector = createDocumentCollector();
        const asked = { kind: 'parse', ...request, size } as const;
        return ask(asked, { content, collector }, { ...time, signal });
      }),
    /** Answers requests about pages. Fails with a parse failure, or with the signal's reason. */
    look: <Look extends PageLook>(
      { size, content }: FileContent,
      look: Look,
      time: Try & { signal: AbortSignal },
    ): Promise<LookAnswer<Look['look']>> => {
      const collector = createLookCollector<Look['look']>(look.look);
      return ask({ kind: 'look', ...look, size }, { content, collector }, time);
    },
    isAlive: child.isAlive,
    /** True if it is alive and has not seen any file. */
    isFresh: (): boolean => isFresh && child.isAlive(),
    memoryMb: child.memoryMb,
    stepBack: child.stepBack,
    kill: child.end,
  };
};

const START_LIMIT_MS = 30_000;

/** A failure to start is never the fault of a file, because the child has not seen one. */
const whenReady = async (
  child: IsolatedProcess,
  { startLimitMs: limitMs = START_LIMIT_MS }: ParserProcessOptions,
): Promise<void> => {
  try {
    await child.converse({ take: () => true }, { limitMs });
  } catch (error) {
    throw readerHeldUp(error);
  }
};

/** Translates a failure of the process into a parse failure; other errors stay as they are. */
const toParseFailure = (error: unknown, { isWholeLimit }: Pick<Try, 'isWholeLimit'>): unknown => {
  if (!(error instanceof IsolatedFailure)) return error;
  const { kind, wasStarved } = error;
  if (wasStarved) return readerHeldUp(error);
  if (kind === 'too_slow') return new ParserTimeout({ hadWholeLimit: isWholeLimit });
  return parseFailure(kind === 'out_of_memory' ? 'parser_out_of_memory' : 'parser_crashed', error);
};

/** If a file breaks off while it is fetched or read from the disk, that says nothing about its content. */
const toStoreFailure = (cause: unknown): AppError =>
  isAppError(cause)
    ? cause
    : new AppError('storage_unavailable', 'The file store stopped in the middle of the file.', {
        cause,
      });

const collect = <Result>(raw: unknown, collector: Collector<Result>): Result | undefined => {
  const { data: message } = ChildMessage.safeParse(raw);
  if (message === undefined) throw parseFailure('parser_crashed');
  if (message.type === 'ready') return undefined;
  if (message.type !== 'failed') return collector(message);
  const { code } = message;
  throw parseFailure(isParseFailureCode(code) ? code : 'parser_crashed');
};

/** Opens a file while `work` runs. It is opened here, because the child has neither its name nor permission to read it. */
export const withFile = async <Result>(
  path: string,
  work: (file: FileContent) => Promise<Result>,
): Promise<Result> => {
  const file = await open(path).catch((cause: unknown) => {
    throw parseFailure('parser_crashed', cause);
  });
  try {
    const { size } = await file.stat();
    return await work({
      size,
      content: file.createReadStream({ autoClose: false, end: Math.max(0, size - 1) }),
    });
  } finally {
    await file.close();
  }
};
