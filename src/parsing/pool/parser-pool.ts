import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLimit, inTurn, linkSignals, untilAborted } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { isParseFailureCode, parseFailure, type ParseFailureCode } from '../parse-failure.js';
import type { AnalyzedDocument } from '../parsed-document.js';
import { ChildMessage, type ChildRequest } from './messages.js';

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

export type ParserPool = ReturnType<typeof createParserPool>;

const FILES_PER_CHILD = 1_000;
/** A child that holds more than this share of its limit after a file is not used for another. */
const REUSE_BELOW_SHARE = 0.6;

type ParserProcess = ReturnType<typeof startParserProcess>;
type Slot = { process: ParserProcess; files: number };

/** Parser children that are started when first needed, reused between files and replaced when one was killed. */
export const createParserPool = (options: ParserPoolOptions) => {
  const { size, maxMemoryMb, chunkTokens, filesPerChild = FILES_PER_CHILD } = options;
  const turns = createLimit(size);
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
    /** Reads one file in a child. Fails with a parse failure, or with the signal's reason. */
    parse: async ({ path, filename, signal }: ParseRequest): Promise<AnalyzedDocument> => {
      if (isClosed()) throw closed();
      return inTurn(turns, signal, async () => {
        if (isClosed()) throw closed();
        const slot = takeSlot();
        try {
          return await slot.process.parse({ path, filename, chunkTokens }, signal);
        } catch (error) {
          throw isClosed() ? closed() : error;
        } finally {
          await putBack(slot);
        }
      });
    },
    close: async (): Promise<void> => {
      closing.abort();
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
    parse: async (request: ChildRequest, signal?: AbortSignal): Promise<AnalyzedDocument> => {
      await ready;
      const stops = signal ? [gone.signal, signal] : [gone.signal];
      const result = awaitResult(child, { ...options, stops });
      if (isAlive()) child.send(request, () => undefined);
      return result;
    },
    isAlive,
    memoryMb: (): number => residentMb(child.pid),
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
  const timer = setTimeout(stopped.abort, START_TIMEOUT_MS, parseFailure('parser_timeout'));
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

/** Waits for the result of one request; on any limit the child is killed first. */
const awaitResult = async (
  child: ChildProcess,
  { timeoutMs, maxMemoryMb, stops }: ParserPoolOptions & { stops: readonly AbortSignal[] },
): Promise<AnalyzedDocument> => {
  const stopped = linkSignals(stops);
  const stop = (code: ParseFailureCode): void => stopped.abort(parseFailure(code));
  const timer = setTimeout(stop, timeoutMs, 'parser_timeout');
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
        const { format, pageCount, language } = message;
        resolve({ format, pageCount, language, text: texts.join(''), chunks });
      }
    };
  });
  return { document, onMessage };
};

const PAGE_BYTES = 4096;

/** Resident memory by /proc; 0 where there is none. */
const residentMb = (pid: number | undefined): number => {
  try {
    const pages = readFileSync(`/proc/${pid ?? 'none'}/statm`, 'latin1').split(' ')[1];
    return (Number(pages) * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return 0;
  }
};

const closed = (): AppError => new AppError('shutting_down', 'The parser pool is closed.');
