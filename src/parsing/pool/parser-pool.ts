import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addStemmerFailures } from '../../language/index.js';
import { linkSignals, untilAborted } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import {
  isParseFailureCode,
  parseFailure,
  ParserTimeout,
  type ParseFailureCode,
} from '../parse-failure.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import { ChildMessage, type ChildRequest } from './messages.js';
import { cpuTimeMs, residentMb, stepBack } from './process-usage.js';

export type ParserPoolOptions = {
  /** Files that are read at once, and how many of them may be one tenant's. */
  size: number;
  perTenant: number;
  /** The time of a file's first try. */
  firstTimeoutMs: number;
  /** Beside them, files that took longer than that are read: so many at once, with the whole limit. */
  slowSize: number;
  timeoutMs: number;
  maxMemoryMb: number;
  chunkTokens: number;
  /** A child is replaced after this many files, so that a leak in a parser cannot add up. */
  filesPerChild?: number;
  /** Another program for the children; for tests. */
  entry?: URL;
};

type ParseRequest = {
  path: string;
  filename: string;
  owner: TurnOwner;
  /** The first try was stopped: the file waits for a turn among slow ones. */
  isSlow?: boolean;
  signal?: AbortSignal;
};

export type ParserPool = ReturnType<typeof createParserPool>;

const FILES_PER_CHILD = 1_000;
/** A child that holds more than this share of its limit after a file is not used for another. */
const REUSE_BELOW_SHARE = 0.6;

type ParserProcess = ReturnType<typeof startParserProcess>;
type Slot = { process: ParserProcess; files: number };
/** The time of one try, and whether it is all that a file may have. */
type Try = { limitMs: number; isWholeLimit: boolean };

const NEVER = new AbortController().signal;

/** Parser children that are started when first needed, reused between files and replaced when one was killed. */
export const createParserPool = (options: ParserPoolOptions) => {
  const { size, perTenant, slowSize, timeoutMs, chunkTokens } = options;
  const turns = createFairTurns({ atOnce: size, perTenant });
  const slowTurns = createFairTurns({ atOnce: slowSize });
  const firstLimitMs = Math.min(options.firstTimeoutMs, timeoutMs);
  const firstTry: Try = { limitMs: firstLimitMs, isWholeLimit: firstLimitMs === timeoutMs };
  const slowTry: Try = { limitMs: timeoutMs, isWholeLimit: true };
  const children = createChildren(options);
  return {
    /** Reads one file in a child. Fails with a parse failure, or with the signal's reason. */
    parse: async (request: ParseRequest): Promise<AnalyzedDocument> => {
      const { path, filename, owner, isSlow = false, signal = NEVER } = request;
      if (children.isClosed()) throw closed();
      return (isSlow ? slowTurns : turns).run(owner, signal, async () => {
        if (children.isClosed()) throw closed();
        const slot = isSlow ? children.startForSlow() : children.take();
        const time = isSlow ? slowTry : firstTry;
        try {
          return await slot.process.parse({ path, filename, chunkTokens }, time, signal);
        } catch (error) {
          throw children.isClosed() ? closed() : error;
        } finally {
          await children.putBack(slot);
        }
      });
    },
    close: (): Promise<void> => children.close(),
  };
};

const createChildren = (options: ParserPoolOptions) => {
  const { maxMemoryMb, filesPerChild = FILES_PER_CHILD } = options;
  const idle: Slot[] = [];
  const all = new Set<ParserProcess>();
  let isClosed = false;

  const retire = async (process: ParserProcess): Promise<void> => {
    await process.kill();
    all.delete(process);
  };
  const start = (): Slot => {
    const process = startParserProcess(options);
    all.add(process);
    return { process, files: 0 };
  };
  return {
    take: (): Slot => {
      for (let slot = idle.pop(); slot; slot = idle.pop()) {
        if (slot.process.isAlive()) return slot;
        all.delete(slot.process);
      }
      return start();
    },
    /** Its processor time is what others leave, and it serves no other file. */
    startForSlow: (): Slot => {
      const slot = start();
      slot.process.stepBack();
      return { ...slot, files: filesPerChild };
    },
    putBack: async (slot: Slot): Promise<void> => {
      slot.files += 1;
      const isWorn =
        slot.files >= filesPerChild || slot.process.memoryMb() > maxMemoryMb * REUSE_BELOW_SHARE;
      if (slot.process.isAlive() && !isWorn && !isClosed) idle.push(slot);
      else await retire(slot.process);
    },
    isClosed: (): boolean => isClosed,
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...all].map(retire));
    },
  };
};

const STDERR_TAIL = 4_000;

