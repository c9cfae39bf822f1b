import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '../src/platform/database/create-database.js';
import type { Transaction } from '../src/platform/database/transaction.js';
import { createLanceDbVectorStore } from '../src/platform/vectors/lancedb/store.js';
import { inFolder } from './in-folder.js';
import { fillWithProse } from './corpus/fill.js';
import { median, percentile, reportRatio } from './measure.js';
import { openBenchDatabase } from './open-database.js';

const ROUNDS = 9;
const BLOCKS = 6;
const READS_PER_BLOCK = 100;
/** A search reads back so many. */
const ROWS = 20;

/** Reads some passages in one transaction; how many it got. */
type Read = (ids: readonly string[]) => Promise<number>;

/** A tenant's transaction under row security, against one of the driver's on a copy of the table without it. */
export const measureTenantTransaction = (): Promise<void> =>
  inFolder(async (folder) => {
    const { database, url, migrationUrl, settle, close } = await openBenchDatabase(folder);
    const vectors = createLanceDbVectorStore({
      directory: join(folder, 'vectors'),
      dimensions: null,
      fingerprint: 'test',
    });
    const owner = new pg.Pool({ connectionString: migrationUrl, max: 5 });
    const tenants = await createDatabase({
      repositories: { scoped: (tx: Transaction) => tx, platform: () => null },
      url,
      migrationUrl: null,
      migrationsFolder: MIGRATIONS,
      poolSize: 5,
    });
    try {
      const scope = await fillWithProse({ database, vectors });
      const ids = await copyWithoutRowSecurity(owner, () => tenants.withScope(scope, readIds));
      await settle();
      const ours: Read = async (wanted) => {
        const rows = await tenants.withScope(
          scope,
          (tx) =>
            tx.$queryRaw<
              object[]
            >`SELECT id, content FROM chunks WHERE id = ANY(${wanted}::uuid[])`,
        );
        return rows.length;
      };
      const reads = [createBareRead(owner), ours] as const;
      await measureRound(reads, ids);
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(reads, ids));
      report(rounds);
    } finally {
      await owner.end();
      await Promise.all([tenants.close(), vectors.close()]);
      await close();
    }
  });

const MIGRATIONS = join(import.meta.dirname, '../prisma/migrations');

type Row = { id: string; content: string };

const readIds = (tx: Transaction) => tx.$queryRaw<Row[]>`SELECT id, content FROM chunks`;

/** Row security holds for the owner of a table, too, so the copy is made of what the tenant reads. */
const copyWithoutRowSecurity = async (
  owner: pg.Pool,
  read: () => Promise<Row[]>,
): Promise<string[]> => {
  const rows = await read();
  const [ids, contents] = [rows.map(({ id }) => id), rows.map(({ content }) => content)];
  await owner.query('CREATE TABLE bare_chunks (id uuid PRIMARY KEY, content text)');
  const copy = 'INSERT INTO bare_chunks SELECT * FROM unnest($1::uuid[], $2::text[])';
  await owner.query(copy, [ids, contents]);
  return ids;
};

const createBareRead =
  (pool: pg.Pool): Read =>
  async (wanted) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query({
        name: 'read',
        text: 'SELECT id, content FROM bare_chunks WHERE id = ANY($1::uuid[])',
        values: [wanted],
      });
      await client.query('COMMIT');
      return rows.length;
    } finally {
      client.release();
    }
  };

/** The median of each; short blocks in turn, each first as often as the other. */
const measureRound = async (reads: readonly Read[], ids: readonly string[]): Promise<number[]> => {
  const measured = reads.map((read) => ({ read, times: new Array<number>() }));
  for (let block = 0; block < BLOCKS; block += 1) {
    for (const { read, times } of block % 2 === 0 ? measured : [...measured].reverse()) {
      for (let count = 0; count < READS_PER_BLOCK; count += 1) {
        const first = ((block * READS_PER_BLOCK + count) * ROWS) % (ids.length - ROWS);
        const startedAt = performance.now();
        const found = await read(ids.slice(first, first + ROWS));
        times.push(performance.now() - startedAt);
        if (found !== ROWS) throw new Error(`A read of the bench found ${found} of ${ROWS} rows.`);
      }
    }
  }
  return measured.map(({ times }) => percentile(times, 50));
};

const report = (rounds: readonly number[][]): void => {
  const of = (side: number) => median(rounds.map((times) => times[side] ?? Number.NaN));
  reportRatio({
    goal: "a tenant's transaction, p50",
    ratio: median(rounds.map(([bare = Number.NaN, ours = Number.NaN]) => ours / bare)),
    ambitious: '1.5',
    must: '1.8',
    detail: `${of(1).toFixed(2)} ms against ${of(0).toFixed(2)} ms`,
  });
};
