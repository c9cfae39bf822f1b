import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openAsBlob } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startOpenAiServer } from '../test/fakes/openai-server/index.js';
import { startQdrantDouble } from '../test/fakes/qdrant-double/server.js';
import { eventually } from '../test/support/eventually.js';
import { startShippedPostgres } from '../test/support/postgres-server.js';
import { freePort, startRedisServer } from '../test/support/redis-server.js';
import { startS3Server } from '../test/support/s3-server.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const run = promisify(execFile);

const MAX_MEGABYTES = 400;
const NOT_INSTALLED = [
  ...['prisma', 'typescript', '@prisma/client', '@prisma/engines', 'esbuild'],
  'onnxruntime-node',
];
const USER = '1000';
/** Generous, because other tests share the processors. */
const PATIENCE_MS = 240_000;
const OPERATOR_KEY = 'operator-key-of-the-production-tree';
const SAMPLE = 'demo/samples/employee-handbook.pdf';
const QUESTION = 'How many days a week may office staff work from home?';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Does without Docker what the Dockerfile says, then runs what came of it as the image would: as a user without rights, with
 * capabilities dropped and everything read-only but the data folder and /tmp; once with nothing but itself, once on PostgreSQL,
 * Redis and S3 of this machine.
 */
const main = async (): Promise<void> => {
  // Not below /tmp, which the processes get one of their own of.
  const folder = await mkdtemp('/var/tmp/kr-production-');
  try {
    await chmod(folder, 0o755);
    const image = await buildImage(folder);
    await checkSize(join(image.app, 'node_modules'));
    await runApart(image, join(folder, 'apart'));
    await useAlone(image, join(folder, 'alone'));
    await useWithServers(image, join(folder, 'with-servers'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

type Instruction = { stage: string; name: string; text: string };
type Image = { app: string; environment: Record<string, string>; command: string[] };

const buildImage = async (folder: string): Promise<Image> => {
  const instructions = parseDockerfile(await readFile(join(ROOT, 'Dockerfile'), 'utf8'));
  for (const instruction of instructions) await follow(folder, instruction);
  const last = instructions.filter(({ stage }) => stage === LAST);
  const textOf = (name: string) => last.find((item) => item.name === name)?.text ?? '';
  const environment = textOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string])
    .filter(([, value]) => !value.startsWith('$'));
  return {
    app: join(folder, LAST),
    environment: Object.fromEntries(environment),
    command: z.array(z.string()).parse(JSON.parse(textOf('CMD'))),
  };
};

const LAST = 'image';

const parseDockerfile = (text: string): Instruction[] => {
  let stage = LAST;
  const lines = text.replace(/\\\n\s*/gu, ' ').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      if (name === 'FROM') stage = / AS (\w+)$/u.exec(line)?.[1] ?? LAST;
      return { stage, name, text: rest.join(' ') };
    });
};

const follow = async (folder: string, { stage, name, text }: Instruction): Promise<void> => {
  const here = join(folder, stage);
  await mkdir(here, { recursive: true });
  if (name === 'COPY') await copy(folder, here, text);
  // The users and folders of the image itself are made outside of /app.
  if (name !== 'RUN' || stage === LAST) return;
  print(`${stage}: ${text}`);
  const isWholeInstall = text === 'npm ci';
  // CI has just done the same from the same files.
  if (isWholeInstall) await symlink(join(ROOT, 'node_modules'), join(here, 'node_modules'));
  await run('sh', ['-c', isWholeInstall ? 'npm run postinstall' : text], { cwd: here });
};

