import { Worker, type ResourceLimits, type WorkerOptions } from 'node:worker_threads';

export type ThreadOptions = {
  /** Handed to the thread as it is. */
  data?: unknown;
  /** Of `process.argv`, behind the first two. */
  words?: readonly string[];
  /** For the JavaScript heap; memory of WebAssembly and of buffers is not in it. */
  limits: ResourceLimits;
};

/** A thread that runs the file of this name beside `importer`: TypeScript from source, JavaScript from dist. */
export const startThread = (name: string, importer: string, options: ThreadOptions): Worker => {
  const thread = new Worker(...describeThread(name, importer, options));
  // Thrown away, for nothing that such a thread prints belongs on the streams of the process.
  thread.stdout.resume();
  thread.stderr.resume();
  return thread;
};

/** What Node makes such a thread of. */
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
