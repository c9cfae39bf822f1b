import { fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits, WorkerOptions } from 'node:worker_threads';
import type { Confinement } from './confinement.js';

/**
 * A process of ours that runs the file of this name beside `importer`: TypeScript from source, JavaScript from dist. For what others
 * wrote: V8 ends a whole process when one large allocation does not fit, whatever limits its threads have. It has no environment, and
 * nothing that it prints belongs on our streams.
 */
export const startProcess = (
  name: string,
  importer: string,
  options: ProcessOptions,
): ChildProcess => {
  const isSource = importer.endsWith('.ts');
  return startEntry(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, importer), options);
};

type ProcessOptions = {
  heapMb: number;
  confinement: Confinement;
  /** Whether it starts threads of its own, which Node's options hold less firmly. */
  threads?: boolean;
  stdio?: StdioOptions;
};

/** The same for a file by its address. */
export const startEntry = (entry: URL, options: ProcessOptions): ChildProcess => {
  const { heapMb, confinement, threads = false } = options;
  const { command, nodeOptions, diesWithParent } = confinement;
  const hasThreads = nodeOptions.length > 0 && (threads || !diesWithParent);
  const [program, ...words] = [...command, process.execPath];
  return fork(fileURLToPath(entry), diesWithParent ? [] : [WATCH_PARENT], {
    execPath: program,
    execArgv: [
      ...words,
      ...nodeOptions,
      ...(hasThreads ? ['--allow-worker'] : []),
      `--max-old-space-size=${heapMb}`,
      ...(entry.href.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []),
    ],
    env: {},
    serialization: 'advanced',
    stdio: options.stdio ?? ['ignore', 'ignore', 'ignore', 'ipc'],
  });
};

/** Told to a process that the kernel does not end with its parent. */
export const WATCH_PARENT = '--watch-parent';

/** Ended, whatever it was doing; resolves when it is gone. */
export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  await new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.kill('SIGKILL');
  });
};

type ThreadOptions = {
  /** Handed to the thread as it is. */
  data?: unknown;
  /** Of `process.argv`, behind the first two. */
  words?: readonly string[];
  /** For the JavaScript heap; memory of WebAssembly and of buffers is not in it. */
  limits: ResourceLimits;
};

/** What Node makes a thread of within such a process, for the file of this name. */
export const describeThread = (
  name: string,
  importer: string,
  { data, words = [], limits }: ThreadOptions,
): [entry: URL, options: WorkerOptions] => [
  toEntry(name, importer),
  {
    workerData: data,
    resourceLimits: limits,
    // No environment and no options of ours: a thread for what others wrote knows nothing of the process.
    env: {},
    argv: [...words],
    execArgv: [],
    stdout: true,
    stderr: true,
  },
];

/** Node hands the loader of TypeScript down to processes, but not to threads. */
const toEntry = (name: string, importer: string): URL => {
  const isSource = importer.endsWith('.ts');
  const entry = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, importer);
  if (!isSource) return entry;
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from '${loader}'; register(); await import('${entry.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
};
