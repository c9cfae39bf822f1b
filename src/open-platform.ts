import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.js';
import { MODEL_PRICES } from '../config/model-prices.js';
import { ANALYZER_VERSION } from './language/index.js';
import { createDatabase } from './platform/database/create-database.js';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.js';
import type { FileStore } from './platform/files/file-store.js';
import { createFolderFileStore } from './platform/files/folder-file-store.js';
import { createFolderSecretFiles } from './platform/files/folder-secret-files.js';
import { createLocalRateLimiter } from './platform/limits/local-rate-limiter.js';
import { checkDimensions, createOpenAiEmbedder } from './platform/models/openai-embedder.js';
import { createChatModels } from './platform/models/failover-chat-model.js';
import { createHttpReranker } from './platform/models/http-reranker.js';
import type { ChatModel, Embedder } from './platform/models/model.js';
import {
  observeChatModel,
  observeEmbedder,
  observeReranker,
} from './platform/models/observed-models.js';
import { createBullMqQueue } from './platform/queue/bullmq-queue.js';
import type { JobQueue } from './platform/queue/job-queue.js';
import { createMetrics } from './platform/telemetry/metrics.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from './platform/telemetry/telemetry.js';
import { createTracing } from './platform/telemetry/tracing.js';
import { traceVectorStore } from './platform/vectors/trace-vector-store.js';
import type { VectorStore } from './platform/vectors/vector-store.js';
import { createWebFetcher, type WebFetcher } from './platform/web/web-fetcher.js';
import type { Closers } from './process.js';
import { repositories, type Database } from './repositories.js';
import { CHUNKER_VERSION, hashFingerprint, toCanonicalFingerprint } from './search/index.js';

/** The parts that a test may wrap, to inject a fault, hold a call up or count calls. */
export type WrappableParts = {
  database: Database;
  files: FileStore;
  vectors: VectorStore;
  queue: JobQueue;
};

/** What a test may put in the place of the outside. */
export type PlatformOverrides = {
  chatModel?: ChatModel | null;
  embedder?: Embedder | null;
  vectors?: VectorStore;
  webFetcher?: WebFetcher;
  wrap?: (parts: WrappableParts) => WrappableParts;
  /** Off is for tests: the embedded database forces nothing to disk. */
  durability?: 'on' | 'off';
};

type Opening = { logger: Logger; overrides: PlatformOverrides; closers: Closers };

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** Opens the outside systems in order; each is closed in reverse by the closers. */
export const openPlatform = async (config: Config, opening: Opening) => {
  const { logger, overrides, closers } = opening;
  const { database, databaseUrl } = await openDatabase(config, opening);
  const registry = createMetrics({
    readTaskStats: () => database.platform.tasks.stats(),
    readWaitingJobs: async () => (await queue.counts()).waiting,
    readDocumentCounts: () => database.platform.tasks.documentCounts(),
    knownModels: toKnownModels(config),
    withProcessMetrics: true,
  });
  const { metrics } = registry;
  const tracer = await openTracer(config, { metrics, closers });
  const vectors = overrides.vectors ?? (await openVectors(config, { database, metrics }));
  closers.add(() => vectors.close());
  const queue = createBullMqQueue(
    config.redisUrl === null
      ? { backend: 'postgres', url: databaseUrl }
      : { backend: 'redis', url: config.redisUrl },
    { logger },
  );
  closers.add(() => queue.close());
  const files = createFolderFileStore({ root: join(config.dataDir, 'files') });
  const parts = { database, files, vectors: traceVectorStore(vectors, tracer), queue };
  const wrapped = overrides.wrap?.(parts) ?? parts;
  const { chat, embedder, reranker } = await openModels(config, {
    overrides,
    telemetry: { metrics, logger, tracer },
  });
  return {
    database: wrapped.database,
    files: wrapped.files,
    vectors: wrapped.vectors,
    queue: wrapped.queue,
    web: openWeb(config, overrides),
    secretFiles: createFolderSecretFiles({ root: config.dataDir }),
    rateLimiter: createLocalRateLimiter({ nowMs: () => performance.now() }),
    fingerprint: toCanonicalFingerprint(toFingerprint(config)),
    chat,
    embedder,
    reranker,
    registry,
    metrics,
    tracer,
    logger,
    closers,
    now: () => new Date(),
  };
};

