import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startOpenAiServer } from '../test/fakes/openai-server/index.js';
import { startQdrantDouble } from '../test/fakes/qdrant-double/server.js';
import { startShippedPostgres } from '../test/support/postgres-server.js';
import { startRedisServer } from '../test/support/redis-server.js';
import { startS3Server } from '../test/support/s3-server.js';
import { createTenant, uploadAndAsk } from './production/ask.js';
import { buildImage, ROOT, type Image } from './production/image.js';
import { useOlderData } from './production/older-data.js';
import {
  ended,
  killAll,
  migrate,
  start,
  startApi,
  startWorker,
  stop,
  untilReady,
} from './production/processes.js';
import { rollBehindNginx } from './production/roll.js';

const run = promisify(execFile);

const MAX_MEGABYTES = 400;
const NOT_INSTALLED = [
  'prisma',
  'typescript',
  '@prisma/client',
  '@prisma/engines',
  'esbuild',
  'onnxruntime-node',
];
const OPERATOR_KEY = 'operator-key-of-the-production-tree';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Does without Docker what the Dockerfile says, then runs what came of it as the image would: as a user without rights, with
 * capabilities dropped and everything read-only but the data folder and /tmp; once with nothing but itself, once on PostgreSQL,
 * Redis and S3 of this machine, two APIs behind nginx, and once on the data of an older version.
 */
const main = async (): Promise<void> => {
  // Not below /tmp, which the processes get one of their own of.
  const folder = await mkdtemp('/var/tmp/kr-production-');
  try {
    await chmod(folder, 0o755);
    const image = await buildImage(folder);
    try {
      await checkSize(join(image.app, 'node_modules'));
      await runApart(image, join(folder, 'apart'));
      await useAlone(image, join(folder, 'alone'));
      await useWithServers(image, folder);
    } finally {
      await killAll(image);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const checkSize = async (modules: string): Promise<void> => {
  const { stdout } = await run('du', ['-sm', modules]);
  const megabytes = Number(stdout.split('\t')[0]);
  print(`node_modules: ${megabytes} MB`);
  if (!(megabytes < MAX_MEGABYTES)) throw new Error(`That is more than ${MAX_MEGABYTES} MB.`);
  const unwanted = NOT_INSTALLED.filter((name) => existsSync(join(modules, name)));
  if (unwanted.length > 0) throw new Error(`Installed, but not needed: ${unwanted.join(', ')}`);
};

/** Runs what a process of its own loads, and only when somebody asks for it: sandbox, interpreter of Python, library of sums. */
const runApart = async (image: Image, dataDir: string): Promise<void> => {
  const script = `
    const { createSandbox } = await import('./dist/src/platform/isolated/sandbox/sandbox.js');
    const { createCalculator } = await import('./dist/src/platform/isolated/calculator/calculator.js');
    const { signal } = new AbortController();
    const sandbox = createSandbox({ atOnce: 1, memoryMb: 128 });
    const order = { owner: { tenantId: 'a' }, readFiles: async () => new Map(), timeoutMs: 20_000 };
    const python = await sandbox.run({ ...order, language: 'python', script: 'print(6 * 7)' }, signal);
    const shell = await sandbox.run({ ...order, language: 'shell', script: 'echo 42' }, signal);
    const calculator = createCalculator();
    const value = await calculator.calculate('6 * 7', { tenantId: 'a' }, signal);
    await Promise.all([sandbox.close(), calculator.close()]);
    if ([python.stdout.trim(), shell.stdout.trim(), value].some((text) => text !== '42')) process.exit(1);
  `;
  const command = ['node', '--input-type=module', '-e', script];
  await ended(start(image, { dataDir, command, variables: {} }));
  print('A script of Python, one of the shell and a sum: 42 each.');
};

const Bootstrap = z.object({ adminKey: z.string() });

/** Embedded PostgreSQL and LanceDB, which API and worker share; no model. */
const useAlone = async (image: Image, dataDir: string): Promise<void> => {
  const api = await untilReady(await startApi(image, { dataDir, variables: {} }));
  const worker = await startWorker(image, { dataDir, variables: {} });
  const text = await readFile(join(dataDir, 'bootstrap.json'), 'utf8');
  await uploadAndAsk(api.url, Bootstrap.parse(JSON.parse(text)).adminKey);
  await Promise.all([stop(worker), stop(api.process)]);
  print('Alone: a document was uploaded, read and cited.');
};

/** Uses the image with all that a deployment has outside of itself. Only the migrations know the owner's password. */
const useWithServers = async (image: Image, folder: string): Promise<void> => {
  const postgres = await startShippedPostgres();
  const redis = await startRedisServer();
  const s3 = await startS3Server();
  const qdrant = await startQdrantDouble({});
  const model = await startOpenAiServer({ dimensions: 256 });
  try {
    const { url, migrationUrl } = postgres;
    const variables = {
      DATABASE_URL: url,
      BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
      REDIS_URL: redis.url,
      QDRANT_URL: qdrant.url,
      ...s3.variables,
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'played',
      EMBEDDINGS_BASE_URL: model.baseUrl,
      EMBEDDINGS_MODEL: 'played',
      EMBEDDINGS_DIMENSIONS: '256',
      EVIDENCE_MIN_SIMILARITY: '0.85',
      TRUST_PROXY: '127.0.0.1',
      MAX_PARALLEL_CHATS_PER_USER: '20',
      REQUESTS_PER_MINUTE_PER_KEY: '100000',
      REQUESTS_PER_MINUTE_PER_TENANT: '100000',
      // Redis and the double ask for no password.
      ALLOW_INSECURE_STORES: 'on',
    };
    const dataDir = join(folder, 'with-servers');
    await migrate(image, { dataDir, variables, migrationUrl });
    await withoutEmbedded(image, () => useTwoApis(image, { dataDir, variables }));
    print(`With PostgreSQL ${postgres.version}, Redis, S3, a played Qdrant and model: the same.`);
    await useOlderData(image, { postgres, dataDir: join(folder, 'older-data') });
  } finally {
    await killAll(image);
    await Promise.all([model.close(), qdrant.close(), s3.close(), redis.kill(), postgres.close()]);
  }
};

const Package = z.object({ embedded: z.array(z.string()).min(1) });

/** As in an image of `--without-embedded`, which `npm` would have to install once more. */
const withoutEmbedded = async ({ app }: Image, work: () => Promise<void>): Promise<void> => {
  const { embedded } = Package.parse(
    JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')),
  );
  const paths = embedded.map((name) => join(app, 'node_modules', name));
  for (const path of paths) await rename(path, `${path}-away`);
  await work();
  for (const path of paths) await rename(`${path}-away`, path);
};

type Use = { dataDir: string; variables: Record<string, string> };

const useTwoApis = async (image: Image, { dataDir, variables }: Use): Promise<void> => {
  const starting = [
    await startApi(image, { dataDir, variables }),
    await startApi(image, { dataDir, variables }),
  ] as const;
  const apis: Parameters<typeof rollBehindNginx>[1]['apis'] = [
    await untilReady(starting[0]),
    await untilReady(starting[1]),
  ];
  const worker = await startWorker(image, { dataDir, variables });
  const key = await createTenant(apis[0].url, OPERATOR_KEY);
  await uploadAndAsk(apis[0].url, key);
  // What clients upload while APIs are replaced would keep it busy.
  await stop(worker);
  await rollBehindNginx(image, { apis, dataDir, variables, key });
  await Promise.all(apis.map((api) => stop(api.process)));
};

await main();
