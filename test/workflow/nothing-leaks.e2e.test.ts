import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { hashedEmbeddings } from '../fakes/openai-server/hashed-embeddings.js';
import type { OpenAiServerOptions } from '../fakes/openai-server/index.js';
import { eventually } from '../support/eventually.js';
import {
  startObservedApplication,
  type ObservedApplication,
} from '../support/observed-application.js';
import type { Answer } from '../support/serve-api.js';

/** One word for every place where somebody's words can stand; each is found again wherever it leaks. */
const CANARY = {
  question: 'zqquestion',
  document: 'zqdocument',
  filename: 'zqfilename',
  title: 'zqtitle',
  metadata: 'zqmetadata',
  memory: 'zqmemory',
  answer: 'zqanswer',
  tenantPrompt: 'zqtenantprompt',
  userPrompt: 'zquserprompt',
  search: 'zqsearch',
  corrupt: 'zqcorrupt',
  email: 'zqemail',
  modelKey: 'zqmodelkey',
  modelUrl: 'zqmodelurl',
  modelError: 'zqmodelerror',
  embedderError: 'zqembeddererror',
  badKey: 'zqbadkey',
  sqlValue: 'zqsqlvalue',
} as const;

const ANY_CANARY = /zq[a-z]+/g;
const canariesIn = (text: string): string[] => [...new Set(text.match(ANY_CANARY) ?? [])].sort();

const QUESTION = `What does ${CANARY.document} say about ${CANARY.question}?`;
const TEXT = `The rule of ${CANARY.document} and of ${CANARY.question} is two weeks. More follows here.`;

/** Plays along until it is told to be down. */
const createModel = () => {
  const state = { isDown: false };
  const model: OpenAiServerOptions = {
    chat: (call, callNumber) => {
      if (state.isDown) return { fault: 'status', status: 400, message: CANARY.modelError };
      const reply = cooperativeModel(call, callNumber);
      return typeof reply === 'string' && reply.endsWith(' [1]')
        ? `${reply} Also: ${CANARY.answer}.`
        : reply;
    },
    embed: ({ input }) =>
      state.isDown
        ? { fault: 'status', status: 400, message: CANARY.embedderError }
        : hashedEmbeddings(input, 512),
  };
  return { model, state };
};

const start = async (variables: Record<string, string> = {}) => {
  const { model, state } = createModel();
  const keys = { modelKey: CANARY.modelKey, modelPath: CANARY.modelUrl };
  return { model: state, observed: await startObservedApplication({ ...keys, model, variables }) };
};

const TRACE = [
  'invoke_workflow',
  'node tools',
  'execute_tool rag_search',
  'retrieval chunks',
  'retrieval legs',
  'embeddings test-embedder',
  'chat test-model',
  'node finalize',
  'ingest upload',
  'ingest document',
  'ingest parse',
  'ingest index',
];

const Id = z.looseObject({ id: z.string() });
const Uploaded = z.object({ document: Id });

let folder: string;
let observed: ObservedApplication;
let adminKey: string;
const errors: Answer[] = [];

const call = async (method: string, path: string, body: unknown): Promise<Answer> => {
  const answer = await observed.application.call(method, path, { key: adminKey, body });
  if (answer.status >= 400) errors.push(answer);
  return answer;
};

const upload = async (name: string, content: string): Promise<Record<string, unknown>> => {
  const path = join(folder, name);
  await writeFile(path, content);
  const fields = { title: CANARY.title, metadata: JSON.stringify({ team: CANARY.metadata }) };
  const { json } = await observed.application.upload(adminKey, path, fields);
  return observed.application.settled(adminKey, Uploaded.parse(json).document.id);
};

const workNormally = async (): Promise<void> => {
  expect((await call('PATCH', '/v1/tenant', { systemPrompt: CANARY.tenantPrompt })).status).toBe(
    200,
  );
  expect((await call('PATCH', '/v1/me', { systemPrompt: CANARY.userPrompt })).status).toBe(200);
  const user = { email: `${CANARY.email}@example.org`, role: 'member' };
  expect((await call('POST', '/v1/users', user)).status).toBe(201);
  expect((await upload(`${CANARY.filename}.md`, TEXT)).status).toBe('ready');
  const memory = { content: `I like ${CANARY.memory}.` };
  expect((await call('POST', '/v1/memories', memory)).status).toBe(201);
  const first = await call('POST', '/v1/chat', { message: QUESTION });
  expect(first.text).toContain(CANARY.document);
  const { sessionId } = z.object({ sessionId: z.string() }).parse(first.json);
  const options = { debug: true };
  await call('POST', '/v1/chat', { message: `And of ${CANARY.question}?`, sessionId, options });
  expect((await call('POST', '/v1/search', { query: CANARY.search })).status).toBe(200);
};

