import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ChatAnswer } from '../../src/workflow/chat.js';
import { createScriptedChatModel, decide, hangs } from '../fakes/scripted-chat-model.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { SAMPLES } from '../support/samples.js';
import { askForEvents, collectEvents } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';

const QUESTION = 'How many days a week may office staff work from home?';
const ANSWER = 'Office staff may work from home up to three days a week [1].';
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Messages = z.object({
  items: z.array(z.object({ role: z.string(), content: z.string(), status: z.string() })),
});
const Sessions = z.object({ items: z.array(z.object({ id: z.string() })) });

describe('POST /v1/chat with an Idempotency-Key', () => {
  let application: TestApplication;
  let adminKey: string;
  let documentId: string;
  let play: 'answer' | 'hang' = 'answer';
  const model = createScriptedChatModel(
    {
      decide: [decide.search(QUESTION)],
      answer: [(request, signal) => (play === 'answer' ? ANSWER : hangs(request, signal))],
    },
    { repeat: ['decide', 'answer'] },
  );

  beforeAll(async () => {
    application = await startApplication({ overrides: { chatModel: model } });
    ({ adminKey } = await application.tenant());
    const uploaded = await application.upload(adminKey, join(SAMPLES, 'employee-handbook.pdf'));
    documentId = Uploaded.parse(uploaded.json).document.id;
    await application.settled(adminKey, documentId);
  }, 120_000);
  afterAll(() => application.close());

  const send = (key: string, { message = QUESTION, user = adminKey } = {}) =>
    application.call('POST', '/v1/chat', {
      key: user,
      body: { message },
      headers: { 'Idempotency-Key': key },
    });
  const messagesOf = async (sessionId: string) => {
    const path = `/v1/sessions/${sessionId}/messages`;
    return Messages.parse((await application.call('GET', path, { key: adminKey })).json).items;
  };
  const latestSession = async (): Promise<string> => {
    const { json } = await application.call('GET', '/v1/sessions?limit=1', { key: adminKey });
    return Sessions.parse(json).items[0]?.id ?? '';
  };
  const hasAsked = (count: number) =>
    eventually(
      () => model.requests.filter(({ purpose }) => purpose === 'answer').length,
      (made) => made >= count,
    );
  const asked = () => model.requests.filter(({ purpose }) => purpose === 'answer').length;

  it('answers a short question in the language of Accept-Language, which the key does not cover', async () => {
    const speaking = async (language: string) => {
      const headers = { 'Idempotency-Key': 'spoken', 'Accept-Language': language };
      const body = { message: 'Gehalt Müller' };
      const { json } = await application.call('POST', '/v1/chat', { key: adminKey, body, headers });
      return ChatAnswer.parse(json).language;
    };

    expect(await speaking('de-CH,de;q=0.9,en;q=0.8')).toBe('de');
    expect(await speaking('en')).toBe('de');
  });

  it('returns the first answer again, whole and marked as repeated, without asking the model', async () => {
    const first = await send('again');
    const madeBefore = model.requests.length;

    const second = await send('again');

    expect(ChatAnswer.parse(first.json).citations[0]).toMatchObject({ documentId });
    expect(second).toMatchObject({ status: 200, json: first.json });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(model.requests).toHaveLength(madeBefore);
    const { sessionId } = ChatAnswer.parse(first.json);
    expect((await messagesOf(sessionId)).map(({ role }) => role)).toEqual(['assistant', 'user']);
  });

  it('returns the first answer as events, too', async () => {
    const first = ChatAnswer.parse((await send('again')).json);

    const response = await askForEvents({
      url: application.url,
      key: adminKey,
      body: { message: QUESTION },
      headers: { 'Idempotency-Key': 'again' },
    });

    expect(response.headers.get('idempotency-replayed')).toBe('true');
    const { executionId, sessionId, answer } = first;
    expect(await collectEvents(response)).toEqual([
      { event: 'execution', data: { executionId, sessionId } },
      { event: 'delta', data: { text: answer } },
      { event: 'answer', data: JSON.parse(JSON.stringify(first)) as unknown },
    ]);
  });

  it('refuses the key if the body differs', async () => {
    await send('again');

    const other = await send('again', { message: 'Something else?' });

    expect(other.json).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  });

  it('treats the key as a different one for another user', async () => {
    const other = await application.tenant();
    const first = ChatAnswer.parse((await send('again')).json);

    const second = await send('again', { user: other.adminKey });

    expect(second.status).toBe(200);
    expect(ChatAnswer.parse(second.json).executionId).not.toBe(first.executionId);
  });

  it('runs once if it is sent fifty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('fifty')));

    const good = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    for (const one of refused) {
      expect(one.json).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
      // As long again as the first has run.
      expect(one.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    const { sessionId } = ChatAnswer.parse(good[0]?.json);
    expect(await messagesOf(sessionId)).toHaveLength(2);
  });

  it('runs again after its client disconnected, and stores the question in its session once', async () => {
    play = 'hang';
    const client = new AbortController();
    const body = { message: QUESTION };
    const headers = { 'Idempotency-Key': 'cut' };
    const before = asked();
    const cut = askForEvents({ url: application.url, key: adminKey, body, headers }, client.signal);
    const response = await cut;
    await hasAsked(before + 1);
    const sessionId = await latestSession();
    client.abort();
    await response.text().catch(() => undefined);
    play = 'answer';

    const again = await eventually(
      () => send('cut'),
      ({ status }) => status !== 409,
    );

    expect(ChatAnswer.parse(again.json)).toMatchObject({ sessionId, responseType: 'answer' });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const messages = await messagesOf(sessionId);
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user']);
    expect((await send('cut')).json).toEqual(again.json);
  });

  it('does not repeat what was deleted since, nor do its messages or its receipt', async () => {
    const first = ChatAnswer.parse((await send('stale')).json);
    expect(first.citations[0]?.quote).toContain('three days a week');

    await application.call('DELETE', `/v1/documents/${documentId}`, { key: adminKey });
    const second = ChatAnswer.parse((await send('stale')).json);

    expect(second.citations[0]).toMatchObject({ documentId, quote: null, verification: 'stale' });
    const { sessionId, executionId } = first;
    const read = async (path: string): Promise<string> =>
      JSON.stringify((await application.call('GET', path, { key: adminKey })).json);
    const told = [
      JSON.stringify(second),
      await read(`/v1/sessions/${sessionId}/messages`),
      await read(`/v1/executions/${executionId}`),
    ];
    for (const text of told) {
      expect(text).toContain('This answer is no longer shown');
      expect(text).not.toContain('three days a week');
    }
  });

  it.each(['', ' ', 'two words', 'é', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
    const headers = { 'Idempotency-Key': key };

    const answer = await application.call('POST', '/v1/chat', {
      key: adminKey,
      body: { message: QUESTION },
      headers,
    });

    expect(answer.json).toMatchObject({ status: 422, code: 'validation_failed' });
  });
});
