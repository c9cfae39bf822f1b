import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { findPostgresServers, startPostgresServer } from '../test/support/postgres-server.js';
import { hasRedisServer, startRedisServer } from '../test/support/redis-server.js';
import { startServer, type Service } from '../test/support/start-service.js';
import { inFolder } from './in-folder.js';
import { reportRatio } from './measure.js';

const PER_MINUTE = 300;
const DURATION_MS = 10_000;
const CLIENTS = 8;
const OPERATOR_KEY = randomBytes(24).toString('hex');

/** Measures what two replicas let through of a flood, against what one lets through, under the same limit. */
export const measureLimits = async (): Promise<void> => {
  const [postgres] = (await findPostgresServers()).slice(-1);
  if (postgres === undefined) throw new Error('There is no PostgreSQL to measure with.');
  await measureOn('PostgreSQL', postgres.binaries, {});
  if (!hasRedisServer()) {
    process.stdout.write('No redis-server in PATH: limits in Redis are not measured.\n');
    return;
  }
  const redis = await startRedisServer();
  await measureOn('Redis', postgres.binaries, { REDIS_URL: redis.url });
  await redis.kill();
};

type Binaries = Parameters<typeof startPostgresServer>[0];

const measureOn = (
  store: string,
  binaries: Binaries,
  variables: Record<string, string>,
): Promise<void> =>
  inFolder(async (dataDir) => {
    const postgres = await startPostgresServer(binaries);
    const { url, migrationUrl } = await postgres.createRoles();
    const start = () =>
      startServer({
        DATABASE_URL: url,
        DATABASE_MIGRATION_URL: migrationUrl,
        DATA_DIR: dataDir,
        BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
        INGESTION_WORKER: 'separate',
        REQUESTS_PER_MINUTE_PER_USER: String(PER_MINUTE),
        ...variables,
      });
    const [one, other] = await Promise.all([start(), start()]);
    try {
      // Both are asked once before, for what a process does at its first requests.
      for (const replica of [one, other]) await flood([replica], 1000);
      const alone = await flood([one], DURATION_MS);
      const together = await flood([one, other], DURATION_MS);
      reportRatio({
        goal: `requests let through by 2 replicas, in ${store}`,
        ratio: together.allowed / alone.allowed,
        ambitious: '1',
        must: '1.05',
        detail: `one ${alone.allowed} of ${alone.sent}, two ${together.allowed} of ${together.sent} in ${DURATION_MS / 1000} s at ${PER_MINUTE} a minute`,
      });
    } finally {
      await Promise.all([one.kill(), other.kill()]);
      await postgres.close();
    }
  });

/** Sends a flood as a user whose limits are all unused. */
const flood = async (replicas: readonly Service[], durationMs: number) => {
  const [first] = replicas;
  const key = await createKey(first?.url ?? '');
  const endsAtMs = performance.now() + durationMs;
  const counts = { sent: 0, allowed: 0 };
  const client = async ({ url }: Service): Promise<void> => {
    while (performance.now() < endsAtMs) {
      const response = await fetch(`${url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      counts.sent += 1;
      if (response.ok) counts.allowed += 1;
    }
  };
  const perReplica = CLIENTS / replicas.length;
  await Promise.all(
    replicas.flatMap((one) => Array.from({ length: perReplica }, () => client(one))),
  );
  return counts;
};

const createKey = async (url: string): Promise<string> => {
  const slug = `t-${randomBytes(6).toString('hex')}`;
  const response = await fetch(`${url}/v1/tenants`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, name: slug, admin: { email: `admin@${slug}.example` } }),
  });
  return z.object({ apiKey: z.string() }).parse(await response.json()).apiKey;
};
