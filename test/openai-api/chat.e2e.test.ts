import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { z } from 'zod';
import { clientOf, startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { libreChatTitles, openWebUiChat, openWebUiTasks } from './recorded-requests.js';

let house: OpenAiHouse;
beforeAll(async () => {
  house = await startOpenAiHouse();
}, 60_000);
afterAll(() => house.close());

const QUESTION = 'How many quokkas are allowed in a garden?';
const NOBODY = '0197e0b2-0000-7000-8000-000000000000';

const messages = [{ role: 'user' as const, content: QUESTION }];
const asked = { model: 'default', messages };

const Own = z.looseObject({
  knowledge_router: z.object({
    executionId: z.string(),
    sessionId: z.string().nullable(),
    citations: z.array(z.looseObject({ title: z.string() })),
    degraded: z.array(z.unknown()),
  }),
});

const post = (body: object, headers: Record<string, string> = {}) =>
  house.application.call('POST', '/openai/v1/chat/completions', {
    key: house.adminKey,
    body,
    headers,
  });

const listOf = async (path: string) => {
  const { json } = await house.application.call('GET', path, { key: house.adminKey });
  return z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(json).items;
};

const errorOf = async (work: PromiseLike<unknown>) => {
  const error: unknown = await Promise.resolve(work).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenAI.APIError))
    throw new Error('No error of the API.', { cause: error });
  return error;
};

describe('the openai package with our API', () => {
  it('lists the assistants as models, each with a variant for the plain model', async () => {
    const { data } = await house.client.models.list();
    const one = await house.client.models.retrieve('default:plain');

    expect(data.map(({ id }) => id)).toEqual(['default', 'default:plain']);
    expect(one).toMatchObject({ id: 'default:plain', object: 'model' });
  });

  it('gets an answer with citations in the text, as annotations, and in full', async () => {
    const answer = await house.client.chat.completions.create(asked);

    const [choice] = answer.choices;
    const content = choice?.message.content ?? '';
    expect(content).toContain('Seven quokkas are allowed in a garden');
    const [annotation] = choice?.message.annotations ?? [];
    const { start_index: start, end_index: end, url } = annotation?.url_citation ?? {};
    expect(content.slice(start, end)).toBe('[1]');
    expect(url).toContain(`${house.application.url}/d/${house.documentId}?start=`);
    expect(Own.parse(answer).knowledge_router).toMatchObject({
      sessionId: null,
      citations: [{ title: 'Zoo rules' }],
    });
    expect(choice?.finish_reason).toBe('stop');
  });

  it('streams an answer through its helper, which validates every chunk', async () => {
    const stream = house.client.chat.completions.stream(asked);
    const chunks: unknown[] = [];
    stream.on('chunk', (chunk) => chunks.push(chunk));

    const answer = await stream.finalChatCompletion();

    expect(answer.choices[0]?.message.content).toContain('Seven quokkas');
    expect(chunks.filter((chunk) => Own.safeParse(chunk).success)).toHaveLength(1);
    expect(
      chunks.every(
        (chunk) => z.object({ choices: z.array(z.unknown()).min(1) }).safeParse(chunk).success,
      ),
    ).toBe(true);
    expect(JSON.stringify(chunks)).toContain('"annotations":[{"type":"url_citation"');
  });

  it('gets a chunk without choices only if it asked for usage', async () => {
    const stream = await house.client.chat.completions.create({
      ...asked,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);

    const last = chunks.at(-1);
    expect(last?.choices).toEqual([]);
    expect(last?.usage?.total_tokens).toBe(0);
    expect(chunks.filter(({ choices }) => choices.length === 0)).toHaveLength(1);
  });

  it('reports our error message, code and field for a model that does not exist', async () => {
    const error = await errorOf(
      house.client.chat.completions.create({ ...asked, model: 'gpt-4o' }),
    );

    expect(error).toMatchObject({ status: 404, code: 'not_found', param: 'model' });
    expect(error.message).toContain('GET /openai/v1/models');
    expect(error.requestID).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['audio', { audio: { voice: 'alloy', format: 'mp3' } }],
    ['tool_choice', { tool_choice: 'required', tools: [] }],
    ['response_format', { response_format: { type: 'json_object' } }],
  ])('is refused the parameter %s, which would make the answer wrong', async (param, fields) => {
    const create = house.client.chat.completions.create({ ...asked, ...(fields as object) });

    expect(await errorOf(create)).toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      param,
      type: 'invalid_request_error',
    });
  });

  it('shows our errors for an invalid key and for an unknown address', async () => {
    const stranger = clientOf(house.application, 'sk-123');

    const unknown = await errorOf(stranger.models.list());
    const missing = await errorOf(house.client.get('/assistants'));
    const wrongMethod = await errorOf(house.client.delete('/chat/completions'));

    expect(unknown).toMatchObject({ status: 401, type: 'authentication_error' });
    expect(missing).toMatchObject({ status: 404, code: 'route_not_found' });
    expect(wrongMethod).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });
});

describe('examples/openai-node', () => {
  it('prints the answer as it is written, and where its sources are', async () => {
    const args = ['--import', 'tsx', 'examples/openai-node/ask.ts', QUESTION];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: {
        ...process.env,
        OPENAI_BASE_URL: `${house.application.url}/openai/v1`,
        OPENAI_API_KEY: house.adminKey,
      },
    });

    expect(stdout).toContain('Seven quokkas are allowed in a garden');
    expect(stdout).toContain(`→ Zoo rules: ${house.application.url}/d/${house.documentId}`);
  }, 60_000);
});

