import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** What a process loads that a test starts: the program, and what dies on purpose. */
export const FOLDERS = ['src', 'config', 'workers', 'test/support', 'test/fakes'];

/** As a release is laid out: `dist/`, and beside it what `dist/` finds there. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled-sources');
