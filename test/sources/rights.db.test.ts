import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, WebhookId, type SourceId, type UserId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { SourceFailed } from '../../src/sources/kind.js';
import { createSources } from '../../src/sources/sources.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { createMemorySource } from '../fakes/memory-source.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { NO_REACH } from '../support/no-reach.js';
import { addSource, lookAtSourceOf } from '../support/source-runs.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let store: string;
beforeAll(async () => {
  test = await createTestDatabase();
  store = await mkdtemp(join(tmpdir(), 'kr-rights-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(store, { recursive: true, force: true });
});

let tenant: TestTenant;
let source: ReturnType<typeof createMemorySource>;
let id: SourceId;
beforeEach(async () => {
  tenant = await test.tenant();
  source = createMemorySource();
  id = await addSource(test.database, tenant, { kind: 'memory' });
});

const run = async (): Promise<void> => {
  const look = lookAtSourceOf({ database: test.database, store, kind: source.kind });
  await look({ tenantId: tenant.tenantId, sourceId: id, epoch: 1 }, new AbortController().signal);
};

const put = (path: string, readers: readonly string[] | null, text = path): void => {
  source.files.set(path, { text, readers });
};

const addressOf = ({ userId }: { userId: UserId }): string => `email:${userId}@example.test`;

/** The files that a person sees, signed in anew. */
const seenBy = async ({ tenantId, userId }: UserScope): Promise<string[]> => {
  const scope = await createPersonScope(test)({ tenantId, userId });
  return test.database.withScope(scope, async (tx) => {
    const { items } = await tx.documents.list({ limit: 100 });
    return items.map(({ filename }) => filename).sort();
  });
};

const rows = (sql: string) => queryInTenant<Record<string, unknown>>(test, tenant.tenantId, sql);

describe('the rights that a source reports', () => {
  it('show a document to a person by address, identity, local group, or group of the source', async () => {
    const [anna, ben, cleo, dora, eve] = await Promise.all([
      tenant.addUser(),
      tenant.addUser(),
      tenant.addUser({ groups: ['hr'] }),
      tenant.addUser(),
      tenant.addUser(),
    ]);
    await test.database.withScope(tenant.system, (tx) =>
      tx.identities.link(ben.userId, 'https://login.example', 'ben-1'),
    );
    put('anna.md', [addressOf(anna).replace('@example', '@EXAMPLE')]);
    put('ben.md', ['subject:ben-1']);
    put('cleo.md', ['group:hr']);
    put('dora.md', ['member-of:staff']);
    put('all.md', ['everyone']);
    source.groups.set('staff', [addressOf(dora)]);

    await run();

    expect(await seenBy(anna)).toEqual(['all.md', 'anna.md']);
    expect(await seenBy(ben)).toEqual(['all.md', 'ben.md']);
    expect(await seenBy(cleo)).toEqual(['all.md', 'cleo.md']);
    expect(await seenBy(dora)).toEqual(['all.md', 'dora.md']);
    expect(await seenBy(eve)).toEqual(['all.md']);
  });

  it('are followed when one person loses access, without reading the content again', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    put('plan.md', [addressOf(anna), addressOf(ben)]);
    await run();
    put('plan.md', [addressOf(ben)]);

    await run();

    expect(await seenBy(anna)).toEqual([]);
    expect(await seenBy(ben)).toEqual(['plan.md']);
    expect(source.reads()).toBe(1);
  });

  it('are followed when a group of the source loses a member or is gone', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    put('plan.md', ['member-of:staff']);
    source.groups.set('staff', [addressOf(anna), addressOf(ben)]);
    await run();
    expect(await seenBy(anna)).toEqual(['plan.md']);
    source.groups.set('staff', [addressOf(ben)]);
    await run();
    expect([await seenBy(anna), await seenBy(ben)]).toEqual([[], ['plan.md']]);
    source.groups.delete('staff');

    await run();

    expect(await seenBy(ben)).toEqual([]);
  });

  it('grant nothing if they cannot be read, are empty, or name only unknown people', async () => {
    const anna = await tenant.addUser();
    put('unreadable.md', null);
    put('empty.md', []);
    put('stranger.md', ['email:nobody@example.test', 'subject:nobody', 'group:nobody']);
    put('nonsense.md', ['', 'tenant', 'owner', `key:${tenant.tenantId}`, 'email:', 'group:~']);
    put('lines.md', [`email:x\n${addressOf(anna)}`]);
    put('long.md', [`email:${'x'.repeat(600)}@example.test`]);
    put('unlisted.md', ['member-of:unlisted']);
    source.groups.set('unreadable', null);
    put('closed.md', ['member-of:unreadable']);

    await run();

    expect(await seenBy(anna)).toEqual([]);
    expect(await seenBy(tenant.admin)).toHaveLength(8);
    const [{ findings = [] } = {}] = await rows(
      `SELECT findings FROM source_runs WHERE tenant_id = '${tenant.tenantId}'`,
    );
    expect(findings).toEqual([
      { path: 'unreadable.md', reason: 'rights_unreadable' },
      { path: 'unreadable', reason: 'group_unreadable' },
    ]);
  });

  it('never show a new text to those who lost access with it, nor the old one to those who gained access', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    put('swap.md', [addressOf(anna)], 'old');
    put('less.md', [addressOf(anna), addressOf(ben)], 'old');
    put('more.md', [addressOf(anna)], 'old');
    await run();
    put('swap.md', [addressOf(ben)], 'new text');
    put('less.md', [addressOf(ben)], 'new text');
    put('more.md', [addressOf(anna), addressOf(ben)], 'new text');

    await run();

    expect(await seenBy(anna)).toEqual(['more.md']);
    expect(await seenBy(ben)).toEqual(['less.md']);
  });

  it('are stored once for all documents with the same rights, and deleted when nothing refers to them', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    const both = [addressOf(anna), addressOf(ben)];
    for (let index = 0; index < 20; index += 1) {
      put(`n${index}.md`, index % 2 === 0 ? both : both.toReversed());
    }
    await run();
    const sets = `SELECT count(DISTINCT key)::int AS sets, count(*)::int AS principals FROM reader_sets WHERE tenant_id = '${tenant.tenantId}'`;
    expect(await rows(sets)).toEqual([{ sets: 1, principals: 2 }]);
    for (const path of source.files.keys()) put(path, [addressOf(ben)]);

    await run();

    expect(await rows(sets)).toEqual([{ sets: 1, principals: 1 }]);
    expect(await seenBy(ben)).toHaveLength(20);
  });

  it('do not apply to another tenant with the same principals', async () => {
    const anna = await tenant.addUser();
    put('plan.md', [addressOf(anna), 'group:hr', 'everyone']);
    put('closed.md', ['group:hr']);
    await run();
    const other = await test.tenant();

    const stranger = await other.addUser({ groups: ['hr'] });

    expect(await seenBy(stranger)).toEqual([]);
  });
});

