import type { Config } from '../../config/index.js';
import { ANALYZER_VERSION, loadShortTexts, takeStemmerFailures } from '../language/index.js';
import { createPagePool } from '../parsing/index.js';
import { createCalculator } from '../platform/isolated/calculator/calculator.js';
import { createHeldLock } from '../platform/database/held-lock.js';
import { APPLICATION_SESSION } from '../platform/database/sessions.js';
import { openTenantSnapshot } from '../platform/database/tenant-snapshot.js';
import { closeToOthers } from '../platform/files/close-to-others.js';
import { freeBytesOf, requireRoomOnDisk } from '../platform/files/disk-floor.js';
import { readLastBackup } from '../platform/files/last-backup.js';
import type { FileStore } from '../platform/files/file-store.js';
import { createFolderSecretFiles } from '../platform/files/folder-secret-files.js';
import { createLocalLimits, createSharedLimits, type Limits } from '../platform/limits/limits.js';
import type { LimitStore } from '../platform/limits/limit-store.js';
import { createPostgresLimitStore } from '../platform/limits/postgres-limit-store.js';
import { createRedisLimitStore } from '../platform/limits/redis-limit-store.js';
import type { ChatModel, Embedder } from '../platform/models/model.js';
import { detectConfinement, type Confinement } from '../platform/isolated/confinement.js';
import { createBullMqQueue } from '../platform/queue/bullmq-queue.js';
import type { IngestionJob, JobQueue } from '../platform/queue/job-queue.js';
import { createSandbox } from '../platform/isolated/sandbox/sandbox.js';
import { readDependencies } from '../platform/telemetry/dependencies.js';
import { createMetrics } from '../platform/telemetry/metrics.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import { createTracing } from '../platform/telemetry/tracing.js';
import { traceVectorStore } from '../platform/vectors/trace-vector-store.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { createGuardedFetch } from '../platform/web/guarded-fetch.js';
import { createGuardedPost } from '../platform/web/guarded-post.js';
import { createAskMcp } from '../platform/web/mcp-client.js';
import { createServiceClient } from '../platform/web/service-client.js';
import { createWebFetcher, type WebFetcher } from '../platform/web/web-fetcher.js';
import type { Closers } from './process.js';
import { readVersion } from './installed-files.js';
import { openDatabase } from './database.js';
import { openModels } from './models.js';
import type { Database } from './repositories.js';
import { createCredentialFilter, type CleanText } from '../shared/credential-filter.js';
import type { UserScope } from '../shared/scope.js';
import { openSignInKeys } from '../sign-in/index.js';
import type { WebhookJob } from '../webhooks/index.js';
import {
  CHUNKER_VERSION,
  createIndexState,
  hashFingerprint,
  toCanonicalFingerprint,
  toIndexedBy,
  withEarlierIndexes,
} from '../search/index.js';

/** The parts that a test may wrap, to inject a fault, delay a call or count calls. */
export type WrappableParts = {
  database: Database;
  files: FileStore;
  vectors: VectorStore;
  queue: JobQueue;
};

/** The outside systems that a test may replace. */
export type PlatformOverrides = {
  chatModel?: ChatModel | null;
  embedder?: Embedder | null;
  vectors?: VectorStore;
  webFetcher?: WebFetcher;
  wrap?: (parts: WrappableParts) => WrappableParts;
  /** 'off' is for tests: the embedded database forces nothing to disk. */
  durability?: 'on' | 'off';
  now?: () => Date;
};

