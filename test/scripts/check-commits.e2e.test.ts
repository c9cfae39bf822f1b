import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
const SCRIPT = join(ROOT, 'scripts/check-commits.ts');
const run = promisify(execFile);

describe('the check of commit subjects', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-commits-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const check = () => run(process.execPath, [TSX, SCRIPT], { cwd: folder });

  // None of them is a descendant of the commit from which on the rule holds, as in a shallow clone.
  const commit = async (...subjects: string[]) => {
    await run('git', ['init', '-q'], { cwd: folder });
    const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];
    for (const subject of subjects) {
      const options = ['-q', '--allow-empty', '--no-gpg-sign', '-m', subject];
      await run('git', [...author, 'commit', ...options], { cwd: folder });
    }
  };

  it('accepts a subject of 72 characters, however many bytes they take', async () => {
    await commit('docs: first', 'ű'.repeat(72));

    await expect(check()).resolves.toMatchObject({ stderr: '' });
  });

  it('reports each subject of 73 characters', async () => {
    await commit('a'.repeat(73), 'docs: short', 'b'.repeat(73));

    await expect(check()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/has 73 characters: b{73}\n.*has 73 characters: a{73}\n/),
    });
  });

  it('says so if there is no history', async () => {
    await expect(check()).resolves.toMatchObject({
      stderr: expect.stringContaining('no Git history'),
    });
  });
});