const failInEveryWay = async (model: { isDown: boolean }): Promise<void> => {
  const { application, query } = observed;
  expect((await upload(`${CANARY.corrupt}.pdf`, `%PDF-1.7 ${CANARY.corrupt}`)).status).toBe(
    'failed',
  );
  model.isDown = true;
  const answered = await call('POST', '/v1/chat', { message: QUESTION });
  expect(answered.json).toMatchObject({ status: 'degraded' });
  model.isDown = false;
  await query(
    `ALTER TABLE messages ADD CONSTRAINT canary CHECK (content NOT LIKE '%${CANARY.sqlValue}%') NOT VALID`,
  );
  expect((await call('POST', '/v1/chat', { message: CANARY.sqlValue })).status).toBe(500);
  await query('ALTER TABLE chunks RENAME TO chunks_gone');
  const toolFailed = await call('POST', '/v1/chat', { message: QUESTION });
  expect(toolFailed.json).toMatchObject({ status: 'degraded' });
  expect((await call('POST', '/v1/search', { query: CANARY.search })).status).toBe(500);
  await query('ALTER TABLE chunks_gone RENAME TO chunks');
  errors.push(
    await application.call('POST', '/v1/chat', { key: adminKey, body: [CANARY.question] }),
  );
  const bad = `kr_${'0'.repeat(32)}_abcd1234_${CANARY.badKey.padEnd(43, 'x')}`;
  errors.push(await application.call('GET', `/v1/me?${CANARY.question}`, { key: bad }));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-canary-'));
  const started = await start();
  observed = started.observed;
  ({ adminKey } = await observed.application.tenant());
  await workNormally();
  await failInEveryWay(started.model);
}, 120_000);
afterAll(async () => {
  await observed.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a turn, an upload or an error', () => {
  it.each(['log', 'prettyLog'] as const)('leaves no content in the %s', (sink) => {
    const text = observed[sink].join('');

    expect(canariesIn(text)).toEqual([]);
    // A secret may hold an underscore itself.
    expect(text).not.toContain(adminKey.split('_').slice(3).join('_'));
    expect(observed[sink].length).toBeGreaterThan(40);
  });

  it('has the id of its request or its task on every log line', () => {
    // Those of queues are of a slow machine, on which a queue answers later than the first task is due.
    const ofTheProcess =
      /"message":"(?:Serving|Migrating the database|(?:Tasks|Webhooks) (?:cannot be queued, trying again|are queued again))"/;

    const without = observed.log.filter((line) => !/"(requestId|taskId)":"/.test(line));

    expect(observed.log.join('')).toContain('Question asked');
    expect(without.filter((line) => !ofTheProcess.test(line))).toEqual([]);
  });

  it.each([
    [
      'Request finished',
      'requestId',
      'method',
      'route',
      'status',
      'durationMs',
      'bytes',
      'keyPrefix',
      'tenantId',
    ],
    [
      'Job finished',
      'taskId',
      'action',
      'subjectKind',
      'subjectId',
      'version',
      'tenantId',
      'attempt',
      'outcome',
      'durationMs',
      'errorCode',
      'retryInMs',
    ],
  ])('logs only the known fields of the event "%s"', (event, ...fields) => {
    const lines = observed.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ message }) => message === event);

    const known = new Set([...fields, 'level', 'time', 'message']);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap(Object.keys).filter((field) => !known.has(field))).toEqual([]);
  });

  it('leaves no content in the metrics', async () => {
    const text = await observed.metrics();

    expect(canariesIn(text)).toEqual([]);
    expect(text).toContain('kr_executions_total{outcome="success"}');
    expect(text).toMatch(
      /gen_ai_client_token_usage_count\{[^}]*gen_ai_request_model="test-embedder"/,
    );
    expect(text).toContain('kr_documents{status="failed"} 1');
  });

  it('leaves no content in spans, from the turn down to the model and the index', async () => {
    const { spans, bodies } = observed.receiver;
    const byId = await eventually(
      () => new Map(spans.map((span) => [span.spanId, span])),
      () => TRACE.every((name) => spans.some((span) => span.name === name)),
    );
    const pathOf = (name: string): string[] => {
      const path: string[] = [];
      let span = spans.find((candidate) => candidate.name === name);
      for (; span !== undefined; span = byId.get(span.parentSpanId ?? '')) path.unshift(span.name);
      return path;
    };

    expect(canariesIn(bodies.join(''))).toEqual([]);
    expect(pathOf('retrieval chunks')).toEqual(TRACE.slice(0, 4));
    expect(pathOf('retrieval legs')).toHaveLength(5);
    expect(pathOf('chat test-model').at(0)).toBe('invoke_workflow');
    expect(pathOf('ingest parse')).toEqual(['ingest document', 'ingest parse']);
    const ids = ['ingest upload', 'ingest parse'].map(
      (name) => spans.find((span) => span.name === name)?.values['kr.document.id'],
    );
    expect(ids[0]).toBe(ids[1]);
  });

  it.each(['ingestion_tasks', 'node_executions', 'model_calls', 'state_diffs'])(
    'leaves no content in the table %s',
    async (table) => {
      const rows = await observed.query(`SELECT t::text AS row FROM ${table} t`);

      expect(canariesIn(JSON.stringify(rows))).toEqual([]);
      expect(rows.length).toBeGreaterThan(0);
    },
  );

  it('leaves no content in the jobs', async () => {
    const tables = await observed.query(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema = 'bullmq'`,
    );
    for (const { name } of tables) {
      const rows = await observed.query(`SELECT t::text AS row FROM ${String(name)} t`);
      expect(canariesIn(JSON.stringify(rows))).toEqual([]);
    }
  });

  it('repeats in an error only what the caller said', () => {
    const text = errors.map((answer) => answer.text).join('\n');

    expect(canariesIn(text)).toEqual([]);
    expect(errors.map(({ status }) => status).sort()).toEqual([401, 422, 500, 500]);
  });
});

describe('a log that may contain questions', () => {
  it('contains the question, so that its absence elsewhere proves something', async () => {
    const { observed: talkative } = await start({ LOG_USER_QUERIES: 'true' });
    const { adminKey: key } = await talkative.application.tenant();

    await talkative.application.call('POST', '/v1/chat', { key, body: { message: QUESTION } });
    await talkative.close();

    expect(canariesIn(talkative.log.join(''))).toEqual([CANARY.document, CANARY.question]);
    expect(canariesIn(talkative.prettyLog.join(''))).toEqual([CANARY.document, CANARY.question]);
  }, 60_000);
});
