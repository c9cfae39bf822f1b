import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ChatEvent } from '../../src/workflow/routes.js';
import { ChatAnswer } from '../../src/workflow/chat.js';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { SAMPLES } from '../support/samples.js';
import { askForEvents, collectEvents, readEvents, textOf } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';

const QUESTION = 'How many days a week may office staff work from home?';
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Started = z.object({ executionId: z.string(), sessionId: z.string() });

/** Reads no further: the stream stays open. */
const startedOf = async (response: Response) => {
  const { value } = await readEvents(response).next();
  return Started.parse(value && 'data' in value ? value.data : null);
};

describe('a streamed chat through the whole application', () => {
  let application: TestApplication;
  let model: OpenAiServer;
  let adminKey: string;
  let isHanging = false;

  beforeAll(async () => {
    model = await startOpenAiServer({
      chat: (call, number) => {
        const isAnswer = call.response_format === undefined;
        return isHanging && isAnswer ? { fault: 'hang' } : cooperativeModel(call, number);
      },
    });
    application = await startApplication({
      variables: { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'test-model' },
    });
    ({ adminKey } = await application.tenant());
    const uploaded = await application.upload(adminKey, join(SAMPLES, 'employee-handbook.pdf'));
    await application.settled(adminKey, Uploaded.parse(uploaded.json).document.id);
  }, 120_000);
  afterAll(async () => {
    await application.close();
    await model.close();
  });

  const ask = (message: string, signal?: AbortSignal, sessionId?: string) =>
    askForEvents(
      { url: application.url, key: adminKey, body: { message, ...(sessionId && { sessionId }) } },
      signal,
    );
  const execution = (id: string) =>
    application.call('GET', `/v1/executions/${id}`, { key: adminKey });

  it.each([
    ['a question with an answer', QUESTION],
    ['a question without one', 'What is the capital of France?'],
    ['a greeting', 'Hello!'],
  ])(
    'begins with the execution and ends with the answer that its deltas add up to: %s',
    async (_, message) => {
      const events = await collectEvents(await ask(message));

      const answer = ChatAnswer.parse(events.at(-1)?.data);
      expect(events[0]).toMatchObject({
        event: 'execution',
        data: { executionId: answer.executionId, sessionId: answer.sessionId },
      });
      expect(events.at(-1)?.event).toBe('answer');
      expect(textOf(events)).toBe(answer.answer);
      for (const event of events) ChatEvent.parse(event);
      const nodes = events.filter(({ event }) => event === 'node');
      expect(nodes).toHaveLength(answer.timings.nodes.length * 2);
    },
  );

  it('reports in its last event, in the answer and in the receipt how a misspelt word was read', async () => {
    const question = 'How many days a week may office staff work from hoome?';
    const corrections = [{ from: 'hoome', to: 'home' }];
    const events = await collectEvents(await ask(question));

    const answer = ChatAnswer.parse(events.at(-1)?.data);
    expect(answer.corrections).toEqual(corrections);
    const receipt = await execution(answer.executionId);
    expect(receipt.json).toMatchObject({ receipt: { corrections } });
    const body = { query: question };
    const found = await application.call('POST', '/v1/search', { key: adminKey, body });
    expect(found.json).toMatchObject({ corrections });
    const asked = { key: adminKey, body: { message: question } };
    const whole = await application.call('POST', '/v1/chat', asked);
    expect(whole.json).toMatchObject({ corrections });
  });

  it('answers with an HTTP status if it fails before it has begun', async () => {
    const response = await ask(QUESTION, undefined, '0197e0b2-0000-7000-8000-000000000000');

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('cancels the model call and the execution in the database when its client disconnects', async () => {
    isHanging = true;
    const before = model.requests.length;
    const client = new AbortController();
    const { executionId } = await startedOf(await ask(QUESTION, client.signal));
    const answering = await eventually(
      () => model.requests.slice(before).find(({ body }) => body['response_format'] === undefined),
      (request) => request !== undefined,
    );

    client.abort();

    await answering?.aborted;
    isHanging = false;
    const { json } = await eventually(
      () => execution(executionId),
      ({ json }) => z.object({ status: z.string() }).parse(json).status !== 'running',
    );
    expect(json).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
    expect(z.object({ promptTokens: z.number() }).parse(json).promptTokens).toBeGreaterThan(0);
  });

  it('leaves its session free for the next question', async () => {
    isHanging = true;
    const client = new AbortController();
    const { sessionId } = await startedOf(await ask(QUESTION, client.signal));

    client.abort();
    isHanging = false;

    const again = await eventually(
      () => ask(QUESTION, undefined, sessionId),
      ({ status }) => status === 200,
    );
    expect((await collectEvents(again)).at(-1)?.event).toBe('answer');
  });
});