describe('a question through the OpenAI API', () => {
  it('leaves no session, and an execution without any of its text', async () => {
    const before = await listOf('/v1/sessions');

    const { json } = await post(asked);

    expect(await listOf('/v1/sessions')).toEqual(before);
    const { executionId } = Own.parse(json).knowledge_router;
    const path = `/v1/executions/${executionId}`;
    const stored = await house.application.call('GET', path, { key: house.adminKey });
    expect(stored.json).toMatchObject({ status: 'success', question: null, answer: null });
  });

  it.each(['metadata', 'header'])('belongs to the session that its %s names', async (way) => {
    const body = { message: 'Hello!' };
    const begun = await house.application.call('POST', '/v1/chat', { key: house.adminKey, body });
    const { sessionId } = z.object({ sessionId: z.string() }).parse(begun.json);
    const named = way === 'metadata' ? { metadata: { session_id: sessionId } } : {};
    const header = way === 'header' ? { 'X-Knowledge-Router-Session': sessionId } : {};

    const { json } = await post({ ...asked, ...named }, header);

    expect(Own.parse(json).knowledge_router.sessionId).toBe(sessionId);
    const stored = await listOf(`/v1/sessions/${sessionId}/messages`);
    expect(stored.map(({ content }) => content)).toContain(QUESTION);
  });

  it("is refused for somebody else's session like one that does not exist", async () => {
    const { status, json } = await post({ ...asked, metadata: { session_id: NOBODY } });

    expect({ status, json }).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });

  it('is answered, and names all parameters without effect, even 200 tools', async () => {
    const { tools } = openWebUiChat(QUESTION);
    const many = Array.from({ length: 200 }, () => tools[0]);

    const { status, headers } = await post({
      ...asked,
      temperature: 0,
      seed: 1,
      tools: many,
      user: 'ada',
    });

    expect(status).toBe(200);
    expect(headers.get('x-knowledge-router-ignored')).toBe('temperature, seed, tools, user');
  });

  it('is refused with a picture in it, but answered with a picture in earlier messages', async () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const text = { type: 'text', text: QUESTION };

    const now = await post({ ...asked, messages: [{ role: 'user', content: [text, picture] }] });
    const before = await post({
      ...asked,
      messages: [{ role: 'user', content: [picture] }, ...messages],
    });

    expect(now).toMatchObject({
      status: 400,
      json: { error: { code: 'unsupported_parameter', param: 'messages' } },
    });
    expect(before.status).toBe(200);
  });

  it('is limited to the documents of a filter', async () => {
    const filter = { type: 'ne', key: 'documentId', value: house.documentId };

    const { json } = await post({ ...asked, knowledge_router: { filter } });

    expect(Own.parse(json).knowledge_router.citations).toEqual([]);
  });

  it('is answered with x-should-retry: false if sending it again would do harm', async () => {
    const body = { message: 'Hello!' };
    const begun = await house.application.call('POST', '/v1/chat', { key: house.adminKey, body });
    const { sessionId } = z.object({ sessionId: z.string() }).parse(begun.json);
    const twice = { ...asked, metadata: { session_id: sessionId } };

    const answers = await Promise.all([post(twice), post(twice), post(twice)]);

    const busy = answers.find(({ status }) => status === 409);
    expect(busy?.json).toMatchObject({ error: { code: 'session_busy' } });
    expect(busy?.headers.get('x-should-retry')).toBe('false');
  });
});

describe('requests of chat programs', () => {
  it('are answered for Open WebUI with all the tools that it sends', async () => {
    const { status, text, headers } = await post(openWebUiChat(QUESTION));

    expect(status).toBe(200);
    expect(text).toContain('Seven quokkas');
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(headers.get('x-knowledge-router-ignored')).toBe(
      'temperature, max_tokens, tools, user, system',
    );
  });

  const contentOf = (json: unknown) =>
    z
      .object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })) })
      .parse(json).choices[0]?.message.content ?? '';

  it.each([
    ['title', { title: QUESTION }],
    ['tags', { tags: [] }],
    ['follow_ups', { follow_ups: [] }],
    ['queries', { queries: [] }],
  ] as const)(
    'for a task of Open WebUI (%s) search nothing and leave no trace',
    async (name, expected) => {
      const before = await listOf('/v1/executions');

      const { json } = await post(openWebUiTasks[name]);

      expect(JSON.parse(contentOf(json))).toEqual(expected);
      expect(json).not.toHaveProperty('knowledge_router');
      expect(await listOf('/v1/executions')).toEqual(before);
    },
  );

  it('are answered with a title as LibreChat requests it', async () => {
    const whole = await post(libreChatTitles.completion);
    const structured = await post(libreChatTitles.structured);

    expect(contentOf(whole.json)).toBe(QUESTION);
    expect(JSON.parse(contentOf(structured.json))).toEqual({ title: QUESTION, language: '' });
  });

  it('are treated as tasks if a header or the plain model says so', async () => {
    const named = await post(asked, { 'X-Knowledge-Router-Task': 'tags_generation' });
    const plain = await post({ ...openWebUiTasks.title, model: 'default:plain' });
    const talk = await post({ ...asked, model: 'default:plain' });

    expect(JSON.parse(contentOf(named.json))).toEqual({ tags: [] });
    expect(JSON.parse(contentOf(plain.json))).toEqual({ title: QUESTION });
    expect(talk).toMatchObject({ status: 400, json: { error: { param: 'model' } } });
  });

  it('are treated as questions if a person writes something that looks like a task', async () => {
    const content = `### Task:\nSay it in JSON: ${QUESTION}`;
    const pasted = openWebUiTasks.title.messages;

    const typed = await post({ ...asked, messages: [{ role: 'user', content }] });
    const streamed = await post({ ...asked, messages: pasted, stream: true });

    expect(typed.json).toHaveProperty('knowledge_router');
    expect(streamed.text).toContain('"knowledge_router"');
  });
});
