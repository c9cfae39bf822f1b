import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.js';
import { startShippedPostgres } from '../test/support/postgres-server.js';
import { openSql, type Sql } from './database.js';
import type { Stores } from './options.js';
import { openPostgresWay, type PostgresWay } from './postgres-way.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

export type RealPostgres = {
  url: string;
  migrationUrl: string;
  sql: Sql;
  way: PostgresWay;
  /** Holds its tables; the write-ahead log lies elsewhere, because a server that cannot write that stops altogether. */
  disk: SmallDisk;
};

const DISK_MB = 512;

/** Called before anyone has connected: PostgreSQL moves no database that is in use. */
const moveTables = async (superUrl: string, folder: string): Promise<void> => {
  const url = new URL(superUrl);
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

const startServersPostgres = async () => {
  const { superUrlOf, folder, ...server } = await startShippedPostgres();
  return { ...server, superUrl: superUrlOf('knowledge_router'), cluster: folder };
};

const startOurPostgres = async (dataDir: string) => {
  const server = await startEmbeddedPostgres({ dataDir, durability: 'off' });
  const cluster = join(dataDir, 'postgres');
  return { ...server, superUrl: server.migrationUrl, cluster };
};

export const openPostgres = async (
  { folder, dataDir, stores }: { folder: string; dataDir: string; stores: Stores },
  closers: (() => Promise<unknown>)[],
): Promise<RealPostgres> => {
  const server =
    stores === 'servers' ? await startServersPostgres() : await startOurPostgres(dataDir);
  const { url, migrationUrl, superUrl } = server;
  const disk = await openDisk(join(folder, 'tables'), server.cluster);
  closers.push(() => disk.close());
  closers.push(() => server.close());
  if (disk.isItsOwn) await moveTables(superUrl, disk.folder);
  const way = await openPostgresWay(url);
  closers.push(() => way.close());
  const superuser = openSql(superUrl);
  closers.push(() => superuser.close());
  return { url, migrationUrl, sql: superuser.sql, way, disk };
};
