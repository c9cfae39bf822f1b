import { repositories } from './repositories.js';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.js';
import { MODEL_PRICES } from '../config/model-prices.js';
import { createDatabase } from './platform/database/create-database.js';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.js';
import { createFolderFileStore } from './platform/files/folder-file-store.js';
import { createBullMqQueue } from './platform/queue/bullmq-queue.js';
import { checkDimensions } from './platform/models/check-dimensions.js';
import { createChatModels } from './platform/models/create-chat-models.js';
import { createHttpReranker } from './platform/models/http-reranker.js';
import { createOpenAiEmbedder } from './platform/models/openai-embedder.js';
import { createWebFetcher } from './platform/web/web-fetcher.js';
import { createLocalRateLimiter } from './platform/limits/local-rate-limiter.js';
import { createFolderSecretFiles } from './platform/files/folder-secret-files.js';
import { ANALYZER_VERSION } from './language/index.js';
import { CHUNKER_VERSION, hashFingerprint, toCanonicalFingerprint } from './search/index.js';
import { createLogger } from './platform/telemetry/logger.js';
import { createMetrics } from './platform/telemetry/metrics.js';
import { NO_TRACING } from './platform/telemetry/no-tracing.js';
import {
  observeChatModel,
  observeEmbedder,
  observeReranker,
} from './platform/models/observed-models.js';
import { traceVectorStore } from './platform/vectors/trace-vector-store.js';
import { createTracing } from './platform/telemetry/tracing.js';
import type { ChatModel, Embedder } from './platform/models/model.js';
import type { Logger, Metrics, Tracer } from './platform/telemetry/telemetry.js';
import type { VectorStore } from './platform/vectors/vector-store.js';
import type { WebFetcher } from './platform/web/web-fetcher-port.js';
import type { IngestionTiming } from './ingestion/index.js';
import { createClosers, type Closers } from './closers.js';
import { createApplication, type Application } from './application.js';
import type { MaintenanceTiming, WrappableParts } from './background.js';

/** What a test may put in the place of the real thing. */
export type Overrides = {
  logger?: Logger;
  chatModel?: ChatModel | null;
  embedder?: Embedder | null;
  vectors?: VectorStore;
  webFetcher?: WebFetcher;
  ingestionTiming?: Partial<IngestionTiming>;
  maintenanceTiming?: MaintenanceTiming;
  /** Puts something in front of opened parts: a fault, a gate, a counter. */
  wrap?: (parts: WrappableParts) => WrappableParts;
  /** Off is for tests: the embedded database forces nothing to disk. */
  durability?: 'on' | 'off';
};

type Opening = { logger: Logger; overrides: Overrides; closers: Closers };

/** Opens what the process needs; nothing listens and nothing is consumed until it is told to. */
export const compose = async (config: Config, overrides: Overrides = {}): Promise<Application> => {
  const logger = overrides.logger ?? createLogger(config.logging);
  const closers = createClosers();
  try {
    const parts = await openParts(config, { logger, overrides, closers });
    const { ingestionTiming, maintenanceTiming } = overrides;
    return createApplication(config, {
      ...parts,
      ...overrides.wrap?.(parts),
      logger,
      closers,
      ingestionTiming,
      maintenanceTiming,
      now: () => new Date(),
    });
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

const openParts = async (config: Config, opening: Opening) => {
  const { logger, overrides, closers } = opening;
  const { database, databaseUrl } = await openDatabase(config, opening);
  const registry = createMetrics({
    readTaskStats: () => database.platform.tasks.stats(),
    readDocumentCounts: () => database.platform.tasks.documentCounts(),
    knownModels: toKnownModels(config),
    withProcessMetrics: true,
  });
  const { metrics } = registry;
  const tracer = await openTracer(config, { metrics, closers });
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
    }));
  closers.add(() => vectors.close());
  const queue = createBullMqQueue(
    config.redisUrl === null
      ? { backend: 'postgres', url: databaseUrl }
      : { backend: 'redis', url: config.redisUrl },
    { logger },
  );
  closers.add(() => queue.close());
  const { chat, embedder } = openModels(config, overrides, { metrics, logger });
  if (config.embedder !== null && overrides.embedder === undefined) {
    const { usdPerMillionTokens: prices } = MODEL_PRICES;
    await checkDimensions({ ...config.embedder, metrics, prices });
  }
  return {
    database,
    metrics,
    registry,
    tracer,
    vectors: traceVectorStore(vectors, tracer),
    queue,
    files: createFolderFileStore({ root: join(config.dataDir, 'files') }),
    web: config.urlIntake ? (overrides.webFetcher ?? openWeb()) : null,
    secretFiles: createFolderSecretFiles({ root: config.dataDir }),
    rateLimiter: createLocalRateLimiter({ nowMs: () => performance.now() }),
    fingerprint: toCanonicalFingerprint(toFingerprint(config)),
    chat: chat && observeChatModel(chat, { tracer, metrics }),
    embedder: embedder && observeEmbedder(embedder, { tracer, metrics }),
    reranker:
      config.reranker && observeReranker(createHttpReranker(config.reranker), { tracer, metrics }),
  };
};

const openDatabase = async (config: Config, { logger, overrides, closers }: Opening) => {
  const external = config.database.urls;
  const embedded =
    external === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          durability: overrides.durability ?? 'on',
        })
      : null;
  if (embedded !== null) closers.add(() => embedded.close());
  const urls = external ?? embedded;
  if (urls === null) throw new Error('There is either a database URL or an embedded database.');
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

/** The folder with package.json, from the sources as well as from `dist/`. */
const packageRoot = (): string => {
  const here = fileURLToPath(new URL('..', import.meta.url));
  return here.endsWith(join('dist', '/')) ? join(here, '..') : here;
};

/** Names that may be a label of a metric. */
const toKnownModels = ({ chatModels, embedder, reranker }: Config): string[] => [
  ...(chatModels?.backends ?? []).map(({ model }) => model),
  ...(embedder === null ? [] : [embedder.model]),
  ...(reranker === null ? [] : [reranker.model]),
];

const openTracer = async (
  { observability: { tracing } }: Config,
  { metrics, closers }: { metrics: Metrics; closers: Closers },
): Promise<Tracer> => {
  if (tracing === null) return NO_TRACING;
  const { tracer, close } = await createTracing({
    ...tracing,
    onDropped: (dropped) => {
      metrics.traceSpansDropped(dropped);
    },
  });
  closers.add(close);
  return tracer;
};

const toFingerprint = (config: Config) => ({
  store: config.vectorStore.name,
  embeddingModel: config.embedder?.model ?? null,
  dimensions: config.embedder?.dimensions ?? null,
  analyzerVersion: ANALYZER_VERSION,
  chunkerVersion: CHUNKER_VERSION,
  chunkTokens: config.ingestion.chunkTokens,
});

const openModels = (
  { chatModels, embedder }: Config,
  overrides: Overrides,
  telemetry: { metrics: Metrics; logger: Logger },
) => {
  const prices = MODEL_PRICES.usdPerMillionTokens;
  return {
    chat:
      overrides.chatModel !== undefined
        ? overrides.chatModel
        : chatModels && createChatModels({ ...chatModels, ...telemetry, prices }),
    embedder:
      overrides.embedder !== undefined
        ? overrides.embedder
        : embedder && createOpenAiEmbedder({ ...embedder, ...telemetry, prices }),
  };
};

const openWeb = (): WebFetcher => createWebFetcher({ userAgent: 'knowledge-router' });
