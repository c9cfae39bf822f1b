import { describe, expect, it } from '@jest/globals';
import { createAskInBackground } from '../../../src/platform/models/meter-model.js';
import { createScriptedChatModel, hangs } from '../../fakes/scripted-chat-model.js';

const messages = [{ role: 'user', content: 'Sum it up.' }] as const;

describe('a question to a model in the background', () => {
  it('returns the reply and the usage of the call', async () => {
    const ask = createAskInBackground(createScriptedChatModel({ summary: ['Likes tea.'] }));

    const { reply, call } = await ask(messages, new AbortController().signal);

    expect(reply).toBe('Likes tea.');
    expect(call).toMatchObject({ purpose: 'summary', outcome: 'ok', costUsd: 0.001 });
  });

  it('ends when it is given up', async () => {
    const ask = createAskInBackground(createScriptedChatModel({ summary: [hangs] }));
    const controller = new AbortController();
    const asked = ask(messages, controller.signal);

    controller.abort();

    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});
