import type { Config } from '../config/index.js';
import { createApi } from './routes.js';
import {
  createAuthenticate,
  createLimitRequests,
  createParallelLimit,
  createShutdown,
} from './http/index.js';
import { createBackground, type BackgroundParts } from './background.js';
import type { MetricsRegistry } from './platform/telemetry/metrics.js';
import { openDoors, type Doors } from './open-doors.js';
import { openMetrics, type MetricsDoor } from './open-metrics.js';
import { openWorkflow } from './open-workflow.js';
import type { Reranker } from './platform/models/model.js';
import type { RateLimiter } from './platform/limits/rate-limiter.js';
import type { SecretFiles } from './platform/files/secret-files.js';
import type { WebFetcher } from './platform/web/web-fetcher-port.js';
import { createServices, type Services } from './create-services.js';
import { createChatOnce, type Workflow } from './workflow/index.js';
import { createPersonScope, createBootstrap } from './tenancy/index.js';
import { createReindex } from './maintenance/index.js';
import { traceServices } from './trace-services.js';

type Parts = BackgroundParts & {
  reranker: Reranker | null;
  /** Null: no URL is fetched. */
  web: WebFetcher | null;
  secretFiles: SecretFiles;
  rateLimiter: RateLimiter;
  registry: MetricsRegistry;
};

export type Application = {
  /** Serves the API, and ingests unless a separate worker is to. Doors that are open already are closed with the application. */
  serve(doors?: Doors): Promise<{ url: string }>;
  /** Ingests; `running` tells whether jobs are being consumed. */
  startWorker(metrics?: MetricsDoor): Promise<{ running: () => boolean }>;
  /** Checks the index of every document that there is and writes what is missing; resolves when nothing of that is left to do. */
  reindex(report: (left: number) => void): Promise<void>;
  services: Services;
  /** For debugging: one node on a given state, as this person. */
  runNode(
    request: Pick<Parameters<Workflow['runNode']>[0], 'name' | 'state'>,
    person: { tenantId: string; userId: string },
  ): Promise<Awaited<ReturnType<Workflow['runNode']>>>;
  /** Readiness fails at once, requests and jobs finish or are handed back, then everything closes in reverse order. */
  close(): Promise<void>;
};

/** Requests that are under way when the process is told to stop may finish within this time; then questions are answered with 503. */
const DRAIN_MS = 10_000;
const MAX_BODY_BYTES = 1024 * 1024;
const BODY_TIMEOUT_MS = 15_000;
const BAD_CREDENTIALS_PER_MINUTE = 30;
const EMBED_TIMEOUT_MS = 5000;
/** A credential that lost its rights ends its streams with the next look; a client that takes nothing for the stall limit is gone. */
const STREAM_TIMING = { heartbeatMs: 15_000, stallLimitMs: 20_000, recheckMs: 30_000 };
/** Longer than the session of a turn stays locked after its deadline. */
const KEY_LOCK_ALLOWANCE_MS = 10_000;

/** Services, workflow and API on opened parts; adapters are the composition root's business. */
export const createApplication = (config: Config, parts: Parts): Application => {
  const { startWorker, wakeUp } = createBackground(config, parts);
  const untraced = createServices({
    ...parts,
    settings: toSearchSettings(config),
    maxUploadBytes: config.http.maxUploadBytes,
    wakeUp,
  });
  const services = traceServices(untraced, parts.tracer);
  const shutdown = createShutdown();
  return {
    services,
    startWorker: async (opened) => {
      const worker = await startWorker();
      const metrics = opened ?? (await openMetrics(config));
      parts.closers.add(() => metrics.close());
      metrics.show({ ...parts, isAlive: worker.running });
      return worker;
    },
    reindex: createReindex({ ...parts.database.platform, startWorker }),
    serve: async (opened) => {
      const { isEmbedded, operatorKey } = { isEmbedded: config.database.urls === null, ...config };
      const bootstrap = createBootstrap({ ...parts, tenants: services.tenants });
      const { operatorKeyHash } = await bootstrap({ operatorKey, isEmbedded });
      const isIngesting = config.ingestion.worker === 'in-process';
      const worker = isIngesting ? await startWorker() : null;
      const app = createApi({
        ...toApiDeps(config, { ...parts, services, operatorKeyHash }),
        ...shutdown,
      });
      const { api, metrics } = opened ?? (await openDoors(config, parts.logger));
      parts.closers.add(() => metrics.close());
      parts.closers.add(() => api.close({ graceMs: DRAIN_MS, giveUp: shutdown.giveUp }));
      metrics.show({ ...parts, isAlive: worker?.running ?? (() => true) });
      api.handOver(app);
      parts.logger.info({ url: api.url, ingesting: isIngesting }, 'Serving');
      return { url: api.url };
    },
    runNode: createRunNode(config, { ...parts, services }),
    close: () => {
      shutdown.begin();
      return parts.closers.closeAll();
    },
  };
};

const createRunNode =
  (config: Config, parts: Parts & { services: Services }): Application['runNode'] =>
  async (request, person) => {
    const scope = await createPersonScope(parts)(person);
    const { signal } = new AbortController();
    const input = { message: request.state.originalQuery, options: {} };
    return openWorkflow(config, parts).runNode({ ...request, scope, signal, input });
  };

const toSearchSettings = ({ search, embedder }: Config) => ({
  ...search,
  minDenseScore: embedder === null ? null : search.minSimilarity,
  embedTimeoutMs: EMBED_TIMEOUT_MS,
});

type ApiParts = Parts & { services: Services; operatorKeyHash: Uint8Array };

const toApiDeps = (config: Config, parts: ApiParts) => {
  const { database, vectors, queue, files, services } = parts;
  const { runTurn, tools } = openWorkflow(config, parts);
  return {
    ...parts,
    ...services,
    runTurn,
    chatOnce: createChatOnce({
      ...parts,
      lockMs: config.workflow.requestTimeoutMs + KEY_LOCK_ALLOWANCE_MS,
    }),
    limitStreams: createParallelLimit({
      max: config.http.maxStreamsPerUser,
      refusal: { code: 'too_many_streams', message: 'Too many open streams.' },
    }),
    streamTiming: STREAM_TIMING,
    searchChunks: services.chargedSearch,
    toolNames: tools.map(({ name }) => name),
    authenticate: createAuthenticate({
      ...parts,
      authentication: database.platform.authentication,
      badCredentialsPerMinute: BAD_CREDENTIALS_PER_MINUTE,
    }),
    limitRequests: createLimitRequests({
      ...parts,
      perMinutePerKey: config.http.requestsPerMinutePerKey,
      perMinutePerTenant: config.http.requestsPerMinutePerTenant,
    }),
    trustedProxies: config.http.trustProxy,
    maxBodyBytes: MAX_BODY_BYTES,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    maxUploadBytes: config.http.maxUploadBytes,
    maxQueryChars: config.workflow.maxQueryChars,
    maxParallelChatsPerUser: config.http.maxParallelChatsPerUser,
    nodeMetrics: (range: Parameters<typeof database.platform.nodeMetrics>[0]) =>
      database.platform.nodeMetrics(range),
    dependencyChecks: {
      database: () => database.check(),
      vectors: () => vectors.check(),
      jobs: () => queue.check(),
      files: () => files.check(),
    },
  };
};
