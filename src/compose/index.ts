import type { Config } from '../../config/index.js';
import { createAssistants, createNamedModels } from '../assistants/index.js';
import { createBackground, type BackgroundTimings } from './background.js';
import { composeEvaluationLoop } from './evaluation.js';
import { composeExports } from './exports.js';
import { createFeatures, type Features } from './features.js';
import { composeOpenAi } from './openai-api.js';
import { composeSignIn, startFirst } from './sign-in.js';
import {
  createAuthenticate,
  createLimitAddress,
  createLimitRequests,
  createParallelLimits,
  createReadiness,
  createShutdown,
} from '../http/index.js';
import { withOrigins, withOriginsKept, withOriginsOnce } from './cite-origins.js';
import { composeWorkflow } from './workflow.js';
import { createReindex } from '../maintenance/index.js';
import { consoleFolder, readVersion } from './installed-files.js';
import { openPlatform, type Platform, type PlatformOverrides } from './platform.js';
import { createLogger } from '../platform/telemetry/logger.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import {
  createClosers,
  openListeners,
  openMetricsListener,
  type ApiListener,
  type Listeners,
  type MetricsListener,
} from './process.js';
import { createApi } from './routes.js';
import type { Calibrate } from '../search/index.js';
import { createTellStart } from './start-line.js';
import { createAdminScope, createPersonScope } from '../tenancy/index.js';
import { createListMcpServers, toolsOf } from '../tools/index.js';
import { createListTools } from '../tools/routes.js';
import { createChatOnce, type Workflow } from '../workflow/index.js';
import { createFairTurns } from '../shared/fair-turns.js';

/** Concurrent look-ups of unknown keys, so that a flood of them leaves the database to others. */
const STRANGERS_AT_ONCE = 2;

/** The parts that a test may replace. */
export type Overrides = PlatformOverrides & BackgroundTimings & { logger?: Logger };

type Worker = { running: () => boolean; jobs: () => number };

