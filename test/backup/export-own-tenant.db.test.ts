import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createExportOwnTenant } from '../../src/backup/index.js';
import { LEFT_OUT, selectRows } from '../../src/backup/export-own-tenant.js';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { locateBinaries } from '../../src/platform/database/embedded/binaries.js';
import { openSnapshot } from '../../src/platform/database/snapshot.js';
import { openTenantSnapshot } from '../../src/platform/database/tenant-snapshot.js';
import { createLocalLimits } from '../../src/platform/limits/limits.js';
import { repositories, type Database } from '../../src/compose/repositories.js';
import { AppError, isAppError } from '../../src/shared/errors.js';
import { UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { Permission, type UserScope } from '../../src/shared/scope.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { MIGRATIONS_FOLDER } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  FIRST,
  openInstallations,
  SECOND,
  startShippedServer,
  type Installations,
} from '../support/installations.js';
import { findPostgresServers } from '../support/postgres-server.js';
import { readZipEntries } from '../support/zip-entries.js';

const servers = await findPostgresServers();

/** All that the rows of every table hold is this user's. */
const OWNER = '00000000-0000-7000-8000-000100000001';
const ADMIN = '00000000-0000-7000-8000-000100000099';
/** Tables in the export of an admin who has no row of their own. */
const SHARED = [
  'assistants',
  'audit_entries',
  'chunks',
  'document_versions',
  'documents',
  'groups',
  'ingestion_tasks',
  'page_readings',
  'tenant_settings',
  'tenants',
  'usage_daily',
  'users',
];

type Overrides = Partial<Parameters<typeof createExportOwnTenant>[0]>;

