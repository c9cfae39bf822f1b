import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DocumentId, type SourceId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import { listFailing } from '../../src/sources/failing.js';
import { SourceFailed } from '../../src/sources/kind.js';
import { findKind } from '../../src/sources/kinds/index.js';
import { createOpenStored } from '../../src/sources/open-stored.js';
import { createRecheckReaders } from '../../src/sources/readers/recheck.js';
import { createSources } from '../../src/sources/sources.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { createMemorySource } from '../fakes/memory-source.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { NO_REACH } from '../support/no-reach.js';
import { addSource, lookAtSourceOf } from '../support/source-runs.js';
import type { TestTenant } from '../support/tenant.js';

const { signal } = new AbortController();

let test: TestDatabase;
let store: string;
beforeAll(async () => {
  test = await createTestDatabase();
  store = await mkdtemp(join(tmpdir(), 'kr-recheck-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(store, { recursive: true, force: true });
});

let tenant: TestTenant;
let source: ReturnType<typeof createMemorySource>;
let id: SourceId;
let nowMs: number;
let recheck: ReturnType<typeof createRecheckReaders>;
beforeEach(async () => {
  tenant = await test.tenant();
  source = createMemorySource();
  id = await addSource(test.database, tenant, { kind: 'memory' });
  await test.database.withScope(tenant.admin, (tx) =>
    tx.sources.update(id, { rechecksReaders: true }),
  );
  nowMs = 0;
  recheck = makeRecheck();
});

const makeRecheck = (budgetMs?: number) =>
  createRecheckReaders({
    database: test.database,
    openStored: createOpenStored({
      database: test.database,
      findKind: async () => source.kind,
      reachOf: async () => NO_REACH,
      atRest: null,
    }),
    nowMs: () => nowMs,
    ...(budgetMs !== undefined && { budgetMs }),
  });

const run = async (): Promise<void> => {
  const look = lookAtSourceOf({ database: test.database, store, kind: source.kind });
  await look({ tenantId: tenant.tenantId, sourceId: id, epoch: 1 }, signal);
};

const put = (path: string, readers?: readonly string[] | null): void => {
  source.files.set(path, readers === undefined ? { text: path } : { text: path, readers });
};

const addressOf = ({ userId }: UserScope): string => `email:${userId}@example.test`;

const documentsOf = async (): Promise<Map<string, DocumentId>> => {
  const rows = await queryInTenant<{ path: string; id: string }>(
    test,
    tenant.tenantId,
    `SELECT path, document_id AS id FROM source_items WHERE source_id = '${id}'`,
  );
  return new Map(rows.map((row) => [row.path, DocumentId.parse(row.id)]));
};

/** The files of the source that this person may be shown now, of all that it has. */
const shownTo = async ({ tenantId, userId }: UserScope) => {
  const scope = await createPersonScope(test)({ tenantId, userId });
  const documents = await documentsOf();
  const { closed, unanswered } = await recheck(scope, [...documents.values()], signal);
  const shown = [...documents].filter(([, document]) => !closed.has(document));
  return { shown: shown.map(([path]) => path).sort(), unanswered };
};

describe('a source that is checked again for the results of a search', () => {
  it('hides a document at once from somebody who lost access, and when it is gone', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser({ groups: ['hr'] })];
    put('plan.md', [addressOf(anna), 'group:hr']);
    put('all.md', ['everyone']);
    put('gone.md', ['everyone']);
    await run();
    put('plan.md', ['group:hr']);
    source.files.delete('gone.md');

    expect(await shownTo(anna)).toEqual({ shown: ['all.md'], unanswered: 0 });
    expect(await shownTo(ben)).toEqual({ shown: ['all.md', 'plan.md'], unanswered: 0 });
    expect((await shownTo(tenant.admin)).shown).toEqual(['all.md', 'plan.md']);
  });

  it('shows nothing if its rights cannot be read, and follows its rules if it has no rights', async () => {
    const anna = await tenant.addUser();
    put('plan.md', [addressOf(anna)]);
    put('hr/pay.md');
    put('open.md');
    await run();
    put('plan.md', null);
    const rules = [{ path: 'hr', visibility: 'private' }];
    await test.database.withScope(tenant.admin, (tx) => tx.sources.update(id, { rules }));

    expect(await shownTo(anna)).toEqual({ shown: ['open.md'], unanswered: 0 });
  });

  it('leaves out documents for which it does not answer in time', async () => {
    const anna = await tenant.addUser();
    put('plan.md', ['everyone']);
    await run();
    source.fail(new SourceFailed('unreachable', 'The source is away.'));
    expect(await shownTo(anna)).toEqual({ shown: [], unanswered: 1 });
    source.fail(null);
    source.hang();
    recheck = makeRecheck(5);

    expect(await shownTo(anna)).toEqual({ shown: [], unanswered: 1 });
  });

  it('is asked about the same document at most once a minute, whoever searches', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    put('plan.md', [addressOf(anna)]);
    await run();

    expect((await shownTo(anna)).shown).toEqual(['plan.md']);
    expect((await shownTo(ben)).shown).toEqual([]);
    expect(source.looks()).toBe(1);
    nowMs += 60_001;
    await shownTo(anna);
    expect(source.looks()).toBe(2);
  });

  it('is opened once per search, with one lookup for each set of readers', async () => {
    const anna = await tenant.addUser();
    for (const path of ['a.md', 'b.md', 'c.md', 'd.md']) put(path, [addressOf(anna)]);
    await run();
    const documents = [...(await documentsOf()).values()];
    const scope = await createPersonScope(test)(anna);
    const [opens, withScope] = [source.opens(), jest.spyOn(test.database, 'withScope')];
    const ask = makeRecheck();

    const { closed } = await ask(scope, documents, signal);
    const first = withScope.mock.calls.length;
    await ask(scope, documents, signal);
    const second = withScope.mock.calls.length - first;
    withScope.mockRestore();

    expect(closed).toEqual(new Set());
    // The items, the credentials of the source, the set of readers.
    expect({ opened: source.opens() - opens, first, second }).toEqual({
      opened: 1,
      first: 3,
      second: 2,
    });
  });

  it('is asked only if configured, and never about a document in another tenant', async () => {
    const anna = await tenant.addUser();
    put('plan.md', ['everyone']);
    await run();
    const stranger = (await test.tenant()).admin;
    const documents = [...(await documentsOf()).values()];
    expect(await recheck(stranger, documents, signal)).toMatchObject({ unanswered: 0 });
    await test.database.withScope(tenant.admin, (tx) =>
      tx.sources.update(id, { rechecksReaders: false }),
    );
    source.files.clear();

    expect((await shownTo(anna)).shown).toEqual(['plan.md']);
    expect(source.looks()).toBe(0);
  });
});

