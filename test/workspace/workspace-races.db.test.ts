import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore, ScopedFiles } from '../../src/platform/files/file-store.js';
import type { UserScope } from '../../src/shared/scope.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import { createWorkspace } from '../../src/workspace/index.js';
import { queryInTenant } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';
import { fileBackends, openTestWorkspace, type TestWorkspace } from '../support/workspace.js';

const bytesOf = (content: string): Uint8Array => Buffer.from(content);
const LARGE = 4 * 1024 * 1024;

describe.each(fileBackends)(
  'with concurrent access, in a workspace with its files in %s,',
  (_store, openBackend) => {
    let house: TestWorkspace;
    let tenant: TestTenant;
    let user: UserScope;

    beforeAll(async () => {
      house = await openTestWorkspace(openBackend);
    });
    afterAll(() => house.close());
    beforeEach(async () => {
      tenant = await house.test.tenant();
      user = tenant.member;
    });

    const write = (name: string, content: string, mode: 'create' | 'either' = 'either') =>
      house.workspace.write(user, name, { bytes: bytesOf(content), mode });
    const read = async (name: string) =>
      Buffer.from(await house.workspace.read(user, name)).toString();
    const outcomes = async (work: readonly Promise<unknown>[]) => {
      const settled = await Promise.allSettled(work);
      return settled.map((one) =>
        one.status === 'fulfilled' ? 'ok' : (one.reason as { code: string }).code,
      );
    };
    const count = (found: readonly string[], what: string) =>
      found.filter((one) => one === what).length;
    const storedCount = async () => (await house.storedKeys(tenant.tenantId)).length;

    it('only one of several creates a file of the same name, and the others get an error', async () => {
      const found = await outcomes(
        ['a', 'b', 'c', 'd'].map((text) => write('one.txt', text, 'create')),
      );

      expect([count(found, 'ok'), count(found, 'conflict')]).toEqual([1, 3]);
      expect(await read('one.txt')).toHaveLength(1);
      expect(await storedCount()).toBe(1);
    });

    it('the last of several writers of a file wins completely, and no other bytes are left', async () => {
      const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200));

      const found = await outcomes(texts.map((text) => write('one.txt', text)));

      expect(count(found, 'ok')).toBe(4);
      expect(texts).toContain(await read('one.txt'));
      expect(await storedCount()).toBe(1);
    });

    it('a writer always finds its file, even if another user removes it', async () => {
      await write('one.txt', 'before');

      const found = await outcomes(
        Array.from({ length: 12 }, (_, at) => [
          write('one.txt', String(at)),
          house.workspace.remove(user, 'one.txt').catch(() => undefined),
        ]).flat(),
      );

      expect(found).toEqual(found.map(() => 'ok'));
    });

    it('only one of several names that look alike is created', async () => {
      const names = ['report', 'REPORT', 'Report', '\uff52eport'];

      const found = await outcomes(names.map((name) => write(name, name)));

      expect([count(found, 'ok'), count(found, 'conflict')]).toEqual([1, 3]);
      expect(await storedCount()).toBe(1);
    });

    it('several writers cannot share the last bytes of a workspace', async () => {
      const found = await outcomes(
        ['a', 'b', 'c', 'd', 'e'].map((name) => write(name, 'x'.repeat(400))),
      );

      expect([count(found, 'ok'), count(found, 'quota_exceeded')]).toEqual([2, 3]);
      expect(await storedCount()).toBe(2);
    });

    it('several writers cannot share the last free file', async () => {
      const found = await outcomes(Array.from({ length: 9 }, (_, index) => write(`f${index}`, '')));

      expect([count(found, 'ok'), count(found, 'quota_exceeded')]).toEqual([5, 4]);
    });

    it('two users cannot share the last bytes of their tenant', async () => {
      const policy = TenantPolicy.parse({ quotas: { storageBytes: 500 } });
      await house.database.withScope(tenant.system, (tx) => tx.settings.update({ policy }));
      const colleague = await tenant.addUser();

      const found = await outcomes(
        [user, colleague].map((as) =>
          house.workspace.write(as, 'a', { bytes: bytesOf('x'.repeat(300)), mode: 'either' }),
        ),
      );

      expect(found.sort()).toEqual(['ok', 'quota_exceeded']);
    });

    it('nothing is lost that several writers append to one file', async () => {
      const lines = ['1\n', '2\n', '3\n', '4\n', '5\n', '6\n'];

      await Promise.all(
        lines.map((line) => house.workspace.append(user, 'log.txt', { bytes: bytesOf(line) })),
      );

      expect((await read('log.txt')).split('\n').sort()).toEqual([
        '',
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
      ]);
      expect(await storedCount()).toBe(1);
    });

    it('a reader gets a complete file even if it is replaced and deleted meanwhile', async () => {
      const { workspaceFiles, workspace } = house.open({
        limits: { bytes: 4 * LARGE, bytesPerFile: LARGE },
      });
      const bytes = randomBytes(LARGE);
      await workspace.write(user, 'large.bin', { bytes, mode: 'create' });

      const { content } = await workspaceFiles.open(user, 'large.bin');
      await workspace.write(user, 'large.bin', { bytes: bytesOf('new'), mode: 'replace' });
      await workspace.remove(user, 'large.bin');

      expect((await buffer(content)).equals(bytes)).toBe(true);
      expect(await storedCount()).toBe(0);
    });

    /** Does something each time between the row and its bytes. */
    const readingAfter = (work: () => Promise<unknown>): FileStore => ({
      ...house.files,
      for: (scope): ScopedFiles => {
        const files = house.files.for(scope);
        return {
          ...files,
          read: async (key) => {
            await work();
            return files.read(key);
          },
        };
      },
    });

    it('a reader gets the new file if it is replaced between reading row and bytes', async () => {
      await write('a', 'old');
      let replaced = 0;
      const files = readingAfter(async () => {
        replaced += 1;
        if (replaced < 4) await write('a', `new ${replaced}`);
      });

      const found = await house.open({ files }).workspace.read(user, 'a');

      expect(Buffer.from(found).toString()).toBe('new 3');
    });

    it('a reader gets "not found" if the file is deleted between reading row and bytes', async () => {
      await write('a', 'old');
      const files = readingAfter(() => house.workspace.remove(user, 'a').catch(() => undefined));

      await expect(house.open({ files }).workspace.read(user, 'a')).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('a file that the store has lost is reported as lost', async () => {
      await write('a', 'old');
      const [key = ''] = await house.storedKeys(tenant.tenantId);
      await house.files.for(tenant.system).delete(key);

      await expect(read('a')).rejects.toMatchObject({ code: 'file_missing' });
    });

    it('nothing is written for a caller who has cancelled', async () => {
      await write('a', 'old');
      const controller = new AbortController();
      controller.abort();

      const written = house.workspace.write(user, 'a', {
        bytes: bytesOf('new'),
        mode: 'either',
        signal: controller.signal,
      });

      await expect(written).rejects.toMatchObject({ name: 'AbortError' });
      expect(await read('a')).toBe('old');
      expect(await storedCount()).toBe(1);
    });

    it('bytes that a running backup may still copy stay until the cleanup', async () => {
      const database = { ...house.database, mayDeleteFiles: async () => false };
      const limits = { files: 5, bytes: 100, bytesPerFile: 100 };
      const { workspace } = createWorkspace({ database, files: house.files, limits });
      await workspace.write(user, 'a', { bytes: bytesOf('old'), mode: 'create' });

      await workspace.write(user, 'a', { bytes: bytesOf('new'), mode: 'replace' });
      await workspace.remove(user, 'a');

      expect(await storedCount()).toBe(2);
    });

    it('an upload that breaks off leaves the file unchanged', async () => {
      await write('a', 'old');
      const broken = Readable.from(
        (async function* () {
          yield bytesOf('half');
          throw new Error('The client went away.');
        })(),
      );

      await expect(house.workspaceFiles.put(user, 'a', broken)).rejects.toThrow();

      expect(await read('a')).toBe('old');
      expect(await storedCount()).toBe(1);
    });
  },
);

