import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3 } from '@aws-sdk/client-s3';
import type { FileStore } from '../../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../../src/platform/files/folder-file-store.js';
import { openS3FileStore, type S3Options } from '../../../src/platform/files/s3-file-store.js';
import { newId, TenantId } from '../../../src/shared/ids.js';
import { makeSystemScope } from '../../../src/shared/make-scope.js';
import { openS3Backend } from '../../support/s3-backend.js';
import { hasS3Server, HOW_TO_GET_S3 } from '../../support/s3-server.js';
import { startTcpProxy } from '../../support/tcp-proxy.js';

const scope = makeSystemScope(newId(TenantId));
const AWAY = { code: 'storage_unavailable', retryAfterSec: 5 };
const HOUR_MS = 3_600_000;

const write = (store: FileStore, bytes: Uint8Array = Buffer.from('bytes')) =>
  store.for(scope).write(Readable.from([bytes]), { maxBytes: 20_000_000 });
const read = async (store: FileStore, key: string) =>
  (await buffer(await store.for(scope).read(key))).toString();

describe('the file store in S3', () => {
  it('is always tested with a real S3 server in CI', () => {
    if (!hasS3Server()) process.stderr.write(`No versitygw: S3 is not tested. ${HOW_TO_GET_S3}\n`);

    expect(hasS3Server() || process.env['CI'] !== 'true').toBe(true);
  });

  if (!hasS3Server()) return;

  let backend: Awaited<ReturnType<typeof openS3Backend>>;
  const opened: FileStore[] = [];

  beforeEach(async () => {
    backend = await openS3Backend();
  });
  afterEach(async () => {
    for (const store of [...opened.splice(0), backend.store]) await store.close();
    await backend.close();
  });

  const openOther = async (overrides: Partial<S3Options>): Promise<FileStore> => {
    const store = await openS3FileStore({ ...backend.options, ...overrides });
    opened.push(store);
    return store;
  };

  it('opens while S3 is away, reports it, and works once S3 is there', async () => {
    await backend.server.kill();
    const store = await openOther({});

    await expect(store.check()).rejects.toMatchObject(AWAY);
    await expect(write(store)).rejects.toMatchObject(AWAY);
    await expect(read(store, randomUUID())).rejects.toMatchObject(AWAY);
    await backend.server.restart();

    await expect(store.check()).resolves.toBeUndefined();
    expect(await read(store, (await write(store)).key)).toBe('bytes');
  });

  it('refuses an upload that loses S3 half-way, and leaves the remains for a later cleanup', async () => {
    const source = Readable.from(
      (async function* () {
        for (let piece = 0; piece < 3; piece += 1) yield Buffer.alloc(5_500_000);
        await backend.server.kill();
        yield Buffer.alloc(1);
      })(),
    );

    const written = backend.store.for(scope).write(source, { maxBytes: 20_000_000 });
    await expect(written).rejects.toMatchObject(AWAY);
    await backend.server.restart();

    for await (const key of backend.store.for(scope).listOlderThan(0)) throw new Error(key);
    const left = await readdir(backend.folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('breaks a download off only when S3 goes away', async () => {
    const { endpoint } = backend.options;
    const proxy = await startTcpProxy(endpoint ?? '');
    const store = await openOther({ endpoint: proxy.through(endpoint ?? '') });
    const { key } = await write(store, Buffer.alloc(15_000_000));

    const content = await store.for(scope).read(key);
    await new Promise((resolve) => content.once('readable', resolve));
    await proxy.close();

    await expect(buffer(content)).rejects.toMatchObject(AWAY);
  });

  it.each([
    ['a bucket that is not there', 'S3_BUCKET', { bucket: 'nowhere' }],
    [
      'a key that S3 does not know',
      'S3_ACCESS_KEY_ID',
      { credentials: { accessKeyId: 'unknown', secretAccessKey: 'x' } },
    ],
    [
      'a wrong secret',
      'S3_SECRET_ACCESS_KEY',
      { credentials: { accessKeyId: 'test-key', secretAccessKey: 'wrong' } },
    ],
    ['another region', 'S3_REGION', { region: 'eu-central-1' }],
  ])('names the setting to check if it meets %s', async (_problem, setting, overrides) => {
    const store = await openOther(overrides);
    const named = { ...AWAY, message: expect.stringContaining(`${setting}: `) };

    await expect(store.check()).rejects.toMatchObject(named);
    await expect(write(store)).rejects.toMatchObject(named);
    await expect(read(store, randomUUID())).rejects.toMatchObject(named);
  });

  it('reads from a read-only bucket but reports it as not usable', async () => {
    const { key } = await write(backend.store);
    await backend.server.restart('--readonly');
    const store = await openOther({});

    await expect(store.check()).rejects.toMatchObject({
      ...AWAY,
      message: expect.stringContaining('S3_BUCKET'),
    });
    await expect(write(store)).rejects.toMatchObject(AWAY);
    expect(await read(store, key)).toBe('bytes');
  });

  it('notices that a bucket has become read-only at the first upload that fails', async () => {
    await backend.store.check();
    await backend.server.restart('--readonly');

    await expect(write(backend.store)).rejects.toMatchObject(AWAY);

    await expect(backend.store.check()).rejects.toMatchObject(AWAY);
  });

  it('uses the identity that the platform provides if no keys are set', async () => {
    const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = backend.server.variables;
    const given = { ...process.env };
    const store = await openOther({ credentials: null });
    process.env['AWS_ACCESS_KEY_ID'] = id;
    process.env['AWS_SECRET_ACCESS_KEY'] = secret;
    try {
      const { key } = await write(store);

      expect(await read(store, key)).toBe('bytes');
    } finally {
      process.env = given;
    }
  });

  it('stays within its prefix', async () => {
    const store = await openOther({ prefix: 'router/files' });
    const unprefixed = await write(backend.store);

    const { key } = await write(store);

    const keys: string[] = [];
    for await (const found of store.for(scope).listOlderThan(0)) keys.push(found);
    expect(keys).toEqual([key]);
    await expect(read(store, unprefixed.key)).rejects.toMatchObject({ code: 'file_missing' });
    expect(await readdir(join(backend.folder, 'router/files', scope.tenantId))).toEqual([key]);
  });

  it('aborts unfinished uploads that started long ago, but not recent ones', async () => {
    const { endpoint, region, credentials, bucket } = backend.options;
    if (endpoint === null || credentials === null) throw new Error('Both are set.');
    const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
    const Key = `${scope.tenantId}/${randomUUID()}`;
    await client.createMultipartUpload({ Bucket: bucket, Key });
    const countUploads = async () =>
      (await client.listMultipartUploads({ Bucket: bucket })).Uploads?.length ?? 0;
    const collect = async (ageMs: number) => {
      for await (const key of backend.store.for(scope).listOlderThan(ageMs)) throw new Error(key);
      return countUploads();
    };

    expect(await collect(HOUR_MS)).toBe(1);
    expect(await collect(0)).toBe(0);
    client.destroy();
  });

  it('finds the files of a folder that were copied unchanged into the bucket', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kr-moved-'));
    const { key } = await write(createFolderFileStore({ root }));

    await rename(join(root, scope.tenantId), join(backend.folder, scope.tenantId));

    expect(await read(backend.store, key)).toBe('bytes');
    await rm(root, { recursive: true });
  });

  it('removes, when it opens, temporary copies of killed processes and none of running processes', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid;
    const living = `${hostname()}~${process.ppid}~${randomUUID()}`;
    const elsewhere = `another-machine~${dead}~${randomUUID()}`;
    const killed = [dead, process.pid].map((pid) => `${hostname()}~${pid}~${randomUUID()}`);
    for (const name of [living, elsewhere, ...killed]) {
      await writeFile(join(backend.copiesFolder, name), 'half');
    }

    await openOther({});

    expect((await readdir(backend.copiesFolder)).sort()).toEqual([living, elsewhere].sort());
  });
});