describe('the original of a document', () => {
  const sourcesOf = () => {
    const database = test.database;
    const findKind = async () => source.kind;
    const reachOf = async () => NO_REACH;
    const openStored = createOpenStored({ database, findKind, reachOf, atRest: null });
    return createSources({ database, findKind, reachOf, openStored, atRest: null });
  };

  it('is shown only to those who may read the document', async () => {
    const [anna, ben] = [await tenant.addUser(), await tenant.addUser()];
    put('plan.md', [addressOf(anna)]);
    await run();
    const documentId = (await documentsOf()).get('plan.md')!;
    const stranger = (await test.tenant()).admin;
    const { origin } = sourcesOf();
    const asReader = async ({ tenantId, userId }: UserScope) =>
      origin(await createPersonScope(test)({ tenantId, userId }), documentId);

    expect(await asReader(anna)).toEqual({
      url: 'https://memory.example/plan.md',
      readAt: expect.any(Date),
    });
    for (const other of [ben, stranger]) {
      await expect(asReader(other)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it.each([
    ['webdav', { url: 'https://cloud.example/dav/Team/' }, 'https://cloud.example/dav/Team/a.md'],
    ['website', { url: 'https://docs.example/handbook/' }, 'https://docs.example/a.md'],
    ['folder', { path: '/srv/files' }, null],
    ['git', { url: 'https://github.com/acme/b.git' }, 'https://github.com/acme/b/blob/HEAD/a.md'],
    ['git', { url: 'https://git.example/acme/book' }, null],
  ])('has the address that %s gives it', async (name, settings, address) => {
    const externalId = name === 'website' ? '/a.md' : 'a.md';

    expect((await findKind(name))?.addressOf(settings, { externalId })).toBe(address);
  });
});

describe('failing sources', () => {
  const failing = async () => (await listFailing(test.database)).filter((one) => one.id === id);

  it('are reported to the operator by kind and reason until a run completes or they are paused', async () => {
    put('plan.md', ['everyone']);
    await run();
    expect(await failing()).toEqual([]);
    source.fail(new SourceFailed('refused', 'Not with the secret abc.'));
    await run();

    expect(await failing()).toEqual([
      {
        tenantId: tenant.tenantId,
        id,
        kind: 'memory',
        failures: 1,
        reason: 'refused',
        lastCompleteAt: expect.any(Date),
      },
    ]);
    await test.database.withScope(tenant.admin, (tx) =>
      tx.sources.update(id, { pausedReason: 'by_admin' }),
    );
    expect(await failing()).toEqual([]);
  });
});
