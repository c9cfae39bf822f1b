import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.js';
import { openSql, type Sql } from './database.js';
import { openPostgresWay, type PostgresWay } from './postgres-way.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

export type RealPostgres = {
  url: string;
  migrationUrl: string;
  sql: Sql;
  way: PostgresWay;
  /** Of its tables; the log of its writes lies elsewhere, for a server that cannot write it stops altogether. */
  disk: SmallDisk;
};

const DISK_MB = 512;

/** Before anybody has signed in to the database, for it cannot be moved under their feet. */
const moveTables = async (migrationUrl: string, folder: string): Promise<void> => {
  const url = new URL(migrationUrl);
  const database = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`CREATE TABLESPACE small LOCATION ${client.escapeLiteral(folder)}`);
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(database)} SET TABLESPACE small`);
  } finally {
    await client.end();
  }
};

const openDisk = async (folder: string, cluster: string): Promise<SmallDisk> => {
  const disk = await mountSmallDisk(folder, DISK_MB);
  const { uid, gid } = await stat(cluster);
  await chown(folder, uid, gid);
  return disk;
};

export const openPostgres = async (
  { folder, dataDir }: { folder: string; dataDir: string },
  closers: (() => Promise<unknown>)[],
): Promise<RealPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, durability: 'off' });
  const { url, migrationUrl } = server;
  const disk = await openDisk(join(folder, 'tables'), join(dataDir, 'postgres'));
  closers.push(() => disk.close());
  closers.push(() => server.close());
  if (disk.isItsOwn) await moveTables(migrationUrl, disk.folder);
  const way = await openPostgresWay(url);
  closers.push(() => way.close());
  const owner = openSql(migrationUrl);
  closers.push(() => owner.close());
  return { url, migrationUrl, sql: owner.sql, way, disk };
};