/** One parser child: one request at a time, killed when it takes too long or too much. */
const startParserProcess = (options: ParserPoolOptions) => {
  const child = forkChild(options);
  let stderr = '';
  child.stderr?.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('latin1')).slice(-STDERR_TAIL);
  });
  const gone = new AbortController();
  const end = (code: ParseFailureCode): void => gone.abort(parseFailure(code));
  child.once('error', () => end('parser_crashed'));
  // 'close' comes after stderr was read to its end.
  child.once('close', (_code, signal) => end(codeOfExit(signal, stderr)));
  const ready = whenReady(child, gone.signal);
  ready.catch(() => undefined);
  const isAlive = (): boolean =>
    !child.killed && child.exitCode === null && child.signalCode === null && child.connected;
  return {
    parse: async (
      request: ChildRequest,
      time: Try,
      signal?: AbortSignal,
    ): Promise<AnalyzedDocument> => {
      await ready;
      const stops = signal ? [gone.signal, signal] : [gone.signal];
      const result = awaitResult(child, { ...options, ...time, stops });
      if (isAlive()) child.send(request, () => undefined);
      return result;
    },
    isAlive,
    memoryMb: (): number => residentMb(child.pid),
    stepBack: (): void => stepBack(child.pid),
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      if (!gone.signal.aborted) await once(gone.signal, 'abort');
    },
  };
};

/** The heap's share of the memory limit; the rest is for file bytes and the runtime itself. */
const HEAP_SHARE = 0.7;

// Beside this file: TypeScript from source, JavaScript from dist.
const isSource = import.meta.url.endsWith('.ts');
const defaultEntry = new URL(isSource ? './parser-child.ts' : './parser-child.js', import.meta.url);

const forkChild = ({ maxMemoryMb, entry = defaultEntry }: ParserPoolOptions): ChildProcess =>
  fork(fileURLToPath(entry), [], {
    execArgv: [
      `--max-old-space-size=${Math.floor(maxMemoryMb * HEAP_SHARE)}`,
      ...(entry.href.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []),
    ],
    // No environment: a child that reads untrusted files holds no secret.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });

const codeOfExit = (signal: NodeJS.Signals | null, stderr: string): ParseFailureCode => {
  // V8 aborts when its heap is full; a SIGKILL that is not ours is the kernel's, out of memory.
  const isMemory = /heap out of memory|allocation failed|invalid table size/i.test(stderr);
  return isMemory || signal === 'SIGKILL' ? 'parser_out_of_memory' : 'parser_crashed';
};

const START_TIMEOUT_MS = 30_000;

const whenReady = async (child: ChildProcess, gone: AbortSignal): Promise<void> => {
  const stopped = linkSignals([gone]);
  // No fault of the file's.
  const tooLate = new ParserTimeout({ hadWholeLimit: true, wasStarved: true });
  const timer = setTimeout(stopped.abort, START_TIMEOUT_MS, tooLate);
  try {
    await untilAborted(once(child, 'message'), stopped.signal);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
    stopped.unlink();
  }
};

const MEMORY_CHECK_MS = 100;
/** Of a processor: with less, another time might do. */
const FAIR_CPU_SHARE = 0.5;

type Awaiting = ParserPoolOptions & Try & { stops: readonly AbortSignal[] };

/** Waits for the result of one request; on any limit the child is killed first. */
const awaitResult = async (
  child: ChildProcess,
  { limitMs, isWholeLimit, maxMemoryMb, stops }: Awaiting,
): Promise<AnalyzedDocument> => {
  const stopped = linkSignals(stops);
  const stop = (code: ParseFailureCode): void => stopped.abort(parseFailure(code));
  const cpuBeforeMs = cpuTimeMs(child.pid);
  const timer = setTimeout(() => {
    const usedMs = cpuTimeMs(child.pid) - cpuBeforeMs;
    const wasStarved = usedMs < limitMs * FAIR_CPU_SHARE;
    stopped.abort(new ParserTimeout({ hadWholeLimit: isWholeLimit, wasStarved }));
  }, limitMs);
  const memory = setInterval(() => {
    if (residentMb(child.pid) > maxMemoryMb) stop('parser_out_of_memory');
  }, MEMORY_CHECK_MS);
  const collector = createCollector(() => stop('parser_crashed'));
  child.on('message', collector.onMessage);
  try {
    return await untilAborted(collector.document, stopped.signal);
  } catch (error) {
    if (stopped.signal.aborted) child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(memory);
    child.off('message', collector.onMessage);
    stopped.unlink();
  }
};

/** Puts the messages of a child together to the document, or to the failure, that the last one ends. */
const createCollector = (onNonsense: () => void) => {
  const texts: string[] = [];
  const chunks: AnalyzedDocument['chunks'] = [];
  let onMessage: (raw: unknown) => void = () => undefined;
  const document = new Promise<AnalyzedDocument>((resolve, reject) => {
    onMessage = (raw) => {
      const { success, data: message } = ChildMessage.safeParse(raw);
      if (!success) onNonsense();
      else if (message.type === 'failed') {
        reject(parseFailure(isParseFailureCode(message.code) ? message.code : 'parser_crashed'));
      } else if (message.type !== 'ready') {
        texts.push(message.text);
        for (const chunk of message.chunks) chunks.push(chunk);
        if (message.type === 'part') return;
        const { format, title, pageCount, language, stemmerFailures } = message;
        addStemmerFailures(stemmerFailures);
        resolve({ format, title, pageCount, language, text: texts.join(''), chunks });
      }
    };
  });
  return { document, onMessage };
};

const closed = (): AppError => new AppError('shutting_down', 'The parser pool is closed.');
