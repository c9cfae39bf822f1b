import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import type { ChatReply, ChatScript, Fault } from '../fakes/openai-server/replies.js';
import { clientOf, startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { libreChatTitles, openWebUiTasks } from './recorded-requests.js';

const QUESTION = 'How many quokkas are allowed in a garden?';
const asked = { model: 'default', messages: [{ role: 'user' as const, content: QUESTION }] };
const schema = {
  type: 'object',
  properties: { count: { type: 'integer' } },
  required: ['count'],
  additionalProperties: false,
};
const response_format = {
  type: 'json_schema' as const,
  json_schema: { name: 'quokkas', schema },
};

/** The model's reply where a form of the caller or a task is asked for; in its own work the model cooperates. */
let reply: ChatReply | Fault | string = '';
const script: ChatScript = (call, number) => {
  const form = call.response_format?.json_schema?.name;
  const isTask = JSON.stringify(call.messages[0]).includes('small writing tasks');
  return isTask || form === 'quokkas' ? reply : cooperativeModel(call, number);
};

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
    },
  });
}, 60_000);
afterAll(async () => {
  await house.close();
  await model.close();
});

const post = (body: object, key = house.adminKey) =>
  house.application.call('POST', '/openai/v1/chat/completions', { key, body });

const get = async (path: string, key = house.adminKey) =>
  (await house.application.call('GET', path, { key })).json;

const contentOf = (json: unknown) =>
  z
    .object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })) })
    .parse(json).choices[0]?.message.content ?? '';

const Usage = z.object({ items: z.array(z.object({ promptTokens: z.int() })) });
const promptTokens = async (key: string) =>
  Usage.parse(await get('/v1/usage', key)).items.reduce((sum, day) => sum + day.promptTokens, 0);

describe('an installation whose embedder is not calibrated', () => {
  it('says so in its answers and in its readiness check', async () => {
    const answered = await house.application.call('POST', '/v1/chat', {
      key: house.adminKey,
      body: { message: QUESTION },
    });

    expect(answered.json).toMatchObject({
      answer: expect.stringContaining('Seven quokkas'),
      status: 'degraded',
      degraded: [{ node: 'retrieval', reason: 'embedder_uncalibrated' }],
    });
    expect(await get('/readyz')).toMatchObject({ status: 'ready', embedder: 'uncalibrated' });
  });
});

describe('an answer in a requested format', () => {
  it('keeps its citations and the text that it was made from', async () => {
    reply = '```json\n{"count": 7}\n```';

    const answer = await house.client.chat.completions.create({ ...asked, response_format });

    const [choice] = answer.choices;
    expect(choice?.message.content).toBe('{"count": 7}');
    expect(choice?.message.annotations).toMatchObject([
      { url_citation: { start_index: 0, end_index: 12, title: 'Zoo rules' } },
    ]);
    expect(answer).toMatchObject({
      knowledge_router: {
        answer: expect.stringMatching(/^Seven quokkas are allowed in a garden\. \[1\]/),
        citations: [{ number: 1, title: 'Zoo rules' }],
      },
    });
  });

  it('is streamed as a whole, without the text that it was made from', async () => {
    reply = '{"count": 7}';

    const stream = house.client.chat.completions.stream({ ...asked, response_format });
    const { choices } = await stream.finalChatCompletion();

    expect(choices[0]?.message.content).toBe('{"count": 7}');
  });

  it('is returned by the Responses API with both kinds of citations', async () => {
    reply = '{"count": 7}';
    const format = { type: 'json_schema' as const, name: 'quokkas', schema };

    const response = await house.client.responses.create({
      model: 'default',
      input: QUESTION,
      text: { format },
    });

    expect(response.output_text).toBe('{"count": 7}');
    expect(response.output.at(-1)).toMatchObject({
      content: [{ annotations: [{ type: 'url_citation' }, { type: 'file_citation' }] }],
    });
  });

  it("counts the tokens read from the endpoint's cache in its usage", async () => {
    reply = { content: '{"count": 7}', promptTokens: 500, cachedTokens: 300 };
    const format = { type: 'json_schema' as const, name: 'quokkas', schema };

    const answer = await house.client.chat.completions.create({ ...asked, response_format });
    const response = await house.client.responses.create({
      model: 'default',
      input: QUESTION,
      text: { format },
    });

    expect(answer.usage?.prompt_tokens_details?.cached_tokens).toBe(300);
    expect(response.usage?.input_tokens_details.cached_tokens).toBe(300);
  });

  it.each([
    ['invalid JSON', 'Seven.'],
    ['a list', '[7]'],
    ['an object without a required field', '{"number": 7}'],
  ])('is refused if the model returns %s, and is not requested again', async (_what, given) => {
    reply = given;

    const { status, headers, json } = await post({ ...asked, response_format });

    expect({ status, json }).toMatchObject({
      status: 502,
      json: { error: { type: 'server_error', code: 'model_invalid_output' } },
    });
    expect(headers.get('x-should-retry')).toBe('false');
  });

  it('of another type, or without a schema, is refused by name', async () => {
    const formats = [{ type: 'grammar' }, { type: 'json_schema' }];

    const answers = await Promise.all(
      formats.map((format) => post({ ...asked, response_format: format })),
    );

    for (const { status, json } of answers) {
      expect({ status, json }).toMatchObject({
        status: 400,
        json: { error: { code: 'unsupported_parameter', param: 'response_format' } },
      });
    }
  });
});

