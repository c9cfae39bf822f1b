import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChatCall, ChatScript } from '../../fakes/openai-server/replies.js';
import { closeServers, request, setUp } from './chat-model-setup.js';

afterEach(closeServers);

const decision = { ...request, purpose: 'decide' as const };

/** A stream that reports tokens for thoughts. */
const thinkingStream = {
  fault: 'events' as const,
  events: [
    { choices: [{ index: 0, delta: { content: 'Seven.' }, finish_reason: 'stop' }] },
    {
      choices: [],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 90,
        total_tokens: 100,
        completion_tokens_details: { reasoning_tokens: 80 },
      },
    },
    '[DONE]',
  ],
};

const refuse = (message: string) => ({ fault: 'status' as const, status: 400, message });

const tokensOf = (requests: readonly { body: unknown }[]) =>
  requests.map(({ body }) => (body as ChatCall).max_tokens);

describe('a model that reports thoughts', () => {
  it('gets extra tokens for them, and low effort for decisions', async () => {
    const { server, complete } = await setUp(() => thinkingStream);

    for (const asked of [decision, decision, request]) await complete(asked);

    expect(tokensOf(server.requests)).toEqual([100, 2_100, 8_100]);
    expect(server.requests.map(({ body }) => (body as ChatCall)['reasoning_effort'])).toEqual([
      undefined,
      'low',
      undefined,
    ]);
  });

  it('gets the reasoning effort that a caller asks for', async () => {
    const { server, complete } = await setUp(() => 'Seven.');

    await complete({ ...request, wishes: { reasoningEffort: 'high' } });

    expect(server.requests[0]?.body).toMatchObject({
      reasoning_effort: 'high',
      max_tokens: 16_100,
    });
  });

  it.each([
    ['they exceed its context', 'This exceeds the maximum context length.'],
    [
      'they exceed its output limit',
      'max_tokens is too large: 8100. This model supports at most 4096.',
    ],
  ])(
    'is asked again without the extra tokens if %s, and gets them for the next question',
    async (_, why) => {
      let isTight = true;
      const { server, complete } = await setUp(({ max_tokens: tokens = 0 }) =>
        isTight && tokens > 1_000 ? refuse(why) : thinkingStream,
      );

      await complete();
      const { content } = await complete();
      isTight = false;
      await complete();

      expect(content).toBe('Seven.');
      expect(tokensOf(server.requests)).toEqual([100, 8_100, 100, 8_100]);
    },
  );

  it('is not detected by a <think> mark in a text or by the effort of one caller', async () => {
    const { server, complete } = await setUp((call) =>
      'reasoning_effort' in call ? thinkingStream : '<think>Hm.</think>Seven.',
    );

    await complete();
    await complete({ ...request, wishes: { reasoningEffort: 'high' } });
    await complete();

    expect(tokensOf(server.requests)).toEqual([100, 16_100, 100]);
  });
});

describe("a caller's parameters that an endpoint refuses", () => {
  it.each([
    ['temperature', { temperature: 2 }],
    ['top_p', { topP: 0 }],
    ['seed', { seed: 9_007_199_254_740_991 }],
    ['stop', { stop: ['\n'] }],
    ['reasoning_effort', { reasoningEffort: 'xhigh' as const }],
  ])('are left out of that request only: %s', async (name, wishes) => {
    const odd = Object.values(wishes)[0];
    const script: ChatScript = (call) =>
      JSON.stringify(call[name]) === JSON.stringify(odd)
        ? refuse(`Bad ${name}: ${odd}.`)
        : 'Seven.';
    const { server, complete } = await setUp(script);

    const answer = await complete({ ...request, wishes });
    await complete({
      ...request,
      wishes: { temperature: 0.7, topP: 0.5, seed: 7, stop: ['END'] },
    });
    await complete();

    expect(answer).toMatchObject({ content: 'Seven.', refusedWishes: true });
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies[1]).toMatchObject({ temperature: 0.3 });
    expect(bodies[2]).toMatchObject({ temperature: 0.7, top_p: 0.5, seed: 7, stop: ['END'] });
    expect(bodies[3]).toMatchObject({ temperature: 0.3 });
  });

  it('are kept if only the prompt is too long', async () => {
    const { server, complete } = await setUp((call) =>
      call.messages.length > 1 ? refuse('This exceeds the maximum context length.') : 'Seven.',
    );
    const earlier = { role: 'user' as const, content: 'Hello.', isHistory: true as const };

    const answer = await complete({
      ...request,
      messages: [earlier, ...request.messages],
      wishes: { temperature: 0.9 },
    });

    expect(server.requests.map(({ body }) => (body as ChatCall).temperature)).toEqual([0.9, 0.9]);
    expect(answer).not.toHaveProperty('refusedWishes');
  });

  it('can be a schema, and our own schemas are still sent', async () => {
    const responseSchema = { name: 'own', schema: { type: 'object' } };
    const foreign = { name: 'foreign', schema: { type: 'object' } };
    const { server, complete } = await setUp((call) =>
      call.response_format?.json_schema?.name === 'foreign'
        ? refuse('Invalid schema for response_format.')
        : '{}',
    );

    await complete({ ...request, responseSchema: foreign, isForeignSchema: true });
    await complete({ ...request, responseSchema });

    expect(server.requests.at(-1)?.body).toMatchObject({
      response_format: { type: 'json_schema' },
    });
  });
});
