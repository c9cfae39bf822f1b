import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/shared/errors.js';
import { measureChatModel, traceChatModel } from '../../../src/platform/models/observed-models.js';
import type { SpanAttributes, Tracer } from '../../../src/platform/telemetry/telemetry.js';
import { createScriptedChatModel, hangs } from '../../fakes/scripted-chat-model.js';
import type { ModelCall } from '../../../src/shared/execution.js';

type Script = Parameters<typeof createScriptedChatModel>[0]['summary'] & object;

const setUp = (summary: Script) => {
  const booked: ModelCall[] = [];
  const metrics = { modelCallFinished: (call: ModelCall) => void booked.push(call) };
  const chat = measureChatModel(createScriptedChatModel({ summary }), { metrics, endpoint: null });
  const ask = (signal = new AbortController().signal) =>
    chat.complete({ purpose: 'summary', messages: [], maxTokens: 10, temperature: 0 }, { signal });
  return { booked, ask };
};

describe('the metrics of an observed model', () => {
  it('count an answered call once', async () => {
    const { ask, booked } = setUp(['Likes tea.']);

    await ask();

    expect(booked).toMatchObject([{ purpose: 'summary', outcome: 'ok', costUsd: 0.001 }]);
  });

  it('report a refused call as free', async () => {
    const { ask, booked } = setUp([new AppError('model_unavailable', 'Down.')]);

    await expect(ask()).rejects.toMatchObject({ code: 'model_unavailable' });

    expect(booked).toMatchObject([{ outcome: 'error', costUsd: 0 }]);
  });

  it('report the cost of a cancelled call as unknown', async () => {
    const { ask, booked } = setUp([hangs]);
    const controller = new AbortController();
    const asked = ask(controller.signal);

    controller.abort();

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(booked).toMatchObject([{ outcome: 'cancelled', costUsd: null }]);
  });
});

describe('the trace span of a model call', () => {
  const CACHED = 'gen_ai.usage.cache_read.input_tokens';

  it.each([
    ['has the tokens that the endpoint read from its cache', { cachedTokens: 80 }, 80],
    ['does not mention a cache that the endpoint did not report', {}, undefined],
  ])('%s', async (_, reported, expected) => {
    const noted: SpanAttributes = {};
    const tracer: Tracer = {
      inSpan: (_span, work) => work({ set: (attributes) => Object.assign(noted, attributes) }),
    };
    const usage = { promptTokens: 100, completionTokens: 10, ...reported };
    const scripted = createScriptedChatModel({ summary: [{ content: 'Tea.', usage }] });
    const { signal } = new AbortController();

    await traceChatModel(scripted, tracer).complete(
      { purpose: 'summary', messages: [], maxTokens: 10, temperature: 0 },
      { signal },
    );

    expect(noted).toMatchObject({ 'gen_ai.usage.input_tokens': 100 });
    expect(noted[CACHED]).toBe(expected);
  });
});
