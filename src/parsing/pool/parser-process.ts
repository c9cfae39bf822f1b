import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { NO_CONFINEMENT, type Confinement } from '../../platform/processes/confinement.js';
import { startEntry } from '../../platform/processes/start-process.js';
import { linkSignals, untilAborted } from '../../shared/async.js';
import {
  isParseFailureCode,
  parseFailure,
  ParserTimeout,
  type ParseFailureCode,
} from '../parse-failure.js';
import {
  createDocumentCollector,
  createLookCollector,
  type Collector,
  type LookAnswer,
} from './collectors.js';
import type { PageLook } from '../page-pictures/schema.js';
import { ChildMessage, type ChildRequest } from './messages.js';

export type ParserProcessOptions = {
  maxMemoryMb: number;
  /** What a child is kept from; default: nothing but the environment. */
  confinement?: Confinement;
  /** Another program for the children; for tests. */
  entry?: URL;
};

/** The time of one try, and whether it is all that a file may have. */
export type Try = { limitMs: number; isWholeLimit: boolean };

type ParseRequest = { path: string; filename: string; chunkTokens: number };

/** The bytes of a file and how many they are. */
export type FileContent = { size: number; content: Readable };

const STDERR_TAIL = 4_000;

/** One parser child: one request at a time, killed when it takes too long or too much. */
export const startParserProcess = (options: ParserProcessOptions) => {
  const child = startChild(options);
  let stderr = '';
  child.stderr?.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('latin1')).slice(-STDERR_TAIL);
  });
  const gone = new AbortController();
  const end = (code: ParseFailureCode): void => gone.abort(parseFailure(code));
  child.once('error', () => end('parser_crashed'));
  // Of one that went while its file was written to it; that it went is told below.
  child.stdin?.on('error', () => undefined);
  // 'close' comes after stderr was read to its end.
  child.once('close', (_code, signal) => end(codeOfExit(signal, stderr)));
  const ready = whenReady(child, gone.signal);
  ready.catch(() => undefined);
  const isAlive = (): boolean =>
    !child.killed && child.exitCode === null && child.signalCode === null && child.connected;
  const ask = async <Result>(
    request: ChildRequest,
    { content, collector }: { content: Readable; collector: Collector<Result> },
    { signal, ...time }: Try & { signal: AbortSignal | undefined },
  ): Promise<Result> => {
    const unreadable = new AbortController();
    content.once('error', (cause) => unreadable.abort(parseFailure('parser_crashed', cause)));
    try {
      await ready;
      const stops = [gone.signal, unreadable.signal, ...(signal ? [signal] : [])];
      const result = awaitResult(child, collector, { ...options, ...time, stops });
      if (isAlive()) send(child, request, content);
      return await result;
    } finally {
      content.destroy();
    }
  };
  return {
    parse: ({ path, ...request }: ParseRequest, time: Try, signal?: AbortSignal) =>
      withFile(path, ({ size, content }) => {
        const collector = createDocumentCollector();
        return ask(
          { kind: 'parse', ...request, size },
          { content, collector },
          { ...time, signal },
        );
      }),
    /** Answers what is asked of pages. Fails with a parse failure, or with the signal's reason. */
    look: <Look extends PageLook>(
      { size, content }: FileContent,
      look: Look,
      time: Try & { signal: AbortSignal },
    ): Promise<LookAnswer<Look['look']>> => {
      const collector = createLookCollector<Look['look']>(look.look);
      return ask({ kind: 'look', ...look, size }, { content, collector }, time);
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

const startChild = (options: ParserProcessOptions): ChildProcess => {
  const { maxMemoryMb, entry = defaultEntry, confinement = NO_CONFINEMENT } = options;
  return startEntry(entry, {
    heapMb: Math.floor(maxMemoryMb * HEAP_SHARE),
    confinement,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
};

const send = (child: ChildProcess, request: ChildRequest, content: Readable): void => {
  child.send(request, () => undefined);
  if (child.stdin && request.size > 0) content.pipe(child.stdin, { end: false });
};

/** A file for as long as the work lasts. It is opened here: the child has neither its name nor a right to it. */
const withFile = async <Result>(
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

type Awaiting = ParserProcessOptions & Try & { stops: readonly AbortSignal[] };

/** Waits for the result of one request; on any limit the child is killed first. */
const awaitResult = async <Result>(
  child: ChildProcess,
  collector: Collector<Result>,
  { limitMs, isWholeLimit, maxMemoryMb, stops }: Awaiting,
): Promise<Result> => {
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
  const onMessage = (raw: unknown): void => {
    const { success, data: message } = ChildMessage.safeParse(raw);
    if (!success) stop('parser_crashed');
    else if (message.type === 'failed') {
      const { code } = message;
      collector.fail(parseFailure(isParseFailureCode(code) ? code : 'parser_crashed'));
    } else if (message.type !== 'ready' && !collector.take(message)) stop('parser_crashed');
  };
  child.on('message', onMessage);
  try {
    return await untilAborted(collector.result, stopped.signal);
  } catch (error) {
    if (stopped.signal.aborted) child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(memory);
    child.off('message', onMessage);
    stopped.unlink();
  }
};

const PAGE_BYTES = 4096;

/** Resident memory by /proc; 0 where there is none. */
const residentMb = (pid: number | undefined): number => {
  const pages = readProcess(pid, 'statm').split(' ')[1];
  return (Number(pages ?? 0) * PAGE_BYTES) / 1024 / 1024;
};

/** The kernel counts hundredths of a second for whoever asks, whatever its own clock. */
const TICK_MS = 10;
/** In the part after the name, which may hold anything: ticks of its own and of the kernel for it. */
const TICKS_AT = [11, 12];

/** Processor time by /proc since the process began. Where there is none, the time since then: as if it had never waited. */
export const cpuTimeMs = (pid: number | undefined): number => {
  const stat = readProcess(pid, 'stat');
  if (stat === '') return performance.now();
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TICKS_AT.reduce((sum, index) => sum + Number(fields[index] ?? 0) * TICK_MS, 0);
};

/** Leaves the processor to every other process that wants it. */
const stepBack = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system does not allow it.
  }
};

const readProcess = (pid: number | undefined, file: 'stat' | 'statm'): string => {
  try {
    return readFileSync(`/proc/${pid ?? 'none'}/${file}`, 'latin1');
  } catch {
    return '';
  }
};
