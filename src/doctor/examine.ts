import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/index.js';
import { lookAt, toExamination, type Examination, type Part } from '../maintenance/index.js';
import { migrationsFolder, readVersion } from '../compose/installed-files.js';
import { openFiles, openQueue, openVectors } from '../compose/platform.js';
import { createDatabase } from '../platform/database/create-database.js';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.js';
import { examineDatabase } from '../platform/database/examine.js';
import { freeBytesOf } from '../platform/files/disk-floor.js';
import { readLastBackup } from '../platform/files/last-backup.js';
import { openProxiedFetch } from '../platform/web/outgoing-proxy.js';
import { askEndpoint, type ProbedEndpoint } from '../platform/models/probe-endpoints.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { createClosers, type Closers } from '../compose/process.js';
import { createRepositories, type Database } from '../compose/repositories.js';
import { AppError } from '../shared/errors.js';
import { listFailing } from '../sources/index.js';

type Looking = {
  config: Config;
  closers: Closers;
  signal: AbortSignal;
  /** The URL of the application's login; rejects where there is no database. */
  databaseUrl: Promise<string>;
  /** Open as the application and migrated by nobody; rejects where a server would refuse it, too. */
  database: Promise<Database>;
};

const MB = 1024 * 1024;
const DAY_MS = 86_400_000;
/** The alert KnowledgeRouterBackupOld says the same. */
const BACKUP_OLD_MS = 2 * DAY_MS;
const MAX_CLOCK_OFF_MS = 5000;
const MAX_WAITING_SEC = 600;
const ASK_MS = 5000;

/**
 * Looks at everything a server needs, each part for itself, so that one that is broken hides no other. It migrates nothing. The embedded
 * database is shared with a server that runs on it, or started for as long as this takes.
 */
export const examine = async (config: Config, signal: AbortSignal): Promise<Examination> => {
  const closers = createClosers();
  try {
    const databaseUrl = findDatabase(config, closers);
    const database = databaseUrl.then((url) => openAsServer(config, url, closers));
    // Each is met again by the parts that need it.
    for (const opening of [databaseUrl, database]) opening.catch(() => undefined);
    const looking = { config, closers, signal, databaseUrl, database };
    const findings = await Promise.all(toParts(looking).map(lookAt));
    return toExamination({ versions: toVersions(config), settings: config.settings }, findings);
  } finally {
    await closers.closeAll().catch(() => undefined);
  }
};

const toVersions = ({ buildCommit }: Config) => ({
  'knowledge-router': readVersion(),
  commit: buildCommit,
  node: process.versions.node,
  platform: `${process.platform}-${process.arch}`,
});

const toParts = (looking: Looking): Part[] => [
  toServer(looking),
  toDatabase(looking),
  toPool(looking),
  toClock(looking),
  toQueue(looking),
  toTasks(looking),
  toDocuments(looking),
  toSources(looking),
  toVectors(looking),
  toFiles(looking),
  ...toModels(looking),
  toDisk(looking),
  toBackup(looking),
];

const findDatabase = async (
  { database: { urls }, dataDir }: Config,
  closers: Closers,
): Promise<string> => {
  if (urls !== null) return urls.url;
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new AppError(
      'storage_unavailable',
      `There is no database in ${dataDir} yet: start the server, which makes it, or correct DATA_DIR.`,
    );
  }
  const { url, close } = await startEmbeddedPostgres({ dataDir });
  closers.add(close);
  return url;
};

const openAsServer = async (config: Config, url: string, closers: Closers) => {
  const database = await createDatabase({
    repositories: createRepositories(config.tenantLimits),
    url,
    migrationUrl: null,
    migrationsFolder: migrationsFolder(),
    poolSize: 2,
  });
  closers.add(() => database.close());
  return database;
};

