import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChatScript, Fault } from '../../fakes/openai-server/replies.js';
import { closeServers, request, setUp } from './chat-model-setup.js';

afterEach(closeServers);

type Form = 'streamed' | 'in one piece';
const FORMS: readonly Form[] = ['streamed', 'in one piece'];

const ask = async (form: Form, chat: ChatScript, { idleMs = 15_000, deadlineMs = 30_000 } = {}) => {
  const limits = { firstTokenMs: 20 * idleMs, streamIdleMs: idleMs };
  const { server, model, waits } = await setUp(chat, limits);
  const texts: string[] = [];
  const controller = new AbortController();
  const answer = model.complete(request, {
    signal: controller.signal,
    deadlineAt: Date.now() + deadlineMs,
    onText: form === 'streamed' ? (text) => void texts.push(text) : undefined,
  });
  return { server, waits, texts, controller, answer };
};

describe.each(FORMS)('a model answer %s', (form) => {
  it('may be slow', async () => {
    const { answer } = await ask(form, () => ({ fault: 'slow', content: 'a b c', pauseMs: 20 }));

    expect((await answer).content).toBe('a b c');
  });

  it.each<[string, Fault]>([
    ['a page of HTML', { fault: 'html' }],
    ['JSON that is not a completion', { fault: 'json', body: { ok: true } }],
    ['a completion without choices', { fault: 'json', body: { choices: [] } }],
    ['null', { fault: 'json', body: null }],
    ['an empty text', { fault: 'one_piece', reply: '' }],
  ])('is refused when it is %s', async (_, fault) => {
    const { answer, server, texts } = await ask(form, () => fault);

    await expect(answer).rejects.toMatchObject({ code: 'model_invalid_output' });
    expect(server.requests).toHaveLength(1);
    expect(texts).toEqual([]);
  });

  it.each([500, 502, 503])('is requested three times if the status is %s', async (status) => {
    const { answer, server } = await ask(form, () => ({ fault: 'status', status }));

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(server.requests).toHaveLength(3);
  });

  it('is requested again after a second if the endpoint asks for that', async () => {
    const { answer, waits } = await ask(form, (_, call) =>
      call === 1 ? { fault: 'status', status: 429, headers: { 'retry-after': '1' } } : 'Three.',
    );

    expect((await answer).content).toBe('Three.');
    expect(waits).toEqual([1_000]);
  });

  it('fails if the endpoint asks to wait for sixty seconds', async () => {
    const { answer, waits } = await ask(form, () => ({
      fault: 'status',
      status: 429,
      headers: { 'retry-after': '60' },
    }));

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable', retryAfterSec: 60 });
    expect(waits).toEqual([]);
  });

  it('is requested again if the connection breaks before the first word', async () => {
    const { answer } = await ask(form, (_, call) => (call === 1 ? { fault: 'cut' } : 'Three.'));

    expect((await answer).content).toBe('Three.');
  });

  it.each<[string, Fault]>([
    ['nothing came', { fault: 'hang' }],
    ['it stopped in the middle', { fault: 'stall', after: ['Three', ' days'] }],
  ])('closes its connection when it is cancelled after %s', async (_, fault) => {
    const { answer, server, controller } = await ask(form, () => fault);
    await server.received(1);

    controller.abort();

    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await server.requests[0]?.aborted;
    // No time-out has closed it: none has asked for it again.
    expect(server.requests).toHaveLength(1);
  });

  it('is reported as a prompt that is too long if the endpoint says so', async () => {
    const { answer, server } = await ask(form, () => ({
      fault: 'status',
      status: 400,
      code: 'context_length_exceeded',
    }));

    await expect(answer).rejects.toMatchObject({ code: 'model_context_exceeded' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a broken model stream', () => {
  it('after the first word is not started again', async () => {
    const { answer, server, texts } = await ask('streamed', () => ({
      fault: 'cut',
      after: ['Three', ' days'],
    }));

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(texts).toEqual(['Three', ' days']);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, readonly string[]]>([
    ['before the first word', []],
    ['after the first word', ['Three']],
  ])('by falling silent %s is abandoned', async (_, after) => {
    const { answer, server } = await ask('streamed', () => ({ fault: 'stall', after }), {
      idleMs: 50,
    });

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' });
    await server.requests[0]?.aborted;
    expect(server.requests).toHaveLength(1);
  });

  it('with an error event before the first word is started again', async () => {
    const { answer } = await ask('streamed', (_, call) =>
      call === 1 ? { fault: 'events', events: [{ error: { message: 'overloaded' } }] } : 'Three.',
    );

    expect((await answer).content).toBe('Three.');
  });

  it.each<[string, readonly unknown[]]>([
    ['nothing', []],
    ['only its end', ['[DONE]']],
    ['a number', [7]],
    ['choices that are not a list', [{ choices: 'x' }]],
    ['something that is not JSON', ['{"choices": [']],
    ['objects of another kind', [{ type: 'message_start' }]],
  ])('because it contains %s is refused', async (_, events) => {
    const { answer, server } = await ask('streamed', () => ({ fault: 'events', events }));

    await expect(answer).rejects.toMatchObject({ code: 'model_invalid_output' });
    expect(server.requests).toHaveLength(1);
  });

  it('because its reader failed does not count as a failure of the endpoint', async () => {
    const { model, server } = await setUp(() => 'one two three');

    const answer = model.complete(request, {
      signal: new AbortController().signal,
      onText: () => Promise.reject(new TypeError('gone')),
    });

    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });

  it('closes the connection even while its reader is busy', async () => {
    const { model, server } = await setUp(() => ({ fault: 'endless', piece: ' a' }));
    const controller = new AbortController();
    const answer = model.complete(request, {
      signal: controller.signal,
      onText: () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    });

    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await server.requests[0]?.aborted;
  });
});
