import { cpus } from 'node:os';
import { startShippedPostgres } from '../test/support/postgres-server.js';
import { startRedisServer } from '../test/support/redis-server.js';
import { startServer, type Service } from '../test/support/start-service.js';
import { inFolder } from './in-folder.js';
import { percentile } from './measure.js';
import { askInTurn, createServedTenant, UNLIMITED, type ServedTenant } from './served-tenant.js';

const COUNTS = [1, 2, 4];
const CLIENTS = 16;
const WARM_UP_SECONDS = 5;
const SECONDS = 20;
const DOCUMENTS = 40;
const MEBIBYTE = 1024 * 1024;

/**
 * Turns a second, their p95 and the memory of one, two and four API processes on one PostgreSQL and one Redis, asked in turn as a proxy
 * would, without a model. Servers, databases and clients share the machine.
 */
export const measureProcesses = (): Promise<void> =>
  inFolder(async (folder) => {
    const postgres = await startShippedPostgres();
    const redis = await startRedisServer();
    const variables = {
      ...UNLIMITED,
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      JWT_SECRET: 'j'.repeat(8) + folder.repeat(2),
      DATABASE_URL: postgres.url,
      DATABASE_MIGRATION_URL: postgres.migrationUrl,
      MAX_PARALLEL_CHATS_PER_USER: '100',
      MAX_PARALLEL_CHATS_PER_TENANT: '1000',
    };
    try {
      const tenant = await fill(variables);
      process.stdout.write(
        `\n| processes | turns/s | p95 ms | MiB each |   (${cpus().length} cores)\n`,
      );
      for (const count of COUNTS) {
        const servers = await startAll(count, { ...variables, INGESTION_WORKER: 'separate' });
        try {
          await measure(tenant, servers);
        } finally {
          await Promise.all(servers.map((server) => server.terminate()));
        }
      }
    } finally {
      await redis.kill();
      await postgres.close();
    }
  });

const fill = async (variables: Record<string, string>): Promise<ServedTenant> => {
  const server = await startServer(variables);
  try {
    const tenant = await createServedTenant(server.url);
    const ids: string[] = [];
    for (let seed = 0; seed < DOCUMENTS; seed += 1) ids.push(await tenant.upload(seed));
    for (const id of ids) await tenant.untilReady(id);
    return tenant;
  } finally {
    await server.terminate();
  }
};

const startAll = async (count: number, variables: Record<string, string>): Promise<Service[]> => {
  const servers: Service[] = [];
  for (let started = 0; started < count; started += 1) servers.push(await startServer(variables));
  return servers;
};

const measure = async (tenant: ServedTenant, servers: readonly Service[]): Promise<void> => {
  const load = { urls: servers.map(({ url }) => url), clients: CLIENTS };
  await askInTurn(tenant, { ...load, seconds: WARM_UP_SECONDS });
  const startedAt = performance.now();
  const times = await askInTurn(tenant, { ...load, seconds: SECONDS });
  const seconds = (performance.now() - startedAt) / 1000;
  const held = await Promise.all(servers.map((server) => server.residentBytes()));
  const each = held.reduce((sum, bytes) => sum + bytes, 0) / held.length / MEBIBYTE;
  process.stdout.write(
    `| ${String(servers.length).padStart(9)} | ${(times.length / seconds).toFixed(1).padStart(7)} | ${percentile(times, 95).toFixed(0).padStart(6)} | ${each.toFixed(0).padStart(8)} |\n`,
  );
};