export type Application = {
  /** Serves the API, and ingests unless a separate worker does. Listeners that are already open are closed with the application. */
  serve(listeners?: Listeners): Promise<{ url: string }>;
  /** Ingests; `running` says whether jobs are being consumed. */
  startWorker(metrics?: MetricsListener): Promise<Worker>;
  /** Checks the index of every existing document and writes what is missing; resolves when none of that is left to do. */
  reindex(report: (left: number) => void): Promise<void>;
  features: Features;
  /** Fits how the embedder and the reranker affect the relevance of passages, from what an admin of the tenant may read. */
  calibrate(tenant: string, options: Parameters<Calibrate>[1]): ReturnType<Calibrate>;
  /** For debugging: runs one node on a given state, as this person. */
  runNode(
    request: Pick<Parameters<Workflow['runNode']>[0], 'name' | 'state'>,
    person: { tenantId: string; userId: string },
  ): Promise<Awaited<ReturnType<Workflow['runNode']>>>;
  /** Toggles draining, in which readiness fails while everything is still served; returns the new state. */
  toggleDrain(): boolean;
  /** Counts what a shutdown would have to wait for now. */
  underWay(): { requests: number; jobs: number };
  /** Readiness fails at once, requests and jobs finish or are handed back, then everything closes in reverse order. */
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 1024 * 1024;
const BODY_TIMEOUT_MS = 15_000;
/** A credential that lost its rights ends its streams at the next check; a client that stops reading, at the stall limit. */
const STREAM_TIMING = { heartbeatMs: 15_000, stallLimitMs: 20_000, recheckMs: 30_000 };
/** Longer than a turn's session stays locked after its deadline. */
const KEY_LOCK_ALLOWANCE_MS = 10_000;

/** Opens what the process needs; nothing listens or consumes until it is started. */
export const compose = async (config: Config, overrides: Overrides = {}): Promise<Application> => {
  const logger = overrides.logger ?? createLogger(config.logging);
  const closers = createClosers();
  try {
    const platform = await openPlatform(config, { logger, overrides, closers });
    return createApplication(config, platform, overrides);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

const createApplication = (
  config: Config,
  platform: Platform,
  overrides: Overrides,
): Application => {
  const { database, registry, closers } = platform;
  const { startWorker, ...work } = composeWork(config, platform, overrides);
  const { features, openWorkflow } = work;
  const shutdown = createShutdown({ isBehindProxy: config.http.trustProxy.length > 0 });
  const readiness = createReadiness({ ...platform, ...features, ...shutdown });
  const tellStart = createTellStart(config, { ...platform, version: readVersion() });
  const running: { worker: Worker | null; api: ApiListener | null } = { worker: null, api: null };
  return {
    features,
    startWorker: async (opened) => {
      const worker = (running.worker = await startWorker());
      const metrics = opened ?? (await openMetricsListener(config));
      closers.add(() => metrics.close());
      metrics.show({ registry, isAlive: worker.running, readiness });
      tellStart('Working', { metrics: metrics.url });
      return worker;
    },
    reindex: createReindex({ tasks: database.platform.tasks, startWorker }),
    serve: async (opened) => {
      const { api, metrics } = opened ?? (await openListeners(config));
      closers.add(() => metrics.close());
      closers.add(() => api.close(shutdown.drain));
      const { operatorKeyHashes, open } = await startFirst(config, platform, {
        tenants: features.tenants,
        url: api.url,
      });
      const isIngesting = config.ingestion.worker === 'in-process';
      const worker = (running.worker = isIngesting ? await startWorker() : null);
      const app = composeApi(config, { platform, shutdown, operatorKeyHashes, ...work });
      metrics.show({ registry, isAlive: worker?.running ?? (() => true), readiness });
      await api.serve(app);
      const { url } = (running.api = api);
      tellStart('Serving', { url, open, docs: `${url}/docs`, metrics: metrics.url, isIngesting });
      return { url };
    },
    calibrate: async (tenant, options) =>
      features.calibrate(await createAdminScope({ database })(tenant), options),
    runNode: async (request, person) => {
      const scope = await createPersonScope({ database })(person);
      const { signal } = new AbortController();
      return openWorkflow().workflow.runNode({ ...request, scope, signal });
    },
    toggleDrain: shutdown.toggleDrain,
    underWay: () => ({
      requests: running.api?.running() ?? 0,
      jobs: running.worker?.jobs() ?? 0,
    }),
    close: () => {
      shutdown.begin();
      return closers.closeAll();
    },
  };
};

type ApiParts = {
  platform: Platform;
  features: Features;
  shutdown: ReturnType<typeof createShutdown>;
  operatorKeyHashes: readonly Uint8Array[];
  openWorkflow: () => ReturnType<typeof composeWorkflow>;
};

/** The features, and the work in the background: what ingests, and what asks golden questions. */
const composeWork = (config: Config, platform: Platform, overrides: Overrides) => {
  const background = createBackground(config, platform, overrides);
  const features = createFeatures(config, platform, background.wakeUp);
  const openWorkflow = once(() => composeWorkflow(config, platform, features));
  const evaluations = composeEvaluationLoop(config, platform, {
    workflow: () => openWorkflow().workflow,
    version: readVersion(),
    timing: overrides.evaluationTiming,
  });
  const startWorker = async (): Promise<Worker> => {
    const worker = await background.startWorker();
    evaluations.start();
    platform.closers.add(() => evaluations.stop());
    return worker;
  };
  return { features, openWorkflow, startWorker };
};

/** Opens at the first call, and hands out the same from then on. */
const once = <Opened>(open: () => Opened): (() => Opened) => {
  let opened: { value: Opened } | null = null;
  return () => (opened ??= { value: open() }).value;
};

/** Builds the assistants and the list of models that assistants and questions can choose from. */
const composeAssistants = ({ chatModels }: Config, { database }: Platform) => {
  const models = (chatModels?.backends ?? []).map(({ name, model }) => ({ name, model }));
  const namedModels = createNamedModels({ database, models });
  return { ...createAssistants({ database }), models, namedModels };
};

const composeAuthenticate = (
  { database, metrics, logger, now }: Platform,
  credentials: ReturnType<typeof composeSignIn>['credentials'] &
    Pick<ApiParts, 'operatorKeyHashes'>,
) =>
  createAuthenticate({
    strangers: createFairTurns({ atOnce: STRANGERS_AT_ONCE }),
    authentication: database.platform.authentication,
    ...credentials,
    metrics,
    logger,
    now,
  });

const composeApi = (
  config: Config,
  { platform, features, shutdown, operatorKeyHashes, openWorkflow }: ApiParts,
) => {
  const { database, metrics, logger, now } = platform;
  const limits = platform.openLimits();
  const { requestsPerMinute: perMinute } = config.http;
  const { workflow: plain, tools } = openWorkflow();
  const workflow = withOrigins(plain, features.sources);
  const { declared, settings } = config.tools;
  const parts = { platform, limits, operatorKeyHashes, ...features };
  const { credentials, ...signIn } = composeSignIn(config, parts);
  const lockMs = config.workflow.requestTimeoutMs + KEY_LOCK_ALLOWANCE_MS;
  const chatOnce = createChatOnce({ database, lockMs, logger, now });
  return createApi({
    ...features,
    ...withOriginsKept(features, features.sources),
    searchChunks: features.chargedSearch,
    explainSearch: features.explainSearch,
    ...composeOpenAi(config, platform, workflow),
    ...composeAssistants(config, platform),
    toolNames: tools.map(({ name }) => name),
    toolNamesOf: (policy) => toolsOf(tools, policy).map(({ name }) => name),
    listTools: createListTools({ database, tools }),
    listMcpServers: createListMcpServers({ ...platform, declared, settings }),
    ...composeExports(config, platform, { ...features, limits }),
    keyed: { database, logger, now },
    chatOnce: withOriginsOnce(chatOnce, features.sources),
    ...createParallelLimits({ limits, max: config.http.parallel }),
    streamTiming: STREAM_TIMING,
    authenticate: composeAuthenticate(platform, { ...credentials, operatorKeyHashes }),
    ...signIn,
    limitRequests: createLimitRequests({ limits, perMinute }),
    limitAddress: createLimitAddress({ limits, perMinute: perMinute.address }),
    trustedProxies: config.http.trustProxy,
    corsOrigins: config.http.corsOrigins,
    consoleFolder: consoleFolder(),
    isBehindTls: config.publicUrl?.startsWith('https:') ?? false,
    version: readVersion(),
    maxBodyBytes: MAX_BODY_BYTES,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    maxUploadBytes: config.http.maxUploadBytes,
    minUploadBytesPerSec: config.http.minUploadBytesPerSec,
    maxWorkspaceFileBytes: config.workspace.bytesPerFile,
    maxQueryChars: config.workflow.maxQueryChars,
    searchTimeoutMs: config.search.timeoutMs,
    nodeMetrics: database.platform.nodeMetrics,
    stuckDocuments: database.platform.stuckDocuments,
    dependencyChecks: platform.dependencyChecks,
    modelsLeftAlone: platform.modelsLeftAlone,
    isUncalibrated: platform.isUncalibrated,
    isShuttingDown: shutdown.isShuttingDown,
    isDraining: shutdown.isDraining,
    shutdownSignal: shutdown.shutdownSignal,
    metrics,
    logger,
    now,
  });
};
