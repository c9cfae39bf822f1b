import type { ResourceLimits, WorkerOptions } from 'node:worker_threads';
import { entryBeside } from './entry-beside.js';

type ThreadOptions = {
  /** Passed to the thread unchanged. */
  data?: unknown;
  /** The arguments in `process.argv` after the first two. */
  words?: readonly string[];
  /** For the JavaScript heap; does not include memory of WebAssembly and buffers. */
  limits: ResourceLimits;
};

/** The arguments of `new Worker` for a thread of an isolated process that runs the file of this name. */
export const describeThread = (
  name: string,
  importer: string,
  { data, words = [], limits }: ThreadOptions,
): [entry: URL, options: WorkerOptions] => [
  toEntry(name, importer),
  {
    workerData: data,
    resourceLimits: limits,
    // No environment and none of our options: a thread that handles untrusted input must not learn about the process.
    env: {},
    argv: [...words],
    execArgv: [],
    stdout: true,
    stderr: true,
  },
];

/** Node passes the TypeScript loader on to processes, but not to threads. */
const toEntry = (name: string, importer: string): URL => {
  const entry = entryBeside(name, importer);
  if (!entry.href.endsWith('.ts')) return entry;
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from '${loader}'; register(); await import('${entry.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
};
