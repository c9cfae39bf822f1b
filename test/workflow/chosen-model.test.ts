import { describe, expect, it } from '@jest/globals';
import type { ChatModel, ChatRequest } from '../../src/platform/models/model.js';
import { asChosen, toChoice } from '../../src/workflow/chosen-model.js';
import { sampleAssistant } from '../fakes/samples.js';

const REQUEST = { messages: [], maxTokens: 500, temperature: 0.3 };

/** The request as it reaches the endpoints. */
const sent = async (
  purpose: ChatRequest['purpose'],
  choice: Parameters<typeof asChosen>[1],
): Promise<unknown> => {
  const requests: unknown[] = [];
  const chat: ChatModel = {
    model: 'first',
    complete: (request) => {
      requests.push(request);
      return Promise.reject(new Error('Nobody reads the answer.'));
    },
  };
  const { signal } = new AbortController();
  const asked = asChosen(chat, choice).complete({ purpose, ...REQUEST }, { signal });
  await expect(asked).rejects.toThrow('Nobody reads the answer.');
  return requests[0];
};

describe('the model of a turn', () => {
  it('is that of the assistant, and of the request where that names another', () => {
    const assistant = { ...sampleAssistant(), model: 'fast', temperature: 0.1, maxTokens: 90 };

    expect(toChoice(assistant)).toMatchObject({ model: 'fast', temperature: 0.1, maxTokens: 90 });
    expect(toChoice(assistant, { model: 'strong', temperature: undefined })).toMatchObject({
      ...{ model: 'strong', temperature: 0.1 },
    });
  });

  it('is asked for everything in the turn, and only answers are written as was wished', async () => {
    const choice = { model: 'strong', temperature: 0.9, topP: 0.5, stop: ['END'], maxTokens: 90 };

    expect(await sent('verify', choice)).toEqual({
      purpose: 'verify',
      ...REQUEST,
      backend: 'strong',
    });
    expect(await sent('answer', choice)).toMatchObject({
      ...{ backend: 'strong', temperature: 0.9, topP: 0.5, stop: ['END'], maxTokens: 90 },
    });
  });

  it('writes no more than the settings allow', async () => {
    expect(await sent('answer', { maxTokens: 9_000 })).toMatchObject({ maxTokens: 500 });
    expect(await sent('answer', {})).toEqual({ purpose: 'answer', ...REQUEST });
  });
});