const copy = async (folder: string, here: string, text: string): Promise<void> => {
  const words = text.split(' ');
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    const source =
      from === undefined ? join(ROOT, path) : join(folder, from, path.slice('/app/'.length));
    const into = target.endsWith('/')
      ? join(here, target, path.split('/').at(-1) ?? '')
      : join(here, target);
    await mkdir(dirname(into), { recursive: true });
    await (from === undefined ? cp(source, into, { recursive: true }) : rename(source, into));
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

type Variables = Record<string, string>;

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

/** Embedded PostgreSQL and LanceDB, which API and worker share; no model. */
const useAlone = async (image: Image, dataDir: string): Promise<void> => {
  const readKey = async () => {
    const Bootstrap = z.object({ adminKey: z.string() });
    return Bootstrap.parse(JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8')))
      .adminKey;
  };
  await use(image, { dataDir, variables: {}, readKey });
  print('Alone: a document was uploaded, read and cited.');
};

/** Uses the image with all that a deployment has outside of itself. Only the migrations know the owner's password. */
const useWithServers = async (image: Image, dataDir: string): Promise<void> => {
  const postgres = await startShippedPostgres();
  const redis = await startRedisServer();
  const s3 = await startS3Server();
  const qdrant = await startQdrantDouble({});
  const model = await startOpenAiServer({ dimensions: 256 });
  try {
    const { url, migrationUrl } = postgres;
    const variables = {
      ...{ DATABASE_URL: url, BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY },
      ...{ REDIS_URL: redis.url, QDRANT_URL: qdrant.url, ...s3.variables },
      ...{ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'played' },
      ...{ EMBEDDINGS_BASE_URL: model.baseUrl, EMBEDDINGS_MODEL: 'played' },
      ...{ EMBEDDINGS_DIMENSIONS: '256', EVIDENCE_MIN_SIMILARITY: '0.85' },
      // Redis and the double ask for no password.
      ALLOW_INSECURE_STORES: 'on',
    };
    const migration = start(image, {
      dataDir,
      // As somebody in the container would: npm finds no compiler, and nothing to compile.
      command: ['npm', 'run', 'migrate'],
      variables: { ...variables, DATABASE_MIGRATION_URL: migrationUrl },
    });
    await ended(migration);
    await use(image, { dataDir, variables, readKey: createTenant });
    print(`With PostgreSQL ${postgres.version}, Redis, S3, a played Qdrant and model: the same.`);
  } finally {
    await Promise.all([model.close(), qdrant.close(), s3.close(), redis.kill(), postgres.close()]);
  }
};

type Use = { dataDir: string; variables: Variables; readKey: (url: string) => Promise<string> };

const use = async (image: Image, { dataDir, variables, readKey }: Use): Promise<void> => {
  const [port, metricsPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const shared = { ...variables, PORT: String(port), INGESTION_WORKER: 'separate' };
  const url = `http://127.0.0.1:${port}`;
  const api = start(image, {
    dataDir,
    command: image.command,
    variables: { ...shared, METRICS_PORT: String(metricsPort) },
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => api.exitCode !== null,
    );
  await eventually(isReady, (ready) => ready, PATIENCE_MS);
  const worker = start(image, {
    dataDir,
    command: ['node', '--enable-source-maps', 'dist/workers/ingestion-worker.js'],
    variables: { ...shared, METRICS_PORT: String(workerPort) },
  });
  try {
    await uploadAndAsk(url, await readKey(url));
  } finally {
    for (const child of [worker, api]) child.kill('SIGTERM');
    await Promise.all([ended(worker), ended(api)]);
  }
};

const createTenant = async (url: string): Promise<string> => {
  const Created = z.object({ apiKey: z.string() });
  const body = { slug: 'acme', name: 'Acme', admin: { email: 'admin@acme.example' } };
  return Created.parse(await ask(url, '/v1/tenants', { key: OPERATOR_KEY, body })).apiKey;
};

const Document = z.object({ status: z.string() });

const uploadAndAsk = async (url: string, key: string): Promise<void> => {
  const form = new FormData();
  form.set(
    'file',
    await openAsBlob(join(ROOT, SAMPLE), { type: 'application/pdf' }),
    'handbook.pdf',
  );
  const Uploaded = z.object({ document: z.object({ id: z.string() }) });
  const { document } = Uploaded.parse(await ask(url, '/v1/documents', { key, body: form }));
  const read = async () => Document.parse(await ask(url, `/v1/documents/${document.id}`, { key }));
  const { status } = await eventually(
    read,
    (seen) => /^(?:ready|failed)$/u.test(seen.status),
    PATIENCE_MS,
  );
  if (status !== 'ready') throw new Error(`The document is ${status}.`);
  const Answer = z.object({ citations: z.array(z.looseObject({})).min(1) });
  Answer.parse(await ask(url, '/v1/chat', { key, body: { message: QUESTION } }));
};

type Asking = { key: string; body?: FormData | Record<string, unknown> };

const ask = async (url: string, path: string, { key, body }: Asking): Promise<unknown> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(!isForm && body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
};

// The data folder is the only thing outside of /tmp that may be written.
const SHUT_IN = `
  mkdir -p "$DATA_DIR" && chown ${USER}:${USER} "$DATA_DIR" && mount --bind "$DATA_DIR" "$DATA_DIR" &&
  mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && touch /tmp/writable && ! touch /not-writable 2>/dev/null &&
  exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`;

type Start = { dataDir: string; command: readonly string[]; variables: Variables };

const start = (
  { app, environment }: Image,
  { dataDir, command, variables }: Start,
): ChildProcess => {
  const { PATH = '' } = process.env;
  const env = { PATH, ...environment, HOST: '127.0.0.1', ...variables, DATA_DIR: dataDir };
  const args = ['--mount', 'sh', '-c', SHUT_IN, 'sh', ...command];
  return spawn('/usr/bin/unshare', args, { cwd: app, env, stdio: ['ignore', 'ignore', 'inherit'] });
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) {
    throw new Error(`A process ended with ${child.exitCode ?? child.signalCode ?? 'nothing'}.`);
  }
};

await main();