const openDatabase = async (config: Config, { logger, overrides, closers }: Opening) => {
  const urls = config.database.urls ?? (await openEmbeddedDatabase(config, overrides, closers));
  const database = await createDatabase({
    repositories,
    url: urls.url,
    migrationUrl: urls.migrationUrl,
    migrationsFolder: join(packageRoot(), 'prisma', 'migrations'),
    poolSize: config.database.poolSize,
    onConnectionLost: (error) => {
      logger.warn({ err: error }, 'Lost a database connection');
    },
  });
  closers.add(() => database.close());
  return { database, databaseUrl: urls.url };
};

const openEmbeddedDatabase = async (
  { dataDir }: Config,
  { durability = 'on' }: PlatformOverrides,
  closers: Closers,
) => {
  const embedded = await startEmbeddedPostgres({ dataDir, durability });
  closers.add(() => embedded.close());
  return embedded;
};

/** The folder with package.json, from the sources as well as from `dist/`. */
const packageRoot = (): string => {
  const here = fileURLToPath(new URL('..', import.meta.url));
  return here.endsWith(join('dist', '/')) ? join(here, '..') : here;
};

/** Names that may be a label of a metric. */
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

const openVectors = (
  config: Config,
  { database, metrics }: { database: Database; metrics: Metrics },
): Promise<VectorStore> =>
  config.vectorStore.open({
    dataDir: config.dataDir,
    dimensions: config.embedder?.dimensions ?? null,
    fingerprint: hashFingerprint(toFingerprint(config)),
    chunkTokens: config.ingestion.chunkTokens,
    onForeignRow: () => {
      metrics.unscopedRow(config.vectorStore.name);
    },
    withLock: (lock, work) => database.withLock(lock, work),
  });

const toFingerprint = (config: Config) => ({
  store: config.vectorStore.name,
  embeddingModel: config.embedder?.model ?? null,
  dimensions: config.embedder?.dimensions ?? null,
  analyzerVersion: ANALYZER_VERSION,
  chunkerVersion: CHUNKER_VERSION,
  chunkTokens: config.ingestion.chunkTokens,
});

type Telemetry = { metrics: Metrics; logger: Logger; tracer: Tracer };

const openModels = async (
  config: Config,
  { overrides, telemetry }: { overrides: PlatformOverrides; telemetry: Telemetry },
) => {
  const { metrics, logger, tracer } = telemetry;
  const prices = MODEL_PRICES.usdPerMillionTokens;
  const chat =
    overrides.chatModel === undefined
      ? config.chatModels && createChatModels({ ...config.chatModels, metrics, logger, prices })
      : overrides.chatModel;
  const embedderOptions = config.embedder && { ...config.embedder, metrics, prices };
  const embedder =
    overrides.embedder === undefined
      ? embedderOptions && createOpenAiEmbedder(embedderOptions)
      : overrides.embedder;
  if (embedderOptions !== null && overrides.embedder === undefined) {
    await checkDimensions(embedderOptions);
  }
  const reranker = config.reranker && createHttpReranker(config.reranker);
  return {
    chat: chat && observeChatModel(chat, { tracer, metrics }),
    embedder: embedder && observeEmbedder(embedder, { tracer, metrics }),
    reranker: reranker && observeReranker(reranker, { tracer, metrics }),
  };
};

const openWeb = (config: Config, { webFetcher }: PlatformOverrides): WebFetcher | null =>
  config.urlIntake ? (webFetcher ?? createWebFetcher({ userAgent: 'knowledge-router' })) : null;
