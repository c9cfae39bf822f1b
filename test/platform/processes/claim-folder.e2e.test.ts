import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimFolder } from '../../../src/platform/processes/claim-folder.js';

const HOLDER = join(import.meta.dirname, '../../support/hold-folder.ts');

let folder: string;
let holder: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-claim-'));
});

afterEach(async () => {
  holder?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const holdInChild = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', HOLDER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  holder = child;
  await once(child.stdout, 'data');
  return child;
};

describe('claiming a data folder', () => {
  it('is refused with the id of the process that has it and the name of the folder', async () => {
    const { pid = 0 } = await holdInChild();

    const refused = claimFolder(folder);

    await expect(refused).rejects.toMatchObject({
      name: 'FolderInUse',
      message: `DATA_DIR: another server, process ${pid}, works on ${folder}: end that one first, or give this one a folder of its own.`,
    });
    expect(await readdir(folder)).toEqual(['server.lock']);
  }, 60_000);

  it('is free again once the holder lets go of it, and leaves nothing behind', async () => {
    const first = await claimFolder(folder);
    await first.release();

    const second = await claimFolder(folder);
    await second.release();

    expect(await readdir(folder)).toEqual([]);
  });

  it('needs no repair after the holder was killed', async () => {
    const child = await holdInChild();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const claim = await claimFolder(folder);

    expect(await readdir(folder)).toEqual(['server.lock']);
    await claim.release();
  }, 60_000);

  it.each([
    ['another program now has the process id of the holder', `${process.pid}\n1\n`],
    ['the file was cut off', ''],
    ['the lock file contains anything else', 'what\never\n'],
  ])('is possible if %s', async (_what, left) => {
    await writeFile(join(folder, 'server.lock'), left);

    const claim = await claimFolder(folder);

    await expect(claimFolder(folder)).rejects.toThrow(`process ${process.pid}`);
    await claim.release();
  });

  it('succeeds for one of ten that ask at once', async () => {
    await writeFile(join(folder, 'server.lock'), `${process.pid}\n1\n`);

    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => claimFolder(folder)));

    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
