import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { addPerson } from '../support/people.js';

const QUESTION = 'How many quokkas are allowed in a garden?';

let server: OpenAiServer;
let house: OpenAiHouse;
let member: string;
beforeAll(async () => {
  server = await startOpenAiServer({ chat: cooperativeModel, dimensions: 64 });
  const { baseUrl } = server;
  house = await startOpenAiHouse({
    variables: {
      LLM_BACKENDS: 'fast,strong,far',
      ...{ LLM_FAST_BASE_URL: baseUrl, LLM_FAST_MODEL: 'small-1' },
      ...{ LLM_STRONG_BASE_URL: baseUrl, LLM_STRONG_MODEL: 'large-1' },
      ...{ LLM_FAR_BASE_URL: 'http://127.0.0.1:9/v1', LLM_FAR_MODEL: 'gone-1' },
    },
  });
  member = (await addPerson(house.application, house.adminKey, { role: 'member' })).apiKey;
  await setPolicy(['strong', 'far']);
}, 120_000);
afterAll(async () => {
  await house.close();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
});

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return house.application.call(method, path, { key, ...(body && { body }) });
};

const setPolicy = (models: readonly string[]) =>
  call('PATCH /v1/tenant', house.adminKey, { policy: { models } });

const ask = (fields: object, key = member) =>
  call('POST /v1/chat', key, { message: QUESTION, ...fields });

const complete = (fields: object, key = member) => {
  const messages = [{ role: 'user', content: QUESTION }];
  return call('POST /openai/v1/chat/completions', key, { model: 'default', messages, ...fields });
};

/** The bodies of the calls of chat models since the test began. */
const asked = () =>
  server.requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => z.looseObject({ model: z.string() }).parse(body));

const Listed = z.object({ items: z.array(z.looseObject({ name: z.string() })) });
const OpenAiList = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

describe('models that the operator has named', () => {
  it('are listed: to an admin all of them, to a member those that a question may name', async () => {
    const ofAdmin = Listed.parse((await call('GET /v1/models', house.adminKey)).json);
    const ofMember = Listed.parse((await call('GET /v1/models', member)).json);
    const ofOpenAi = OpenAiList.parse((await call('GET /openai/v1/models', member)).json);

    expect(ofAdmin.items).toEqual([
      { name: 'fast', model: 'small-1', isOpen: false },
      { name: 'strong', model: 'large-1', isOpen: true },
      { name: 'far', model: 'gone-1', isOpen: true },
    ]);
    expect(ofMember.items.map(({ name }) => name)).toEqual(['strong', 'far']);
    expect(ofOpenAi.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['default', 'default@strong', 'default@far']),
    );
  });

  it('answer the question that names them, and no other question', async () => {
    const named = await ask({ model: 'strong' });
    const ofNamed = asked();
    server.requests.length = 0;
    await ask({});

    expect(named.status).toBe(200);
    expect(new Set(ofNamed.map(({ model }) => model))).toEqual(new Set(['large-1']));
    expect(new Set(asked().map(({ model }) => model))).toEqual(new Set(['small-1']));
  });

  it('answer a client of OpenAI that puts their name behind the assistant', async () => {
    const answer = await complete({ model: 'default@strong' });
    const model = await call('GET /openai/v1/models/default@strong', member);

    expect(answer.json).toMatchObject({ model: 'default@strong' });
    expect(new Set(asked().map(({ model: name }) => name))).toEqual(new Set(['large-1']));
    expect(model.json).toMatchObject({ id: 'default@strong' });
  });

  it.each(['fast', 'gone'])(
    'are refused where the policy does not list them: %s',
    async (model) => {
      const own = await ask({ model });
      const ofOpenAi = await complete({ model: `default@${model}` });

      expect(own.json).toMatchObject({
        errors: [{ path: 'model', message: 'must be one of strong, far' }],
      });
      expect(ofOpenAi.status).toBe(404);
      expect(asked()).toEqual([]);
    },
  );

  it('are asked alone: where the chosen one fails, the answer is quoted and no other model reads the question', async () => {
    const { json } = await ask({ model: 'far' });

    expect(json).toMatchObject({ generatedBy: 'extractive' });
    expect(asked()).toEqual([]);
  });

  it('are chosen for an assistant by an admin, also where no question may name them', async () => {
    const fields = { slug: 'desk', name: 'Desk', model: 'strong', temperature: 0.9 };
    await setPolicy([]);
    const made = await call('POST /v1/assistants', house.adminKey, { ...fields, maxTokens: 77 });
    const answer = await ask({ assistantId: 'desk' });
    const unknown = await call('PATCH /v1/assistants/desk', house.adminKey, { model: 'nobody' });
    const policy = await setPolicy(['nobody']);
    const refused = await ask({ model: 'strong' });
    await setPolicy(['strong', 'far']);

    expect(made.json).toMatchObject({ model: 'strong', temperature: 0.9, reasoningEffort: null });
    expect(answer.json).toMatchObject({ generatedBy: 'model' });
    expect(asked().at(-1)).toMatchObject({ model: 'large-1', temperature: 0.9, max_tokens: 77 });
    expect(unknown.json).toMatchObject({
      errors: [{ path: 'model', message: 'must be one of fast, strong, far' }],
    });
    expect(policy.json).toMatchObject({
      errors: [{ path: 'policy.models.0', message: 'is not a model of this server' }],
    });
    expect(refused.json).toMatchObject({
      errors: [{ path: 'model', message: 'cannot be chosen here: no model is open to questions' }],
    });
  });
});

