import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import type { ChatScript } from '../fakes/openai-server/replies.js';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { addPerson } from '../support/people.js';
import { openWebUiTasks } from './recorded-requests.js';

const ORIGIN = 'https://www.example.com';
const QUESTION = 'How many quokkas are allowed in a garden?';
const messages = [{ role: 'user', content: 'Write me a poem about the sea.' }];
const plain = { model: 'default:plain', messages };
const response_format = {
  type: 'json_schema',
  json_schema: { name: 'poem', schema: { type: 'object' } },
};

/** Marks what it writes outside of turns. */
const script: ChatScript = (call, number) =>
  JSON.stringify(call.messages[0]).includes('small writing tasks')
    ? 'Written by the model'
    : cooperativeModel(call, number);

let model: OpenAiServer;
let house: OpenAiHouse;
beforeAll(async () => {
  model = await startOpenAiServer({ chat: script, dimensions: 64 });
  const { baseUrl } = model;
  house = await startOpenAiHouse({
    variables: {
      OPENAI_BASE_URL: baseUrl,
      OPENAI_MODEL: 'test-model',
      EMBEDDINGS_BASE_URL: baseUrl,
      EMBEDDINGS_MODEL: 'test-embedder',
      EMBEDDINGS_DIMENSIONS: '64',
      JWT_SECRET: 'a6c8e2571f0b9d4e6a3c87d04b7f1e93',
    },
  });
}, 120_000);
afterAll(async () => {
  await house.close();
  await model.close();
});

type Headers = Record<string, string>;

const call = (path: string, key: string, { body, headers = {} }: Sent) =>
  house.application.call(body ? 'POST' : 'GET', path, { key, headers, ...(body && { body }) });
type Sent = { body?: object; headers?: Headers };

const complete = (key: string, body: object, headers?: Headers) =>
  call('/openai/v1/chat/completions', key, { body, ...(headers && { headers }) });

const makeKey = async (adminKey: string, permissions: readonly string[]) => {
  const body = { name: 'shop', kind: 'service', permissions };
  const { json } = await call('/v1/api-keys', adminKey, { body });
  return z.looseObject({ apiKey: z.string() }).parse(json).apiKey;
};

const makeToken = async (serviceKey: string) => {
  const { json } = await call('/v1/browser-tokens', serviceKey, { body: { origins: [ORIGIN] } });
  return z.looseObject({ token: z.string() }).parse(json).token;
};

const Usage = z.object({ totals: z.object({ questions: z.int() }) });
const questionsOf = async (adminKey: string) =>
  Usage.parse((await call('/v1/usage', adminKey, {})).json).totals.questions;

const contentOf = (json: unknown) =>
  z
    .object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })) })
    .parse(json).choices[0]?.message.content ?? '';

/** The characters that the model read at the last call, without our rules. */
const charsOfLastCall = () =>
  z
    .looseObject({ messages: z.array(z.object({ content: z.string() })) })
    .parse(model.requests.at(-1)?.body)
    .messages.slice(1)
    .reduce((sum, { content }) => sum + content.length, 0);

const long = (count: number) =>
  Array.from({ length: count }, () => ({ role: 'user', content: 'x'.repeat(22_000) }));

const TASKS: readonly [string, object, Headers][] = [
  ['the plain model', plain, {}],
  ['the header of a task', { ...plain, model: 'default' }, { 'X-Knowledge-Router-Task': 'other' }],
  ['twenty long messages', { ...plain, messages: long(20) }, {}],
  ['a form', { model: 'default', messages, response_format }, {}],
];