/** Looks for a running server; it is not a fault when there is none. */
const toServer = ({ config: { http }, signal }: Looking): Part => {
  const host = ['0.0.0.0', '::'].includes(http.host) ? '127.0.0.1' : http.host;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${http.port}/readyz`;
  return {
    part: 'server',
    look: async () => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]);
      const response = await fetch(url, { signal: limited }).catch(() => null);
      if (response === null) {
        return { state: 'unknown', latencyMs: null, says: `none answers at ${url}` };
      }
      const says = `${url} answers ${response.status}`;
      const reason = (await response.text()).slice(0, 500);
      if (response.ok && !reason.includes('"degraded"')) return { says };
      return { state: 'attention', says: `${says}: ${reason}` };
    },
  };
};

const toDatabase = ({ config, databaseUrl, database }: Looking): Part => ({
  part: 'database',
  ...remedyOf(
    config.database.urls &&
      `Start PostgreSQL at ${hostOf(config.database.urls.url)}, or correct DATABASE_URL: see the line "database".`,
  ),
  look: async () => {
    const url = await databaseUrl;
    await database;
    const { serverVersion, role, latencyMs } = await examineDatabase(url);
    const kind = config.database.urls === null ? 'embedded PostgreSQL' : 'PostgreSQL';
    const says = `${kind} ${serverVersion}, migrated; role ${role} is neither owner nor superuser`;
    return { latencyMs: Math.round(latencyMs), says };
  },
});

const toPool = ({ config, databaseUrl }: Looking): Part => ({
  part: 'pool',
  look: async () => {
    const { open, max } = (await examineDatabase(await databaseUrl)).connections;
    const { poolSize } = config.database;
    const says = `${open} of ${max} connections of the server are open; each process takes ${poolSize} and some`;
    if (max - open > poolSize) return { says };
    const advice = [
      `Raise max_connections of PostgreSQL above ${max}, or lower DATABASE_POOL_SIZE: there is no room for another process.`,
    ];
    return { state: 'attention', says, advice };
  },
  remedy: SEE_DATABASE,
});

const toClock = ({ databaseUrl }: Looking): Part => ({
  part: 'clock',
  look: async () => {
    const { clockAheadMs } = await examineDatabase(await databaseUrl);
    const seconds = (clockAheadMs / 1000).toFixed(1);
    const says = `${seconds} s ahead of the database's`;
    if (Math.abs(clockAheadMs) < MAX_CLOCK_OFF_MS) return { says };
    const advice = [
      `Set the clocks by NTP: this machine's is ${seconds} s ahead of the database's.`,
    ];
    return { state: 'attention', says, advice };
  },
  remedy: SEE_DATABASE,
});

const SEE_DATABASE =
  'Mend the database first: without it neither clock, pool nor work can be seen.';

const SILENT = createLogger({
  level: 'error',
  format: 'json',
  destination: { write: () => undefined },
});

const toQueue = ({ config, closers, databaseUrl }: Looking): Part => ({
  part: 'queue',
  remedy:
    config.redisUrl === null
      ? SEE_DATABASE
      : `Start Redis at ${hostOf(config.redisUrl)}, or correct REDIS_URL: uploads are taken, and wait until then.`,
  look: async () => {
    const url = config.redisUrl === null ? await databaseUrl : '';
    const queue = openQueue(
      config,
      { databaseUrl: url },
      { logger: SILENT, overrides: {}, closers },
    );
    const startedAtMs = performance.now();
    await queue.check();
    const latencyMs = Math.round(performance.now() - startedAtMs);
    const { waiting, active } = await queue.counts();
    const where = config.redisUrl === null ? 'PostgreSQL' : `Redis at ${hostOf(config.redisUrl)}`;
    return { latencyMs, says: `${where}: ${waiting} jobs wait, ${active} are worked on` };
  },
});

const toTasks = ({ database }: Looking): Part => ({
  part: 'tasks',
  remedy: SEE_DATABASE,
  look: async () => {
    const { due, running, oldestDueAgeSec } = await (await database).platform.tasks.stats();
    const oldest =
      due === 0 ? '' : `; the oldest has been due for ${Math.round(oldestDueAgeSec)} s`;
    const says = `${due} are due, ${running} are worked on${oldest}`;
    if (oldestDueAgeSec < MAX_WAITING_SEC) return { says };
    const advice = [
      'Start a server or a worker (npm run worker), or give it more room (INGESTION_CONCURRENCY): work has been due for more than ten minutes.',
    ];
    return { state: 'attention', says, advice };
  },
});

/** Counts the documents. Failed ones alone leave nothing to do, because an upload may be beyond repair. */
const toDocuments = ({ database }: Looking): Part => ({
  part: 'documents',
  remedy: SEE_DATABASE,
  look: async () => {
    const { tasks } = (await database).platform;
    const { ready, queued, processing, failed } = await tasks.documentCounts();
    const counts = `${ready} ready, ${queued + processing} on their way, ${failed} failed`;
    if (failed === 0) return { says: counts };
    const reasons = (await tasks.failuresByReason()).map((one) => `${one.documents} ${one.reason}`);
    return {
      says: `${counts}: ${reasons.join(', ')} (GET /v1/stuck-documents has them by tenant)`,
    };
  },
});

const SHOWN_SOURCES = 5;

/** Counts failing sources and lists the first by id, kind and reason. Their names are left out, because they belong to the tenants. */
const toSources = ({ database }: Looking): Part => ({
  part: 'sources',
  remedy: SEE_DATABASE,
  look: async () => {
    const failing = await listFailing(await database);
    if (failing.length === 0) return { says: 'none fails' };
    const told = failing.slice(0, SHOWN_SOURCES).map(({ id, kind, reason, lastCompleteAt }) => {
      const since = lastCompleteAt?.toISOString() ?? 'it was added';
      return `${kind} ${id}: ${reason ?? 'unknown'}, no complete run since ${since}`;
    });
    const advice = [
      'Ask the administrators of their tenants to open Sources in the console and test the connection, and see that this server reaches those places.',
    ];
    return { state: 'attention', says: `${failing.length} fail (${told.join('; ')})`, advice };
  },
});