describe('a workspace of 10,000 files', () => {
  let house: TestWorkspace;
  let user: UserScope;

  beforeAll(async () => {
    house = await openTestWorkspace();
    const tenant = await house.test.tenant();
    user = tenant.member;
    await queryInTenant(
      house.test,
      tenant.tenantId,
      `INSERT INTO workspace_files (tenant_id, id, user_id, name, name_key, file_key, size_bytes, sha256)
       SELECT '${tenant.tenantId}', gen_random_uuid(), '${user.userId}', 'f' || n, 'f' || n, gen_random_uuid(), 0, ''
       FROM generate_series(1, 10000) n`,
    );
  });
  afterAll(() => house.close());

  it('accepts no more files if that is its quota', async () => {
    const { workspace } = house.open({ limits: { files: 10_000 } });

    const written = workspace.write(user, 'one-more', { bytes: bytesOf(''), mode: 'create' });

    await expect(written).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('is listed and written like any other if there is room', async () => {
    const { workspace } = house.open({ limits: { files: 20_000 } });

    await workspace.write(user, 'one-more', { bytes: bytesOf('x'), mode: 'create' });

    expect(await workspace.list(user)).toHaveLength(10_001);
    await expect(
      workspace.write(user, 'F77', { bytes: bytesOf(''), mode: 'create' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});