type Opening = { logger: Logger; overrides: PlatformOverrides; closers: Closers };

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** Opens the outside systems in order; the closers close them in reverse. */
export const openPlatform = async (config: Config, opening: Opening) => {
  const { logger, overrides, closers } = opening;
  await closeToOthers(config.dataDir, logger);
  // Confinement is tested in separate processes while the database opens; the promise never rejects.
  const confining = detectConfinement();
  const clean = createCredentialFilter(config.credentials);
  const [{ database, databaseUrl }] = await Promise.all([
    openDatabase(config, { ...opening, durability: overrides.durability }),
    loadShortTexts(),
  ]);
  const sharedFigures = createHeldLock({ url: databaseUrl, key: 'metrics/shared-figures' });
  closers.add(() => sharedFigures.close());
  const registry = createMetrics({
    ...toFigures(config, database),
    readWaitingJobs: async () => (await queue.counts()).waiting,
    readDependencies: () => readDependencies(dependencyChecks),
    showsSharedFigures: () => sharedFigures.isHeld(),
  });
  const { metrics } = registry;
  const tracer = await openTracer(config, { metrics, closers });
  const vectors = await openVectors(config, { database, metrics }, opening);
  const queue = openQueue(config, { databaseUrl }, opening);
  const webhookQueue = openQueue<WebhookJob>(config, { databaseUrl, ...WEBHOOK_QUEUE }, opening);
  const files = await openFiles(config, opening);
  const { fingerprint, index, answering } = openIndexes(config, { database, vectors }, opening);
  const parts = { database, files, vectors: traceVectorStore(answering, tracer), queue };
  const wrapped = overrides.wrap?.(parts) ?? parts;
  const dependencyChecks = toChecks(wrapped);
  const telemetry = { metrics, logger, tracer };
  const models = await openModels(config, { overrides, telemetry, closers, clean });
  const secrets = await openSecrets(config, wrapped.database);
  return {
    ...wrapped,
    webhookQueue,
    /** For an API and a worker alike. */
    dependencyChecks,
    /** For processes that do maintenance. */
    openCanaryTurn: () => openCanaryTurn(config, { databaseUrl, closers }),
    web: openWeb(config, overrides),
    ...openTools(config, { ...opening, confinement: await confining, clean }),
    /** The restrictions on processes for untrusted work. */
    confinement: await confining,
    ...openGuarded(config),
    ...secrets,
    openSnapshot: (scope: UserScope) => openTenantSnapshot(databaseUrl, scope),
    requireRoom: () =>
      requireRoomOnDisk({ folder: config.dataDir, minFreeBytes: config.minFreeDiskBytes }),
    /** For processes that serve requests. */
    openLimits: () => openLimits(config, { metrics, logger, closers }),
    fingerprint,
    index,
    ...models,
    registry,
    metrics,
    tracer,
    logger,
    closers,
    now: overrides.now ?? (() => new Date()),
  };
};

/** Secret files of this installation, and its signing keys. */
const openSecrets = async (config: Config, database: WrappableParts['database']) => {
  const secretFiles = createFolderSecretFiles({ root: config.dataDir });
  const signInKeys = await openSignInKeys(
    { database, secretFiles },
    {
      secret: config.jwtSecret,
      previousSecret: config.previousJwtSecret,
      isEmbedded: config.database.urls === null,
    },
  );
  return { secretFiles, signInKeys };
};

type NamedQueue = { queueName?: string; connections?: number };

export const openQueue = <Payload extends object = IngestionJob>(
  { redisUrl }: Config,
  { databaseUrl, ...named }: NamedQueue & { databaseUrl: string },
  { logger, closers }: Opening,
): JobQueue<Payload> => {
  const queue = createBullMqQueue<Payload>(
    redisUrl === null
      ? { backend: 'postgres', url: databaseUrl }
      : { backend: 'redis', url: redisUrl },
    { logger, ...named },
  );
  closers.add(() => queue.close());
  return queue;
};

/** Few connections, because its workers mostly wait for other hosts. */
const WEBHOOK_QUEUE = { queueName: 'webhooks', connections: 2 };

const toChecks = ({ database, vectors, queue, files }: WrappableParts) => ({
  database: () => database.check(),
  vectors: () => vectors.check(),
  jobs: () => queue.check(),
  files: () => files.check(),
});

/** Lets one of all processes on the database run the isolation canary; null: none does. */
const openCanaryTurn = (
  { observability }: Config,
  { databaseUrl, closers }: { databaseUrl: string; closers: Closers },
): (() => Promise<boolean>) | null => {
  if (!observability.isolationCanary) return null;
  const turn = createHeldLock({ url: databaseUrl, key: 'isolation-canary' });
  closers.add(() => turn.close());
  return turn.isHeld;
};

/** Collects what metrics show about this process and the database, with version and commit. */
const toFigures = (config: Config, database: Database) => ({
  readTaskStats: () => database.platform.tasks.stats(),
  readLargestQueue: () => database.platform.tasks.largestQueue(),
  readWebhookStats: () => database.platform.webhookTasks.stats(),
  readDocumentCounts: () => database.platform.tasks.documentCounts(),
  readReindexing: () =>
    database.platform.tasks.reindexing(toCanonicalFingerprint(toFingerprint(config))),
  takeStemmerFailures,
  readPools: () => database.pools(),
  readDisk: async () => ({
    freeBytes: await freeBytesOf(config.dataDir),
    floorBytes: config.minFreeDiskBytes,
  }),
  readLastBackup: async () => (await readLastBackup(config.dataDir))?.finishedAt ?? null,
  build: { version: readVersion(), commit: config.buildCommit },
  knownModels: toKnownModels(config),
  withProcessMetrics: true,
});

/** Opens the parts that tools use; none of them starts before its first use. */
const openTools = (
  config: Config,
  { closers, confinement, clean }: Opening & { confinement: Confinement; clean: CleanText },
) => {
  const calculator = createCalculator({ ...config.processLimits.calculator, confinement });
  closers.add(() => calculator.close());
  const sandbox = createSandbox({ ...config.sandbox, confinement });
  closers.add(() => sandbox.close());
  const { maxMemoryMb } = config.ingestion.parsers;
  const pages = createPagePool({ ...config.processLimits.pages, maxMemoryMb, confinement });
  closers.add(() => pages.close());
  const askService = createServiceClient({ ...toWebOptions(config), clean });
  const askMcp = createAskMcp(toWebOptions(config));
  return { askService, askMcp, calculator, sandbox, pages };
};

