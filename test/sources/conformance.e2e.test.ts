import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/compose/repositories.js';
import type { SourceId } from '../../src/shared/ids.js';
import { SourceFailed } from '../../src/sources/kind.js';
import { findKind, type CheckedKind } from '../../src/sources/kinds/index.js';
import { sealCredentials } from '../../src/sources/open-stored.js';
import type { Keys } from '../../src/sign-in/index.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { NO_REACH } from '../support/no-reach.js';
import { hasS3Server, HOW_TO_GET_S3 } from '../support/s3-server.js';
import {
  startBucket,
  startFolder,
  startWebDav,
  startWebsite,
  type SourcePlace,
} from '../support/source-places.js';
import { addSource, lookAtSourceOf } from '../support/source-runs.js';
import type { TestTenant } from '../support/tenant.js';

const MANY = 200;
const MAX_UPLOAD_BYTES = 1000;
const KEYS: Keys = [createSecretKey(randomBytes(32))];

const kinds: [string, () => Promise<SourcePlace>][] = [
  ['folder', startFolder],
  ['folder of WebDAV', startWebDav],
  ['website', startWebsite],
];
if (hasS3Server()) kinds.push(['bucket of S3', startBucket]);

let test: TestDatabase;
let store: string;
beforeAll(async () => {
  test = await createTestDatabase();
  store = await mkdtemp(join(tmpdir(), 'kr-conformance-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(store, { recursive: true, force: true });
});

it('a bucket of S3 is tested with a real server, in CI always', () => {
  if (!hasS3Server()) process.stderr.write(`No versitygw: S3 is not tested. ${HOW_TO_GET_S3}\n`);

  expect(hasS3Server() || process.env['CI'] !== 'true').toBe(true);
});

describe.each(kinds)('a %s as a source', (_name, start) => {
  let place: SourcePlace;
  let tenant: TestTenant;
  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    tenant = await test.tenant();
  });
  afterEach(() => place.clear());

  const add = (rules: { path: string; visibility?: string; readers?: string[] }[] = []) =>
    addSource(test.database, tenant, {
      kind: place.kind,
      settings: place.settings,
      credentials: place.credentials && sealCredentials(KEYS, tenant.tenantId, place.credentials),
      rules,
    });

  type With = { database?: Database; change?: (kind: CheckedKind) => CheckedKind };

  const run = async (id: SourceId, { database = test.database, change }: With = {}) => {
    const { signal } = new AbortController();
    const kind = await findKind(place.kind);
    if (kind === null) throw new Error(`No such kind: ${place.kind}`);
    const look = lookAtSourceOf({
      database,
      store,
      reach: place.reach,
      maxUploadBytes: MAX_UPLOAD_BYTES,
      atRest: KEYS,
      kind: change?.(kind) ?? kind,
    });
    await look({ tenantId: tenant.tenantId, sourceId: id, epoch: 1 }, signal);
    return test.database.withScope(tenant.system, async (tx) =>
      (await tx.sources.lastRuns([id])).get(id),
    );
  };

  const itemsOf = (id: SourceId) =>
    queryInTenant(
      test,
      tenant.tenantId,
      `SELECT i.path, i.state, i.reason, i.read_revision = i.revision AS "isNewest", d.visibility, d.is_withdrawn AS "isWithdrawn",
         v.size_bytes AS bytes
       FROM source_items i LEFT JOIN documents d ON d.id = i.document_id
       LEFT JOIN document_versions v ON v.document_id = d.id AND v.version = d.latest_version
       WHERE i.source_id = '${id}' ORDER BY i.path`,
    );

  const countOf = async (id: SourceId) => {
    const { gone, ready } = (
      await test.database.withScope(tenant.system, (tx) => tx.sources.countItems([id]))
    ).get(id) ?? { gone: -1, ready: -1 };
    return { gone, ready };
  };

  it('follows what is added, changed, touched, renamed and deleted among many files', async () => {
    for (let index = 0; index < MANY; index += 1) await place.put(`n${index}.md`, `note ${index}`);
    const id = await add();
    expect((await run(id))?.counts).toMatchObject({ added: MANY, failed: 0 });
    expect((await run(id))?.counts).toMatchObject({ added: 0, changed: 0, unchanged: 0, gone: 0 });
    await place.put('new.md', 'new');
    await place.put('n0.md', 'changed');
    await place.put('n1.md', 'note 1');
    await place.put('renamed.md', 'note 2');
    await place.remove('n2.md');
    await place.remove('n3.md');

    const last = await run(id);

    expect(last).toMatchObject({ state: 'done', listed: MANY });
    expect(last?.counts).toMatchObject({ added: 2, changed: 1, gone: 2, failed: 0 });
    expect(await countOf(id)).toEqual({ gone: 2, ready: MANY });
  });

  it('has the same result if its process dies at any transaction', async () => {
    const runDyingAt = async (nth: number) => {
      await place.clear();
      await place.put('changed.md', 'one');
      await place.put('gone.md', 'to be gone');
      await place.put('closed/moved.md', 'to be closed');
      await place.put('large.md', 'x'.repeat(MAX_UPLOAD_BYTES + 1));
      const id = await add();
      await run(id);
      await place.put('changed.md', 'two and more');
      await place.put('new.md', 'new');
      await place.remove('gone.md');
      const rules = [{ path: 'closed', readers: ['email:nobody@example.com'] }];
      await test.database.withScope(tenant.admin, (tx) => tx.sources.update(id, { rules }));
      const dying = dyingAt(nth);
      await run(id, { database: dying.database }).catch(() => undefined);
      await run(id);
      return { items: await itemsOf(id), hasDied: dying.hasDied() };
    };
    const expected = (await runDyingAt(10_000)).items;
    expect(expected).toEqual([
      expect.objectContaining({ path: 'changed.md', state: 'ready', bytes: 12, isNewest: true }),
      expect.objectContaining({
        path: 'closed/moved.md',
        state: 'ready',
        visibility: expect.stringMatching(/^group:~/u),
      }),
      expect.objectContaining({ path: 'gone.md', state: 'gone', isWithdrawn: true }),
      expect.objectContaining({ path: 'large.md', state: 'failed', reason: 'payload_too_large' }),
      expect.objectContaining({ path: 'new.md', state: 'ready', bytes: 3 }),
    ]);

    // Two kinds die at each transaction; the others, which are run by the same code, at every fifth.
    const step = ['folder', 's3'].includes(place.kind) ? 1 : 5;
    for (let nth = 1; ; nth += step) {
      const { items, hasDied } = await runDyingAt(nth);
      expect([nth, items]).toEqual([nth, expected]);
      if (!hasDied) break;
    }
  });

  it('loses nothing while it cannot be reached, and goes on afterwards', async () => {
    await place.put('a.md', 'one');
    const id = await add();
    await run(id);
    await place.kill();

    const failed = await run(id);

    await place.restart();
    expect(failed).toMatchObject({ state: 'failed' });
    expect(await countOf(id)).toEqual({ gone: 0, ready: 1 });
    await place.put('a.md', 'one');
    expect(await run(id)).toMatchObject({ state: 'done' });
    expect(await countOf(id)).toEqual({ gone: 0, ready: 1 });
  });

  it('loses nothing by a listing that is cut off, whatever of it was seen', async () => {
    await place.put('a.md', 'one');
    await place.put('b.md', 'two');
    const id = await add();
    await run(id);
    await place.remove('a.md');

    const last = await run(id, { change: cutOff });

    expect(last).toMatchObject({ state: 'failed', reason: 'cut_short' });
    expect(await countOf(id)).toEqual({ gone: 0, ready: 2 });
  });

  it('tells of one file whether it is still there', async () => {
    await place.put('closed/a.md', 'one');
    const kind = await findKind(place.kind);
    const reach = { ...NO_REACH, ...place.reach };
    const kept = { settings: place.settings, credentials: place.credentials ?? null };
    const opened = kind?.open(kept, reach);
    const { signal } = new AbortController();
    const externalIds: string[] = [];
    for await (const { items } of opened?.list(signal) ?? []) {
      externalIds.push(...items.map(({ externalId }) => externalId));
    }
    const [externalId = ''] = externalIds;
    const look = () => opened?.look?.({ externalId }, signal);

    expect(await look()).toMatchObject({ path: 'closed/a.md' });
    await place.remove('closed/a.md');
    expect(await look()).toBeNull();
  });

  it('hides what is deleted, closed or revoked from everybody else at the end of the run', async () => {
    const anna = await tenant.addUser();
    const seen = async () => {
      const scope = await createPersonScope(test)(anna);
      return test.database.withScope(scope, async (tx) => {
        const { items } = await tx.documents.list({ limit: 100 });
        return items.map(({ filename }) => filename).sort();
      });
    };
    for (const path of ['gone.md', 'closed/a.md', 'revoked/b.md', 'open.md']) {
      await place.put(path, path);
    }
    const readers = [`email:${anna.userId}@example.test`];
    const id = await add([{ path: 'revoked', readers }]);
    await run(id);
    expect(await seen()).toEqual(['a.md', 'b.md', 'gone.md', 'open.md']);
    await place.remove('gone.md');
    const rules = [
      { path: 'closed', visibility: 'private' },
      { path: 'revoked', readers: ['email:nobody@example.com'] },
    ];
    await test.database.withScope(tenant.admin, (tx) => tx.sources.update(id, { rules }));

    await run(id);

    expect(await seen()).toEqual(['open.md']);
  });
});

/** The kind with a listing that ends after its first piece. */
const cutOff = (kind: CheckedKind): CheckedKind => ({
  ...kind,
  open: (...given) => {
    const opened = kind.open(...given);
    if (opened === null) return null;
    return {
      ...opened,
      list: async function* (signal) {
        for await (const piece of opened.list(signal)) {
          yield piece;
          break;
        }
        throw new SourceFailed('cut_short', 'The listing was cut off.');
      },
    };
  },
});

/** The database until its nth transaction from now, at which the process dies. */
const dyingAt = (nth: number): { database: Database; hasDied: () => boolean } => {
  let left = nth;
  const withScope: Database['withScope'] = async (scope, work) => {
    left -= 1;
    if (left <= 0) throw new Error('The process died.');
    return test.database.withScope(scope, work);
  };
  return { database: { ...test.database, withScope }, hasDied: () => left <= 0 };
};
