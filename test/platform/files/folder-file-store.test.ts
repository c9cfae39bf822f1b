import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFolderFileStore } from '../../../src/platform/files/folder-file-store.js';
import { newId, TenantId } from '../../../src/shared/ids.js';
import { makeSystemScope } from '../../../src/shared/make-scope.js';

const scope = makeSystemScope(newId(TenantId));

describe('the folder file store', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'kr-files-'));
  });
  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  const files = () => createFolderFileStore({ root }).for(scope);

  it('reports a full disk as insufficient storage', async () => {
    const source = new Readable({
      read() {
        this.destroy(Object.assign(new Error('No space'), { code: 'ENOSPC' }));
      },
    });

    await expect(files().write(source, { maxBytes: 100 })).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
  });

  it('fails its check if the folder cannot be created', async () => {
    await writeFile(join(root, 'file'), '');

    const check = createFolderFileStore({ root: join(root, 'file') }).check();

    await expect(check).rejects.toMatchObject({ code: 'insufficient_storage' });
  });

  it('removes unfinished files of a process that died, once they are old', async () => {
    const folder = join(root, scope.tenantId);
    await mkdir(folder);
    for (const name of ['old.part', 'new.part']) await writeFile(join(folder, name), 'half');
    const longAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(folder, 'old.part'), longAgo, longAgo);

    for await (const key of files().listOlderThan(3_600_000)) throw new Error(`Found ${key}`);

    expect(await readdir(folder)).toEqual(['new.part']);
  });
});