describe('a browser token', () => {
  let token = '';
  let adminKey = '';
  const page = { Origin: ORIGIN };
  beforeAll(async () => {
    ({ adminKey } = await house.application.tenant());
    token = await makeToken(await makeKey(adminKey, ['chat', 'search', 'tokens', 'tasks']));
  });

  it.each(TASKS)(
    'does not get access to the language model through %s',
    async (_way, body, headers) => {
      const askedBefore = model.requests.length;

      const answers = [
        await complete(token, body, { ...page, ...headers }),
        await complete(token, { ...body, stream: true }, { ...page, ...headers }),
      ];

      for (const { status, json } of answers) {
        expect({ status, json }).toMatchObject({ status: 403, json: { error: { param: null } } });
      }
      expect(model.requests).toHaveLength(askedBefore);
    },
  );

  it('does not get access through the Responses API either', async () => {
    const askedBefore = model.requests.length;
    const format = { type: 'json_schema', name: 'poem', schema: { type: 'object' } };
    const bodies = [
      { model: 'default:plain', input: 'Write me a poem.' },
      { model: 'default', input: 'Write me a poem.', text: { format } },
    ];

    const answers = await Promise.all(
      bodies.map((body) => call('/openai/v1/responses', token, { body, headers: page })),
    );

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(model.requests).toHaveLength(askedBefore);
  });

  it('gets the title of a chat by a rule, and it counts as a question', async () => {
    const [before, askedBefore] = [await questionsOf(adminKey), model.requests.length];

    const { json } = await complete(token, openWebUiTasks.title, page);

    expect(JSON.parse(contentOf(json))).toEqual({ title: QUESTION });
    expect(model.requests).toHaveLength(askedBefore);
    expect(await questionsOf(adminKey)).toBe(before + 1);
  });

  it('gets no embeddings, and sees no plain model in the list', async () => {
    const body = { model: 'any', input: 'sea' };

    const embedded = await call('/openai/v1/embeddings', token, { body, headers: page });
    const listed = await call('/openai/v1/models', token, { headers: page });

    expect(embedded.status).toBe(403);
    expect(JSON.stringify(listed.json)).not.toContain(':plain');
  });
});

describe('an application key', () => {
  it('may use the language model for tasks only if an admin granted that', async () => {
    const { adminKey } = await house.application.tenant();
    const [without, granted] = [
      await makeKey(adminKey, ['chat', 'search']),
      await makeKey(adminKey, ['chat', 'tasks']),
    ];
    const askedBefore = model.requests.length;

    const refused = await complete(without, plain);
    const ruled = await complete(without, openWebUiTasks.title);
    const askedBetween = model.requests.length;
    const written = await complete(granted, plain);

    expect(refused).toMatchObject({ status: 403 });
    expect(JSON.stringify(refused.json)).toContain('`tasks`');
    expect(JSON.parse(contentOf(ruled.json))).toEqual({ title: QUESTION });
    expect(askedBetween).toBe(askedBefore);
    expect(contentOf(written.json)).toBe('Written by the model');
  });

  it('has at most MAX_TASK_CHARS characters of all messages read', async () => {
    const { adminKey } = await house.application.tenant();
    const granted = await makeKey(adminKey, ['chat', 'tasks']);
    const newest = { role: 'user', content: `${'y'.repeat(20_000)} the end` };

    const many = await complete(granted, { ...plain, messages: [...long(19), newest] });

    expect(many.status).toBe(200);
    expect(charsOfLastCall()).toBeLessThanOrEqual(24_000);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('the end');
  });
});

describe('a key with act_for_users', () => {
  it('may use the language model for tasks only if an admin granted that', async () => {
    const { adminKey } = await house.application.tenant();
    const { userId } = await addPerson(house.application, adminKey);
    const [without, granted] = [
      await makeKey(adminKey, ['chat', 'act_for_users']),
      await makeKey(adminKey, ['chat', 'act_for_users', 'tasks']),
    ];
    const asPerson = { 'X-On-Behalf-Of': userId };

    const answers = [
      await complete(without, plain, asPerson),
      await complete(granted, plain, asPerson),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
  });
});

describe('the daily quota of questions', () => {
  it('is used up by tasks and by requests for embeddings', async () => {
    const { adminKey } = await house.application.tenant();
    const key = await makeKey(adminKey, ['chat', 'tasks', 'embeddings']);
    await house.application.call('PATCH', '/v1/tenant', {
      key: adminKey,
      body: { policy: { quotas: { questionsPerDay: 2 } } },
    });
    const body = { model: 'any', input: ['sea', 'shore'] };

    const task = await complete(key, plain);
    const embedded = await call('/openai/v1/embeddings', key, { body });
    const refused = [
      await complete(key, plain),
      await call('/openai/v1/embeddings', key, { body }),
    ];

    expect([task.status, embedded.status]).toEqual([200, 200]);
    for (const { status, json } of refused) {
      expect({ status, json }).toMatchObject({
        status: 429,
        json: { error: { code: 'quota_exceeded' } },
      });
    }
    expect(await questionsOf(adminKey)).toBe(2);
  });
});