type LimitParts = { metrics: Metrics; logger: Logger; closers: Closers };

const openLimits = (config: Config, { metrics, logger, closers }: LimitParts): Limits => {
  const nowMs = () => performance.now();
  const store = createLimitStore(config);
  if (store === null) return createLocalLimits({ nowMs });
  const limits = createSharedLimits({ store, nowMs, metrics, logger });
  closers.add(() => limits.close());
  return limits;
};

/** Null for the embedded database, which a second process does not share. */
const createLimitStore = ({ redisUrl, database: { urls } }: Config): LimitStore | null => {
  if (redisUrl !== null) return createRedisLimitStore({ url: redisUrl });
  return urls && createPostgresLimitStore({ url: urls.url, session: APPLICATION_SESSION });
};

/** Model names that may be a metric label. */
const toKnownModels = ({ chatModels, embedder, reranker }: Config): string[] =>
  [...(chatModels?.backends ?? []), embedder, reranker].flatMap((model) => model?.model ?? []);

const openTracer = async (
  { observability: { tracing } }: Config,
  { metrics, closers }: { metrics: Metrics; closers: Closers },
): Promise<Tracer> => {
  if (tracing === null) return NO_TRACING;
  const { tracer, close } = await createTracing({
    endpoint: tracing.endpoint,
    headers: tracing.headers,
    serviceName: tracing.serviceName,
    onDropped: (dropped) => {
      metrics.traceSpansDropped(dropped);
    },
  });
  closers.add(close);
  return tracer;
};

export const openVectors = async (
  config: Config,
  {
    database,
    metrics,
  }: { database: Pick<Database, 'withLock'>; metrics: Pick<Metrics, 'unscopedRow'> },
  { overrides, closers }: Opening,
): Promise<VectorStore> => {
  const vectors =
    overrides.vectors ??
    (await config.vectorStore.open({
      dataDir: config.dataDir,
      dimensions: config.embedder?.dimensions ?? null,
      fingerprint: hashFingerprint(toFingerprint(config)),
      chunkTokens: config.ingestion.chunkTokens,
      onForeignRow: () => {
        metrics.unscopedRow(config.vectorStore.name);
      },
      withLock: (lock, work) => database.withLock(lock, work),
    }));
  closers.add(() => vectors.close());
  return vectors;
};

/** The store with the indexes of earlier settings, which answer until the current one is filled. */
const openIndexes = (
  config: Config,
  { database, vectors }: { database: Database; vectors: VectorStore },
  { logger }: Opening,
) => {
  const fingerprint = toCanonicalFingerprint(toFingerprint(config));
  const { tasks } = database.platform;
  const index = createIndexState({ tasks, fingerprint, nowMs: () => performance.now() });
  const deps = { database, state: index, fingerprint, logger };
  return { fingerprint, index, answering: withEarlierIndexes(vectors, deps) };
};

export const openFiles = async (
  { fileStore, dataDir, outgoingProxy: proxy, minFreeDiskBytes: minFreeBytes }: Config,
  { logger, closers }: Opening,
): Promise<FileStore> => {
  const files = await fileStore.open({ dataDir, minFreeBytes, proxy });
  closers.add(() => files.close());
  // Not awaited: reads and questions need no files, and readiness reports the problem while it lasts.
  files.check().catch((error: unknown) => {
    logger.warn({ err: error }, 'Files cannot be stored at the moment');
  });
  return files;
};

const toFingerprint = (config: Config) => ({
  store: config.vectorStore.name,
  embeddingModel: config.embedder && toIndexedBy(config.embedder),
  dimensions: config.embedder?.dimensions ?? null,
  analyzerVersion: ANALYZER_VERSION,
  chunkerVersion: CHUNKER_VERSION,
  chunkTokens: config.ingestion.chunkTokens,
});

const toWebOptions = ({ outgoingProxy }: Config) => ({
  userAgent: 'knowledge-router',
  proxy: outgoingProxy,
});

/** Requests to addresses that tenants choose: identity providers and webhooks. */
const openGuarded = (config: Config) => ({
  guardedFetch: createGuardedFetch({
    ...toWebOptions(config),
    trustedOrigins: config.privateIssuers,
  }),
  guardedPost: createGuardedPost({
    ...toWebOptions(config),
    trustedOrigins: config.webhookPrivateOrigins,
  }),
});

const openWeb = (config: Config, { webFetcher }: PlatformOverrides): WebFetcher | null =>
  config.urlIntake ? (webFetcher ?? createWebFetcher(toWebOptions(config))) : null;
