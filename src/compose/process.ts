import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/index.js';
import {
  createHttpServer,
  listen,
  NOT_READY,
  type Drain,
  type Listener,
  type Readiness,
} from '../http/index.js';
import { claimFolder, type FolderClaim } from '../platform/processes/claim-folder.js';
import { showSourceLines } from '../platform/processes/source-lines.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { createMetricsListener } from '../platform/telemetry/metrics-listener.js';
import type { MetricsRegistry } from '../platform/telemetry/metrics.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { isAppError } from '../shared/errors.js';

type Closing = { close(): Promise<void> };

/** Closing because of a signal is logged. */
type Ending = { close(signal?: string): Promise<void>; signals?: Signals };

/** What a running process does on signals that do not end it. */
type Signals = Record<'SIGUSR1' | 'SIGUSR2', () => void>;

type Life<Opened extends Ending> = {
  open: () => Promise<Opened>;
  /** Starts the opened application, or gives up when the signal aborts; if it fails, the application is still closed. */
  begin: (opened: Opened, signal: AbortSignal) => Promise<unknown>;
};

/** Makes every file that the process or a child writes, including native code, accessible only to its own user. */
const OWNER_ONLY = 0o077;

/**
 * The life of a process: open, begin, wait for SIGTERM or SIGINT, close; SIGUSR1 and SIGUSR2 run its actions. A foreseen start-up problem
 * is one sentence on stderr.
 */
export const runUntilSignal = async <Opened extends Ending>(life: Life<Opened>): Promise<void> => {
  prepare();
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    stopping.abort(signal);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  let signals: Signals | undefined;
  // From the beginning, because by default Node opens its debugger on one of them and exits on the other.
  for (const name of ['SIGUSR1', 'SIGUSR2'] as const) process.on(name, () => signals?.[name]());
  const open = async () => {
    const opened = await life.open();
    signals = opened.signals;
    return opened;
  };
  try {
    await live({ ...life, open }, stopping.signal);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
};

const prepare = (): void => {
  process.umask(OWNER_ONLY);
  showSourceLines();
};

const live = async <Opened extends Ending>(
  { open, begin }: Life<Opened>,
  signal: AbortSignal,
): Promise<void> => {
  const opened = await open();
  try {
    await begin(opened, signal);
  } catch (error) {
    await opened.close().catch((closing: unknown) => {
      process.stderr.write(`${describe(closing)}\n`);
    });
    throw error;
  }
  if (!signal.aborted) await once(signal, 'abort');
  await opened.close(String(signal.reason));
};

/** A command that ends by itself: its result is the exit code. SIGTERM and SIGINT abort the signal that it gets. */
export const runCommand = async (
  command: (signal: AbortSignal) => Promise<number>,
): Promise<void> => {
  prepare();
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => {
      stopping.abort(new Interruption(`Ended by ${name}.`));
    });
  }
  try {
    process.exitCode = await command(stopping.signal);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
};

class Interruption extends Error {
  override readonly name = 'Interruption';
}

const FORESEEN = new Set([
  'ConfigurationError',
  'AppError',
  'ListenError',
  'DatabaseRefusal',
  'BackupRefusal',
  'FolderInUse',
  'Interruption',
]);

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The process failed.';
  return FORESEEN.has(error.name) ? error.message : (error.stack ?? error.message);
};

type Application = Closing & {
  underWay(): { requests: number; jobs: number };
  serve(listeners: Listeners): Promise<unknown>;
  startWorker(metrics: MetricsListener): Promise<unknown>;
  toggleDrain(): boolean;
};

type Deps = {
  /** The composition root's function, which only a process may import. */
  compose: (config: Config, overrides: { logger: Logger }) => Promise<Application>;
  logger?: Logger;
};

/** A server: the API's listener and the metrics listener. In an embedded installation there is only one, together with its workers. */
export const openServer = (config: Config, deps: Deps) =>
  openProcess(config, deps, {
    claim: () => (config.database.urls === null ? claimFolder(config.dataDir) : NOTHING_CLAIMED),
    openListeners,
    start: (application, listeners) => application.serve(listeners),
  });

/** A worker: it only has the metrics listener. */
export const openWorker = (config: Config, deps: Deps) =>
  openProcess(config, deps, {
    claim: () => NOTHING_CLAIMED,
    openListeners: openMetricsListener,
    start: (application, metrics) => application.startWorker(metrics),
  });

const NOTHING_CLAIMED: FolderClaim = { release: async () => undefined };

type Plan<Opened extends Closing> = {
  /** Claimed before anything is opened: a resource that only one process may have. */
  claim: () => FolderClaim | Promise<FolderClaim>;
  openListeners: (config: Config) => Promise<Opened>;
  start: (application: Application, listeners: Opened) => Promise<unknown>;
};

/**
 * A process that can be probed from the start. Its work begins once PostgreSQL is reachable: it waits if the database is down, and exits if
 * it is refused. The embedded database is started here and needs no waiting.
 */