const toVectors = ({ config, closers, database }: Looking): Part => ({
  part: 'vectors',
  remedy:
    config.vectorStore.name === 'qdrant'
      ? 'Start Qdrant, or correct QDRANT_URL and QDRANT_API_KEY: see the line "vectors".'
      : `See that this user may read and write ${config.dataDir}.`,
  look: async () => {
    const { name } = config.vectorStore;
    if (name === 'lancedb' && !existsSync(config.dataDir)) return nothingIn(config.dataDir);
    // Opening reads; only writing takes a lock, which needs the database.
    const parts = {
      database: { withLock: async (...lock) => (await database).withLock(...lock) },
      metrics: { unscopedRow: () => undefined },
    } satisfies Parameters<typeof openVectors>[1];
    const vectors = await openVectors(config, parts, { logger: SILENT, overrides: {}, closers });
    const startedAtMs = performance.now();
    await vectors.check();
    return { latencyMs: Math.round(performance.now() - startedAtMs), says: name };
  },
});

const nothingIn = (folder: string) => ({
  state: 'unknown' as const,
  says: `there is no ${folder} yet`,
});

const toFiles = ({ config, closers }: Looking): Part => ({
  part: 'files',
  remedy:
    config.fileStore.name === 's3'
      ? 'Correct the S3_ variables, or the rights of their key: see the line "files".'
      : `See that this user may read and write ${config.dataDir}, and that its disk has room.`,
  look: async () => {
    const { name } = config.fileStore;
    if (name !== 's3' && !existsSync(config.dataDir)) return nothingIn(config.dataDir);
    const files = await openFiles(config, { logger: SILENT, overrides: {}, closers });
    const startedAtMs = performance.now();
    await files.check();
    const latencyMs = Math.round(performance.now() - startedAtMs);
    return { latencyMs, says: `${name}: a file can be written` };
  },
});

const toModels = ({ config: { modelEndpoints, outgoingProxy }, signal }: Looking): Part[] =>
  modelEndpoints.length === 0
    ? [
        {
          part: 'models',
          look: async () => ({
            state: 'unused',
            latencyMs: null,
            says: 'none is set: answers are quoted, and search is by words',
          }),
        },
      ]
    : modelEndpoints.map((endpoint) => toModel(endpoint, { outgoingProxy, signal }));

const toModel = (
  endpoint: ProbedEndpoint,
  { outgoingProxy, signal }: Pick<Config, 'outgoingProxy'> & { signal: AbortSignal },
): Part => ({
  part: 'model',
  look: async () => {
    const { host } = new URL(endpoint.baseUrl);
    const send = await openProxiedFetch(outgoingProxy);
    const answer = await askEndpoint(endpoint, { signal, send });
    const says = `${endpoint.urlVariable} (${host})`;
    if (answer.kind === 'answers') return { says: `${says} ${toAnswered(answer.status)}` };
    const advice =
      answer.kind === 'refuses_key'
        ? [`Correct ${endpoint.keyVariable}: ${host} refuses the key.`]
        : [`Start the model at ${host}, or correct ${endpoint.urlVariable}: it does not answer.`];
    return { state: 'broken', latencyMs: null, says: `${says} does not work`, advice };
  },
});

/** Some servers have no model list, so a 404 may or may not mean a wrong address. */
const toAnswered = (status: number): string =>
  status < 400
    ? `answers ${status}`
    : `answers ${status} when asked for its models: it has no model list, or the address is wrong`;

const toDisk = ({ config: { dataDir, minFreeDiskBytes } }: Looking): Part => ({
  part: 'disk',
  look: async () => {
    const free = await freeBytesOf(dataDir);
    const says = `${toMb(free)} MB are free where ${dataDir} lies`;
    if (free >= minFreeDiskBytes) return { says };
    const advice = [
      `Free ${toMb(minFreeDiskBytes - free)} MB on the disk of ${dataDir}: below MIN_FREE_DISK_MB uploads are refused.`,
    ];
    return { state: 'broken', says, advice };
  },
});

const toMb = (bytes: number): number => Math.ceil(bytes / MB);

const MAKE_BACKUP = 'Make a backup (npm run backup -- DIR), and let cron make one every night.';

const toBackup = ({ config: { dataDir } }: Looking): Part => ({
  part: 'backup',
  remedy: `See that this user may read last-backup.json in ${dataDir}; the next backup writes it anew.`,
  look: async () => {
    const last = await readLastBackup(dataDir);
    if (last === null) {
      return { state: 'attention', says: 'none has been made', advice: [MAKE_BACKUP] };
    }
    const { finishedAt, unreadableFiles } = last;
    const isOld = Date.now() - finishedAt.getTime() > BACKUP_OLD_MS;
    const gaps = unreadableFiles === 0 ? '' : `, without ${unreadableFiles} files`;
    const advice = [
      ...(isOld ? [MAKE_BACKUP] : []),
      ...(unreadableFiles === 0
        ? []
        : [`Look for the ${unreadableFiles} files that the last backup could not read.`]),
    ];
    const state = advice.length === 0 ? 'ok' : 'attention';
    return { state, says: `the last one ended at ${finishedAt.toISOString()}${gaps}`, advice };
  },
});

const hostOf = (url: string): string => {
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? host;
};

const remedyOf = (remedy: string | null) => (remedy === null ? {} : { remedy });
