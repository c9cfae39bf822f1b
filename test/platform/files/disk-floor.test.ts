import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freeBytesOf, withDiskFloor } from '../../../src/platform/files/disk-floor.js';
import { createFolderFileStore } from '../../../src/platform/files/folder-file-store.js';
import { newId, TenantId } from '../../../src/shared/ids.js';
import { makeSystemScope } from '../../../src/shared/make-scope.js';

const scope = makeSystemScope(newId(TenantId));

describe('a file store on a disk that fills up', () => {
  let folder: string;
  let freeBytes = 0;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kr-floor-'));
    freeBytes = 1000;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const store = () =>
    withDiskFloor(createFolderFileStore({ root: join(folder, 'files') }), {
      folder,
      minFreeBytes: 1000,
      readFreeBytes: async () => freeBytes,
    });
  const files = () => store().for(scope);
  const write = () => files().write(Readable.from([Buffer.from('three days')]), { maxBytes: 100 });

  it('refuses files while free space is below the minimum, still reads, and accepts files again above it', async () => {
    const { key } = await write();
    freeBytes = 999;

    await expect(write()).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(await text(await files().read(key))).toBe('three days');
    freeBytes = 1000;
    await expect(write()).resolves.toMatchObject({ sizeBytes: 10 });
  });

  it('is not ready while free space is below the minimum, and is ready again above it', async () => {
    freeBytes = 999;
    await expect(store().check()).rejects.toMatchObject({ code: 'insufficient_storage' });

    freeBytes = 1000;
    await expect(store().check()).resolves.toBeUndefined();
  });

  it('discards an upload that it refuses', async () => {
    freeBytes = 0;
    const source = Readable.from([Buffer.from('three days')]);

    await expect(files().write(source, { maxBytes: 100 })).rejects.toThrow();

    expect(source.destroyed).toBe(true);
  });

  it('reports how much room there is', async () => {
    expect(await freeBytesOf(folder)).toBeGreaterThan(0);
  });

  it('measures the disk that will contain a folder that does not exist yet', async () => {
    const [there, missing] = await Promise.all([
      freeBytesOf(folder),
      freeBytesOf(join(folder, 'not', 'there')),
    ]);

    expect(missing).toBeGreaterThan(0);
    expect(Math.abs(missing - there)).toBeLessThan(2 ** 30);
  });
});
