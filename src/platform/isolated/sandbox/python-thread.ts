import { createRequire, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

type Limits = { wasmBytes: number; bufferBytes: number };

type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number };

const PAGE_BYTES = 65_536;

/**
 * Bounds what a thread's heap limits do not: memory of WebAssembly and bytes of arrays. Exceeding it raises a RangeError, which Python
 * reports as MemoryError or OSError. Must run before anything else is loaded.
 */
const limitMemory = ({ wasmBytes, bufferBytes }: Limits): void => {
  // Node's types describe WebAssembly incompletely or not at all.
  const known: object = globalThis;
  const { WebAssembly } = known as {
    WebAssembly: { Memory: { prototype: Memory } };
  };
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (this: Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > wasmBytes) throw tooMuch();
    return grow.call(this, pages);
  };
  limitAllocations(bufferBytes);
};

/** Reading the memory in use takes longer than a small allocation. */
const LOOK_EVERY_BYTES = 1024 * 1024;

/** Wraps creation of arrays and copies of WebAssembly memory, which hold the files that Python creates. */
const limitAllocations = (maxBytes: number): void => {
  // Captured now, because just-bash removes it for code that runs later.
  const memoryUsage = process.memoryUsage.bind(process);
  let sinceLook = 0;
  const count = (bytes: number): void => {
    sinceLook += bytes;
    if (sinceLook < LOOK_EVERY_BYTES) return;
    if (memoryUsage().arrayBuffers + bytes > maxBytes) throw tooMuch();
    sinceLook = 0;
  };
  const copies = Object.getPrototypeOf(Uint8Array.prototype) as Pick<Uint8Array, 'slice'>;
  const { slice } = copies;
  copies.slice = function (this: Uint8Array, start = 0, end = this.length) {
    count(Math.max(0, end - start));
    return slice.call(this, start, end);
  };
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct: (target, given: unknown[], newTarget) => {
      const [size] = given;
      if (typeof size === 'number') count(size);
      return Reflect.construct(target, given, newTarget) as object;
    },
  });
};

const tooMuch = (): RangeError => new RangeError('Array buffer allocation failed');

/** An undocumented part of Node's CommonJS loader, which the interpreter uses to load its modules. */
type Loader = { _load: (request: string, ...rest: unknown[]) => unknown };

/**
 * Blocks Python's sockets, which would use a WebSocket package if one is installed in a parent folder. The interpreter itself is returned
 * with bounded lines.
 */
const limitLoader = (): void => {
  const loader = createRequire(import.meta.url)('node:module') as Loader;
  const load = loader._load;
  loader._load = (request, ...rest) => {
    if (request.endsWith('/python.cjs')) {
      return limitLines(load.call(loader, request, ...rest) as CreateInterpreter);
    }
    if (!isBuiltin(request)) throw new Error(`${request} is not available here.`);
    return load.call(loader, request, ...rest);
  };
};

/** Emscripten's build of Python, as far as its output is concerned. */
type Terminal = {
  output: number[];
  ops: { put_char: (terminal: Terminal, byte: number | null) => void };
};
type Interpreter = { FS: { getStream: (descriptor: number) => { tty?: Terminal } | null } };
type Settings = { preRun: ((interpreter: Interpreter) => void)[] };
type CreateInterpreter = (settings: Settings) => Promise<Interpreter>;

/** Less than just-bash's limit for all output, so that what was kept is shown. */
const MAX_LINE_BYTES = 1_000_000;
const LINE_FEED = 10;

/** Emscripten buffers a line until it ends, one number per byte. Writing past the limit raises an OSError. */
const limitLines =
  (create: CreateInterpreter): CreateInterpreter =>
  (settings) =>
    create({
      ...settings,
      // Last, because the earlier steps create the streams.
      preRun: [
        ...settings.preRun,
        ({ FS }) => {
          for (const { ops } of [1, 2].flatMap((stream) => FS.getStream(stream)?.tty ?? [])) {
            const put = ops.put_char;
            ops.put_char = (terminal, byte) => {
              const isEnd = byte === null || byte === LINE_FEED;
              if (!isEnd && terminal.output.length >= MAX_LINE_BYTES) throw tooMuch();
              put(terminal, byte);
            };
          }
        },
      ],
    });

const BUFFER_BYTES = 96 * 1024 * 1024;

// Entry of the thread in which just-bash runs its Python interpreter: sets the limits, then runs the file that just-bash would have run.
const [file, memoryBytes] = process.argv.slice(-2);
limitMemory({ wasmBytes: z.coerce.number().int().parse(memoryBytes), bufferBytes: BUFFER_BYTES });
limitLoader();
// Python would otherwise reveal its path on the host.
process.argv.splice(1, process.argv.length, '/usr/bin/python3');
await import(pathToFileURL(z.string().parse(file)).href);
