import { afterEach, describe, expect, it } from '@jest/globals';
import type {
  ChatMessage,
  ChatRequest,
  DecisionRequest,
} from '../../../src/platform/models/model.js';
import type { ChatScript } from '../../fakes/openai-server/replies.js';
import { closeServers, request, setUp } from './chat-model-setup.js';

afterEach(closeServers);

const user = (content: string): ChatMessage => ({ role: 'user', content });
const CONVERSATION: ChatMessage[] = [
  { role: 'system', content: 'Rules.' },
  ...['1', '2', '3', '4'].map((content) => ({ ...user(content), isHistory: true as const })),
  user('How many days?'),
];

const reads = (most: number): ChatScript => {
  return ({ messages }) =>
    messages.length <= most
      ? 'Three.'
      : {
          fault: 'status',
          status: 400,
          message: "This model's maximum context length is 8192 tokens. Please shorten.",
        };
};

const ask = async (most: number, asked: ChatRequest | DecisionRequest) => {
  const { model, server } = await setUp(reads(most));
  const answer = model.complete(asked, { signal: new AbortController().signal });
  return { answer, sent: () => server.requests.map(({ body }) => body['messages']) };
};

describe('a prompt that is too long for the model', () => {
  it('is sent again without the older half of the conversation', async () => {
    const { answer, sent } = await ask(4, { ...request, messages: CONVERSATION });

    expect((await answer).content).toBe('Three.');
    expect(sent()[1]).toMatchObject([
      { role: 'system' },
      { content: '3' },
      { content: '4' },
      { content: 'How many days?' },
    ]);
  });

  it('is sent again only once', async () => {
    const { answer, sent } = await ask(2, { ...request, messages: CONVERSATION });

    await expect(answer).rejects.toMatchObject({ code: 'model_context_exceeded' });
    expect(sent()).toHaveLength(2);
  });

  it('is not sent again if there is no conversation to leave out', async () => {
    const { answer, sent } = await ask(0, request);

    await expect(answer).rejects.toMatchObject({ code: 'model_context_exceeded' });
    expect(sent()).toHaveLength(1);
  });

  it('keeps the question and the tool calls that were made for it', async () => {
    const call = { id: 'a', name: 'rag_search', argumentsJson: '{}' };
    const { answer, sent } = await ask(4, {
      ...request,
      messages: [
        { role: 'system', content: 'Rules.' },
        { ...user('1'), isHistory: true },
        user('How many days?'),
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', toolCallId: 'a', content: 'Found.' },
      ],
    });

    await answer;
    expect(sent()[1]).toMatchObject([
      { role: 'system' },
      { content: 'How many days?' },
      { role: 'assistant' },
      { role: 'tool' },
    ]);
  });

  it('is shortened for every decision protocol', async () => {
    const { answer, sent } = await ask(4, {
      purpose: 'decide',
      maxTokens: 500,
      temperature: 0.1,
      shapeFor: () => ({ messages: CONVERSATION }),
    });

    await answer;
    expect(sent()[1]).toHaveLength(4);
  });
});
