import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transform } from 'esbuild';
import { showSourceLines, toSourceLine } from '../../../src/platform/processes/source-lines.js';

const SOURCE = `type Nothing = {
  left: true;
};

export const fail = (): Nothing => {
  throw new TypeError('too late');
};
`;

let folder: string;
// A function that V8 calls by itself.
// eslint-disable-next-line @typescript-eslint/unbound-method
const before = Error.prepareStackTrace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-lines-'));
});

afterEach(async () => {
  Error.prepareStackTrace = before;
  await rm(folder, { recursive: true, force: true });
});

/** Compiles the source as a build does; returns where it stands. */
const compile = async (map?: string): Promise<string> => {
  const options = { loader: 'ts', sourcemap: 'external', sourcefile: 'late.ts' } as const;
  const made = await transform(SOURCE, options);
  const path = join(folder, 'late.js');
  await writeFile(path, made.code);
  await writeFile(`${path}.map`, map ?? made.map);
  return path;
};

const stackOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as Error).stack ?? '';
  }
  return '';
};

describe('stack traces', () => {
  it('name the source file and line after the message of the error', async () => {
    const { fail } = (await import(pathToFileURL(await compile()).href)) as { fail: () => never };

    showSourceLines();
    const [heading, first] = stackOf(fail).split('\n');

    expect(heading).toBe('TypeError: too late');
    expect(first).toBe(`    at fail (${join(folder, 'late.ts')}:6:9)`);
  });

  it('are readable even if the name of the error cannot be read', () => {
    const error = new Error('hidden');
    Object.defineProperty(error, 'name', {
      get: () => {
        throw new Error('no name');
      },
    });

    showSourceLines();
    Error.captureStackTrace(error);

    expect(error.stack).toMatch(/^Error\n {4}at /u);
  });

  it.each([
    ['has no map', 'at load (node:internal/modules/loader:12:3)'],
    ['is native', 'at Array.map (<anonymous>)'],
    ['names a missing file', 'at fail (file:///nowhere/late.js:1:1)'],
  ])('leave a frame unchanged that %s', (_, frame) => {
    expect(toSourceLine(frame)).toBe(frame);
  });

  it('leave a frame unchanged if its source map is broken', async () => {
    const frame = `at fail (${pathToFileURL(await compile('{ not a map')).href}:2:9)`;

    expect(toSourceLine(frame)).toBe(frame);
  });
});
