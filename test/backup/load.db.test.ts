import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { locateBinaries } from '../../src/platform/database/embedded/binaries.js';
import { openLoad } from '../../src/platform/database/load.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import { fillEveryTable } from '../support/every-table.js';
import {
  FIRST,
  openInstallations,
  SECOND,
  startShippedServer,
  type Installations,
} from '../support/installations.js';
import { findPostgresServers } from '../support/postgres-server.js';
import { addRow, changeRow, openTampered } from '../support/tampered-archive.js';

const servers = await findPostgresServers();
const NOTHING = 'Nothing was changed.';
const OTHER = '00000000-0000-7000-8000-000000000009';
const ODD_ID = '00000000-0000-7000-8000-00000000ffff';

type Tampered = ReturnType<typeof openTampered>;

let shipped: Awaited<ReturnType<typeof startShippedServer>>;
beforeAll(async () => {
  shipped = await startShippedServer(servers.at(-1)?.binaries ?? locateBinaries());
});
afterAll(() => shipped.close());

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);

describe.each([
  ['a database owner subject to row security', false],
  ['a database owner who is a superuser, as on the embedded database', true],
])('an import by %s', (_owner, isOwnerSuperuser) => {
  let both: Installations;
  let tampered: Tampered;
  let before: Record<string, string[]>;

  // What is refused leaves everything as it was, so that all of them may be refused by the same.
  beforeAll(async () => {
    both = await openInstallations(shipped, { isOwnerSuperuser });
    await both.fill();
    await both.target.migrate();
    await both.target.query(fillEveryTable(OTHER, { key: 'key', sha256: 'abc' }));
    await both.exportTenant(FIRST);
    await cp(both.folder, `${both.folder}-whole`, { recursive: true });
    before = await both.target.rows();
  });
  beforeEach(async () => {
    await rm(both.folder, { recursive: true });
    await cp(`${both.folder}-whole`, both.folder, { recursive: true });
    tampered = openTampered(both.folder);
  });
  afterAll(async () => {
    await rm(`${both.folder}-whole`, { recursive: true });
    await both.close();
  });

  it.each<[string, string, (tampered: Tampered) => Promise<void>]>([
    [
      'a user of another tenant',
      'users.jsonl.gz of the backup holds a row of another tenant',
      ({ changeLines }) =>
        changeLines(
          'users',
          addRow((row) => ({ ...row, tenant_id: OTHER, id: ODD_ID })),
        ),
    ],
    [
      'a row that names two tenants',
      'users.jsonl.gz of the backup holds a row of another tenant',
      ({ changeLines }) =>
        changeLines('users', (lines) =>
          lines.map((line) => `{"tenant_id":"${FIRST}",${line.slice(1).replace(FIRST, OTHER)}`),
        ),
    ],
    [
      'a task of another tenant, whose table has no row security',
      'ingestion_tasks.jsonl.gz of the backup holds a row of another tenant',
      ({ changeLines }) =>
        changeLines(
          'ingestion_tasks',
          changeRow((row) => ({ ...row, tenant_id: OTHER })),
        ),
    ],
    [
      'a second tenant',
      'tenants.jsonl.gz of the backup holds a row of another tenant',
      ({ changeLines }) =>
        changeLines(
          'tenants',
          addRow((row) => ({ ...row, id: SECOND, slug: 'second' })),
        ),
    ],
    [
      'keys',
      'holds rows of api_keys, as no export does',
      ({ changeLines }) => changeLines('api_keys', () => [JSON.stringify({ tenant_id: FIRST })]),
    ],
    [
      'an unknown table',
      'The backup holds table pg_authid, which the database has not',
      ({ changeLines }) => changeLines('pg_authid', () => [JSON.stringify({ tenant_id: FIRST })]),
    ],
    [
      'a table of the platform',
      'holds more than a tenant, as no export does',
      ({ changeManifest }) =>
        changeManifest(({ tables, tenants: [tenant] }) => {
          const [rows] = tenant?.tables ?? [];
          if (rows !== undefined) tables.push({ ...rows, path: `platform/${rows.table}.jsonl.gz` });
        }),
    ],
    [
      'a message of a session that is not included',
      'Rows of table messages are refused, for one refers to a row that is not among them',
      ({ changeLines }) =>
        changeLines(
          'messages',
          changeRow((row) => ({ ...row, session_id: ODD_ID })),
        ),
    ],
    [
      'a passage whose id could belong to another tenant',
      'holds a passage under an id that is not its own',
      ({ changeLines }) =>
        changeLines(
          'chunks',
          changeRow((row) => ({ ...row, id: ODD_ID })),
        ),
    ],
    [
      "a memory with the id of another tenant's",
      'A memory of the export has the id of another',
      ({ changeLines }) =>
        changeLines(
          'memories',
          changeRow((row) => ({ ...row, id: '00000000-0000-7000-8000-000900000008' })),
        ),
    ],
    [
      "a task with the id of another tenant's",
      'ingestion_tasks.jsonl.gz of the backup holds a row that is there already, or twice',
      ({ changeLines }) =>
        changeLines(
          'ingestion_tasks',
          changeRow((row) => ({ ...row, id: '00000000-0000-7000-8000-000900000011' })),
        ),
    ],
    [
      'an unknown role',
      'holds an unknown role of users',
      ({ changeLines }) =>
        changeLines(
          'users',
          changeRow((row) => ({ ...row, role: 'operator' })),
        ),
    ],
    [
      'a task of a kind that would stop the work of all tenants',
      'holds an unknown subject_kind of ingestion_tasks',
      ({ changeLines }) =>
        changeLines(
          'ingestion_tasks',
          changeRow((row) => ({ ...row, subject_kind: 'chair' })),
        ),
    ],
    [
      'a sentence for the operator instead of an error code',
      'holds an unknown error_code of ingestion_tasks',
      ({ changeLines }) =>
        changeLines(
          'ingestion_tasks',
          changeRow((row) => ({ ...row, error_code: 'Call +44 20 7946 0000' })),
        ),
    ],
    [
      'a passage with a block of an unknown kind',
      'holds an unknown blocks of chunks',
      ({ changeLines }) =>
        changeLines(
          'chunks',
          changeRow((row) => ({ ...row, blocks: '[{"kind":"chair","charStart":0,"charEnd":1}]' })),
        ),
    ],
    [
      'a negative usage',
      'holds an unknown questions of usage_daily',
      ({ changeLines }) =>
        changeLines(
          'usage_daily',
          changeRow((row) => ({ ...row, questions: '-9' })),
        ),
    ],
    [
      'a line that is not a row',
      'holds a line that is not a row',
      ({ changeLines }) => changeLines('users', () => ['[1]']),
    ],
    [
      'a value of another type',
      'Rows of table users are refused, for one holds a value that does not belong there',
      ({ changeLines }) =>
        changeLines(
          'users',
          changeRow((row) => ({ ...row, created_at: 'soon' })),
        ),
    ],
    [
      'a file with a path as its key',
      'files.jsonl.gz of the backup names what is not a file of ours',
      ({ changeFiles }) =>
        changeFiles((lines) =>
          lines.map((line) => line.replace(/"key":"[^"]*"/, '"key":"../../x"')),
        ),
    ],
    [
      'a file with a key that no store assigns',
      'files.jsonl.gz of the backup names what is not a file of ours',
      ({ changeFiles }) =>
        changeFiles((lines) => lines.map((line) => line.replace(/"key":"[^"]*"/, '"key":"name"'))),
    ],
  ])('refuses %s before anything is written', async (_what, sentence, tamper) => {
    await tamper(tampered);

    const refusal = await both.importTenant().catch((error: unknown) => error);

    expect(refusal).toMatchObject({ message: expect.stringContaining(sentence) });
    expect(refusal).toMatchObject({ message: expect.stringContaining(NOTHING) });
    expect(['BackupRefusal', 'DatabaseRefusal']).toContain((refusal as Error).name);
    expect(await both.target.rows()).toEqual(before);
    expect(await filesIn(dirname(both.target.secretFiles.pathOf('x')))).toEqual([]);
  });

  it('is subject to row security when it reads and writes', async () => {
    const load = await openLoad(both.target.migrationUrl);

    const [seen] = await load.inScope(
      makeSystemScope(FIRST),
      (tx) => tx.$queryRaw<unknown[]>`
        SELECT row_security_active('users') AS "isBound", (SELECT count(*)::int FROM users) AS users`,
    );
    await load.close();

    expect(seen).toEqual({ isBound: true, users: 0 });
  });

  it('imports the rest without password hashes and limits, and its users need an invitation', async () => {
    await tampered.changeLines(
      'tenants',
      changeRow((row) => ({ ...row, limits: '{"users": 1000000000}' })),
    );
    const [user] = await both.source.query(`SELECT id FROM users WHERE tenant_id = '${FIRST}'`);
    await tampered.changeLines('user_passwords', () => [
      JSON.stringify({
        tenant_id: FIRST,
        user_id: user?.['id'],
        hash: 'h',
        is_initial: 'false',
        changed_at: '2026-01-01',
      }),
    ]);

    expect(await both.importTenant()).toBe(`key of ${FIRST}`);

    const of = (table: string) =>
      both.target.query(`SELECT user_id FROM ${table} WHERE tenant_id = '${FIRST}'`);
    // Password hashes of older exports are dropped, and an operator's limits are not the archive's to say.
    expect(await of('user_passwords')).toEqual([]);
    expect(await of('invitations')).toEqual([{ user_id: user?.['id'] }]);
    expect(both.lines.at(-1)).toContain('each of its users needs an invitation');
    expect(await both.target.query(`SELECT limits FROM tenants WHERE id = '${FIRST}'`)).toEqual([
      { limits: {} },
    ]);
  });
});

describe('a restore from a backup', () => {
  let both: Installations;
  let tampered: Tampered;

  beforeEach(async () => {
    both = await openInstallations(shipped);
    await both.fill();
    await both.backUp();
    tampered = openTampered(both.folder);
  });
  afterEach(() => both.close());

  const dataDir = () => dirname(both.target.secretFiles.pathOf('x'));
  const isRefused = async (sentence: string) => {
    const refusal = await both.restore().catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'BackupRefusal',
      message: expect.stringContaining(sentence),
    });
    expect(refusal).toMatchObject({ message: expect.stringContaining(NOTHING) });
    expect(await both.target.namesOfTables()).toEqual([]);
    expect(await filesIn(dataDir())).toEqual([]);
  };

  it.each([
    ['a name that leads out of the data folder', '../outside'],
    ['an absolute path', '/tmp/outside'],
    ['a file that is not one of the keys', 'secrets/postgres.json'],
  ])('refuses a secret with %s', async (_what, name) => {
    await mkdir(join(both.folder, 'secret-files'));
    await tampered.addSecret(name, 'secret-files/name', 'x');

    await isRefused('manifest.json cannot be read, for what it says of secrets.0.name is not');
  });

  it.each([
    ['a secret', '../outside'],
    ['a secret with its own path', 'tenants/x'],
  ])('refuses %s at a place where no backup puts it (%s)', async (_what, path) => {
    await tampered.changeManifest(({ secrets }) => {
      secrets.push({ name: 'bootstrap.json', path, sizeBytes: 0, sha256: '0'.repeat(64) });
    });

    await isRefused('manifest.json cannot be read, for what it says of path is not');
  });

  it('refuses rows of a table whose file is elsewhere', async () => {
    await tampered.changeManifest(({ tenants: [tenant] }) => {
      const [rows] = tenant?.tables ?? [];
      if (rows !== undefined) rows.path = 'tenants/../x.jsonl.gz';
    });

    await isRefused('manifest.json cannot be read, for what it says of path is not');
  });

  it.each([
    ['a link instead of a file', `tenants/${FIRST}/users.jsonl.gz`],
    ['a link instead of a folder', `tenants/${FIRST}`],
    ['a link instead of the manifest', 'manifest.json'],
  ])('refuses %s', async (_what, path) => {
    const linked = join(both.folder, path);
    await rename(linked, join(both.folder, 'elsewhere'));
    await symlink(join(both.folder, 'elsewhere'), linked);

    await isRefused('is not an ordinary file in it');
  });

  it('refuses a row of another tenant', async () => {
    await tampered.changeLines(
      'users',
      changeRow((row) => ({ ...row, tenant_id: OTHER })),
    );

    await isRefused('users.jsonl.gz of the backup holds a row of another tenant');
  });

  it('refuses an unknown role', async () => {
    await tampered.changeLines(
      'users',
      changeRow((row) => ({ ...row, role: 'god' })),
    );

    await isRefused('holds an unknown role of users');
  });

  it('refuses a file with a path as its key', async () => {
    await tampered.changeFiles((lines) =>
      lines.map((line) => line.replace(/"key":"[^"]*"/, '"key":"../../x"')),
    );

    await isRefused('names what is not a file of ours');
  });

  it('writes no file before the database has taken every row', async () => {
    await tampered.changeLines(
      'messages',
      changeRow((row) => ({ ...row, session_id: ODD_ID })),
    );

    await expect(both.restore()).rejects.toThrow('one refers to a row that is not among them');

    expect(await filesIn(dataDir())).toEqual([]);
    expect(await both.target.query('SELECT FROM tenants')).toEqual([]);
  });
});
