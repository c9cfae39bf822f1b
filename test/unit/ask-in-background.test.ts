import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/domain/errors.js';
import type { ModelCall } from '../../src/domain/execution.js';
import { createAskInBackground } from '../../src/services/ask-in-background.js';
import { createScriptedChatModel, hangs } from '../fakes/scripted-chat-model.js';

type Script = Parameters<typeof createScriptedChatModel>[0]['summary'] & object;

const setUp = (summary: Script) => {
  const booked: ModelCall[] = [];
  const metrics = { modelCallFinished: (call: ModelCall) => void booked.push(call) };
  return {
    booked,
    ask: createAskInBackground({ chat: createScriptedChatModel({ summary }), metrics }),
  };
};

const messages = [{ role: 'user', content: 'Sum it up.' }] as const;

describe('a question to a model in the background', () => {
  it('brings the reply and what it came to', async () => {
    const { ask, booked } = setUp(['Likes tea.']);

    const { reply, call } = await ask(messages, new AbortController().signal);

    expect(reply).toBe('Likes tea.');
    expect(call).toMatchObject({ purpose: 'summary', outcome: 'ok', costUsd: 0.001 });
    expect(booked).toEqual([call]);
  });

  it('costs nothing when it is refused', async () => {
    const { ask, booked } = setUp([new AppError('model_unavailable', 'Down.')]);

    const asked = ask(messages, new AbortController().signal);

    await expect(asked).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(booked).toMatchObject([{ outcome: 'error', costUsd: 0 }]);
  });

  it('costs nobody knows what when it is given up', async () => {
    const { ask, booked } = setUp([hangs]);
    const controller = new AbortController();
    const asked = ask(messages, controller.signal);

    controller.abort();

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(booked).toMatchObject([{ outcome: 'cancelled', costUsd: null }]);
  });
});
