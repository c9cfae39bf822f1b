import { describe, expect, it } from '@jest/globals';
import { newId, TenantId } from '../../src/shared/ids.js';
import type { ModelChoice } from '../../src/shared/model-choice.js';
import type { ChatModel, ChatRequest } from '../../src/platform/models/model.js';
import { asChosen, toChoice } from '../../src/workflow/chosen-model.js';
import { sampleAssistant } from '../fakes/samples.js';

const REQUEST = { messages: [], maxTokens: 500, temperature: 0.3 };

/** Returns the request that reaches the endpoints. */
const sent = async (purpose: ChatRequest['purpose'], choice: ModelChoice): Promise<unknown> => {
  const requests: unknown[] = [];
  const chat: ChatModel = {
    model: 'first',
    complete: (request) => {
      requests.push(request);
      return Promise.reject(new Error('Nobody reads the answer.'));
    },
  };
  const { signal } = new AbortController();
  const turn = { choice, scope: { tenantId: newId(TenantId) } };
  const asked = asChosen(chat, turn).complete({ purpose, ...REQUEST }, { signal });
  await expect(asked).rejects.toThrow('Nobody reads the answer.');
  return requests[0];
};

describe('the model of a turn', () => {
  it('comes from the assistant unless the request names another', () => {
    const assistant = { ...sampleAssistant(), model: 'fast', temperature: 0.1 };

    expect(toChoice(assistant)).toEqual({ model: 'fast', temperature: 0.1 });
    expect(toChoice(assistant, { model: 'strong', temperature: undefined })).toEqual({
      model: 'strong',
      temperature: 0.1,
    });
  });

  it('never writes longer answers than the assistant allows', async () => {
    const choice = toChoice({ ...sampleAssistant(), maxTokens: 90 }, { maxTokens: 4_000 });

    expect(await sent('answer', choice)).toMatchObject({
      maxTokens: 90,
      wishes: { maxTokens: 4_000 },
    });
  });

  it('is used for all calls of the turn, but its parameters apply to answers only', async () => {
    const wishes = { temperature: 0.9, topP: 0.5, stop: ['END'], maxTokens: 90 };
    const choice = { model: 'strong', ...wishes };

    expect(await sent('verify', choice)).toEqual({
      purpose: 'verify',
      ...REQUEST,
      backend: 'strong',
    });
    expect(await sent('answer', choice)).toEqual({
      purpose: 'answer',
      ...REQUEST,
      backend: 'strong',
      wishes,
    });
    expect(await sent('answer', {})).toEqual({ purpose: 'answer', ...REQUEST });
  });
});
