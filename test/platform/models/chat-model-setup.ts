import {
  createChatModel,
  type ChatModelOptions,
} from '../../../src/platform/models/failover-chat-model.js';
import type { ChatRequest } from '../../../src/platform/models/model.js';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server/index.js';
import type { ChatScript } from '../../fakes/openai-server/replies.js';
import { openai } from '../../../src/platform/models/providers/openai/index.js';

export const request: ChatRequest = {
  purpose: 'answer',
  messages: [{ role: 'user', content: 'How many days?' }],
  maxTokens: 100,
  temperature: 0.3,
};
export const structured: ChatRequest = {
  ...request,
  messages: [{ role: 'system', content: 'Rules.' }, ...request.messages],
  responseSchema: { name: 'decision', schema: { type: 'object', properties: {} } },
};

const open: OpenAiServer[] = [];

export const closeServers = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((server) => server.close()));
};

export const setUp = async (chat: ChatScript, options: Partial<ChatModelOptions> = {}) => {
  const server = await startOpenAiServer({ chat });
  open.push(server);
  const waits: number[] = [];
  const model = createChatModel({
    provider: openai,
    backend: 'main',
    baseUrl: server.baseUrl,
    apiKey: 'secret',
    model: 'gpt-4o-mini',
    protocol: 'auto',
    firstTokenMs: 30_000,
    streamIdleMs: 15_000,
    prices: { 'gpt-4o-mini': { input: 0.15, output: 0.6 } },
    retry: {
      random: () => 1,
      wait: async (delayMs) => {
        waits.push(delayMs);
      },
    },
    ...options,
  });
  const complete = (asked: ChatRequest = request, signal = new AbortController().signal) =>
    model.complete(asked, { signal, deadlineAt: Date.now() + 60_000 });
  return { server, model, complete, waits };
};