const openProcess = async <Opened extends Closing>(
  config: Config,
  { compose, logger: given }: Deps,
  plan: Plan<Opened>,
) => {
  const own = createLogger(config.logging);
  const logger = given ?? own;
  for (const { variable, meant } of config.misspelt) {
    logger.warn({ variable, meant }, 'A variable that looks like a misspelt setting has no effect');
  }
  for (const store of config.insecureStores) {
    logger.warn({ store }, 'INSECURE: a store is open to whoever reaches its network');
  }
  for (const problem of config.toolsLeft) {
    logger.warn({ problem }, 'A tool of an MCP server is left out');
  }
  const claim = await plan.claim();
  const listeners = await plan.openListeners(config).catch(async (error: unknown) => {
    await claim.release();
    throw error;
  });
  let opened: Closing = listeners;
  let underWay = () => ({ requests: 0, jobs: 0 });
  let toggleDrain = () => false;
  const begin = async () => {
    const application = await compose(config, { logger });
    try {
      await plan.start(application, listeners);
    } catch (error) {
      await application.close();
      throw error;
    }
    opened = application;
    underWay = () => application.underWay();
    toggleDrain = () => application.toggleDrain();
  };
  return {
    signals: {
      SIGUSR1: () => {
        logger.warn({ isDraining: toggleDrain() }, 'Drain switched by SIGUSR1');
      },
      SIGUSR2: () => {
        logger.warn({ logLevel: own.toggleDebug() }, 'Log level switched by SIGUSR2');
      },
    },
    /** Resolves when the work has begun, or when the signal has aborted the wait. */
    begin: (signal: AbortSignal) =>
      config.database.urls === null ? begin() : untilReached(begin, { signal, logger }),
    close: async (signal?: string) => {
      const startedAt = performance.now();
      if (signal !== undefined) logger.info({ signal, ...underWay() }, 'Stopping');
      await opened.close().finally(() => claim.release());
      const durationMs = Math.round(performance.now() - startedAt);
      if (signal !== undefined) logger.info({ signal, durationMs }, 'Stopped');
    },
  };
};

const MAY_COME_BACK: ReadonlySet<string> = new Set(['storage_unavailable', 'insufficient_storage']);

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

const untilReached = async (
  begin: () => Promise<void>,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<void> => {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await begin();
      return;
    } catch (error) {
      if (!isAppError(error) || !MAY_COME_BACK.has(error.code)) throw error;
      const pauseMs = pauseAfter(attempt);
      logger.warn({ err: error, attempt, pauseMs }, 'Waiting for PostgreSQL, which is away');
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
};

// Jitter, so that processes that lost the same database do not all reconnect at once.
const pauseAfter = (attempt: number): number => {
  const fullMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + Math.random() / 2));
};

/** The listeners of a server. The metrics listener is open before the application is. */
export type Listeners = Closing & {
  api: ApiListener;
  metrics: MetricsListener;
};

export type ApiListener = Awaited<ReturnType<typeof openApiListener>>;

export const openListeners = async (config: Config): Promise<Listeners> => {
  const metrics = await openMetricsListener(config);
  try {
    const api = await openApiListener(config);
    const close = async () => {
      await api.close();
      await metrics.close();
    };
    return { api, metrics, close };
  } catch (error) {
    await metrics.close();
    throw error;
  }
};

/**
 * The public port. It opens when the API can answer: until then, a proxy's connection is refused and it tries another process. The port is
 * tested at once, so that one in use is reported before anything else is opened.
 */
const openApiListener = async ({ http: { host, port, connections } }: Pick<Config, 'http'>) => {
  const settings = { host: 'HOST', port: 'PORT' };
  const trial = await listen(createServer(), { host, port, settings });
  await trial.close();
  let listener: Listener | null = null;
  return {
    url: trial.url,
    running: () => listener?.running() ?? 0,
    serve: async (api: RequestListener): Promise<void> => {
      const address = { host, port: Number(new URL(trial.url).port), settings };
      listener = await listen(createHttpServer(api, connections), address);
    },
    close: async (drain?: Drain): Promise<void> => listener?.close(drain),
  };
};

type Shown = {
  registry: Pick<MetricsRegistry, 'render'>;
  isAlive: () => boolean;
  readiness: () => Promise<Readiness>;
};

export type MetricsListener = Closing & { url: string; show(shown: Shown): void };

const NOTHING_YET: Shown = {
  registry: { render: () => Promise.reject(new Error('Nothing has been opened yet.')) },
  isAlive: () => true,
  readiness: async () => NOT_READY,
};

/** The listener for metrics and liveness, separate from the public port; alive, but without metrics, until it gets some. */
export const openMetricsListener = async ({
  metrics: { host, port, tokens },
}: Pick<Config, 'metrics'>): Promise<MetricsListener> => {
  let shown = NOTHING_YET;
  const server = createMetricsListener({
    registry: { render: () => shown.registry.render() },
    tokens,
    isAlive: () => shown.isAlive(),
    readiness: () => shown.readiness(),
  });
  const settings = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const listener = await listen(server, { host, port, settings });
  return {
    url: listener.url,
    show: (given) => {
      shown = given;
    },
    close: () => listener.close(),
  };
};

type Close = () => Promise<void>;

/** Remembers what was opened, to close it in reverse. */
export type Closers = { add(close: Close): void; closeAll(): Promise<void> };

/** Closes each part once, the last opened first; a part that fails to close does not stop the others. */
export const createClosers = (): Closers => {
  const closers: Close[] = [];
  return {
    add: (close) => {
      closers.push(close);
    },
    closeAll: async () => {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).reverse()) {
        await close().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not close.');
    },
  };
};
