import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SourceId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Keys } from '../../src/sign-in/index.js';
import { findKind } from '../../src/sources/kinds/index.js';
import { sealCredentials } from '../../src/sources/open-stored.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { startDriveServer } from '../support/drive-server.js';
import { NO_REACH } from '../support/no-reach.js';
import { addSource, lookAtSourceOf } from '../support/source-runs.js';
import type { TestTenant } from '../support/tenant.js';

const KEYS: Keys = [createSecretKey(randomBytes(32))];
const FOLDER = 'application/vnd.google-apps.folder';
const { signal } = new AbortController();

let test: TestDatabase;
let store: string;
beforeAll(async () => {
  test = await createTestDatabase();
  store = await mkdtemp(join(tmpdir(), 'kr-drive-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(store, { recursive: true, force: true });
});

let google: Awaited<ReturnType<typeof startDriveServer>>;
let tenant: TestTenant;
let anna: UserScope;
let ben: UserScope;
beforeEach(async () => {
  google = await startDriveServer();
  tenant = await test.tenant();
  [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
});
afterEach(() => google.close());

const reach = () => ({ ...NO_REACH, web: { ...NO_REACH.web, origins: [google.origin] } });

const settings = (more: Record<string, unknown> = {}) => ({
  drive: google.driveId,
  expandGroups: true,
  domain: 'example.test',
  api: `${google.origin}/`,
  ...more,
});

const open = async (more: Record<string, unknown> = {}) => {
  const kind = await findKind('google-drive');
  const credentials = { serviceAccount: google.serviceAccount };
  return kind?.open({ settings: settings(more), credentials }, reach());
};

const add = (more: Record<string, unknown> = {}): Promise<SourceId> =>
  addSource(test.database, tenant, {
    kind: 'google-drive',
    settings: settings(more),
    credentials: sealCredentials(KEYS, tenant.tenantId, { serviceAccount: google.serviceAccount }),
  });

const run = async (id: SourceId) => {
  const kind = await findKind('google-drive');
  if (kind === null) throw new Error('There is no such kind.');
  const given = { store, kind, reach: reach(), atRest: KEYS };
  const look = lookAtSourceOf({ database: test.database, ...given });
  google.asked.length = 0;
  await look({ tenantId: tenant.tenantId, sourceId: id, epoch: 1 }, signal);
  return test.database.withScope(tenant.system, async (tx) =>
    (await tx.sources.lastRuns([id])).get(id),
  );
};

const seenBy = async (person: UserScope): Promise<string[]> => {
  const scope = await createPersonScope(test)(person);
  return test.database.withScope(scope, async (tx) => {
    const { items } = await tx.documents.list({ limit: 100 });
    return items.map(({ filename }) => filename).sort();
  });
};

const addressOf = ({ userId }: UserScope): string => `${userId}@example.test`;

const user = (person: UserScope) => ({
  id: `p-${person.userId}`,
  type: 'user',
  emailAddress: addressOf(person),
  role: 'reader',
});

const group = (emailAddress: string) => ({
  id: `g-${emailAddress}`,
  type: 'group',
  emailAddress,
  role: 'reader',
});

const listsAll = (): boolean => google.asked.includes('/drive/v3/files');

describe('Google Drive, simulated according to its documentation', () => {
  it('shows files to the people, groups and domain that they are shared with, not to anyone with a link', async () => {
    google.put({ id: 'plans', name: 'Plans', mimeType: FOLDER });
    google.groups.set('staff@example.test', [
      { email: addressOf(anna), type: 'USER', status: 'ACTIVE' },
      { email: addressOf(ben), type: 'USER', status: 'SUSPENDED' },
    ]);
    const files = {
      'anna.md': [user(anna)],
      'staff.md': [group('Staff@example.test')],
      'lost-group.md': [group('gone@example.test')],
      'domain.md': [{ id: 'd', type: 'domain', domain: 'example.test' }],
      'other-domain.md': [{ id: 'o', type: 'domain', domain: 'other.test' }],
      'link.md': [{ id: 'l', type: 'anyone', allowFileDiscovery: false }],
      'left.md': [{ ...user(ben), id: 'was-ben', deleted: true }],
      'only-seen.md': [{ ...user(ben), id: 'sees-ben', view: 'metadata' }],
      'unreadable.md': undefined,
    };
    for (const [name, permissions] of Object.entries(files)) {
      google.put({
        id: name,
        name,
        parents: ['plans'],
        content: name,
        ...(permissions && { permissions }),
      });
    }
    const id = await add();

    const last = await run(id);

    expect(last).toMatchObject({ state: 'done', listed: 9, counts: { added: 9, failed: 0 } });
    expect(last?.findings).toEqual([
      { path: 'Plans/unreadable.md/unreadable.md', reason: 'rights_unreadable' },
      { path: 'gone@example.test', reason: 'group_unreadable' },
    ]);
    expect(await seenBy(anna)).toEqual(['anna.md', 'domain.md', 'staff.md']);
    expect(await seenBy(ben)).toEqual(['domain.md']);
    expect(await seenBy(tenant.admin)).toHaveLength(9);
  });

  it('reads the members of groups only if that is allowed', async () => {
    const members = [{ email: addressOf(anna), type: 'USER', status: 'ACTIVE' }];
    google.groups.set('staff@example.test', members);
    google.put({ id: 'a', name: 'a.md', permissions: [group('staff@example.test')] });

    await run(await add({ expandGroups: false }));

    expect(await seenBy(anna)).toEqual([]);
    expect(google.asked.some((path) => path.startsWith('/admin/'))).toBe(false);
  });

  it('lists only changes after the first run: new, changed, renamed, trashed and revoked files', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      google.put({ id: name, name: `${name}.md`, content: name, permissions: [user(anna)] });
    }
    const id = await add();
    await run(id);
    google.put({ id: 'a', name: 'a.md', content: 'changed', permissions: [user(anna)] });
    google.put({ id: 'b', name: 'renamed.md', content: 'b', permissions: [user(anna)] });
    google.trash('c');
    google.put({ id: 'd', name: 'd.md', content: 'd', permissions: [user(ben)] });
    google.put({ id: 'f', name: 'f.md', content: 'f', permissions: [user(anna)] });

    const last = await run(id);

    expect(listsAll()).toBe(false);
    expect(last).toMatchObject({ state: 'done', listed: 4, counts: { added: 1, gone: 1 } });
    expect(await seenBy(anna)).toEqual(['a.md', 'e.md', 'f.md', 'renamed.md']);
    expect(await seenBy(ben)).toEqual(['d.md']);
  });

  it('is listed completely if the cursor is lost, or if a change to a folder hides other changes', async () => {
    google.put({ id: 'plans', name: 'Plans', mimeType: FOLDER });
    for (const name of ['a', 'b', 'c']) {
      google.put({ id: name, name: `${name}.md`, parents: ['plans'], permissions: [user(anna)] });
    }
    const id = await add();
    await run(id);
    google.removeForever('a');
    await run(id);
    expect([listsAll(), await seenBy(anna)]).toEqual([true, ['b.md', 'c.md']]);
    google.put({ id: 'plans', name: 'Old plans', mimeType: FOLDER });
    await run(id);
    expect([listsAll(), await seenBy(anna)]).toEqual([true, ['b.md', 'c.md']]);
    google.forgetChanges();

    const last = await run(id);

    expect([listsAll(), last?.state]).toEqual([true, 'done']);
    const paths = await queryInTenant(
      test,
      tenant.tenantId,
      `SELECT path FROM source_items WHERE source_id = '${id}' AND state = 'ready' ORDER BY path`,
    );
    expect(paths).toEqual([{ path: 'Old plans/b/b.md' }, { path: 'Old plans/c/c.md' }]);
    await run(id);
    expect(listsAll()).toBe(false);
  });

  it("exports documents in Google's own formats, keeps files with the same name apart, and neutralises hostile names", async () => {
    const ofGoogle = 'application/vnd.google-apps.';
    const shared = { permissions: [user(anna)] };
    google.put({ id: 'doc', name: 'Plan', mimeType: `${ofGoogle}document`, ...shared });
    google.put({ id: 'form', name: 'Survey', mimeType: `${ofGoogle}form`, ...shared });
    google.put({ id: 'one', name: 'same.md', content: 'one', ...shared });
    google.put({ id: 'two', name: 'same.md', content: 'two', ...shared });
    google.put({ id: 'evil', name: '../../etc/passwd', content: 'x', ...shared });
    const id = await add();

    const last = await run(id);

    expect(last?.findings).toEqual([{ path: 'form/Survey', reason: 'not_a_file' }]);
    const rows = await queryInTenant<{ path: string }>(
      test,
      tenant.tenantId,
      `SELECT path FROM source_items WHERE source_id = '${id}' ORDER BY path`,
    );
    expect(rows.map(({ path }) => path)).toEqual([
      'doc/Plan.docx',
      'evil/.._.._etc_passwd',
      'one/same.md',
      'two/same.md',
    ]);
    expect(google.asked).toContain('/drive/v3/files/doc/export');
  });

  it('reports a missing scope before its first run', async () => {
    google.put({ id: 'a', name: 'a.md' });
    google.withdrawScope('admin.directory.group.member.readonly');

    const checks = await (await open())?.test(signal);

    expect(checks?.map(({ name, ok }) => [name.split(' ')[0], ok])).toEqual([
      ['sign', true],
      ['list', false],
      ['read', false],
    ]);
    expect(checks?.at(-1)?.message).toContain('admin.directory.group.member.readonly');
  });

  it('reports who may read a single file now, and nothing about a trashed one', async () => {
    google.put({ id: 'a', name: 'a.md', permissions: [user(anna)] });
    const opened = await open();
    const look = () => opened?.look?.({ externalId: 'a' }, signal);
    expect(await look()).toMatchObject({ readers: [`email:${addressOf(anna)}`] });

    google.trash('a');

    expect(await look()).toBeNull();
  });
});
