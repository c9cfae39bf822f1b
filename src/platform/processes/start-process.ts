import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits, WorkerOptions } from 'node:worker_threads';

/**
 * A process of ours that runs the file of this name beside `importer`: TypeScript from source, JavaScript from dist. For what others
 * wrote: V8 ends a whole process when one large allocation does not fit, whatever limits its threads have. It has no environment, and
 * nothing that it prints belongs on our streams.
 */
export const startProcess = (
  name: string,
  importer: string,
  { heapMb }: { heapMb: number },
): ChildProcess => {
  const isSource = importer.endsWith('.ts');
  const loader = isSource ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, importer)), [], {
    execArgv: [`--max-old-space-size=${heapMb}`, ...loader],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
};

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
