import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/compose/repositories.js';
import type { SourceId } from '../../src/shared/ids.js';
import {
  CursorLost,
  SourceFailed,
  type ListedItem,
  type OpenSource,
} from '../../src/sources/kind.js';
import { findKind, type CheckedKind } from '../../src/sources/kinds/index.js';
import { sealCredentials } from '../../src/sources/open-stored.js';
import type { VisibilityRule } from '../../src/sources/schema.js';
import type { Keys } from '../../src/sign-in/index.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { NO_REACH } from '../support/no-reach.js';
import { hasGit } from '../support/git-server.js';
import { HOW_TO_GET_MAIL, hasMailServer } from '../support/mail-server.js';
import { hasS3Server, HOW_TO_GET_S3 } from '../support/s3-server.js';
import {
  startBucket,
  startFolder,
  startGit,
  startMailbox,
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
if (hasGit()) kinds.push(['repository of Git', startGit]);
if (hasMailServer()) kinds.push(['mailbox of IMAP', startMailbox]);
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

it('an S3 bucket is always tested with a real server in CI', () => {
  if (!hasS3Server()) process.stderr.write(`No versitygw: S3 is not tested. ${HOW_TO_GET_S3}\n`);

  expect(hasS3Server() || process.env['CI'] !== 'true').toBe(true);
});

it('a Git repository is always tested with git itself in CI', () => {
  if (!hasGit()) process.stderr.write('No git http-backend: Git is not tested. Install git.\n');

  expect(hasGit() || process.env['CI'] !== 'true').toBe(true);
});

it('an IMAP mailbox is always tested with a real server in CI', () => {
  if (!hasMailServer())
    process.stderr.write(`No dovecot: IMAP is not tested. ${HOW_TO_GET_MAIL}\n`);

  expect(hasMailServer() || process.env['CI'] !== 'true').toBe(true);
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

  const add = (rules: VisibilityRule[] = []) =>
    addSource(test.database, tenant, {
      kind: place.kind,
      settings: place.settings,
      credentials: place.credentials && sealCredentials(KEYS, tenant.tenantId, place.credentials),
      rules,
    });

  type With = { database?: Database; change?: ((kind: CheckedKind) => CheckedKind) | undefined };

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

  /** Paths and names as they were put. */
  const asPut = (path: string): string => place.asPut?.(path) ?? path;
  const sizeOf = (path: string, text: string): number => place.sizeOf?.(path, text) ?? text.length;

  /** What a run counts for so many changed files. */
  const changedBy = ({ changed = 0, added = 0, gone = 0 }) =>
    place.isAppended === true
      ? { changed: 0, added: added + changed, gone: gone + changed }
      : { changed, added, gone };

  /** Of the files that a changed file of the same path replaced, none. */
  const itemsOf = async (id: SourceId) => {
    const found = (await rowsOf(id)).map((row) => ({ ...row, path: asPut(row.path) }));
    const isReplaced = ({ path }: { path: string }) =>
      found.some((other) => other.path === path && other.state !== 'gone');
    return found
      .filter((row) => row.state !== 'gone' || !isReplaced(row))
      .sort((one, other) => (one.path < other.path ? -1 : 1));
  };

  const rowsOf = (id: SourceId) =>
    queryInTenant<{ path: string; state: string }>(
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

  /** The files that a person sees, signed in anew. */
  const seenBy = async (person: Parameters<ReturnType<typeof createPersonScope>>[0]) => {
    const scope = await createPersonScope(test)(person);
    return test.database.withScope(scope, async (tx) => {
      const { items } = await tx.documents.list({ limit: 100 });
      return items.map(({ filename }) => asPut(filename)).sort();
    });
  };

  const setRules = (id: SourceId, rules: VisibilityRule[]) =>
    test.database.withScope(tenant.admin, (tx) => tx.sources.update(id, { rules }));

  it('follows files that are added, changed, touched, renamed and deleted among many others', async () => {
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
    const counts = changedBy({ added: 2, changed: 1, gone: 2 });
    expect(last?.counts).toMatchObject({ ...counts, failed: 0 });
    expect(await countOf(id)).toEqual({ gone: counts.gone, ready: MANY });
  });

  it('has the same result if its process is killed at any step', async () => {
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
      await setRules(id, rules);
      const dying = dyingAt(nth);
      await run(id, { database: dying.database }).catch(() => undefined);
      await run(id);
      return { items: await itemsOf(id), hasDied: dying.hasDied() };
    };
    const expected = (await runDyingAt(10_000)).items;
    expect(expected).toEqual([
      expect.objectContaining({
        path: 'changed.md',
        state: 'ready',
        bytes: sizeOf('changed.md', 'two and more'),
        isNewest: true,
      }),
      expect.objectContaining({
        path: 'closed/moved.md',
        state: 'ready',
        visibility: expect.stringMatching(/^group:~/u),
      }),
      expect.objectContaining({ path: 'gone.md', state: 'gone', isWithdrawn: true }),
      expect.objectContaining({ path: 'large.md', state: 'failed', reason: 'payload_too_large' }),
      expect.objectContaining({
        path: 'new.md',
        state: 'ready',
        bytes: sizeOf('new.md', 'new'),
      }),
    ]);

    // A folder is killed at each transaction; the other kinds, which are run by the same code, at a sample of them.
    const step = place.kind === 'folder' ? 1 : 9;
    for (let nth = step === 1 ? 1 : 4; ; nth += step) {
      const { items, hasDied } = await runDyingAt(nth);
      expect([nth, items]).toEqual([nth, expected]);
      if (!hasDied) break;
    }
  });

  it('loses nothing while its server is away, from the start or midway, and continues afterwards', async () => {
    await place.put('a.md', 'one');
    const id = await add();
    await run(id);
    // Of a repository, the files have come with the listing.
    const midway = place.kind === 'git' ? [] : [killedAtRead(place)];
    for (const change of [undefined, ...midway]) {
      if (change === undefined) await place.kill();
      else await place.put('b.md', 'two');

      const failed = await run(id, { change });

      await place.restart();
      expect(failed).toMatchObject({ state: 'failed' });
      expect(await seenBy(tenant.admin)).toEqual(['a.md']);
      await place.put('a.md', 'one');
    }
    await place.put('b.md', 'two');
    expect(await run(id)).toMatchObject({ state: 'done' });
    expect(await countOf(id)).toEqual({ gone: 0, ready: 2 });
  });

  it('deletes nothing because a listing breaks off at some page', async () => {
    await place.put('a.md', 'one');
    await place.put('b.md', 'two');
    const id = await add();
    await run(id);
    await place.remove('a.md');

    const last = await run(id, { change: cutOff });

    expect(last).toMatchObject({ state: 'failed', reason: 'cut_short' });
    expect(await countOf(id)).toEqual({ gone: 0, ready: 2 });
  });

  it('is listed completely if its cursor is lost or belongs to an earlier source', async () => {
    await place.put('a.md', 'one');
    await place.put('b.md', 'two');
    const id = await add();
    await run(id);
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE sources SET cursor = 'other 7' WHERE id = '${id}'`,
    );
    await place.remove('a.md');

    expect(await run(id)).toMatchObject({ state: 'done', listed: 1, counts: { gone: 1 } });
  });

  it('follows changes whatever the clock of its server says', async () => {
    await place.put('a.md', 'one', new Date('2060-01-01'));
    await place.put('b.md', 'two', new Date('2060-01-01'));
    const id = await add();
    await run(id);
    await place.put('a.md', 'six', new Date('1999-01-01'));
    await place.put('b.md', 'two', new Date('2090-01-01'));

    const counts = changedBy({ changed: 1 });
    expect((await run(id))?.counts).toMatchObject({ ...counts, failed: 0 });
    expect(await countOf(id)).toEqual({ gone: counts.gone, ready: 2 });
  });

  it('hides everything when everything is deleted, and shows what comes back', async () => {
    for (const path of ['a.md', 'b/c.md', 'b/d.md']) await place.put(path, path);
    const id = await add();
    await run(id);
    const anna = await tenant.addUser();
    for (const path of ['a.md', 'b/c.md', 'b/d.md']) await place.remove(path);

    expect(await run(id)).toMatchObject({ state: 'done', listed: 0, counts: { gone: 3 } });
    expect(await seenBy(anna)).toEqual([]);
    await place.put('b/c.md', 'b/c.md');
    await run(id);
    expect(await seenBy(anna)).toEqual(['c.md']);
  });

  it('refuses only files that are too large or have a hostile name', async () => {
    await place.put('large.md', 'x'.repeat(MAX_UPLOAD_BYTES + 1));
    await place.put('a.md', 'one');
    const id = await add();

    const last = await run(id, { change: changedItems((item) => [item, ...hostile(item)]) });

    expect(last).toMatchObject({ state: 'done', listed: 2, counts: { added: 1, failed: 1 } });
    const refused = last?.findings.map(({ reason }) => reason);
    expect(new Set(refused)).toEqual(new Set(['path_refused']));
    expect(refused).toHaveLength(2 * HOSTILE_NAMES.length);
  });

  it('reports for a single file whether it still exists', async () => {
    await place.put('closed/a.md', 'one');
    const kind = await findKind(place.kind);
    const reach = { ...NO_REACH, ...place.reach };
    const kept = { settings: place.settings, credentials: place.credentials ?? null };
    const { signal } = new AbortController();
    /** Opens the source anew, as each search does. */
    const opening = async <Result>(work: (opened: OpenSource) => Promise<Result>) => {
      const opened = kind?.open(kept, reach);
      if (!opened) throw new Error('The source cannot be opened.');
      return work(opened).finally(() => opened.close?.());
    };
    const [externalId = ''] = await opening(async (opened) => {
      const ids: string[] = [];
      for await (const { items } of opened.list(signal))
        ids.push(...items.map((one) => one.externalId));
      return ids;
    });
    const look = () => opening(async (opened) => opened.look?.({ externalId }, signal));

    expect(asPut((await look())?.path ?? '')).toBe('closed/a.md');
    await place.remove('closed/a.md');
    expect(await look()).toBeNull();
  });

  it('hides files that are deleted, moved to another rule, revoked, or only for a deleted group or an unknown principal', async () => {
    const [anna, ben] = [
      await tenant.addUser({ groups: ['sales', 'guests', 'temps'] }),
      await tenant.addUser({ groups: ['sales', 'temps'] }),
    ];
    const emailOf = ({ userId }: typeof anna) => `email:${userId}@example.test`;
    const first = ['gone', 'open', 'moved', 'person', 'group', 'deleted', 'left', 'unknown'];
    for (const name of first) await place.put(`${name}/${name}.md`, name);
    const both = { person: [emailOf(anna), emailOf(ben)], group: ['group:sales', 'group:guests'] };
    const ofTemps = { path: 'deleted', readers: ['group:temps'] };
    const unchanged = [
      ofTemps,
      { path: 'left', readers: ['group:guests'] },
      { path: 'unknown', readers: ['email:nobody@example.com', 'subject:x', 'group:nobody'] },
      { path: 'closed', visibility: 'private' },
    ];
    const id = await add([
      ...unchanged,
      { path: 'person', readers: both.person },
      { path: 'group', readers: both.group },
    ]);
    await run(id);
    const all = first.filter((name) => name !== 'unknown').map((name) => `${name}.md`);
    expect(await seenBy(anna)).toEqual(all.toSorted());
    await place.remove('gone/gone.md');
    await place.remove('moved/moved.md');
    await place.put('closed/moved.md', 'moved');
    await setRules(id, [
      ...unchanged,
      { path: 'person', readers: [emailOf(ben)] },
      { path: 'group', readers: ['group:guests'] },
    ]);
    await test.database.withScope(tenant.system, async (tx) => {
      const temps = await tx.groups.findByName('temps');
      if (temps !== null) await tx.groups.delete(temps);
      const guests = await tx.groups.findByName('guests');
      const groups = anna.groups.filter((key) => key !== guests?.key && key !== temps?.key);
      await tx.users.update(anna.userId, { groups });
    });

    await run(id);

    expect(await seenBy(anna)).toEqual(['open.md']);
    expect(await seenBy(ben)).toEqual(['open.md', 'person.md']);
    expect(await seenBy(tenant.admin)).toHaveLength(first.length - 1);
  });

  it('shows no file whose rights cannot be read, and deletes nothing because of it', async () => {
    await place.put('a.md', 'one');
    const id = await add();
    await run(id);
    const anna = await tenant.addUser();
    expect(await seenBy(anna)).toEqual(['a.md']);

    const last = await run(id, { change: changedItems((item) => [{ ...item, readers: null }]) });

    const found = last?.findings.map(({ path, reason }) => [asPut(path), reason]);
    expect(found).toEqual([['a.md', 'rights_unreadable']]);
    expect(await seenBy(anna)).toEqual([]);
    expect(await countOf(id)).toEqual({ gone: 0, ready: 1 });
  });
});

const HOSTILE_NAMES = ['../../etc/passwd', '/etc/shadow', 'a\0b', 'x'.repeat(5000), ''];

const hostile = (item: ListedItem): ListedItem[] =>
  HOSTILE_NAMES.map((path) => ({ ...item, externalId: `hostile/${path}`, path }));

/** The kind, whose opened sources are changed. */
const opening =
  (change: (opened: OpenSource) => Partial<OpenSource>) =>
  (kind: CheckedKind): CheckedKind => ({
    ...kind,
    open: (...given) => {
      const opened = kind.open(...given);
      return opened && { ...opened, ...change(opened) };
    },
  });

/** The kind with other items in its listing, which is whole. */
const changedItems = (change: (item: ListedItem) => ListedItem[]) =>
  opening((opened) => ({
    changes: async function* () {
      yield await Promise.reject(new CursorLost('Everything is listed.'));
    },
    list: async function* (signal) {
      for await (const { items, findings } of opened.list(signal)) {
        yield { items: items.flatMap(change), findings };
      }
    },
  }));

/** The kind with a server that goes away when the first file is read. */
const killedAtRead = (place: SourcePlace) =>
  opening((opened) => ({
    read: async (...given) => {
      await place.kill();
      return opened.read(...given);
    },
  }));

/** The kind with a listing that ends after its first piece. */
const cutOff = opening((opened) => ({
  list: async function* (signal) {
    for await (const piece of opened.list(signal)) {
      yield piece;
      break;
    }
    throw new SourceFailed('cut_short', 'The listing was cut off.');
  },
}));

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
