import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../config/index.js';
import { createChatModels } from '../../../src/platform/models/failover-chat-model.js';
import type { ChatRequest } from '../../../src/platform/models/model.js';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server/index.js';
import type { ChatScript } from '../../fakes/openai-server/replies.js';
import { createSilentMetrics } from '../../fakes/silent-metrics.js';
import { request } from './chat-model-setup.js';

const open: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const start = async (chat: ChatScript): Promise<OpenAiServer> => {
  const server = await startOpenAiServer({ chat });
  open.push(server);
  return server;
};

/** Two servers, `my_big` and `spare`, with these settings of the first. */
const setUp = async (chat: ChatScript, settings: Record<string, string>) => {
  const [big, spare] = [await start(chat), await start(() => 'From the spare.')];
  const named = Object.entries(settings).map(
    ([suffix, value]) => [`LLM_MY_BIG_${suffix}`, value] as const,
  );
  const { chatModels } = parseConfig({
    LLM_BACKENDS: 'my_big,spare',
    LLM_MY_BIG_BASE_URL: big.baseUrl,
    LLM_MY_BIG_MODEL: 'big-1',
    LLM_SPARE_BASE_URL: spare.baseUrl,
    LLM_SPARE_MODEL: 'small-1',
    ...Object.fromEntries(named),
  });
  if (chatModels === null) throw new Error('No model is set.');
  const prices = { 'big-1': { input: 100, output: 100 } };
  const logger = { warn: () => undefined };
  const model = createChatModels({ ...chatModels, prices, logger, metrics: createSilentMetrics() });
  const ask = (asked: Partial<ChatRequest> = {}, { signal } = new AbortController()) =>
    model.complete({ ...request, ...asked }, { signal, deadlineAt: Date.now() + 30_000 });
  return { big, spare, ask };
};

describe('the configured price of a backend', () => {
  const reply = { content: 'Three.', promptTokens: 1_000_000, completionTokens: 100_000 };

  it('overrides the price list, whichever model answers', async () => {
    const { ask } = await setUp(() => ({ ...reply, model: 'other' }), { PRICE: '2.5/1.25/10' });

    expect((await ask()).costUsd).toBeCloseTo(3.5, 9);
  });

  it('can be zero for a local model', async () => {
    const { ask } = await setUp(() => reply, { PRICE: '0/0' });

    expect((await ask()).costUsd).toBe(0);
  });
});

describe('the context length of a backend', () => {
  const LONG = 'word '.repeat(1_000);

  it('shortens the conversation before the endpoint is asked', async () => {
    const { big, ask } = await setUp(() => 'Three.', { CONTEXT_TOKENS: '1000' });

    await ask({
      messages: [{ role: 'user', content: LONG, isHistory: true }, ...request.messages],
    });

    expect(big.requests.map(({ body }) => body['messages'])).toEqual([
      [{ role: 'user', content: 'How many days?' }],
    ]);
  });

  it('sends a longer prompt directly to the next backend', async () => {
    const { big, ask } = await setUp(() => 'Three.', { CONTEXT_TOKENS: '1000' });

    const answer = await ask({ messages: [{ role: 'user', content: LONG }] });

    expect(answer).toMatchObject({ content: 'From the spare.', switched: true });
    expect(big.requests).toEqual([]);
  });
});

describe('the concurrency of a backend', () => {
  it('makes other calls wait until a stream has ended', async () => {
    const { big, spare, ask } = await setUp(
      (_, callNumber) => (callNumber === 1 ? { fault: 'stall', after: ['Half'] } : 'Three.'),
      { CONCURRENCY: '1', FIRST_TOKEN_SEC: '1' },
    );
    const controller = new AbortController();
    const first = ask({}, controller).catch(() => 'given up');
    await big.received(1);

    const second = ask();
    const impatient = new AbortController();
    const third = ask({}, impatient);
    impatient.abort();
    await expect(third).rejects.toMatchObject({ code: 'cancelled' });
    expect(big.requests).toHaveLength(1);
    controller.abort();

    expect(await second).toMatchObject({ content: 'Three.', backend: 'my_big' });
    expect(await first).toBe('given up');
    expect([big.requests.length, spare.requests.length]).toEqual([2, 0]);
  });
});

describe('the limits on the silence of a backend', () => {
  it('override the common limits', async () => {
    const { ask } = await setUp(() => ({ fault: 'hang' }), { FIRST_TOKEN_SEC: '1' });

    expect(await ask()).toMatchObject({ backend: 'spare', switched: true });
  });

  it('apply to the pieces of a stream, too', async () => {
    const { ask } = await setUp(() => ({ fault: 'stall', after: ['Half'] }), {
      STREAM_IDLE_SEC: '1',
    });

    expect(await ask()).toMatchObject({ backend: 'spare', switched: true });
  });
});
