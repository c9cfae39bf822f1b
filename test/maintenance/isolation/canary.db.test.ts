import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createIsolationCanary } from '../../../src/maintenance/isolation/canary.js';
import { createFolderFileStore } from '../../../src/platform/files/folder-file-store.js';
import { createLanceDbVectorStore } from '../../../src/platform/vectors/lancedb/store.js';
import type { VectorReader, VectorStore } from '../../../src/platform/vectors/vector-store.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../support/database.js';
import {
  fillEveryTable,
  fillOthers,
  fillWorkspace,
  LATER_TABLES,
} from '../../support/every-table.js';

const FILE = { key: 'f', sha256: 'f' };
const OTHER = '00000000-0000-7000-8000-0000000000aa';

let test: TestDatabase;
let folder: string;
let store: VectorStore;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kr-canary-'));
  const directory = join(folder, 'vectors');
  store = createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'canary' });
});
afterAll(async () => {
  await store.close();
  await test.destroy();
  await rm(folder, { recursive: true, force: true });
});

const walk = (vectors: Pick<VectorStore, 'for' | 'writerFor'> = store) => {
  const files = createFolderFileStore({ root: join(folder, 'files') });
  return createIsolationCanary({ database: test.database, files, vectors })();
};

describe('a round of the isolation canary', () => {
  it('finds that all users see what is theirs and nothing else', async () => {
    expect(await walk()).toEqual({ result: 'isolated', leaks: [], blind: [] });
  });

  it('leaves two suspended tenants without content and reuses them', async () => {
    await walk();

    const tenants = await queryAsOwner(test, 'SELECT slug, status FROM tenants ORDER BY slug');
    const [left] = await queryAsOwner(
      test,
      `SELECT (SELECT count(*) FROM documents) + (SELECT count(*) FROM users) + (SELECT count(*) FROM groups) AS rows`,
    );
    expect(tenants).toEqual([
      { slug: 'isolation-canary-a', status: 'suspended' },
      { slug: 'isolation-canary-b', status: 'suspended' },
    ]);
    expect(left).toEqual({ rows: '0' });
  });

  it('continues where an earlier round was cut off', async () => {
    const broken = { ...writers(), for: () => refuse() };
    await expect(walk(broken)).rejects.toThrow('away');

    expect(await walk()).toEqual({ result: 'isolated', leaks: [], blind: [] });
  });

  it('reports itself blind if the index finds nothing', async () => {
    const silent: VectorReader = { searchChunks: nothing, searchMemories: nothing };

    const { result, leaks } = await walk({ ...writers(), for: () => silent });

    expect([result, leaks]).toEqual(['blind', []]);
  });
});

const writers = () => ({
  writerFor: (scope: Parameters<VectorStore['writerFor']>[0]) => store.writerFor(scope),
});
const refuse = (): never => {
  throw new Error('The index is away.');
};
const nothing = async () => ({ lexical: [], dense: [], failed: [] });

const securedTables = async (): Promise<string[]> => {
  const tables = await queryAsOwner<{ name: string }>(
    test,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
};

/** Those of which the other tenant has no row, and so none that anybody could be shown. */
const emptyTables = async (tables: readonly string[]): Promise<string[]> => {
  const looks = tables.map(
    (name) =>
      `SELECT '${name}' AS name WHERE NOT EXISTS (SELECT FROM ${name} WHERE tenant_id = '${OTHER}')`,
  );
  const empty = await queryAsOwner<{ name: string }>(test, looks.join(' UNION ALL '));
  return empty.map(({ name }) => name);
};

describe('a table with tenant data', () => {
  it('is reported by the canary as soon as row security is off', async () => {
    const { system: scope } = await test.tenant();
    const later = LATER_TABLES.map(([, fill]) => fill(OTHER));
    const beside = [fillWorkspace(OTHER, FILE), fillOthers([OTHER])];
    for (const fill of [fillEveryTable(OTHER, FILE), ...later, ...beside]) {
      await queryAsOwner(test, fill);
    }
    const look = () => test.database.withScope(scope, (tx) => tx.isolation.tablesShowingOthers());
    const tables = await securedTables();
    // A table that `fillOthers` cannot fill is to be filled by statements of its own.
    expect(await emptyTables(tables)).toEqual([]);
    const seen: string[][] = [await look()];

    for (const name of tables) {
      await queryAsOwner(test, `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
      seen.push(await look());
      await queryAsOwner(test, `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`);
    }

    expect(seen).toEqual([[], ...tables.map((name) => [name])]);
  }, 60_000);
});
