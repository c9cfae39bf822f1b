import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The sources of each process that a test starts: the program, and what stands in for a part of it or dies on purpose. */
export const FOLDERS = ['src', 'config', 'workers', 'test/support', 'test/fakes', 'test/fixtures'];

/** As a release is laid out: `dist/`, and beside it what `dist/` finds there. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled-sources');
