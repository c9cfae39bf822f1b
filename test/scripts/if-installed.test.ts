import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../../scripts/if-installed.js');

let tree: string;
beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'kr-tree-'));
  await mkdir(join(tree, 'scripts'));
  await writeFile(join(tree, 'package.json'), '{"type":"module"}');
  await copyFile(SCRIPT, join(tree, 'scripts/if-installed.js'));
});
afterEach(() => rm(tree, { recursive: true }));

const run = (...args: string[]) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(tree, 'scripts/if-installed.js'), ...args],
    { encoding: 'utf8' },
  );
  return { status, stderr };
};

describe('a start without the development dependencies', () => {
  it('fails with one sentence if nothing has been built', () => {
    const { status, stderr } = run('tsx', 'scripts/build.ts');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no dist\/[^\n]+npm run build[^\n]+\n$/u);
  });

  it('builds nothing and continues if a build exists', async () => {
    await mkdir(join(tree, 'dist/src'), { recursive: true });
    await writeFile(join(tree, 'dist/src/server.js'), '');

    expect(run('tsx', 'scripts/build.ts')).toEqual({ status: 0, stderr: '' });
  });

  it('installs silently before anything is built', () => {
    expect(run('prisma', 'generate')).toEqual({ status: 0, stderr: '' });
  });
});
