import { once } from 'node:events';
import { openSync, write } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHttpServer } from '../../src/http/listener.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { createMetrics } from '../../src/platform/telemetry/metrics.js';
import type { Logger, Metrics } from '../../src/platform/telemetry/telemetry.js';
import { createLanceDbVectorStore } from '../../src/platform/vectors/lancedb/store.js';
import { createApi } from '../../src/compose/routes.js';
import { createFakeApiDeps } from '../../test/fakes/api-deps.js';
import { createSilentLogger } from '../../test/fakes/silent-logger.js';
import { createSilentMetrics } from '../../test/fakes/silent-metrics.js';
import { createBenchFeatures } from '../bench-features.js';
import { createProse } from '../corpus/prose.js';
import { fillWithProse } from '../corpus/fill.js';
import { reportToDriver } from '../measure.js';
import { openBenchDatabase } from '../open-database.js';

// POST /v1/search twice on the same data, as the header `x-observed` says: with log and metrics as in production, each call made many
// times over so that its cost stands out of the noise, or with neither.
const FINGERPRINT = 'test';

const [folder = '', times = '1'] = process.argv.slice(2);
const { database, settle, close } = await openBenchDatabase(folder);
const vectors = createLanceDbVectorStore({
  directory: join(folder, 'vectors'),
  dimensions: null,
  fingerprint: FINGERPRINT,
});
const { tenantId, userId } = await fillWithProse({ database, vectors });
await settle();
const fake = createFakeApiDeps();
const { apiKey } = fake.keys.issue({ role: 'member', tenantId, userId });

const createSearchApi = (observers: { logger: Logger; metrics: Metrics }): RequestListener => {
  const parts = { database, vectors, folder, fingerprint: FINGERPRINT };
  const { searchChunks } = createBenchFeatures(parts, observers);
  return createApi({ ...fake.deps, ...observers, searchChunks });
};

type Methods = Record<string, (...args: never[]) => unknown>;

const repeated = <Observer extends Methods>(observer: Observer): Observer =>
  Object.fromEntries(
    Object.entries(observer).map(([name, call]) => [
      name,
      (...args: never[]) => {
        for (let made = 0; made < Number(times); made += 1) call(...args);
      },
    ]),
    // The same names, each with a function of the same parameters; nobody uses what they return.
  ) as Observer;

const sink = openSync('/dev/null', 'w');
const observed = createSearchApi({
  metrics: repeated(createMetrics().metrics),
  logger: repeated(
    createLogger({
      level: 'info',
      format: 'json',
      // A write for each line, as to the terminal or the pipe of a process.
      destination: { write: (line) => write(sink, line, () => undefined) },
    }),
  ),
});
const unobserved = createSearchApi({
  metrics: createSilentMetrics(),
  logger: { ...createSilentLogger(), info: () => undefined, debug: () => undefined },
});
const answer: RequestListener = (request, response) => {
  const app = request.headers['x-observed'] === 'yes' ? observed : unobserved;
  app(request, response);
};
const server = createHttpServer(answer, { total: 10_000, perAddress: null }).listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('SIGTERM', () => {
  void vectors
    .close()
    .then(close)
    .then(() => process.exit(0));
});
// A server that listens on a port has an address of this shape.
const { port } = server.address() as AddressInfo;
reportToDriver(port, {
  path: '/v1/search',
  headers: { authorization: `Bearer ${apiKey}` },
  body: JSON.stringify({ query: createProse(10_000).question(), topK: 5 }),
});
