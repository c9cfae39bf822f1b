import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { locateBinaries } from '../../src/platform/database/embedded/binaries.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { AppError } from '../../src/shared/errors.js';
import {
  FIRST,
  openInstallations,
  REMOVED,
  SECOND,
  startShippedServer,
  type Installations,
} from '../support/installations.js';
import { findPostgresServers } from '../support/postgres-server.js';

const servers = await findPostgresServers();
if (servers.length === 1) {
  process.stderr.write('No PostgreSQL of Debian: backups are tested on the one from npm alone.\n');
}

describe.each(servers)(
  'a backup by an owner who is not a superuser, on PostgreSQL $version',
  (at) => {
    it('restores every row of every table, every file and the keys', async () => {
      const shipped = await startShippedServer(at.binaries);
      const both = await openInstallations(shipped);
      const { first, second, own } = await both.fill();
      await both.source.secretFiles.write('secrets/operator-key', 'kro_secret\n');
      const before = await both.source.rows();

      expect(await both.backUp()).toEqual({ unreadable: 0 });
      await both.restore();

      // A table that is added is to be filled here, too.
      expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
      const after = await both.target.rows();
      // What is said of the index is another test's.
      for (const table of ['ingestion_tasks', 'memories']) {
        expect(after[table]).toHaveLength(before[table]?.length ?? 0);
        after[table] = before[table] ?? [];
      }
      expect(after).toEqual(before);
      expect(after['audit_entries']?.join()).toContain(REMOVED);
      expect(await both.target.readFile(FIRST, first.key)).toBe('one!');
      expect(await both.target.readFile(SECOND, second.key)).toBe('two!');
      expect(await both.target.readFile(FIRST, own.key)).toBe('own!');
      expect(await both.target.secretFiles.read('secrets/operator-key')).toBe('kro_secret\n');
      await both.close();
      await shipped.close();
    });
  },
);

