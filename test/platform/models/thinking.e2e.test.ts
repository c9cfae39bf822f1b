import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChatCall } from '../../fakes/openai-server/replies.js';
import { closeServers, request, setUp } from './chat-model-setup.js';

afterEach(closeServers);

const decision = { ...request, purpose: 'decide' as const };

/** A stream whose usage says that some of its tokens were thoughts. */
const thinkingStream = {
  fault: 'events' as const,
  events: [
    { choices: [{ index: 0, delta: { content: 'Seven.' }, finish_reason: 'stop' }] },
    {
      choices: [],
      usage: {
        ...{ prompt_tokens: 10, completion_tokens: 90, total_tokens: 100 },
        completion_tokens_details: { reasoning_tokens: 80 },
      },
    },
    '[DONE]',
  ],
};

describe('a model that thinks before it writes', () => {
  it.each([
    ['shows its thoughts in the text', () => '<think>Hm.</think>Seven.'],
    ['counts them among its tokens', () => thinkingStream],
  ])(
    'that %s gets room for them, and is to think little where it decides',
    async (_how, script) => {
      const { server, complete } = await setUp(script);

      for (const asked of [decision, decision, request]) await complete(asked);

      const bodies = server.requests.map(({ body }) => body as ChatCall);
      expect(bodies.map(({ max_tokens: tokens }) => tokens)).toEqual([100, 2_100, 8_100]);
      expect(bodies.map(({ reasoning_effort: effort }) => effort)).toEqual([
        ...[undefined, 'low', undefined],
      ]);
    },
  );

  it('is told how much to think where the caller says so', async () => {
    const { server, complete } = await setUp(() => 'Seven.');

    await complete({ ...request, reasoningEffort: 'high' });

    expect(server.requests[0]?.body).toMatchObject({
      reasoning_effort: 'high',
      max_tokens: 16_100,
    });
  });

  it('gets no room for thoughts where its context has none', async () => {
    const { server, complete } = await setUp(({ max_tokens: tokens = 0 }) =>
      tokens > 1_000
        ? { fault: 'status', status: 400, message: 'This exceeds the maximum context length.' }
        : '<think>Hm.</think>Seven.',
    );

    await complete();
    const { content } = await complete();

    expect(content).toBe('Seven.');
    expect(server.requests.map(({ body }) => (body as ChatCall).max_tokens)).toEqual([
      ...[100, 8_100, 100],
    ]);
  });
});

describe('a wish that an endpoint refuses', () => {
  it.each([
    ['reasoning_effort', { reasoningEffort: 'low' as const }],
    ['top_p', { topP: 0.5 }],
    ['seed', { seed: 7 }],
    ['stop', { stop: ['END'] }],
  ])('is left out of the next try, and of later calls: %s', async (name, wish) => {
    const { server, complete } = await setUp((call) =>
      name in call
        ? { fault: 'status', status: 400, message: `Unsupported parameter: '${name}'` }
        : 'Seven.',
    );

    await complete({ ...request, ...wish });
    const { content } = await complete({ ...request, ...wish });

    expect(content).toBe('Seven.');
    expect(server.requests.map(({ body }) => name in (body as object))).toEqual([
      ...[true, false, false],
    ]);
  });
});