describe('how a client of OpenAI wants the answer written', () => {
  it('reaches the model that writes it, up to the length that the operator allows', async () => {
    const wishes = { temperature: 0.7, top_p: 0.5, seed: 7, stop: 'END' };
    const { headers } = await complete({ ...wishes, max_completion_tokens: 50, user: 'me' });
    await complete({ max_tokens: 900_000 });

    const writing = asked().filter(({ seed }) => seed === 7);
    expect(writing.at(-1)).toMatchObject({ ...wishes, stop: ['END'], max_tokens: 50 });
    expect(asked().at(-1)).toMatchObject({ max_tokens: 4000 });
    expect(headers.get('x-knowledge-router-ignored')).toBe('user');
  });

  it('reaches it from the Responses API as well', async () => {
    const fields = { model: 'default', input: QUESTION, max_output_tokens: 60, temperature: 0.3 };
    await call('POST /openai/v1/responses', member, { ...fields, reasoning: { effort: 'high' } });

    expect(asked().at(-1)).toMatchObject({ temperature: 0.3, reasoning_effort: 'high' });
  });

  it('has a model think harder only for those who may use it for more than questions', async () => {
    const made = await call('POST /v1/api-keys', house.adminKey, {
      ...{ name: 'shop', kind: 'service', permissions: ['chat'] },
    });
    const { apiKey } = z.looseObject({ apiKey: z.string() }).parse(made.json);
    const { headers } = await complete({ reasoning_effort: 'high', temperature: 0.3 }, apiKey);

    expect(asked().at(-1)).toMatchObject({ temperature: 0.3 });
    expect(asked().at(-1)).not.toHaveProperty('reasoning_effort');
    expect(headers.get('x-knowledge-router-ignored')).toBe('reasoning_effort');
  });

  it.each([
    { temperature: 3 },
    { top_p: 2 },
    { max_tokens: 0 },
    { stop: ['a', 'b', 'c', 'd', 'e'] },
  ])('is refused where it is out of range: %j', async (fields) => {
    const { status, json } = await complete(fields);

    expect({ status, json }).toMatchObject({
      ...{ status: 400, json: { error: { param: Object.keys(fields)[0] } } },
    });
  });
});
