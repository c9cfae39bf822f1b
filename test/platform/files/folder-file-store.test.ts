import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFolderFileStore } from '../../../src/platform/files/folder-file-store.js';
import { newId, TenantId } from '../../../src/shared/ids.js';
import { makeSystemScope } from '../../../src/shared/make-scope.js';

const scope = makeSystemScope(newId(TenantId));
const other = makeSystemScope(newId(TenantId));

describe('the folder file store', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'kr-files-'));
  });
  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  const files = () => createFolderFileStore({ root }).for(scope);
  const leftovers = async () =>
    (await readdir(root, { recursive: true })).filter((name) => name.includes('/'));

  it('keeps the bytes under a name of its own, with size and hash', async () => {
    const bytes = Buffer.from('árvíztűrő');

    const stored = await files().write(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), {
      maxBytes: 100,
    });

    expect(stored).toMatchObject({
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await readFile(await files().pathOf(stored.key))).toEqual(bytes);
  });

  it('takes no new file for an old one while the clock of the process is an hour ahead', async () => {
    await files().write(Readable.from([Buffer.from('new')]), { maxBytes: 100 });
    const realNow = Date.now;
    const old: string[] = [];

    Date.now = () => realNow() + 3_600_000;
    try {
      for await (const key of files().listOlderThan(60_000)) old.push(key);
    } finally {
      Date.now = realNow;
    }

    expect(old).toEqual([]);
  });

  it('refuses one byte over the limit and leaves nothing', async () => {
    const source = Readable.from([Buffer.alloc(10), Buffer.alloc(1)]);

    await expect(files().write(source, { maxBytes: 10 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });

    expect(await leftovers()).toEqual([]);
  });

  it('leaves nothing of a stream that breaks off', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(10);
        throw new Error('The client went away');
      })(),
    );

    await expect(files().write(source, { maxBytes: 100 })).rejects.toThrow('went away');

    expect(await leftovers()).toEqual([]);
  });

  it('calls a full disk insufficient storage', async () => {
    const source = new Readable({
      read() {
        this.destroy(Object.assign(new Error('No space'), { code: 'ENOSPC' }));
      },
    });

    await expect(files().write(source, { maxBytes: 100 })).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
  });

  it.each(['../../etc/passwd', 'x', ''])('knows no file %j', async (key) => {
    await expect(files().pathOf(key)).rejects.toMatchObject({ code: 'file_missing' });
  });

  it("does not reach another tenant's file", async () => {
    const { key } = await files().write(Readable.from([Buffer.from('secret')]), { maxBytes: 100 });

    const found = createFolderFileStore({ root }).for(other).pathOf(key);

    await expect(found).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('lists what is old, and removes what was left unfinished', async () => {
    const { key } = await files().write(Readable.from([Buffer.from('old')]), { maxBytes: 100 });
    await files().write(Readable.from([Buffer.from('new')]), { maxBytes: 100 });
    const path = await files().pathOf(key);
    const longAgo = new Date(Date.now() - 7_200_000);
    await utimes(path, longAgo, longAgo);
    const listed: string[] = [];

    for await (const name of files().listOlderThan(3_600_000)) listed.push(name);

    expect(listed).toEqual([key]);
  });

  it('may delete twice', async () => {
    const { key } = await files().write(Readable.from([Buffer.from('old')]), { maxBytes: 100 });

    await files().delete(key);
    await files().delete(key);

    await expect(files().pathOf(key)).rejects.toMatchObject({ code: 'file_missing' });
  });
});
