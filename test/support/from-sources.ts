import { join } from 'node:path';

/** Node's options for a process that is started from one of our sources, as it was when the tests began. */
export const FROM_SOURCES = ['--import', join(import.meta.dirname, 'load-compiled.js')];