describe('readers whom no user here matches', () => {
  const sources = () =>
    createSources({
      database: test.database,
      reachOf: async () => NO_REACH,
      findKind: async () => source.kind,
      openStored: async () => 'kind_gone',
      atRest: null,
    });

  it('are listed for the owner of the source, with the files that nobody else sees', async () => {
    const [anna, cleo] = [await tenant.addUser(), await tenant.addUser({ groups: ['hr'] })];
    put('seen.md', [addressOf(anna), 'email:left@example.test']);
    put('of-hr.md', ['group:hr', 'group:sales', 'subject:unknown']);
    put('lost.md', ['email:left@example.test', 'member-of:staff']);
    put('empty.md', ['member-of:nobody']);
    put('unreadable.md', null);
    put('open.md', ['everyone']);
    source.groups.set('staff', ['email:left@example.test', 'email:gone@example.test']);
    await run();

    const first = await sources().listPrincipals(tenant.admin, id, { limit: 2 });
    const rest = await sources().listPrincipals(tenant.admin, id, { limit: 9, after: '2' });

    expect(first).toEqual({
      items: [
        { principal: 'email:left@example.test', items: 2 },
        { principal: 'email:gone@example.test', items: 1 },
      ],
      nextAfter: '2',
      unseenItems: 3,
    });
    expect(rest.items.map(({ principal }) => principal)).toEqual([
      'group:sales',
      'member-of:nobody',
      'subject:unknown',
    ]);
    expect(await seenBy(cleo)).toEqual(['of-hr.md', 'open.md']);
    await expect(sources().listPrincipals(anna, id, { limit: 9 })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('include a group that is named by a rule but has no members any more', async () => {
    const cleo = await tenant.addUser({ groups: ['hr'] });
    const [key = ''] = cleo.groups;
    await test.database.withScope(tenant.admin, (tx) =>
      tx.sources.update(id, {
        rules: [
          { path: 'pay.md', visibility: `group:${key}` },
          { path: 'plan.md', readers: [`key:${key}`] },
        ],
      }),
    );
    source.files.set('pay.md', { text: 'pay' });
    source.files.set('plan.md', { text: 'plan' });
    await run();
    const list = () => sources().listPrincipals(tenant.admin, id, { limit: 9 });
    expect(await list()).toEqual({ items: [], nextAfter: null, unseenItems: 0 });

    await test.database.withScope(tenant.system, (tx) =>
      tx.users.update(cleo.userId, { groups: [] }),
    );

    expect(await list()).toEqual({
      items: [{ principal: 'group:hr', items: 2 }],
      nextAfter: null,
      unseenItems: 2,
    });
  });
});

describe('a webhook for the runs of sources', () => {
  const told = () =>
    rows(
      `SELECT event, data - 'sourceId' - 'runId' AS data FROM webhook_deliveries WHERE tenant_id = '${tenant.tenantId}' ORDER BY id`,
    );

  it('is called for each run that finishes, and only once for several failures in a row', async () => {
    await test.database.withScope(tenant.admin, (tx) =>
      tx.webhooks.create({
        id: newId(WebhookId),
        ownerId: tenant.admin.userId,
        url: 'https://app.example/',
        events: ['source.run_finished', 'source.run_failed'],
        filter: null,
        secret: new Uint8Array(32),
      }),
    );
    put('a.md', ['everyone']);
    await run();
    source.fail(new SourceFailed('refused', 'The rights were taken away.'));
    await run();
    await run();
    source.fail(null);
    await run();

    const nothing = { changed: 0, unchanged: 0, gone: 0, restored: 0, deleted: 0, failed: 0 };
    expect(await told()).toEqual([
      { event: 'source.run_finished', data: { added: 1, ...nothing } },
      { event: 'source.run_failed', data: { reason: 'refused' } },
      { event: 'source.run_finished', data: { added: 0, ...nothing } },
    ]);
  });
});

describe('a source with hostile names', () => {
  it('has none of these files read, and lists them in its run', async () => {
    const hostile = ['../../etc/passwd', '/etc/shadow', 'a/../../b', `a\u0000b`, 'x'.repeat(5000)];
    for (const path of hostile) put(path, ['everyone']);
    put('good.md', ['everyone']);

    await run();

    expect(source.reads()).toBe(1);
    expect(await seenBy(tenant.member)).toEqual(['good.md']);
    const [{ findings = [] } = {}] = await rows(
      `SELECT findings FROM source_runs WHERE tenant_id = '${tenant.tenantId}'`,
    );
    expect(findings).toHaveLength(hostile.length);
  });
});

describe('the readers of a rule', () => {
  const update = (rules: { path: string; visibility?: string; readers?: string[] }[]) =>
    test.database.withScope(tenant.admin, (tx) => tx.sources.update(id, { rules }));

  it("can read everything whose path begins with the rule's path", async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    source.files.set('open.md', { text: 'open' });
    source.files.set('hr/pay.md', { text: 'pay' });
    await update([{ path: 'hr', readers: [addressOf(anna)] }]);

    await run();

    expect(await seenBy(anna)).toEqual(['open.md', 'pay.md']);
    expect(await seenBy(ben)).toEqual(['open.md']);
  });

  it('remain the members of a renamed group, also when files change', async () => {
    const cleo = await tenant.addUser({ groups: ['hr'] });
    const [key = ''] = cleo.groups;
    source.files.set('hr/pay.md', { text: 'pay' });
    source.files.set('boss/plan.md', { text: 'plan' });
    await update([
      { path: 'hr', visibility: `group:${key}` },
      { path: 'boss', readers: [`key:${key}`] },
    ]);
    await run();
    await test.database.withScope(tenant.system, async (tx) => {
      const group = await tx.groups.findByName('hr');
      if (group !== null) await tx.groups.rename(group.id, 'people');
    });
    source.files.set('hr/pay.md', { text: 'pay, changed' });
    source.files.set('boss/plan.md', { text: 'plan, changed' });

    await run();

    expect(
      await rows(
        `SELECT path, state, reason FROM source_items WHERE source_id = '${id}' ORDER BY path`,
      ),
    ).toEqual([
      { path: 'boss/plan.md', state: 'ready', reason: null },
      { path: 'hr/pay.md', state: 'ready', reason: null },
    ]);
    expect(await seenBy(cleo)).toEqual(['pay.md', 'plan.md']);
  });
});
