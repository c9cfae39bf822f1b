import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { compose, type Overrides } from '../../src/compose/index.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import { toConfigWithTools } from './config-with-tools.js';
import { createEmptyDatabase, createMigratedDatabase, dropDatabase } from './database.js';
import { eventually } from './eventually.js';
import { toAnswer, type Answer } from './serve-api.js';

export { SAMPLES } from './samples.js';

const DIMENSIONS = 512;

type Call = { key?: string; body?: unknown; headers?: Record<string, string> };

export type TestApplication = {
  url: string;
  dataDir: string;
  /** With a folder per tenant, in which a file's name is its key. */
  filesFolder: string;
  operatorKey: string;
  /** Creates a tenant for the caller alone. */
  tenant(): Promise<{ tenantId: string; adminKey: string }>;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  upload(key: string, path: string, fields?: Record<string, string>): Promise<Answer>;
  /** The document once it is ready or failed. */
  settled(key: string, documentId: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

const Created = z.object({ tenant: z.object({ id: z.string() }), apiKey: z.string() });

/** Jobs, vectors, files and models are the machine's own when its variables name them; a model can be played by the test server. */
const outsideVariables = (model: OpenAiServer | null): Record<string, string> => {
  const { REDIS_URL, QDRANT_URL, QDRANT_API_KEY, JEST_WORKER_ID } = process.env;
  const ofS3 = Object.entries(process.env).filter(([name]) => name.startsWith('S3_'));
  return {
    ...Object.fromEntries(ofS3),
    // A Redis database for each Jest worker, so that test files do not take each other's jobs.
    ...(REDIS_URL && { REDIS_URL: `${REDIS_URL.replace(/\/\d*$/, '')}/${JEST_WORKER_ID ?? '0'}` }),
    ...(QDRANT_URL && { QDRANT_URL }),
    ...(QDRANT_URL && QDRANT_API_KEY && { QDRANT_API_KEY }),
    ...(model && {
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'test-model',
      EMBEDDINGS_BASE_URL: model.baseUrl,
      EMBEDDINGS_MODEL: 'test-embedder',
      EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
      // The test server's vectors are hashed words: only near-equal texts are close.
      EVIDENCE_MIN_SIMILARITY: '0.85',
    }),
  };
};

type Options = {
  variables?: Record<string, string>;
  overrides?: Overrides;
  /** False: the application finds an empty database. */
  isMigrated?: false;
  /** Fills the database and the empty data folder before the start. */
  prepare?: (parts: {
    urls: Awaited<ReturnType<typeof createMigratedDatabase>>;
    dataDir: string;
  }) => Promise<void>;
};

/** The whole system on free ports and a database of its own. KR_TEST_MODEL=on gives it a model and an embedder that a test server plays. */
export const startApplication = async (options: Options = {}): Promise<TestApplication> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kr-application-'));
  const database = await (options.isMigrated === false
    ? createEmptyDatabase()
    : createMigratedDatabase());
  await options.prepare?.({ urls: database, dataDir });
  const model =
    process.env['KR_TEST_MODEL'] === 'on'
      ? await startOpenAiServer({ dimensions: DIMENSIONS })
      : null;
  const operatorKey = randomBytes(24).toString('hex');
  const variables = {
    ...outsideVariables(model),
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.migrationUrl,
    DATABASE_POOL_SIZE: '5',
    BOOTSTRAP_OPERATOR_KEY: operatorKey,
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: '0',
    ...options.variables,
  };
  const config = await toConfigWithTools(variables);
  if (config.redisUrl !== null) await forgetLimits(config.redisUrl);
  const application = await compose(config, { logger: createSilentLogger(), ...options.overrides });
  const { url } = await application.serve();
  return {
    ...createClient(url, operatorKey),
    url,
    dataDir,
    filesFolder: process.env['KR_TEST_S3_FOLDER'] ?? join(dataDir, 'files'),
    operatorKey,
    close: async () => {
      await application.close();
      await model?.close();
      await dropDatabase(database);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Test files that share a Redis come from one address and have the same operator: none is to meet the limits of another. */
const forgetLimits = async (redisUrl: string): Promise<void> => {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const keys = await redis.keys('kr:limits:*');
    if (keys.length > 0) await redis.del(keys);
  } catch {
    // There is nothing to forget in a Redis that is away.
  } finally {
    redis.disconnect();
  }
};

export const createClient = (url: string, operatorKey: string) => {
  const call: TestApplication['call'] = async (method, path, { key, body, headers } = {}) =>
    toAnswer(
      await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      method,
    );
  const tenant: TestApplication['tenant'] = async () => {
    const slug = `t-${randomBytes(6).toString('hex')}`;
    const body = { slug, name: slug, admin: { email: `admin@${slug}.example` } };
    const { status, text, json } = await call('POST', '/v1/tenants', { key: operatorKey, body });
    if (status !== 201) throw new Error(`No tenant was made: ${status} ${text}`);
    const created = Created.parse(json);
    return { tenantId: created.tenant.id, adminKey: created.apiKey };
  };
  const upload: TestApplication['upload'] = async (key, path, fields = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', await openAsBlob(path), basename(path));
    const headers = { Authorization: `Bearer ${key}` };
    return toAnswer(
      await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form }),
      'POST',
    );
  };
  const settled: TestApplication['settled'] = (key, documentId) =>
    eventually(
      async () => {
        const { json } = await call('GET', `/v1/documents/${documentId}`, { key });
        return z.record(z.string(), z.unknown()).parse(json);
      },
      ({ status }) => status === 'ready' || status === 'failed',
      60_000,
    );
  return { call, tenant, upload, settled };
};
