import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SourceId } from '../../src/shared/ids.js';
import { SourceFailed } from '../../src/sources/kind.js';
import type { CheckedKind } from '../../src/sources/kinds/index.js';
import { createChangingSource } from '../fakes/changing-source.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { addSource, lookAtSourceOf } from '../support/source-runs.js';
import type { TestTenant } from '../support/tenant.js';

let test: TestDatabase;
let store: string;
beforeAll(async () => {
  test = await createTestDatabase();
  store = await mkdtemp(join(tmpdir(), 'kr-cursor-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(store, { recursive: true, force: true });
});

let tenant: TestTenant;
let source: ReturnType<typeof createChangingSource>;
let id: SourceId;
beforeEach(async () => {
  tenant = await test.tenant();
  source = createChangingSource();
  id = await addSource(test.database, tenant, { kind: 'memory' });
  for (const path of ['a.md', 'b.md', 'c.md']) source.put(path);
  await run();
  source.listings.length = 0;
});

const run = async (kind: CheckedKind = source.kind): Promise<void> => {
  const look = lookAtSourceOf({ database: test.database, store, kind });
  await look({ tenantId: tenant.tenantId, sourceId: id, epoch: 1 }, new AbortController().signal);
};

const itemsOf = async (state: string): Promise<unknown[]> => {
  const rows = await queryInTenant(
    test,
    tenant.tenantId,
    `SELECT path FROM source_items WHERE source_id = '${id}' AND state = '${state}' ORDER BY path`,
  );
  return rows.map((row) => (row as { path: string }).path);
};

/** The source with a listing that fails after it has named everything. */
const failing = (): CheckedKind => ({
  ...source.kind,
  open: (...given) => {
    const opened = source.kind.open(...given);
    if (opened === null) return null;
    return {
      ...opened,
      changes: async function* (since, signal) {
        yield* opened.changes?.(since, signal) ?? [];
        throw new SourceFailed('cut_short', 'The listing was cut off.');
      },
    };
  },
});

describe('a source that lists changes', () => {
  it('is listed completely once, and later only with its changes, which remove nothing else', async () => {
    source.put('b.md', { text: 'changed' });
    source.put('d.md');
    source.remove('a.md');

    await run();

    expect(source.listings).toEqual(['changes']);
    expect(await itemsOf('ready')).toEqual(['b.md', 'c.md', 'd.md']);
    expect(await itemsOf('gone')).toEqual(['a.md']);
    expect(source.reads()).toBe(5);
  });

  it('is listed completely if its cursor is lost, and then hides files that no listing reported as gone', async () => {
    source.put('d.md');
    source.removeSilently('a.md');
    await run();
    expect(await itemsOf('ready')).toEqual(['a.md', 'b.md', 'c.md', 'd.md']);
    source.loseCursors();
    source.remove('b.md');

    await run();

    expect(source.listings).toEqual(['changes', 'changes', 'all']);
    expect(await itemsOf('ready')).toEqual(['c.md', 'd.md']);
    await run();
    expect(source.listings.at(-1)).toBe('changes');
  });

  it('reports the same changes again until a run has applied all of them', async () => {
    source.put('d.md');
    source.remove('a.md');
    await run(failing());
    expect(await itemsOf('gone')).toEqual([]);

    await run();

    expect(source.listings).toEqual(['changes', 'changes']);
    expect(await itemsOf('ready')).toEqual(['b.md', 'c.md', 'd.md']);
    expect(await itemsOf('gone')).toEqual(['a.md']);
  });

  it('is listed completely after a change of its rules, which also affect unchanged files', async () => {
    const rules = [{ path: 'a.md', visibility: 'private' }];
    await test.database.withScope(tenant.admin, (tx) => tx.sources.update(id, { rules }));

    await run();

    expect(source.listings).toEqual(['all']);
  });

  it('reads a failed file again although the listing does not name it, and shows a deleted file when it is back', async () => {
    source.put('large.md', { text: 'x'.repeat(20_000) });
    source.remove('a.md');
    await run();
    expect(await itemsOf('failed')).toEqual(['large.md']);
    source.put('a.md');

    const look = lookAtSourceOf({
      database: test.database,
      store,
      kind: source.kind,
      maxUploadBytes: 50_000,
    });
    await look({ tenantId: tenant.tenantId, sourceId: id, epoch: 1 }, new AbortController().signal);

    expect(source.listings).toEqual(['changes', 'changes']);
    expect(await itemsOf('ready')).toEqual(['a.md', 'b.md', 'c.md', 'large.md']);
  });

  it('keeps the members of groups that only unchanged files name', async () => {
    const anna = await tenant.addUser();
    source.groups.set('staff', [`email:${anna.userId}@example.test`]);
    source.put('d.md', { readers: ['member-of:staff'] });
    await run();
    source.put('b.md', { text: 'changed' });

    await run();

    const members = await queryInTenant(
      test,
      tenant.tenantId,
      `SELECT member FROM source_group_members WHERE source_id = '${id}'`,
    );
    expect(members).toHaveLength(1);
  });
});
