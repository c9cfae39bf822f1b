import { createRequire, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

type Limits = { wasmBytes: number; bufferBytes: number };

type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number };

const PAGE_BYTES = 65_536;

/**
 * Bounds what the limits of a thread's heap do not: the memory of WebAssembly and the bytes of arrays. Whoever wants more gets a
 * RangeError, which Python tells as MemoryError or OSError. To be called before anything else is loaded.
 */
const limitMemory = ({ wasmBytes, bufferBytes }: Limits): void => {
  // Node's types know WebAssembly without its parts, or not at all.
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

/** Looking up what is in use takes longer than a small allocation does. */
const LOOK_EVERY_BYTES = 1024 * 1024;

/** New arrays, and copies of parts of the memory of WebAssembly: of these two the files are made that Python has beside ours. */
const limitAllocations = (maxBytes: number): void => {
  // Taken now, for just-bash takes it away from what runs later.
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

/** The part of Node's loader of CommonJS that is written nowhere, and that the interpreter loads its parts with. */
type Loader = { _load: (request: string, ...rest: unknown[]) => unknown };

/**
 * Python's sockets are those of a package of WebSockets, if there is one somewhere above its folder. The interpreter itself is handed
 * over with bounded lines.
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

/** Less than just-bash takes of all output, so that what was kept is shown. */
const MAX_LINE_BYTES = 1_000_000;
const LINE_FEED = 10;

/** Emscripten keeps a line until it ends, with a number for each byte. Whoever writes on gets an OSError. */
const limitLines =
  (create: CreateInterpreter): CreateInterpreter =>
  (settings) =>
    create({
      ...settings,
      // The last one, for the streams are made by those before.
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

// Entry of the thread in which just-bash runs its interpreter of Python: first the limits, then the file that just-bash would have run.
const [file, memoryBytes] = process.argv.slice(-2);
limitMemory({ wasmBytes: z.coerce.number().int().parse(memoryBytes), bufferBytes: BUFFER_BYTES });
limitLoader();
// Python would tell where on the host it lies.
process.argv.splice(1, process.argv.length, '/usr/bin/python3');
await import(pathToFileURL(z.string().parse(file)).href);
