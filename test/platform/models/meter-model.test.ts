import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/shared/errors.js';
import type {
  ChatCallOptions,
  ChatModel,
  ChatRequest,
} from '../../../src/platform/models/model.js';
import {
  costOf,
  createAskInBackground,
  meterModel,
} from '../../../src/platform/models/meter-model.js';
import { createScriptedChatModel, hangs } from '../../fakes/scripted-chat-model.js';
import type { ModelCall } from '../../../src/shared/execution.js';

const request: ChatRequest = {
  purpose: 'answer',
  messages: [{ role: 'user', content: 'How many days?' }],
  maxTokens: 100,
  temperature: 0.3,
};

const setUp = (chat: ChatModel) => {
  const calls: ModelCall[] = [];
  const seen = { deadlineAt: 0, switches: 0 };
  const metered = meterModel(
    {
      model: chat.model,
      complete: (asked, options: ChatCallOptions) => {
        seen.deadlineAt = options.deadlineAt ?? 0;
        return chat.complete(asked, options);
      },
    },
    {
      record: (call) => calls.push(call),
      deadlineAt: () => 1_234,
      switched: () => {
        seen.switches += 1;
      },
    },
  );
  return { calls, seen, metered };
};

const { signal } = new AbortController();
const pending: ChatModel = { model: 'slow-1', complete: () => new Promise(() => undefined) };

describe('a metered model', () => {
  it('records the tokens and cost of a call, and passes its deadline on', async () => {
    const { calls, seen, metered } = setUp(createScriptedChatModel({ answer: ['Three.'] }));

    await metered.complete(request, { signal });

    expect(calls).toEqual([
      {
        purpose: 'answer',
        model: 'scripted-1',
        promptTokens: 100,
        cachedTokens: 0,
        completionTokens: 10,
        costUsd: 0.001,
        durationMs: expect.any(Number),
        outcome: 'ok',
      },
    ]);
    expect(seen).toEqual({ deadlineAt: 1_234, switches: 0 });
  });

  it('records the prompt tokens that the endpoint read from its cache', async () => {
    const usage = { promptTokens: 1000, completionTokens: 10, cachedTokens: 900 };
    const { calls, metered } = setUp(
      createScriptedChatModel({ answer: [{ content: 'Three.', usage }] }),
    );

    await metered.complete(request, { signal });

    expect(calls).toMatchObject([{ promptTokens: 1000, cachedTokens: 900, outcome: 'ok' }]);
  });

  it('records a refused call, which costs nothing', async () => {
    const refused = new AppError('model_unavailable', 'No.');
    const { calls, metered } = setUp(createScriptedChatModel({ answer: [refused] }));

    await expect(metered.complete(request, { signal })).rejects.toBe(refused);

    expect(calls).toMatchObject([
      { model: 'scripted-1', outcome: 'error', cachedTokens: 0, costUsd: 0 },
    ]);
  });

  it.each([
    ['cancelled', 'cancelled', new AppError('cancelled', 'Gone.')],
    ['out of time', 'error', new DOMException('Too late.', 'TimeoutError')],
  ])('records a %s call at once, with an unknown cost', (_, outcome, reason) => {
    const { calls, metered } = setUp(pending);
    const controller = new AbortController();
    void metered.complete(request, { signal: controller.signal });

    controller.abort(reason);

    expect(calls).toMatchObject([{ model: 'slow-1', outcome, costUsd: null }]);
  });

  it('does not treat a call as free that broke off after the first word', async () => {
    const { calls, metered } = setUp({
      model: 'cut-1',
      complete: async (_, { onText }) => {
        await onText?.('Three');
        throw new AppError('model_unavailable', 'Cut.');
      },
    });

    await metered.complete(request, { signal, onText: () => undefined }).catch(() => undefined);

    expect(calls).toMatchObject([{ outcome: 'error', costUsd: null }]);
  });

  it('estimates the tokens of a call that was cut short from the prompt sent and the text received', async () => {
    const controller = new AbortController();
    const { calls, metered } = setUp({
      model: 'slow-1',
      complete: async (asked, { onText }) => {
        if ('shapeFor' in asked) asked.shapeFor('tools');
        await onText?.('Twelve chars');
        return await new Promise(() => undefined);
      },
    });
    const messages = [{ role: 'user' as const, content: 'x'.repeat(4000) }];
    void metered.complete(
      { purpose: 'answer', maxTokens: 10, temperature: 0, shapeFor: () => ({ messages }) },
      { signal: controller.signal, onText: () => undefined },
    );

    await Promise.resolve();
    controller.abort();

    expect(calls).toMatchObject([{ outcome: 'cancelled', completionTokens: 3 }]);
    expect(calls[0]?.promptTokens).toBeGreaterThanOrEqual(1000);
    expect(calls[0]?.promptTokens).toBeLessThan(1020);
  });

  it('reports when another endpoint answered instead', async () => {
    const { seen, metered } = setUp(
      createScriptedChatModel({ answer: [{ content: 'Three.', switched: true }] }),
    );

    await metered.complete(request, { signal });

    expect(seen.switches).toBe(1);
  });
});

describe('a question that is sent to a model in the background', () => {
  it('returns the reply and the usage of the call', async () => {
    const ask = createAskInBackground(createScriptedChatModel({ summary: ['Likes tea.'] }));

    const { reply, call } = await ask(request.messages, new AbortController().signal);

    expect(reply).toBe('Likes tea.');
    expect(call).toMatchObject({ purpose: 'summary', outcome: 'ok', costUsd: 0.001 });
  });

  it('ends when it is cancelled', async () => {
    const ask = createAskInBackground(createScriptedChatModel({ summary: [hangs] }));
    const controller = new AbortController();
    const asked = ask(request.messages, controller.signal);

    controller.abort();

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('the cost of a call', () => {
  const prices = {
    'gpt-x': { input: 2, cachedInput: 0.5, output: 8 },
    'gpt-y': { input: 2, output: 8 },
  };

  it.each([
    ['gpt-x', (100 * 2 + 900 * 0.5 + 10 * 8) / 1_000_000],
    ['gpt-y', (1000 * 2 + 10 * 8) / 1_000_000],
  ])('of %s uses the lower price for cached tokens, if there is one', (model, cost) => {
    const usage = { promptTokens: 1000, completionTokens: 10, cachedTokens: 900 };

    expect(costOf(model, usage, prices)).toBeCloseTo(cost, 12);
  });
});
