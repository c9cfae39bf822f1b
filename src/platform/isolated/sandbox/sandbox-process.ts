import type { Bash, CommandName, IFileSystem } from 'just-bash';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { endWithParent } from '../end-with-parent.js';
import { describeThread } from '../isolated-thread.js';
import { STARTED, type Order, type Outcome, type Said } from './messages.js';

const HOME = '/workspace';
const MEGABYTE = 1024 * 1024;
const PYTHON_HEAP = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
const MAX_OUTPUT_CHARS = 65_536;

/** just-bash starts threads without any limits. */
const limitThreads = (memoryBytes: number): void => {
  workerThreads.Worker = new Proxy(workerThreads.Worker, {
    construct: (target, [file, { workerData: data }]: [string, { workerData: unknown }]) =>
      Reflect.construct(
        target,
        describeThread('python-thread', import.meta.url, {
          data,
          words: [file, String(memoryBytes)],
          limits: PYTHON_HEAP,
        }),
      ),
  });
  syncBuiltinESMExports();
};

const openBash = async (
  { files, language, timeoutMs, startLimitMs }: Order,
  readScript: () => string,
) => {
  // Python's interpreter has to start before it reads the script, so the script's clock, not this limit, stops the script.
  const limitMs = language === 'python' ? startLimitMs + timeoutMs : timeoutMs;
  const { Bash, getCommandNames } = await import('just-bash');
  return new Bash({
    files: {
      ...Object.fromEntries([...files].map(([name, bytes]) => [`${HOME}/${name}`, bytes])),
      [SCRIPT_PATH]: readScript,
    },
    cwd: HOME,
    env: { HOME },
    python: true,
    // The type lists these names as a union that the function does not return.
    commands: getCommandNames().filter((name) => !LEFT_OUT.has(name)) as CommandName[],
    executionLimitProfile: 'hardened',
    executionLimits: {
      maxExecutionTimeMs: limitMs,
      maxPythonTimeoutMs: limitMs,
      maxOutputSize: MEGABYTE,
      maxFileSystemBytes: 64 * MEGABYTE,
      maxLiveBytes: 96 * MEGABYTE,
      maxInputBytes: 96 * MEGABYTE,
      maxArchiveBytes: 32 * MEGABYTE,
    },
  });
};

/** It needs a package that is not installed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['sqlite3', 'html-to-markdown']);

const run = async (order: Order): Promise<Said> => {
  const clock = createClock(order.timeoutMs);
  const bash = await openBash(order, () => {
    clock.start();
    return order.script;
  });
  const { stdout, stderr, exitCode } = await exec(bash, order, clock);
  const said = { stdout: cut(stdout), stderr: cut(stderr), exitCode };
  const cuts = [stdout, stderr].some((text) => text.length > MAX_OUTPUT_CHARS)
    ? ['What it printed was cut.']
    : [];
  if (clock.isOver()) {
    const seconds = Math.round(order.timeoutMs / 1000);
    const stopped = `It was stopped after ${seconds} s, and no file was kept.`;
    const computed = clock.computedSec();
    const idle =
      computed < seconds / 2
        ? [`It computed for ${computed} s of them: it waited, or the machine is busy.`]
        : [];
    return { ...said, changed: [], removed: [], notes: [...cuts, stopped, ...idle] };
  }
  const changes = await collectChanges(bash.fs, { home: HOME, before: order.files });
  return { ...said, ...changes, changed: [...changes.changed], notes: [...cuts, ...changes.notes] };
};

type Clock = ReturnType<typeof createClock>;

/** Counts from the start that the script reports; its signal aborts when the time is up. */
const createClock = (limitMs: number) => {
  const over = new AbortController();
  let startedAt = Infinity;
  let used = usage();
  return {
    signal: over.signal,
    /** Called at each access to the script's file; only the first one counts. */
    start: (): void => {
      if (startedAt < Infinity) return;
      startedAt = now();
      used = usage();
      send?.(STARTED);
      later(() => {
        over.abort();
      }, limitMs);
    },
    isOver: (): boolean => over.signal.aborted || now() - startedAt >= limitMs,
    /** Processor time since the start, of all threads: little of it means that the script slept, or that the machine is busy. */
    computedSec: (): number => {
      const { user, system } = usage(used);
      return Math.round((user + system) / 1_000_000);
    },
  };
};

