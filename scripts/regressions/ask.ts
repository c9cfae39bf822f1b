// Starts the program in an empty folder, uploads the documents of the house, asks its golden questions in one run and prints the results
// as JSON, for scripts/regressions.ts.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseConfig } from '../../config/index.js';
import { compose } from '../../src/compose/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { DOCUMENTS, GoldenResults, QUESTIONS } from './house.js';

const PAUSE_MS = 100;
const GROUP = 'board';

const Created = z.object({ apiKey: z.string() });
const WithId = z.object({ id: z.string() });
const Uploaded = z.object({ document: WithId });
const Document = z.object({ status: z.string() });
const Run = z.object({ endedAt: z.string().nullable() });
const Results = z.object({ items: GoldenResults });

type Ask = ReturnType<typeof createAsk>;

const main = async (dataDir: string): Promise<void> => {
  const operatorKey = randomBytes(24).toString('hex');
  const variables = {
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    BOOTSTRAP_OPERATOR_KEY: operatorKey,
  };
  const application = await compose(parseConfig(variables, TOOLS), {
    ingestionTiming: { loopIntervalMs: PAUSE_MS },
    evaluationTiming: { intervalMs: PAUSE_MS },
  });
  try {
    const { url } = await application.serve();
    process.stdout.write(JSON.stringify(await run(createAsk(url, operatorKey), url)));
  } finally {
    await application.close();
  }
};

const run = async (asOperator: Ask, url: string) => {
  const slug = 'printers';
  const admin = { email: 'ada@printers.example' };
  const created = await asOperator('POST', '/v1/tenants', { slug, name: slug, admin });
  const ask = createAsk(url, Created.parse(created).apiKey);
  await ask('POST', '/v1/groups', { name: GROUP });
  const stranger = await ask('POST', '/v1/users', { email: 'test@printers.example' });
  const documents = await uploadAll(ask);
  for (const golden of QUESTIONS) {
    await ask(
      'POST',
      '/v1/evaluations/questions',
      toGolden(golden, { documents, stranger: WithId.parse(stranger).id }),
    );
  }
  const { id } = WithId.parse(await ask('POST', '/v1/evaluations/runs', {}));
  const path = `/v1/evaluations/runs/${id}`;
  await until(async () => Run.parse(await ask('GET', path)).endedAt !== null);
  return Results.parse(await ask('GET', `${path}/results?limit=100`)).items;
};

const uploadAll = async (ask: Ask): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const { filename, content, visibility } of DOCUMENTS) {
    const form = new FormData();
    form.set('visibility', visibility === 'group' ? `group:${GROUP}` : visibility);
    form.set('file', new Blob([content]), filename);
    ids.set(filename, Uploaded.parse(await ask('POST', '/v1/documents', form)).document.id);
  }
  for (const [filename, id] of ids) {
    await until(async () => {
      const { status } = Document.parse(await ask('GET', `/v1/documents/${id}`));
      if (status === 'failed') throw new Error(`${filename} could not be read.`);
      return status === 'ready';
    });
  }
  return ids;
};

type Known = { documents: ReadonlyMap<string, string>; stranger: string };

const toGolden = (golden: (typeof QUESTIONS)[number], { documents, stranger }: Known) => {
  const idOf = (filename: string) => documents.get(filename) ?? '';
  const { question, asStranger = false, facts = [], cites, page, isRefused, hidden } = golden;
  const pages = page === undefined ? undefined : [page];
  return {
    question,
    language: 'en',
    askedAs: asStranger ? stranger : null,
    expectations: {
      facts,
      documents: cites === undefined ? [] : [{ documentId: idOf(cites), pages }],
      refusal: isRefused ?? false,
      hidden: hidden === undefined ? [] : [idOf(hidden)],
    },
  };
};

const createAsk =
  (url: string, key: string) =>
  async (method: string, path: string, body?: FormData | object): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const headers = new Headers({ Authorization: `Bearer ${key}` });
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };

const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await delay(PAUSE_MS);
};

await main(process.argv[2] ?? '');
process.exit(0);
