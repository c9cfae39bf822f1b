import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { newId, TenantId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { hasS3Server, HOW_TO_GET_S3 } from '../support/s3-server.js';
import { openS3Backend } from '../support/s3-backend.js';

type Backend = {
  store: FileStore;
  /** The folder with a folder per tenant, in which a file's name is its key. */
  folder: string;
  /** The folder in which copies for parsers lie, if the store makes any. */
  copiesFolder: string | null;
  close: () => Promise<void>;
};

const openFolder = async (): Promise<Backend> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-files-'));
  return {
    store: createFolderFileStore({ root: folder }),
    folder,
    copiesFolder: null,
    close: () => rm(folder, { recursive: true }),
  };
};

const backends: [string, () => Promise<Backend>][] = [['a folder', openFolder]];
if (hasS3Server()) backends.push(['S3', openS3Backend]);
else process.stderr.write(`No versitygw: files in S3 are not tested. ${HOW_TO_GET_S3}\n`);

const scope = makeSystemScope(newId(TenantId));
const other = makeSystemScope(newId(TenantId));
const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
/** Three parts of an upload in parts. */
const LARGE = 11 * MB;
const ROOMY = { maxBytes: 20 * MB };

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const inPieces = (bytes: Buffer, size = 64 * 1024): Readable =>
  Readable.from(
    (function* () {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    })(),
  );

describe.each(backends)('files in %s', (_name, open) => {
  let backend: Backend;

  beforeEach(async () => {
    backend = await open();
  });
  afterEach(async () => {
    await backend.store.close();
    await backend.close();
  });

  const files = () => backend.store.for(scope);
  const store = async (text: string): Promise<string> =>
    (await files().write(Readable.from([Buffer.from(text)]), ROOMY)).key;
  const textOf = async (key: string) => (await buffer(await files().read(key))).toString();
  const makeOld = async (key: string) => {
    const longAgo = new Date(Date.now() - 2 * HOUR_MS);
    await utimes(join(backend.folder, scope.tenantId, key), longAgo, longAgo);
  };
  const olderThan = async (ageMs: number): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of files().listOlderThan(ageMs)) keys.push(key);
    return keys;
  };
  /** Every file on the disk behind the store, also those that it would not show. */
  const onDisk = async (folder: string): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const withClock = async <Result>(aheadMs: number, work: () => Promise<Result>) => {
    const realNow = Date.now;
    Date.now = () => realNow() + aheadMs;
    try {
      return await work();
    } finally {
      Date.now = realNow;
    }
  };

  it('keep their bytes under a unique name, with size and hash', async () => {
    const bytes = Buffer.from('árvíztűrő');

    const stored = await files().write(inPieces(bytes, 3), { maxBytes: 100 });

    expect(stored).toMatchObject({ sizeBytes: bytes.length, sha256: hashOf(bytes) });
    expect(await buffer(await files().read(stored.key))).toEqual(bytes);
    expect(await onDisk(join(backend.folder, scope.tenantId))).toEqual([stored.key]);
  });

  it.each([
    ['empty', 0],
    ['large', LARGE],
  ])('may be %s', async (_size, length) => {
    const bytes = randomBytes(length);

    const stored = await files().write(inPieces(bytes), { maxBytes: length });

    expect(stored).toMatchObject({ sizeBytes: length, sha256: hashOf(bytes) });
    expect((await buffer(await files().read(stored.key))).equals(bytes)).toBe(true);
  });

  it.each([10, LARGE])(
    'of one byte over a limit of %d are refused completely',
    async (maxBytes) => {
      const written = files().write(inPieces(randomBytes(maxBytes + 1)), { maxBytes });

      await expect(written).rejects.toMatchObject({ code: 'payload_too_large' });
      expect(await onDisk(backend.folder)).toEqual([]);
    },
  );

  it.each([10, LARGE])(
    'that are interrupted after %d bytes leave nothing behind',
    async (length) => {
      const source = Readable.from(
        (async function* () {
          yield* inPieces(randomBytes(length));
          throw new Error('The client went away');
        })(),
      );

      await expect(files().write(source, ROOMY)).rejects.toThrow('went away');

      expect(await onDisk(backend.folder)).toEqual([]);
    },
  );

  it.each(['../../etc/passwd', 'x', '', '.check'])('are not found as %j', async (key) => {
    const missing = { code: 'file_missing' };

    await expect(files().read(key)).rejects.toMatchObject(missing);
    await expect(files().withLocalCopy(key, async () => null)).rejects.toMatchObject(missing);
    await expect(files().delete(key)).rejects.toMatchObject(missing);
  });

  it('are inaccessible to another tenant', async () => {
    const key = await store('secret');
    const others = backend.store.for(other);

    await expect(others.read(key)).rejects.toMatchObject({ code: 'file_missing' });
    await others.delete(key);
    for await (const found of others.listOlderThan(0)) throw new Error(`Found ${found}`);

    expect(await textOf(key)).toBe('secret');
  });

  it('are available as a local path for a while, which then disappears', async () => {
    const key = await store('to be parsed');

    const read = await files().withLocalCopy(key, (path) => readFile(path, 'utf8'));
    const failed = files().withLocalCopy(key, () => Promise.reject(new Error('Unreadable')));

    await expect(failed).rejects.toThrow('Unreadable');
    expect(read).toBe('to be parsed');
    expect(await textOf(key)).toBe('to be parsed');
    if (backend.copiesFolder !== null) expect(await onDisk(backend.copiesFolder)).toEqual([]);
  });

  it('take the place of equal ones, even of a missing one', async () => {
    const [damaged, missing] = [await store('damaged'), await store('missing')];
    await files().delete(missing);

    for (const key of [damaged, missing]) await files().replace(key, await store('whole'));

    expect(await textOf(damaged)).toBe('whole');
    expect(await textOf(missing)).toBe('whole');
    expect((await onDisk(join(backend.folder, scope.tenantId))).sort()).toEqual(
      [damaged, missing].sort(),
    );
  });

  it('are listed once they are old', async () => {
    const [old] = [await store('old'), await store('new')];
    await makeOld(old);

    expect(await olderThan(HOUR_MS)).toEqual([old]);
    expect(await olderThan(0)).toHaveLength(2);
  });

  it.each([1, -1])(
    'can be stored and read, and do not age, with a clock that is %d hours off',
    async (hours) => {
      await withClock(hours * HOUR_MS, async () => {
        const key = await store('new');

        expect(await textOf(key)).toBe('new');
        expect(await olderThan(60_000)).toEqual([]);
        await makeOld(key);
        expect(await olderThan(60_000)).toEqual([key]);
      });
    },
  );

  it('may be deleted twice', async () => {
    const key = await store('to be deleted');

    await files().delete(key);
    await files().delete(key);

    await expect(files().read(key)).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('may be only partly read, any number of times', async () => {
    const { key } = await files().write(inPieces(randomBytes(LARGE)), ROOMY);

    for (let time = 0; time < 60; time += 1) (await files().read(key)).destroy();

    expect(await buffer(await files().read(key))).toHaveLength(LARGE);
  });

  it('pass the write check repeatedly', async () => {
    await backend.store.check();
    await backend.store.check();
  });
});
