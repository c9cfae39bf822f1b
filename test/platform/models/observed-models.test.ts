import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/shared/errors.js';
import { measureChatModel } from '../../../src/platform/models/observed-models.js';
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

describe('the figures of an observed model', () => {
  it('hold a call that was answered, once', async () => {
    const { ask, booked } = setUp(['Likes tea.']);

    await ask();

    expect(booked).toMatchObject([{ purpose: 'summary', outcome: 'ok', costUsd: 0.001 }]);
  });

  it('say of a call that was refused that it cost nothing', async () => {
    const { ask, booked } = setUp([new AppError('model_unavailable', 'Down.')]);

    await expect(ask()).rejects.toMatchObject({ code: 'model_unavailable' });

    expect(booked).toMatchObject([{ outcome: 'error', costUsd: 0 }]);
  });

  it('do not know what a call cost that was given up', async () => {
    const { ask, booked } = setUp([hangs]);
    const controller = new AbortController();
    const asked = ask(controller.signal);

    controller.abort();

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(booked).toMatchObject([{ outcome: 'cancelled', costUsd: null }]);
  });
});