describe('a backup of the installation', () => {
  let shipped: Awaited<ReturnType<typeof startShippedServer>>;
  let both: Installations;

  beforeAll(async () => {
    shipped = await startShippedServer(servers.at(-1)?.binaries ?? locateBinaries());
  });
  afterAll(() => shipped.close());
  beforeEach(async () => {
    both = await openInstallations(shipped);
  });
  afterEach(() => both.close());

  const isUntouched = async () => expect(await both.target.namesOfTables()).toEqual([]);
  const changeManifest = async (change: (manifest: Record<string, unknown>) => void) => {
    const file = join(both.folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    change(manifest);
    await writeFile(file, JSON.stringify(manifest));
  };

  it('is restored with everything due for indexing and without old leases', async () => {
    await both.fill();
    await both.source.query(
      `UPDATE ingestion_tasks SET state = 'failed' WHERE tenant_id = '${SECOND}'`,
    );

    await both.backUp();
    await both.restore();

    const tasks = await both.target.query(
      `SELECT subject_kind, state, epoch, due_at <= now() AS is_due, lease_expires_at, fingerprint
       FROM ingestion_tasks WHERE tenant_id = '${FIRST}' ORDER BY subject_kind`,
    );
    const due = { state: 'due', is_due: true, lease_expires_at: null };
    expect(tasks).toEqual([
      { subject_kind: 'document', ...due, epoch: 2, fingerprint: '[null,null,null,1,1,400]' },
      { subject_kind: 'memory', ...due, epoch: 4, fingerprint: null },
    ]);
    expect(await both.target.query('SELECT DISTINCT embedded FROM memories')).toEqual([
      { embedded: false },
    ]);
    expect(await both.target.query('SELECT DISTINCT status FROM documents')).toEqual([
      { status: 'ready' },
    ]);
    expect(
      await both.target.query(
        `SELECT DISTINCT state FROM ingestion_tasks WHERE tenant_id = '${SECOND}'`,
      ),
    ).toEqual([{ state: 'failed' }]);
  });

  it('can be read only by its file owner', async () => {
    const { first } = await both.fill();

    await both.backUp();

    const modeOf = async (path: string) =>
      ((await stat(join(both.folder, path))).mode & 0o777).toString(8);
    expect(await modeOf('.')).toBe('700');
    expect(await modeOf('tenants')).toBe('700');
    expect(await modeOf('manifest.json')).toBe('600');
    expect(await modeOf(`tenants/${FIRST}/documents.jsonl.gz`)).toBe('600');
    expect(await modeOf(`tenants/${FIRST}/files/${first.key}`)).toBe('600');
  });

  it('is refused if it was interrupted', async () => {
    await both.fill();
    await both.backUp();
    await rm(join(both.folder, 'manifest.json'));

    await expect(both.restore()).rejects.toThrow(
      `The backup in ${both.folder} is not complete: it has no manifest.json, which is written last.`,
    );
    await isUntouched();
  });

  it('is refused if one of its files was damaged, and the error names the file', async () => {
    const { first } = await both.fill();
    await both.backUp();
    const content = `tenants/${FIRST}/files/${first.key}`;
    await writeFile(join(both.folder, content), 'One!');

    await expect(both.restore()).rejects.toThrow(
      `The backup in ${both.folder} is damaged: ${content} is not what was written. Nothing was changed.`,
    );

    await writeFile(join(both.folder, content), 'one!');
    await truncate(join(both.folder, `tenants/${FIRST}/chunks.jsonl.gz`), 30);
    await expect(both.restore()).rejects.toThrow(
      `tenants/${FIRST}/chunks.jsonl.gz is not what was`,
    );

    await rm(join(both.folder, `tenants/${SECOND}/users.jsonl.gz`));
    await truncate(join(both.folder, 'manifest.json'), 100);
    await expect(both.restore()).rejects.toThrow('is damaged: manifest.json cannot be read,');
    await isUntouched();
  });

  it('is not restored into an installation that already has data', async () => {
    await both.fill();
    await both.backUp();
    await both.restore();
    const before = await both.target.rows();

    await expect(both.restore()).rejects.toThrow(
      'The database is not empty: restore into a new one. Nothing was changed.',
    );
    await expect(both.backUp()).rejects.toThrow(
      `${both.folder} is not empty: choose a new folder.`,
    );
    expect(await both.target.rows()).toEqual(before);
  });

  it('leaves out a file that the store lost or damaged, and names it', async () => {
    const { first, second } = await both.fill();
    await rm(both.source.pathOfFile(FIRST, first.key));
    await writeFile(both.source.pathOfFile(SECOND, second.key), 'rot!');

    expect(await both.backUp()).toEqual({ unreadable: 2 });

    expect(both.lines).toContain(`  file ${first.key} of tenant ${FIRST} is missing`);
    expect(both.lines).toContain(`  file ${second.key} of tenant ${SECOND} is damaged`);
    await both.restore();
    expect(await both.target.query('SELECT FROM documents')).toHaveLength(2);
    await expect(both.target.readFile(SECOND, second.key)).rejects.toMatchObject({
      code: 'file_missing',
    });
  });

  it('of an earlier schema is restored, and then migrated', async () => {
    await both.close();
    both = await openInstallations(shipped, { isNew: true });
    await both.fill({ upTo: both.known.slice(0, 5) });
    await both.backUp();

    await both.restore();

    const applied = await both.target.query('SELECT migration_name FROM _prisma_migrations');
    expect(applied).toHaveLength(both.known.length);
    expect(await both.target.query('SELECT FROM messages')).toHaveLength(4);
  });

  it('of an earlier schema is refused by a database started by a later version', async () => {
    await both.close();
    both = await openInstallations(shipped, { isNew: true });
    await both.fill({ upTo: both.known.slice(0, 5) });
    await both.backUp();
    await both.target.migrate();

    await expect(both.restore()).rejects.toThrow(
      /The database is at migration "\d+_\w+", the backup at ".*_shared_files": restore it into a new database/,
    );
  });

  it('of a later schema is refused with the names of what is unknown', async () => {
    await both.fill();
    await both.backUp();
    await changeManifest(({ migrations }) => {
      (migrations as object[]).push({ name: '29990101000000_later', checksum: 'x' });
    });

    await expect(both.restore()).rejects.toThrow(
      'The backup has migration "29990101000000_later", which this version does not know',
    );
    await isUntouched();
  });

  it('is refused for a database migrated by a later version and for an empty one', async () => {
    await both.close();
    both = await openInstallations(shipped, { isNew: true });
    await expect(both.backUp()).rejects.toThrow('There is nothing to back up');

    await both.fill();
    await both.source.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('1', 'x', '29990101000000_later', now())`,
    );

    await expect(both.backUp()).rejects.toThrow(
      'The database has migration "29990101000000_later", which this version does not know',
    );
    expect(await readdir(both.folder)).toEqual([]);
  });

  it('leaves nothing behind if the disk is full, and a restore that fails so can be rerun', async () => {
    await both.fill();
    const full: FileStore = {
      ...both.source.files,
      for: (scope) => ({
        ...both.source.files.for(scope),
        read: () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })),
        write: () => Promise.reject(new AppError('insufficient_storage', 'There is no room left.')),
      }),
    };

    await expect(both.backUp({ files: full })).rejects.toThrow(
      `There is no room left in ${both.folder}.`,
    );
    expect(await readdir(both.folder)).toEqual([]);

    await both.backUp();
    await expect(both.restore({ files: full })).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
    await both.restore();
    expect(await both.target.query('SELECT FROM documents')).toHaveLength(2);
  });
});