const exec = (bash: Bash, { language, script }: Order, clock: Clock) => {
  if (language === 'python') {
    return bash.exec('python3', { args: ['-c', PYTHON_START], signal: clock.signal });
  }
  clock.start();
  return bash.exec(script, { rawScript: true });
};

const cut = (text: string): string => text.slice(0, MAX_OUTPUT_CHARS);

const SCRIPT_PATH = '/tmp/.script.py';

/** Runs the script as a separate file: just-bash would indent it, including strings of several lines, and change its line numbers. */
const PYTHON_START = `
import linecache, sys, traceback
sys.modules.pop('jb_http', None)
sys.argv = ['script.py']
def _start():
    with open('${SCRIPT_PATH}', encoding='utf-8') as file:
        source = file.read()
    linecache.cache['script.py'] = (len(source), None, source.splitlines(True), 'script.py')
    try:
        code = compile(source, 'script.py', 'exec')
    except (SyntaxError, ValueError) as error:
        traceback.print_exception(error.with_traceback(None))
        sys.exit(1)
    try:
        exec(code, {'__name__': '__main__', '__file__': 'script.py'})
    except SystemExit:
        raise
    except BaseException as error:
        traceback.print_exception(error.with_traceback(error.__traceback__.tb_next))
        sys.exit(1)
_start()
`;

type Before = { home: string; before: ReadonlyMap<string, Uint8Array> };
type Changes = Pick<Outcome, 'changed' | 'removed' | 'notes'>;

const MAX_ENTRIES = 2000;
const MAX_CHANGED = 100;
const MAX_CHANGED_BYTES = 20 * 1024 * 1024;

/** Finds files below the home folder that are new, changed or deleted; follows no links. Keeps nothing if there is too much. */
const collectChanges = async (files: IFileSystem, { home, before }: Before): Promise<Changes> => {
  const found = await list(files, home);
  if (found === null) return keepNothing(`It left more than ${MAX_ENTRIES} files and folders`);
  const changed = new Map<string, Uint8Array>();
  for (const path of found.files) {
    const name = path.slice(home.length + 1);
    const bytes = await files.readFileBuffer(path);
    const earlier = before.get(name);
    // A copy, because a slice would be sent together with its whole buffer.
    if (!earlier || !isSame(bytes, earlier)) changed.set(name, Uint8Array.from(bytes));
  }
  const total = [...changed.values()].reduce((sum, { length }) => sum + length, 0);
  if (changed.size > MAX_CHANGED) return keepNothing(`It changed more than ${MAX_CHANGED} files`);
  if (total > MAX_CHANGED_BYTES) return keepNothing('It changed more than 20 MB of files');
  const remaining = new Set(found.files);
  return {
    changed,
    removed: [...before.keys()].filter((name) => !remaining.has(`${home}/${name}`)),
    notes: found.hasLinks ? ['Links were not kept.'] : [],
  };
};

const keepNothing = (reason: string): Changes => ({
  changed: new Map(),
  removed: [],
  notes: [`${reason}, so none was kept.`],
});

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && Buffer.compare(one, other) === 0;

type Found = { files: string[]; hasLinks: boolean };

/** Null when there is too much. */
const list = async (files: IFileSystem, home: string): Promise<Found | null> => {
  const found: Found = { files: [], hasLinks: false };
  const folders = [home];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of await files.readdir(folder)) {
      seen += 1;
      if (seen > MAX_ENTRIES) return null;
      const path = `${folder}/${name}`;
      const { isSymbolicLink, isDirectory, isFile } = await files.lstat(path);
      if (isSymbolicLink) found.hasLinks = true;
      else if (isDirectory) folders.push(path);
      else if (isFile) found.files.push(path);
    }
  }
  return found;
};

// Captured now, because just-bash removes parts of the process for code that runs later.
const send = process.send?.bind(process);
const later = setTimeout;
const now = performance.now.bind(performance);
const usage = process.cpuUsage.bind(process);

// Entry of the process: runs one script, after which the process is ended from outside.
endWithParent();
process.once('message', (order: Order) => {
  limitThreads(order.memoryBytes);
  void run(order).then((said) => send?.(said));
});
