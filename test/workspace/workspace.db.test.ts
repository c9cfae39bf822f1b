import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { UserScope } from '../../src/shared/scope.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import { createUsers } from '../../src/tenancy/users.js';
import { queryInTenant } from '../support/database.js';
import { fileBackends, openTestWorkspace, type TestWorkspace } from '../support/workspace.js';
import type { TestTenant } from '../support/tenant.js';

const bytesOf = (content: string): Uint8Array => Buffer.from(content);

describe.each(fileBackends)('a workspace with its files in %s', (_store, openBackend) => {
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

  const write = (
    name: string,
    content: string,
    { mode = 'either', as = user }: { mode?: 'create' | 'replace' | 'either'; as?: UserScope } = {},
  ) => house.workspace.write(as, name, { bytes: bytesOf(content), mode });
  const read = async (name: string, as = user) =>
    Buffer.from(await house.workspace.read(as, name)).toString();
  const namesOf = async (scope: UserScope) =>
    (await house.workspace.list(scope)).map(({ name }) => name);
  const storedCount = async () => (await house.storedKeys(tenant.tenantId)).length;

  it('returns what was written, with its size, hash and type', async () => {
    const file = await write('out/notes.md', 'héllo');

    expect(file).toMatchObject({
      name: 'out/notes.md',
      sizeBytes: 6,
      mimeType: 'text/markdown; charset=utf-8',
      sha256: createHash('sha256').update('héllo').digest('hex'),
    });
    expect(await read('out/notes.md')).toBe('héllo');
    expect(await house.workspace.list(user)).toEqual([file]);
  });

  it('keeps an empty file', async () => {
    await write('empty.txt', '');

    expect(await read('empty.txt')).toBe('');
  });

  it('creates only files that do not exist, and replaces only those that do', async () => {
    await write('a.txt', 'one', { mode: 'create' });

    await expect(write('a.txt', 'two', { mode: 'create' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is a file "a.txt" already.',
    });
    await expect(write('b.txt', 'two', { mode: 'replace' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const replaced = await write('a.txt', 'three', { mode: 'replace' });
    expect(await read('a.txt')).toBe('three');
    expect(replaced.updatedAt.getTime()).toBeGreaterThanOrEqual(replaced.createdAt.getTime());
    expect(await storedCount()).toBe(1);
  });

  it('appends to a file, and creates it if it does not exist', async () => {
    await house.workspace.append(user, 'log.txt', { bytes: bytesOf('one\n') });
    await house.workspace.append(user, 'log.txt', { bytes: bytesOf('two\n') });

    expect(await read('log.txt')).toBe('one\ntwo\n');
    expect(await storedCount()).toBe(1);
  });

  it.each([
    ['case', 'REPORT.md'],
    ['full-width letters', '\uff52\uff45port.md'],
    ['mathematical letters', '\u{1d42b}eport.md'],
  ])(
    'refuses a name that differs from an existing one in %s only, and names that one',
    async (_what, alike) => {
      await write('report.md', 'mine');

      const refused = write(alike, 'other');

      await expect(refused).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('"report.md"'),
      });
      await expect(read(alike)).rejects.toMatchObject({ code: 'not_found' });
      expect(await namesOf(user)).toEqual(['report.md']);
      expect(await storedCount()).toBe(1);
    },
  );

  it('refuses a name that would turn a file into a folder or a folder into a file', async () => {
    await write('out', 'a file');
    await write('in/a.txt', 'in a folder');

    await expect(write('out/a.txt', 'x')).rejects.toMatchObject({ code: 'conflict' });
    await expect(write('IN', 'x')).rejects.toMatchObject({ code: 'conflict' });
    await expect(write('outer', 'x')).resolves.toBeDefined();
  });

  it.each(['../a', '/proc/self/environ', 'a\0', '%2e%2e%2fa', '\uff0e\uff0e/a', 'a\r\nb'])(
    'refuses the name %j: nothing is written or found under it',
    async (name) => {
      await expect(write(name, 'x')).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ path: 'name' }],
      });
      await expect(
        house.workspace.append(user, name, { bytes: bytesOf('x') }),
      ).rejects.toMatchObject({
        code: 'validation_failed',
      });
      await expect(read(name)).rejects.toMatchObject({ code: 'not_found' });
      await expect(house.workspace.remove(user, name)).rejects.toMatchObject({ code: 'not_found' });
      expect(await storedCount()).toBe(0);
    },
  );

  it("does not use the user's file names in the file store", async () => {
    await write('report.md', 'x');

    const [key] = await house.storedKeys(tenant.tenantId);

    expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('removes a file with its bytes', async () => {
    await write('a.txt', 'one');

    await house.workspace.remove(user, 'a.txt');

    await expect(read('a.txt')).rejects.toMatchObject({ code: 'not_found' });
    await expect(house.workspace.remove(user, 'a.txt')).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await storedCount()).toBe(0);
  });

  it('is closed to everyone else: a colleague, the admin and another tenant find and change nothing', async () => {
    await write('mine.txt', 'secret');
    const stranger = (await house.test.tenant()).member;

    for (const other of [await tenant.addUser(), tenant.admin, stranger]) {
      await expect(read('mine.txt', other)).rejects.toMatchObject({ code: 'not_found' });
      await expect(house.workspaceFiles.open(other, 'mine.txt')).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(house.workspace.remove(other, 'mine.txt')).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(write('mine.txt', 'x', { mode: 'replace', as: other })).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await namesOf(other)).toEqual([]);
      expect((await house.workspaceFiles.page(other, { limit: 10 })).items).toEqual([]);
      await write('mine.txt', 'theirs', { as: other });
    }
    expect(await read('mine.txt')).toBe('secret');
  });

  it('refuses more files, more bytes and larger files than allowed, and stores nothing of them', async () => {
    await expect(write('big', 'x'.repeat(601))).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    await write('a', 'x'.repeat(600));
    await expect(write('b', 'x'.repeat(401))).rejects.toMatchObject({ code: 'quota_exceeded' });
    await write('b', 'x'.repeat(400));
    await expect(write('c', 'x')).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'The workspace is full: a user may have 1000 bytes.',
    });
    await write('a', 'x'.repeat(10));
    for (const name of ['c', 'd', 'e']) await write(name, '');
    await expect(write('f', '')).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'The workspace is full: a user may have 5 files.',
    });
    await expect(
      house.workspace.append(user, 'a', { bytes: bytesOf('x'.repeat(595)) }),
    ).rejects.toMatchObject({ code: 'payload_too_large' });

    expect(await namesOf(user)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await storedCount()).toBe(5);
  });

  it('counts towards the storage limit of the tenant', async () => {
    const policy = TenantPolicy.parse({ quotas: { storageBytes: 500 } });
    await house.database.withScope(tenant.system, (tx) => tx.settings.update({ policy }));
    await write('a', 'x'.repeat(300), { as: await tenant.addUser() });

    await expect(write('a', 'x'.repeat(201))).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: "The tenant's quota storageBytes (500) is used up.",
    });
    await write('a', 'x'.repeat(200));

    await expect(write('a', 'x'.repeat(100))).resolves.toMatchObject({ sizeBytes: 100 });
  });

  it('lists page by page, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await write(name, name);

    const first = await house.workspaceFiles.page(user, { limit: 2 });
    const second = await house.workspaceFiles.page(user, {
      limit: 2,
      after: first.nextAfter ?? undefined,
    });

    expect(first.items.map(({ name }) => name)).toEqual(['c', 'b']);
    expect(second.items.map(({ name }) => name)).toEqual(['a']);
    expect(second.nextAfter).toBeNull();
  });

  it('records in the audit log who did what, by id and without a file name', async () => {
    await write('secret-plan.txt', 'one');
    await write('secret-plan.txt', 'two');
    await house.workspace.remove(user, 'secret-plan.txt');

    const { items } = await house.database.withScope(tenant.admin, (tx) =>
      tx.audit.list({ limit: 10 }),
    );

    const entries = items.filter(({ action }) => action.startsWith('file.'));
    expect(entries.map(({ action }) => action)).toEqual([
      'file.delete',
      'file.replace',
      'file.create',
    ]);
    expect(new Set(entries.map(({ subjectId }) => subjectId)).size).toBe(1);
    expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([user.userId]));
    expect(JSON.stringify(items)).not.toContain('secret-plan');
  });

  it('is deleted with its user, rows and bytes', async () => {
    const leaving = await tenant.addUser();
    await write('a', 'x', { as: leaving });
    await write('b', 'x', { as: leaving });
    await write('stays', 'x');
    const users = createUsers({
      ...house,
      prepareCredential: async () => async () => null,
      wakeUp: () => undefined,
    });

    await users.delete(tenant.admin, leaving.userId);

    const rows = await queryInTenant<{ name: string }>(
      house.test,
      tenant.tenantId,
      `SELECT name FROM workspace_files WHERE tenant_id = '${tenant.tenantId}'`,
    );
    expect(rows).toEqual([{ name: 'stays' }]);
    expect(await storedCount()).toBe(1);
  });

  it('streams a file in and out, and reports whether it is new', async () => {
    const put = (content: string) =>
      house.workspaceFiles.put(user, 'a.bin', Readable.from([bytesOf(content)]));

    expect(await put('one')).toMatchObject({ isNew: true });
    expect(await put('two')).toMatchObject({ isNew: false });

    const { file, content } = await house.workspaceFiles.open(user, 'a.bin');
    expect([file.sizeBytes, await text(content)]).toEqual([3, 'two']);
  });
});
