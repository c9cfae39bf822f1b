import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import type { ChatScript } from '../fakes/openai-server/replies.js';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { addPerson } from '../support/people.js';

const QUESTION = 'How many quokkas are allowed in a garden?';

const script: ChatScript = (request, number) =>
  JSON.stringify(request['stop']) === '["REFUSED"]'
    ? { fault: 'status', status: 400, message: 'Bad stop.' }
    : cooperativeModel(request, number);

let server: OpenAiServer;
let house: OpenAiHouse;
let member: string;
beforeAll(async () => {
  server = await startOpenAiServer({ chat: script, dimensions: 64 });
  const { baseUrl } = server;
  house = await startOpenAiHouse({
    variables: {
      LLM_BACKENDS: 'fast,strong,far',
      LLM_FAST_BASE_URL: baseUrl,
      LLM_FAST_MODEL: 'small-1',
      LLM_STRONG_BASE_URL: baseUrl,
      LLM_STRONG_MODEL: 'large-1',
      LLM_FAR_BASE_URL: 'http://127.0.0.1:9/v1',
      LLM_FAR_MODEL: 'gone-1',
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

/** Bodies of the chat requests since the test began. */
const asked = () =>
  server.requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => z.looseObject({ model: z.string() }).parse(body));

const Listed = z.object({ items: z.array(z.looseObject({ name: z.string() })) });
const OpenAiList = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

describe('named models', () => {
  it('are all listed for an admin, but for a member only those that the policy lists', async () => {
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

  it('answer the questions that name them and no others', async () => {
    const named = await ask({ model: 'strong' });
    const ofNamed = asked();
    server.requests.length = 0;
    await ask({});

    expect(named.status).toBe(200);
    expect(new Set(ofNamed.map(({ model }) => model))).toEqual(new Set(['large-1']));
    expect(new Set(asked().map(({ model }) => model))).toEqual(new Set(['small-1']));
  });

  it('are available to OpenAI clients as ASSISTANT@NAME', async () => {
    const answer = await complete({ model: 'default@strong' });
    const model = await call('GET /openai/v1/models/default@strong', member);

    expect(answer.json).toMatchObject({ model: 'default@strong' });
    expect(new Set(asked().map(({ model: name }) => name))).toEqual(new Set(['large-1']));
    expect(model.json).toMatchObject({ id: 'default@strong' });
  });

  it.each(['fast', 'gone'])('are rejected unless the policy lists them: %s', async (model) => {
    const own = await ask({ model });
    const ofOpenAi = await complete({ model: `default@${model}` });

    expect(own.json).toMatchObject({
      errors: [{ path: 'model', message: 'must be one of strong, far' }],
    });
    expect(ofOpenAi.status).toBe(404);
    expect(asked()).toEqual([]);
  });

  it('have no failover: if the chosen one fails, the answer is quoted', async () => {
    const { json } = await ask({ model: 'far' });

    expect(json).toMatchObject({ generatedBy: 'extractive' });
    expect(asked()).toEqual([]);
  });

  it('can be assigned to an assistant even if the policy does not list them', async () => {
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
      errors: [
        { path: 'model', message: "cannot be chosen: this tenant's policy lists no models" },
      ],
    });
  });
});

describe('parameters of an OpenAI client', () => {
  it('reach the model that writes the answer, with max_tokens capped by the operator', async () => {
    const wishes = { temperature: 0.7, top_p: 0.5, seed: 7, stop: 'END' };
    const { headers } = await complete({ ...wishes, max_completion_tokens: 50, user: 'me' });
    await complete({ max_tokens: 900_000 });

    const writing = asked().filter(({ seed }) => seed === 7);
    expect(writing.at(-1)).toMatchObject({ ...wishes, stop: ['END'], max_tokens: 50 });
    expect(asked().at(-1)).toMatchObject({ max_tokens: 4000 });
    expect(headers.get('x-knowledge-router-ignored')).toBe('user');
  });

  it('do not lift the cap of the assistant if the endpoint refuses them', async () => {
    await call('PATCH /v1/assistants/default', house.adminKey, { maxTokens: 90 });
    await complete({ stop: 'REFUSED', max_tokens: 4000 });
    await call('PATCH /v1/assistants/default', house.adminKey, { maxTokens: null });

    const refused = asked().findIndex(({ stop }) => stop !== undefined);
    expect(asked().slice(refused, refused + 2)).toMatchObject([
      { stop: ['REFUSED'], max_tokens: 90 },
      { max_tokens: 90 },
    ]);
  });

  it('work in the Responses API, too', async () => {
    const fields = { model: 'default', input: QUESTION, max_output_tokens: 60, temperature: 0.3 };
    await call('POST /openai/v1/responses', member, { ...fields, reasoning: { effort: 'high' } });

    expect(asked().at(-1)).toMatchObject({ temperature: 0.3, reasoning_effort: 'high' });
  });

  it('include reasoning effort only for callers that may use the model for tasks', async () => {
    const made = await call('POST /v1/api-keys', house.adminKey, {
      name: 'shop',
      kind: 'service',
      permissions: ['chat'],
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
  ])('are rejected when out of range: %j', async (fields) => {
    const { status, json } = await complete(fields);

    expect({ status, json }).toMatchObject({
      status: 400,
      json: { error: { param: Object.keys(fields)[0] } },
    });
  });
});
