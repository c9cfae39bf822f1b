import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBullMqQueue } from '../src/platform/queue/bullmq-queue.js';
import type { JobQueue } from '../src/platform/queue/job-queue.js';
import { createSilentLogger } from '../test/fakes/silent-logger.js';
import { freePort } from '../test/support/redis-server.js';
import { compileProgram } from './compile.js';
import type { Sql } from './database.js';
import { openModel, type PlayedModel } from './played-model.js';
import { openPostgres, type RealPostgres } from './postgres-server.js';
import type { MemberArgument, Mutation } from './protocol.js';
import { openQdrant, openRedis, type PlayedQdrant, type RealRedis } from './servers.js';
import { createSlot, type Slot } from './slot.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';
import type { Stores } from './options.js';

export type System = {
  url: string;
  operatorKey: string;
  /** The folder of this run: ledger, logs and data. */
  folder: string;
  dataDir: string;
  api: Slot;
  workers: readonly [Slot, Slot];
  postgres: Pick<RealPostgres, 'way' | 'disk'>;
  /** With the server stores. */
  redis: RealRedis | null;
  qdrant: PlayedQdrant | null;
  model: PlayedModel | null;
  /** The disk of the uploaded files. */
  disk: SmallDisk;
  /** The run's own connection to the workers' queue. */
  queue: Pick<JobQueue, 'add'>;
  sql: Sql;
  close(): Promise<void>;
};

type Closers = (() => Promise<unknown>)[];

const FILES_MB = 64;
const openServers = async (folder: string, closers: Closers) => {
  const redis = await openRedis(join(folder, 'redis'));
  closers.push(() => redis.close());
  const qdrant = await openQdrant();
  closers.push(() => qdrant.close());
  const model = await openModel();
  closers.push(() => model.close());
  return { redis, qdrant, model };
};

const NO_SERVERS = { redis: null, qdrant: null, model: null };

const LIMITS = {
  REQUEST_TIMEOUT_SEC: '15',
  // A model that is slowed down is no reason for an answer to take longer: what is asked ends in this time.
  ANSWER_MAX_SEC: '15',
  FINALIZE_RESERVE_SEC: '4',
  CREATE_MEMORY_TIMEOUT_SEC: '2',
  REQUESTS_PER_MINUTE_PER_KEY: '1000000',
  REQUESTS_PER_MINUTE_PER_USER: '1000000',
  REQUESTS_PER_MINUTE_PER_TENANT: '1000000',
  REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000',
  MAX_PARALLEL_SEARCHES_PER_USER: '1000',
  MAX_PARALLEL_UPLOADS_PER_USER: '1000',
  MAX_PARALLEL_CHATS_PER_USER: '50',
  MAX_STREAMS_PER_USER: '100',
  MAX_USER_SESSIONS: '1000',
  CHUNK_TOKENS: '60',
  PARSER_TIMEOUT_SEC: '20',
  LOG_LEVEL: 'info',
};

type Options = { stores: Stores; without: Mutation | null };

const toVariables = (parts: {
  dataDir: string;
  operatorKey: string;
  port: number;
  urls: { url: string; migrationUrl: string };
  servers: Awaited<ReturnType<typeof openServers>> | typeof NO_SERVERS;
}): Record<string, string> => {
  const { PATH = '', HOME = '' } = process.env;
  const { redis, qdrant, model } = parts.servers;
  return {
    PATH,
    HOME,
    LANCEDB_LOG: 'error',
    ...LIMITS,
    DATA_DIR: parts.dataDir,
    DATABASE_URL: parts.urls.url,
    DATABASE_MIGRATION_URL: parts.urls.migrationUrl,
    DATABASE_POOL_SIZE: '8',
    BOOTSTRAP_OPERATOR_KEY: parts.operatorKey,
    INGESTION_WORKER: 'separate',
    PORT: String(parts.port),
    METRICS_PORT: '0',
    ...(redis && { REDIS_URL: redis.url }),
    ...(qdrant && { QDRANT_URL: qdrant.url }),
    ...model?.variables,
  };
};

type Base = { folder: string; dataDir: string; program: string };

const makeFolders = async (): Promise<Base> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-chaos-'));
  const base = { folder, dataDir: join(folder, 'data'), program: join(folder, 'program') };
  for (const path of [base.dataDir, base.program]) await mkdir(path);
  await compileProgram(base.program);
  return base;
};

const fillSlots = (
  { folder, program }: Base,
  { without, variables }: { without: Mutation | null; variables: Record<string, string> },
) => {
  const fill = (role: MemberArgument['role'], name: string): Slot => {
    const slot = createSlot({
      name,
      member: join(program, 'dist', 'chaos', 'member.js'),
      argument: { role, without, queuedFile: join(folder, 'queued') },
      variables,
      logFile: join(folder, `${name}.log`),
    });
    slot.fill();
    return slot;
  };
  return {
    api: fill('api', 'api'),
    workers: [fill('worker', 'worker-1'), fill('worker', 'worker-2')] as const,
  };
};

const openQueue = (postgresUrl: string, redis: RealRedis | null) =>
  createBullMqQueue(
    redis === null
      ? { backend: 'postgres', url: postgresUrl }
      : { backend: 'redis', url: redis.url },
    { logger: createSilentLogger() },
  );

/** API and two workers as processes of their own, and everything they need; the connections between them can be cut. */
export const startSystem = async ({ stores, without }: Options): Promise<System> => {
  const base = await makeFolders();
  const { folder, dataDir, program } = base;
  const closers: Closers = [];
  const disk = await mountSmallDisk(join(dataDir, 'files'), FILES_MB);
  closers.push(() => disk.close());
  const postgres = await openPostgres({ ...base, stores }, closers);
  const servers = stores === 'servers' ? await openServers(folder, closers) : NO_SERVERS;
  const queue = openQueue(postgres.url, servers.redis);
  closers.push(() => queue.close());
  const operatorKey = randomBytes(24).toString('hex');
  const port = await freePort();
  const urls = {
    url: postgres.way.through(postgres.url),
    migrationUrl: postgres.way.through(postgres.migrationUrl),
  };
  const variables = toVariables({ dataDir, operatorKey, port, urls, servers });
  const { api, workers } = fillSlots(base, { without, variables });
  for (const slot of [api, ...workers]) closers.push(() => slot.vacate('SIGKILL'));
  for (const slot of [api, ...workers]) await slot.begun();
  const url = `http://127.0.0.1:${port}`;
  const { sql } = postgres;
  return {
    url,
    operatorKey,
    folder,
    dataDir,
    api,
    workers,
    disk,
    queue,
    sql,
    ...servers,
    postgres,
    close: async () => {
      for (const close of closers.reverse()) await close();
      for (const used of [dataDir, program]) await rm(used, { recursive: true, force: true });
    },
  };
};
