import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ChildRequest } from '../src/parsing/pool/messages.js';
import { startOpenAiServer } from '../test/fakes/openai-server/index.js';

/**
 * Counts how many of our files one upload and one question run through, by V8's precise coverage: a file counts when one of its functions
 * was called in between. Loading a module does not count. `npm run files` prints the figures, `-- --list` the files too.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARSER_CHILD = join(ROOT, 'src/parsing/pool/parser-child.ts');
const HANDBOOK = join(ROOT, 'demo/samples/employee-handbook.pdf');
const QUESTION = 'How many days a week may office staff work from home?';

const Coverage = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.array(z.object({ startOffset: z.int(), count: z.int() })).min(1),
        }),
      ),
    }),
  ),
});

const main = async (): Promise<void> => {
  const model = await startOpenAiServer({ dimensions: 512 });
  try {
    const scripted = {
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'scripted',
      EMBEDDINGS_BASE_URL: model.baseUrl,
      EMBEDDINGS_MODEL: 'scripted',
      EMBEDDINGS_DIMENSIONS: '512',
    };
    report('without a model', await measure({}));
    report('with a model and an embedder', await measure(scripted));
  } finally {
    await model.close();
  }
};

type Measured = { upload: string[]; question: string[] };

const measure = async (variables: Record<string, string>): Promise<Measured> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kr-files-'));
  const { parseConfig } = await import('../config/index.js');
  const { TOOLS } = await import('../src/tools/index.js');
  const { compose } = await import('../src/compose/index.js');
  const application = await compose(
    parseConfig(
      {
        ...variables,
        DATA_DIR: dataDir,
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'error',
      },
      TOOLS,
    ),
  );
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    const { url } = await application.serve();
    const client = await createClient(url, dataDir);
    await session.post('Profiler.takePreciseCoverage');
    await client.upload('employee-handbook.pdf', await readFile(HANDBOOK));
    const uploaded = await session.post('Profiler.takePreciseCoverage');
    await client.ask(QUESTION);
    const asked = await session.post('Profiler.takePreciseCoverage');
    return {
      upload: filesOf([...Coverage.parse(uploaded).result, ...(await coverParsing())]),
      question: filesOf(Coverage.parse(asked).result),
    };
  } finally {
    session.disconnect();
    await application.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const Ready = z.object({ document: z.object({ id: z.string() }) });
const State = z.object({ status: z.string() });
const Tenant = z.object({ apiKey: z.string() });

const createClient = async (url: string, dataDir: string) => {
  const call = async (path: string, { key, body }: { key: string; body?: string | FormData }) => {
    const isJson = typeof body === 'string';
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(isJson && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const operatorKey = (await readFile(join(dataDir, 'secrets', 'operator-key'), 'utf8')).trim();
  const slug = 'files';
  const tenant = { slug, name: slug, admin: { email: 'admin@files.example' } };
  const created = await call('/v1/tenants', { key: operatorKey, body: JSON.stringify(tenant) });
  const { apiKey: key } = Tenant.parse(created);
  return {
    ask: (message: string) => call('/v1/chat', { key, body: JSON.stringify({ message }) }),
    upload: async (name: string, content: Buffer) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)]), name);
      const { document } = Ready.parse(await call('/v1/documents', { key, body: form }));
      for (;;) {
        const { status } = State.parse(await call(`/v1/documents/${document.id}`, { key }));
        if (status === 'ready') return;
        if (status === 'failed') throw new Error(`${name} was not ingested.`);
        await delay(50);
      }
    },
  };
};

/**
 * The pool's children have no environment and are killed in the end; this one reads the same file and leaves its coverage behind. What
 * a child calls that only loads its modules is taken away, for loading does not count.
 */
const coverParsing = async () => {
  const loaded = toCounts(await runChild({ isParsing: false }));
  const scripts = await runChild({ isParsing: true });
  return scripts.map(({ url, functions }) => ({
    url,
    functions: functions.filter(({ ranges: [range] }) => {
      const count = range?.count ?? 0;
      return count > (loaded.get(`${url} ${range?.startOffset ?? 0}`) ?? 0);
    }),
  }));
};

type Scripts = z.infer<typeof Coverage>['result'];

const toCounts = (scripts: Scripts): ReadonlyMap<string, number> =>
  new Map(
    scripts.flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges }) =>
        ranges.slice(0, 1).map((range) => [`${url} ${range.startOffset}`, range.count] as const),
      ),
    ),
  );

const runChild = async ({ isParsing }: { isParsing: boolean }): Promise<Scripts> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-files-child-'));
  const child = fork(PARSER_CHILD, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    env: { NODE_V8_COVERAGE: folder },
    serialization: 'advanced',
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const handbook = await readFile(HANDBOOK);
  child.on('message', ({ type }: { type: string }) => {
    if (type === 'failed') throw new Error('The handbook was not parsed.');
    if (type === 'done' || !isParsing) child.disconnect();
    else if (type === 'ready') {
      const about = { kind: 'parse', filename: 'employee-handbook.pdf', chunkTokens: 400 } as const;
      child.send({ ...about, size: handbook.length } satisfies ChildRequest);
      child.stdin?.write(handbook);
    }
  });
  await exited;
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  await rm(folder, { recursive: true });
  return texts.flatMap((text) => Coverage.parse(JSON.parse(text)).result);
};

const OURS = /\/((?:src|config|workers)\/[^?]+\.ts)$/;

/** The function that starts at 0 is the module itself. */
const filesOf = (scripts: Scripts): string[] => {
  const called = scripts.filter(({ functions }) =>
    functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0),
  );
  const files = called.flatMap(({ url }) => OURS.exec(url)?.[1] ?? []);
  return [...new Set(files)].filter((file) => !file.startsWith('src/generated/')).sort();
};

const report = (mode: string, { upload, question }: Measured): void => {
  console.log(`${mode}: one question runs through ${question.length} files`);
  console.log(`${mode}: one upload until it is ready runs through ${upload.length} files`);
  if (!process.argv.includes('--list')) return;
  console.log(['question', ...question].join('\n  '));
  console.log(['upload', ...upload].join('\n  '));
};

await main();
process.exit(0);
