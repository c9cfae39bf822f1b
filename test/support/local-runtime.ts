import { fileURLToPath } from 'node:url';
import { fetchRuntime } from '../../src/platform/models/local/runtime-files.js';

/** Beside other things that are made once per installation. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/local-models', import.meta.url));

/** The folder of local models, with the runtime of them in it; it is brought once for all tests of an installation. */
export const bringRuntime = async (): Promise<string> => {
  const { signal } = new AbortController();
  await fetchRuntime({ folder: FOLDER, print: () => undefined, signal });
  return FOLDER;
};
