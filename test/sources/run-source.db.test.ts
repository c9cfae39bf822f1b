import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createChangeDocuments } from '../../src/documents/change.js';
import { createUploadDocument, type UploadDocument } from '../../src/documents/upload.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import type { Database } from '../../src/compose/repositories.js';
import { newId, SourceId } from '../../src/shared/ids.js';
import { SourceFailed, type OpenSource } from '../../src/sources/kind.js';
import { findKind, type CheckedKind, type FindKind } from '../../src/sources/kinds/index.js';
import { createOpenStored } from '../../src/sources/open-stored.js';
import { createLeaseLoop } from '../../src/shared/lease-loop.js';
import { createLookAtSource } from '../../src/sources/runs/run-source.js';
import { createPersonScope } from '../../src/tenancy/index.js';
import { NO_REACH } from '../support/no-reach.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { TestTenant } from '../support/tenant.js';

const { signal } = new AbortController();
const MAX_UPLOAD_BYTES = 1000;

let test: TestDatabase;
let root: string;
let tenant: TestTenant;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'kr-sources-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  tenant = await test.tenant();
  folder = await mkdtemp(join(root, 'files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(join(folder, 'closed'), { recursive: true });
  await writeFile(join(folder, path), text);
};

const lookWith = (
  database: Database,
  watch: (upload: UploadDocument) => UploadDocument,
  kinds: FindKind = findKind,
) => {
  const files = createFolderFileStore({ root: join(root, 'store') });
  const limits = { files, maxUploadBytes: MAX_UPLOAD_BYTES, wakeUp: () => undefined };
  const deps = { database, ...limits, now: () => new Date() };
  return createLookAtSource({
    database,
    uploadDocument: watch(createUploadDocument(deps)),
    changeDocuments: createChangeDocuments(deps),
    maxUploadBytes: MAX_UPLOAD_BYTES,
    openStored: createOpenStored({
      database,
      findKind: kinds,
      reachOf: async () => ({ ...NO_REACH, folders: [root] }),
      atRest: null,
    }),
    personScope: createPersonScope({ database }),
    onRunEnded: () => undefined,
  });
};

const addSource = async (fields: { rules?: { path: string; visibility: string }[] } = {}) => {
  const id = newId(SourceId);
  await test.database.withScope(tenant.admin, (tx) =>
    tx.sources.create({
      id,
      ownerId: tenant.admin.userId,
      name: id,
      kind: 'folder',
      settings: { path: folder },
      credentials: null,
      rechecksReaders: false,
      visibility: 'tenant',
      rules: fields.rules ?? [],
      collectionId: null,
      everyMinutes: null,
      graceDays: 7,
    }),
  );
  return id;
};

const leaseOn = (sourceId: SourceId) => ({ tenantId: tenant.tenantId, sourceId, epoch: 1 });

const stateOf = (sourceId: SourceId) =>
  queryInTenant(
    test,
    tenant.tenantId,
    `SELECT i.path, i.state, i.reason, i.read_revision = i.revision AS "isNewest", d.visibility, d.is_withdrawn AS "isWithdrawn",
       d.latest_version AS version, v.size_bytes AS bytes
     FROM source_items i LEFT JOIN documents d ON d.id = i.document_id
     LEFT JOIN document_versions v ON v.document_id = d.id AND v.version = d.latest_version
     WHERE i.source_id = '${sourceId}' ORDER BY i.path`,
  );

describe('the items of a source', () => {
  it('include the file that was fetched but could not be read as failed, with the reason', async () => {
    await put('broken.md', 'no note');
    await put('good.md', 'a note');
    const id = await addSource();
    await lookWith(test.database, (upload) => upload)(leaseOn(id), signal);
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE documents d SET status = 'failed', error_code = 'document_corrupt'
       FROM source_items i WHERE i.document_id = d.id AND i.path = 'broken.md'`,
    );

    const found = await test.database.withScope(tenant.admin, async (tx) => ({
      items: await tx.sources.listItems(id, { limit: 10, from: 0 }),
      failed: await tx.sources.listItems(id, { limit: 10, from: 0, state: 'failed' }),
      counts: (await tx.sources.countItems([id])).get(id),
    }));

    expect(found.items.map(({ path, state, reason }) => [path, state, reason])).toEqual([
      ['broken.md', 'failed', 'document_corrupt'],
      ['good.md', 'ready', null],
    ]);
    expect(found.failed.map(({ path }) => path)).toEqual(['broken.md']);
    expect(found.counts).toMatchObject({ failed: 1, ready: 1 });
  });
});

describe('a run of a source', () => {
  it('does not read unchanged files again', async () => {
    for (let index = 0; index < 30; index += 1) await put(`n${index}.md`, `note ${index}`);
    const id = await addSource();
    let uploads = 0;
    const counting = lookWith(test.database, (upload) => (...given) => {
      uploads += 1;
      return upload(...given);
    });
    await counting(leaseOn(id), signal);
    expect(uploads).toBe(30);

    await counting(leaseOn(id), signal);

    expect(uploads).toBe(30);
  });

  it('reads none of 10,000 unchanged files, and keeps only a part of their listing in memory', async () => {
    const many = 10_000;
    for (let index = 0; index < many; index += 1) await put(`n${index}.md`, String(index));
    const id = await addSource();
    const pieces: number[] = [];
    let reads = 0;
    const watching: FindKind = async (name) => {
      const kind = await findKind(name);
      const open: CheckedKind['open'] = (...given) => {
        const opened = kind?.open(...given) ?? null;
        return opened && watch(opened);
      };
      return kind && { ...kind, open };
    };
    const watch = (opened: OpenSource): OpenSource => ({
      ...opened,
      list: async function* (given) {
        for await (const piece of opened.list(given)) {
          pieces.push(piece.items.length);
          yield piece;
        }
      },
      // The first run ends here: what it would have read is noted below as read.
      read: async () => {
        reads += 1;
        throw new SourceFailed('unreachable', 'Nothing is read.');
      },
    });
    const look = lookWith(test.database, (upload) => upload, watching);
    await look(leaseOn(id), signal);
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE source_items SET state = 'ready', read_revision = revision, read_visibility = visibility WHERE source_id = '${id}'`,
    );
    [pieces.length, reads] = [0, 0];

    await look(leaseOn(id), signal);

    const runs = await test.database.withScope(tenant.system, (tx) => tx.sources.lastRuns([id]));
    expect(runs.get(id)).toMatchObject({ state: 'done', listed: many, counts: { changed: 0 } });
    expect(reads).toBe(0);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(200);
  });

  it('happens only once if two servers look for work at the same time', async () => {
    for (let index = 0; index < 40; index += 1) await put(`n${index}.md`, `note ${index}`);
    const id = await addSource();
    const seen: string[] = [];
    const watch =
      (upload: UploadDocument): UploadDocument =>
      (scope, given) => {
        seen.push(given.filename);
        return upload(scope, given);
      };
    const timing = { intervalMs: 5, leaseMs: 10_000, retryMs: 10 };
    const loops = [1, 2].map(() =>
      createLeaseLoop({
        name: 'sources',
        tasks: test.database.platform.sourceTasks,
        lookAt: lookWith(test.database, watch),
        atOnce: 2,
        timing,
        logger: createSilentLogger(),
      }),
    );
    for (const loop of loops) loop.start();
    await eventually(
      () => test.database.withScope(tenant.admin, (tx) => tx.sources.find(id)),
      (source) => source?.lastCompleteAt !== null,
    );
    await Promise.all(loops.map((loop) => loop.stop()));

    expect(seen.length).toBe(40);
    expect(new Set(seen).size).toBe(40);
  });

  it('pauses with a reason if its owner is no longer an active administrator', async () => {
    await put('a.md', 'one');
    const id = await addSource();
    await test.database.withScope(tenant.system, (tx) =>
      tx.users.update(tenant.admin.userId, { status: 'suspended' }),
    );

    await lookWith(test.database, (upload) => upload)(leaseOn(id), signal);

    const source = await test.database.withScope(tenant.system, (tx) => tx.sources.find(id));
    expect(source).toMatchObject({ pausedReason: 'owner_inactive' });
    expect(await stateOf(id)).toEqual([]);
  });
});
