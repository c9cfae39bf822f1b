import { repositories, type Database } from '../../src/compose/repositories.js';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start-embedded-postgres.js';
import { createLocalLimits } from '../../src/platform/limits/limits.js';
import { createApi } from '../../src/compose/routes.js';
import { createHttpServer } from '../../src/http/listener.js';
import { createAuthenticate } from '../../src/http/auth.js';
import { createGuessGuard } from '../../src/http/guess-guard.js';
import { hashSecret } from '../../src/shared/api-key.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { createMetrics } from '../../src/platform/telemetry/metrics.js';
import { measureChatModel } from '../../src/platform/models/observed-models.js';
import { createTenants } from '../../src/tenancy/tenants.js';
import { createTenantLanguages } from '../../src/search/index-state.js';
import { createWorkflow } from '../../src/workflow/run-turn.js';
import { createFakeApiDeps } from '../../test/fakes/api-deps.js';
import { reportToDriver } from '../measure.js';
import { createInstantChatModel, type Pace } from './instant-chat-model.js';
import { createInstantSearchTool, INSTANT_PASSAGE } from './instant-search-tool.js';
import { createMemoryDatabase } from './memory-database.js';
import { createFairTurns } from '../../src/shared/fair-turns.js';

const QUESTION = 'How many days a week may I work remotely?';
const PACES: readonly Pace[] = ['timed', 'introduced'];

/** The database that keeps a turn, and a key to ask with. */
type Backing = Pick<Parameters<typeof createWorkflow>[0], 'database'> & {
  authentication: Database['platform']['authentication'];
  apiKey: string;
};

const openMemory = (): Backing => {
  const { keys } = createFakeApiDeps();
  return {
    database: createMemoryDatabase(),
    authentication: keys.authentication,
    apiKey: keys.issue({ role: 'member' }).apiKey,
  };
};

const openPostgres = async (): Promise<Backing> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kr-bench-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  const database = await createDatabase({
    repositories,
    ...embedded,
    migrationsFolder: join(import.meta.dirname, '../../prisma/migrations'),
    poolSize: 10,
  });
  const { apiKey } = await createTenants({ database, wakeUp: () => undefined }).create({
    slug: 'bench',
    name: 'Bench',
    admin: { email: 'bench@example.test' },
  });
  process.once('SIGTERM', () => {
    void database
      .close()
      .then(() => embedded.close())
      .then(() => process.exit(0));
  });
  return { database, authentication: database.platform.authentication, apiKey };
};

const backing = process.argv[2] === 'postgres' ? await openPostgres() : openMemory();
const now = () => new Date();
// Lines are made and redacted as in production, and thrown away.
const logger = createLogger({
  level: 'info',
  format: 'json',
  destination: { write: () => undefined },
});
const { metrics } = createMetrics();
const instant = createInstantChatModel({
  question: QUESTION,
  answer: `${INSTANT_PASSAGE} [1]`,
  pace: PACES.find((pace) => pace === process.argv[3]) ?? 'at once',
});
const chat = measureChatModel(instant, { metrics, endpoint: null });
const limits = createFakeApiDeps({ maxParallelChatsPerUser: 100 });
const { runTurn, runUnstored } = createWorkflow({
  ...backing,
  languages: createTenantLanguages(backing.database, () => performance.now()),
  tools: [createInstantSearchTool()],
  chat,
  metrics,
  logger,
  now,
  settings: {
    requestTimeoutMs: 60_000,
    answerMaxMs: 300_000,
    streamIdleMs: 15_000,
    finalizeReserveMs: 8000,
    nodeTimeoutMs: {
      initialize: 5000,
      prepare_query: 10_000,
      agent_decide: 15_000,
      tools: 30_000,
      finalize: 20_000,
    },
    decideMode: 'always',
    decide: { maxTokens: 500, temperature: 0.1 },
    answer: { maxTokens: 1000, temperature: 0.3 },
    maxAgentIterations: 5,
    toolConcurrency: 4,
    rewriteQueries: true,
    classifyIntent: true,
    verify: { mode: 'off', timeoutMs: 6000 },
    maxUserSessions: 10,
    trustedLinkHosts: [],
  },
});
const app = createApi({
  ...limits.deps,
  runTurn,
  runUnstored,
  logger,
  metrics,
  authenticate: createAuthenticate({
    strangers: createFairTurns({ atOnce: 2 }),
    authentication: backing.authentication,
    operatorKeyHashes: [hashSecret('operator-key-of-at-least-32-characters')],
    findSignedIn: async () => null,
    findByProvider: async () => null,
    readBrowserToken: async () => null,
    noteActing: () => undefined,
    guessGuard: createGuessGuard({
      limits: createLocalLimits({ nowMs: () => performance.now() }),
      metrics,
      perMinutePerAddress: 600,
      badCredentialsPerMinute: 30,
    }),
    metrics,
    logger,
    now,
  }),
});
const server = createHttpServer(app, { total: 10_000, perAddress: null }).listen(0, '127.0.0.1');
await once(server, 'listening');
// A server that listens on a port has an address of this shape.
const { port } = server.address() as AddressInfo;
const headers = { authorization: `Bearer ${backing.apiKey}` };
reportToDriver(
  port,
  process.argv[3] === 'openai'
    ? {
        path: '/openai/v1/chat/completions',
        headers,
        body: JSON.stringify({
          model: 'default',
          messages: [{ role: 'user', content: QUESTION }],
        }),
      }
    : { path: '/v1/chat', headers, body: JSON.stringify({ message: QUESTION }) },
);
