import { once } from 'node:events';
import { createServer, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import type { Logger } from '../../src/platform/telemetry/telemetry.js';
import { startOpenAiServer, type OpenAiServerOptions } from '../fakes/openai-server/index.js';
import { startApplication, type TestApplication } from './application.js';
import { createMigratedDatabase, dropDatabase, queryAsOwner } from './database.js';
import { startOtlpReceiver, type OtlpReceiver } from './otlp-receiver.js';

type Options = {
  model: OpenAiServerOptions;
  modelKey: string;
  /** A folder in the model's address. */
  modelPath: string;
  variables?: Record<string, string>;
};

/** The whole application with everything it tells the outside in one hand. */
export type ObservedApplication = {
  application: TestApplication;
  receiver: OtlpReceiver;
  /** The log as JSON; `prettyLog` has it as for a terminal. */
  log: string[];
  prettyLog: string[];
  metrics: () => Promise<string>;
  /** SQL as the database's owner, past row-level security. */
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};

const DIMENSIONS = 512;

const each = (loggers: readonly Logger[]): Logger => ({
  debug: (fields, message) => loggers.forEach((logger) => logger.debug(fields, message)),
  info: (fields, message) => loggers.forEach((logger) => logger.info(fields, message)),
  warn: (fields, message) => loggers.forEach((logger) => logger.warn(fields, message)),
  error: (fields, message) => loggers.forEach((logger) => logger.error(fields, message)),
  child: (fields) => each(loggers.map((logger) => logger.child(fields))),
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** The model under a path of its own, so that its address holds something that must not be told. */
const startModelProxy = async (baseUrl: string, path: string) => {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const forward = requestTo({
      hostname,
      port,
      method,
      headers,
      path: url.replace(`/${path}`, ''),
    });
    forward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${address.port}/${path}/v1`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const toVariables = (baseUrl: string, apiKey: string): Record<string, string> => ({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: apiKey,
  OPENAI_MODEL: 'test-model',
  EMBEDDINGS_BASE_URL: baseUrl,
  EMBEDDINGS_API_KEY: apiKey,
  EMBEDDINGS_MODEL: 'test-embedder',
  EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
  EVIDENCE_MIN_SIMILARITY: '0.85',
  // Only what a test breaks is to degrade its answers.
  EMBEDDINGS_CALIBRATION: 'test-embedder:en=0/1/0',
});

export const startObservedApplication = async (options: Options): Promise<ObservedApplication> => {
  const database = await createMigratedDatabase();
  const model = await startOpenAiServer({ dimensions: DIMENSIONS, ...options.model });
  const proxy = await startModelProxy(model.baseUrl, options.modelPath);
  const receiver = await startOtlpReceiver();
  const metricsPort = await freePort();
  const [log, prettyLog]: [string[], string[]] = [[], []];
  const loggerInto = (lines: string[], format: 'json' | 'pretty'): Logger =>
    createLogger({
      level: 'debug',
      format,
      destination: { write: (line) => void lines.push(line) },
    });
  const application = await startApplication({
    variables: {
      ...toVariables(proxy.baseUrl, options.modelKey),
      DATABASE_URL: database.url,
      DATABASE_MIGRATION_URL: database.migrationUrl,
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      ...options.variables,
    },
    overrides: { logger: each([loggerInto(log, 'json'), loggerInto(prettyLog, 'pretty')]) },
  });
  return {
    application,
    receiver,
    log,
    prettyLog,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    query: (sql) => queryAsOwner(database, sql),
    close: async () => {
      await application.close();
      for (const part of [proxy, model, receiver]) await part.close();
      await dropDatabase(database);
    },
  };
};