describe('a task of a chat program', () => {
  it('is answered by the model under our instructions, without its thoughts', async () => {
    reply = '<think>Quokkas!</think>{"title": "Quokkas"}';

    const { json } = await post(openWebUiTasks.title);

    expect(JSON.parse(contentOf(json))).toEqual({ title: 'Quokkas' });
    const { messages } = z
      .looseObject({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })
      .parse(model.requests.at(-1)?.body);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]?.content).toContain('<chat_history>');
  });

  it('has the structure that LibreChat requests with a schema', async () => {
    reply = '{"title": "Quokkas", "language": "en"}';

    const { json } = await post(libreChatTitles.structured);

    expect(JSON.parse(contentOf(json))).toEqual({ title: 'Quokkas', language: 'en' });
    expect(model.requests.at(-1)?.body).toMatchObject({
      response_format: { json_schema: { name: 'title_and_language' } },
    });
  });

  it('can use the plain model, which has no documents', async () => {
    reply = 'Quokkas are marsupials.';

    const { json } = await post({ ...asked, model: 'default:plain' });

    expect(contentOf(json)).toBe('Quokkas are marsupials.');
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('Seven quokkas');
  });

  it("counts the model's tokens, also if it fails, which is reported as a failure", async () => {
    const { adminKey } = await house.application.tenant();
    reply = { content: 'A title', promptTokens: 321 };
    await post(openWebUiTasks.title, adminKey);
    const counted = await promptTokens(adminKey);
    reply = { fault: 'status', status: 400 };

    const failed = await post(openWebUiTasks.title, adminKey);

    expect(counted).toBe(321);
    expect(failed).toMatchObject({ status: 503, json: { error: { type: 'server_error' } } });
  });
});

describe("a tenant's quota", () => {
  it('counts embeddings and tasks', async () => {
    const { adminKey: key } = await house.application.tenant();
    const { user } = z
      .object({ user: z.looseObject({ id: z.string() }) })
      .parse(await get('/v1/me', key));
    const made = await house.application.call('POST', '/v1/api-keys', {
      key,
      body: { name: 'vectors', userId: user.id, permissions: ['chat', 'embeddings'] },
    });
    const { apiKey } = z.looseObject({ apiKey: z.string() }).parse(made.json);
    const client = clientOf(house.application, apiKey);
    const used = await client.embeddings.create({ model: 'any', input: 'quokka' });
    await house.application.call('PATCH', '/v1/tenant', {
      key,
      body: { policy: { quotas: { tokensPerMonth: 1 } } },
    });

    const refused: unknown = await client.embeddings
      .create({ model: 'any', input: 'quokka' })
      .catch((error: unknown) => error);
    const task = await post(openWebUiTasks.title, apiKey);

    expect(used.usage.prompt_tokens).toBeGreaterThan(0);
    expect(await promptTokens(key)).toBe(used.usage.prompt_tokens);
    expect(refused).toMatchObject({ status: 429, code: 'quota_exceeded' });
    expect(task).toMatchObject({ status: 429, json: { error: { code: 'quota_exceeded' } } });
    expect(task.headers.get('x-should-retry')).toBe('false');
  });
});