describe("an admin's export of their tenant", () => {
  let shipped: Awaited<ReturnType<typeof startShippedServer>>;
  let both: Installations;
  let database: Database;
  let folder: string;
  let file: { key: string };

  beforeAll(async () => {
    shipped = await startShippedServer(servers.at(-1)?.binaries ?? locateBinaries());
  });
  afterAll(() => shipped.close());
  beforeEach(async () => {
    both = await openInstallations(shipped);
    ({ first: file } = await both.fill());
    await both.source.query(`
      INSERT INTO users (tenant_id, id, email, role) VALUES ('${FIRST}', '${ADMIN}', 'second@example.org', 'admin');
      UPDATE users SET system_prompt = 'prompt of ' || id, preferences = '{"mine": true}', language = 'hu', timezone = 'Europe/Budapest'`);
    folder = await mkdtemp(join(tmpdir(), 'kr-spool-'));
    database = await createDatabase({
      ...both.source,
      repositories,
      migrationsFolder: MIGRATIONS_FOLDER,
      poolSize: 2,
    });
  });
  afterEach(async () => {
    await database.close();
    await both.close();
    await rm(folder, { recursive: true });
  });

  const scopeOf = (userId: string, permissions: readonly Permission[] = Permission.options) =>
    makeUserScope({
      tenantId: FIRST,
      userId: UserId.parse(userId),
      role: 'admin',
      groups: [],
      permissions,
    });
  const prepare = (overrides: Overrides = {}) =>
    createExportOwnTenant({
      database,
      openSnapshot: (scope) => openTenantSnapshot(both.source.url, scope),
      files: both.source.files,
      limits: createLocalLimits({ nowMs: () => 0 }),
      folder,
      requireRoom: async () => undefined,
      version: '1.2.3',
      logger: createSilentLogger(),
      now: () => new Date(),
      ...overrides,
    });
  const { signal } = new AbortController();
  const entriesFor = async (scope: UserScope) =>
    readZipEntries(await buffer((await prepare()(scope, signal)).content));
  const tablesIn = (entries: ReadonlyMap<string, unknown>) =>
    [...entries.keys()]
      .flatMap((name) => /^tenants\/[^/]+\/(\w+)\.jsonl\.gz$/.exec(name)?.[1] ?? [])
      .filter((name) => name !== 'files')
      .sort();

  it('covers every table with tenant data, either as exported or as left out', async () => {
    const snapshot = await openSnapshot(both.source.migrationUrl);
    const tables = snapshot.tables.filter(({ tenantColumn }) => tenantColumn !== null);
    await snapshot.close();
    const names = tables.map(({ name }) => name).sort();
    const users = tables.find(({ name }) => name === 'users');

    expect([...Object.keys(selectRows(scopeOf(ADMIN))), ...LEFT_OUT].sort()).toEqual(names);
    expect(users?.columns.map(({ name }) => name).sort()).toEqual([
      'activated_at',
      'application_id',
      'created_at',
      'email',
      'external_id',
      'groups',
      'id',
      'label',
      'language',
      'managed',
      'name',
      'preferences',
      'role',
      'status',
      'system_prompt',
      'tenant_id',
      'timezone',
    ]);
  });

  it('contains what is shared in the tenant, and nothing private to somebody else', async () => {
    const entries = await entriesFor(scopeOf(ADMIN));

    expect(tablesIn(entries)).toEqual(SHARED);
    expect([...entries.keys()].at(-1)).toBe('manifest.json');
    const folderOfTenant = `tenants/${FIRST}`;
    expect(String(entries.get(`${folderOfTenant}/files/${file.key}`))).toBe('one!');
    expect([...entries.values()].map(String).join('\n')).not.toContain('own!');
    const users = String(entries.get(`${folderOfTenant}/users.jsonl.gz`))
      .trimEnd()
      .split('\n');
    expect(users.map((line) => JSON.parse(line) as unknown)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: OWNER,
          system_prompt: null,
          preferences: '{}',
          language: null,
          timezone: 'UTC',
        }),
        expect.objectContaining({ id: ADMIN, system_prompt: `prompt of ${ADMIN}`, language: 'hu' }),
      ]),
    );
    expect([...entries.values()].map(String).join('\n')).not.toContain(SECOND);
  });

  it("leaves out others' private documents, and documents of groups that the admin is not in", async () => {
    for (const visibility of ['private', 'group:c,d']) {
      await both.source.query(`UPDATE documents SET visibility = '${visibility}'`);

      const entries = await entriesFor(scopeOf(ADMIN));

      const documents = [
        'chunks',
        'document_versions',
        'documents',
        'ingestion_tasks',
        'page_readings',
      ];
      expect(tablesIn(entries)).toEqual(SHARED.filter((table) => !documents.includes(table)));
      expect([...entries.keys()].filter((name) => name.includes('/files/'))).toEqual([]);
    }
  });

  it('keeps versions from before a document was shared visible to their owner only', async () => {
    await both.source.query('UPDATE document_versions SET owner_only = true');
    const filesOf = async (userId: string) => {
      const entries = await entriesFor(scopeOf(userId));
      const files = [...entries.keys()].filter((name) => name.endsWith(`/files/${file.key}`));
      return { files: files.length, tables: tablesIn(entries) };
    };

    const admin = await filesOf(ADMIN);
    const owner = await filesOf(OWNER);

    const withheld = ['chunks', 'document_versions', 'page_readings'];
    expect(admin).toEqual({ files: 0, tables: SHARED.filter((name) => !withheld.includes(name)) });
    expect(owner.files).toBe(1);
    expect(owner.tables).toEqual(expect.arrayContaining(withheld));
  });

  it("contains the admin's own conversations and memories if their key may read them", async () => {
    const all = tablesIn(await entriesFor(scopeOf(OWNER)));
    const few = tablesIn(await entriesFor(scopeOf(OWNER, ['admin', 'documents:read'])));

    expect(all).toEqual(expect.arrayContaining(['memories', 'messages', 'workspace_files']));
    expect(all.filter((table) => LEFT_OUT.includes(table))).toEqual([]);
    expect(few).toEqual([...SHARED, 'collection_documents', 'collections'].sort());
    await expect(prepare()(scopeOf(OWNER, ['admin']), signal)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  describe('with answers given to the admin', () => {
    beforeEach(async () => {
      await both.source.query(`
        UPDATE messages SET content = 'It is a xylophone.' WHERE tenant_id = '${FIRST}' AND role = 'assistant';
        UPDATE messages SET before_repair = jsonb_build_object('text', '9 xylophones', 'sources', jsonb_build_array(
          jsonb_build_object('chunkId', (SELECT c.id FROM chunks c WHERE c.tenant_id = '${FIRST}'), 'memoryId', NULL)))
          WHERE tenant_id = '${FIRST}' AND role = 'assistant';
        UPDATE statements SET sum = '6 xylophones' WHERE tenant_id = '${FIRST}';
        UPDATE executions SET receipt = '{"queries": ["xylophone"]}' WHERE tenant_id = '${FIRST}';
        UPDATE tool_calls SET summary = 'xylophone' WHERE tenant_id = '${FIRST}';
        UPDATE citations SET chunk_id = (SELECT c.id FROM chunks c WHERE c.tenant_id = '${FIRST}') WHERE tenant_id = '${FIRST}'`);
    });
    const wordsFor = async (scope: UserScope) =>
      [...(await entriesFor(scope)).values()]
        .map(String)
        .join('\n')
        .match(/(?:It is a |[69] )?xylophones?/g);

    it('contains their text as far as the admin may still read their sources', async () => {
      const before = await wordsFor(scopeOf(OWNER));
      await both.source.query(`UPDATE documents SET visibility = 'private', owner_id = '${ADMIN}'`);
      const after = await wordsFor(scopeOf(OWNER));

      expect(before).toEqual(
        expect.arrayContaining(['It is a xylophone', '9 xylophones', '6 xylophones']),
      );
      expect(after).toBeNull();
    });

    it('contains no reasoning or calls of a turn that read what the admin may not read now', async () => {
      await both.source.query(`
        UPDATE citations SET chunk_id = NULL WHERE tenant_id = '${FIRST}';
        UPDATE executions SET receipt = jsonb_build_object('queries', jsonb_build_array('xylophone'), 'sources', jsonb_build_array(
          jsonb_build_object('chunkId', (SELECT c.id FROM chunks c WHERE c.tenant_id = '${FIRST}'), 'memoryId', NULL)))
          WHERE tenant_id = '${FIRST}'`);
      const before = await wordsFor(scopeOf(OWNER));
      await both.source.query(`UPDATE documents SET visibility = 'private', owner_id = '${ADMIN}'`);
      const after = await wordsFor(scopeOf(OWNER));

      // Those of the receipt and of the call of a tool.
      expect(before?.filter((word) => word === 'xylophone')).toHaveLength(2);
      expect(after).not.toContain('xylophone');
      expect(after).toContain('It is a xylophone');
    });

    it('contains no text from before a repair if one of its sources was deleted', async () => {
      await both.source.query(`UPDATE citations SET chunk_id = NULL WHERE tenant_id = '${FIRST}'`);
      await both.source.query(`UPDATE documents SET visibility = 'private', owner_id = '${ADMIN}'`);

      const words = await wordsFor(scopeOf(OWNER));

      expect(words).toContain('It is a xylophone');
      expect(words).not.toContain('9 xylophones');
    });

    it('contains none of their text for a key that may not see their documents', async () => {
      const filter = { type: 'eq', key: 'title', value: 'Another one' } as const;
      const all = scopeOf(OWNER);

      const words = await wordsFor(makeUserScope({ ...all, filters: [{ from: 'key', filter }] }));

      expect(words).toBeNull();
    });
  });

  it('runs one at a time, does not block backups, and leaves nothing on the disk', async () => {
    const exportOwnTenant = prepare();
    const first = await exportOwnTenant(scopeOf(ADMIN), signal);

    await expect(exportOwnTenant(scopeOf(ADMIN), signal)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await database.mayDeleteFiles()).toBe(true);
    await both.backUp();
    expect(await readdir(folder)).toEqual([]);
    first.content.destroy();
    const refused = await eventually(
      () => exportOwnTenant(scopeOf(ADMIN), signal).catch((error: unknown) => error),
      (error) => !isAppError(error) || error.code !== 'conflict',
    );
    expect(refused).toMatchObject({ code: 'rate_limited' });
  });

  it('is refused if the disk is nearly full, and frees its slot', async () => {
    const full = new AppError('insufficient_storage', 'There is no space left for files.');
    let isFull = true;
    const exportOwnTenant = prepare({
      limits: createLocalLimits({ nowMs: () => (isFull ? 0 : 60_000) }),
      requireRoom: () => (isFull ? Promise.reject(full) : Promise.resolve()),
    });

    await expect(exportOwnTenant(scopeOf(ADMIN), signal)).rejects.toBe(full);
    isFull = false;
    const { content } = await exportOwnTenant(scopeOf(ADMIN), signal);

    expect((await buffer(content)).byteLength).toBeGreaterThan(0);
  });

  it('is audited once it begins, and ends if its client disconnects', async () => {
    const gone = new AbortController();
    gone.abort();

    await expect(prepare()(scopeOf(ADMIN), gone.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });

    const entries = await both.source.query(
      `SELECT actor_id, subject_id FROM audit_entries WHERE action = 'tenant.export'`,
    );
    expect(entries).toEqual([{ actor_id: ADMIN, subject_id: FIRST }]);
  });

  it.each(['missing', 'damaged'] as const)(
    'is imported without a file that is %s',
    async (state) => {
      const path = both.source.pathOfFile(FIRST, file.key);
      await (state === 'missing' ? rm(path) : writeFile(path, 'two'));
      const archive = join(both.folder, 'tenant.zip');
      await writeFile(archive, (await prepare()(scopeOf(ADMIN), signal)).content);

      await both.importTenant(null, archive);

      expect(both.lines).toContain(`  file ${file.key} of tenant ${FIRST} was not in the backup`);
      expect(await both.target.query('SELECT FROM documents')).toHaveLength(1);
      await expect(both.target.readFile(FIRST, file.key)).rejects.toMatchObject({
        code: 'file_missing',
      });
    },
  );

  it('is refused by an import if its file is truncated, changed, or has a link or a duplicate name', async () => {
    const archive = join(both.folder, 'tenant.zip');
    const whole = await buffer((await prepare()(scopeOf(ADMIN), signal)).content);
    const change = (from: string, to: string): Buffer =>
      Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1');
    const asLink = Buffer.from(whole);
    const directory = asLink.indexOf(Buffer.from('504b0102', 'hex'));
    asLink.writeUInt16LE(0o120777, directory + 40);
    const refused: [Buffer, string][] = [
      [whole.subarray(0, whole.byteLength - 100), 'is not a complete ZIP archive'],
      [change('one!', 'two!'), 'is not what was written'],
      [change('manifest.json', 'manifest.jsoN'), 'has no manifest.json'],
      [change('/groups.jsonl.gz', '/chunks.jsonl.gz'), 'holds a file twice'],
      [change('tenants/', '../../..'), 'is not a complete ZIP archive'],
      [asLink, 'is not an ordinary file in it'],
    ];
    await both.target.migrate();
    const before = await both.target.rows();

    for (const [bytes, reason] of refused) {
      await writeFile(archive, bytes);
      await expect(both.importTenant(null, archive)).rejects.toThrow(reason);
    }

    expect(await both.target.rows()).toEqual(before);
  });
});
