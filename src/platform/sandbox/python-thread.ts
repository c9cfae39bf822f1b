import { createRequire, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { limitMemory } from './limit-memory.js';

const BUFFER_BYTES = 96 * 1024 * 1024;

/** The part of Node's loader of CommonJS that is written nowhere, and that the interpreter loads its parts with. */
type Loader = { _load: (request: string, ...rest: unknown[]) => unknown };

/** Python's sockets are those of a package of WebSockets, if there is one somewhere above its folder. */
const refusePackages = (): void => {
  const loader = createRequire(import.meta.url)('node:module') as Loader;
  const load = loader._load;
  loader._load = (request, ...rest) => {
    if (!isBuiltin(request) && !request.endsWith('/python.cjs')) {
      throw new Error(`${request} is not to be had here.`);
    }
    return load.call(loader, request, ...rest);
  };
};

// Entry of the thread in which just-bash runs its interpreter of Python: first the limits, then the file that just-bash would have run.
const [file, memoryBytes] = process.argv.slice(-2);
limitMemory({ wasmBytes: z.coerce.number().int().parse(memoryBytes), bufferBytes: BUFFER_BYTES });
refusePackages();
// Python would tell where on the host it lies.
process.argv.splice(1, process.argv.length, '/usr/bin/python3');
await import(pathToFileURL(z.string().parse(file)).href);
