import { afterEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { serveStreams, turnOf } from '../support/streaming-api.js';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

/** The openai package before an API whose answers were cut for a reason; null: they are whole. */
const serve = async (reason: string | null) => {
  const degraded =
    reason === null ? [] : [{ node: 'finalize', reason, effect: 'incomplete_answer' }];
  const { api, key } = await serveStreams({
    runUnstored: async (asked) => {
      const answer = await turnOf(async (emit) => {
        await emit({ type: 'delta', text: 'Three days' });
      })(asked);
      return { ...answer, answer: 'Three days', degraded, sessionId: null, messageId: null };
    },
  });
  open.push(api);
  const { apiKey } = key;
  return new OpenAI({ baseURL: `${api.url}/openai/v1`, apiKey, maxRetries: 0 });
};

const chat = {
  model: 'default',
  messages: [{ role: 'user' as const, content: 'How many days?' }],
};
const response = { model: 'default', input: 'How many days?' };

const TOO_LONG = { reason: 'max_output_tokens' };

describe.each([
  { reason: null, finish: 'stop', status: 'completed', details: null },
  { reason: 'answer_truncated', finish: 'length', status: 'incomplete', details: TOO_LONG },
  { reason: 'timeout', finish: 'length', status: 'incomplete', details: TOO_LONG },
  {
    reason: 'content_filtered',
    finish: 'content_filter',
    status: 'incomplete',
    details: { reason: 'content_filter' },
  },
])('an answer that ends early because of $reason', ({ reason, finish, status, details }) => {
  it(`has the finish reason ${finish}, in one piece and in a stream`, async () => {
    const client = await serve(reason);

    const whole = await client.chat.completions.create(chat);
    const stream = await client.chat.completions.create({ ...chat, stream: true });
    const reasons: unknown[] = [];
    for await (const { choices } of stream) reasons.push(choices[0]?.finish_reason);

    expect(whole.choices[0]?.finish_reason).toBe(finish);
    expect(reasons.filter((one) => typeof one === 'string')).toEqual([finish]);
  });

  it(`is a response that is ${status}, in one piece and in a stream`, async () => {
    const client = await serve(reason);

    const whole = await client.responses.create(response);
    const stream = client.responses.stream(response);
    const types: string[] = [];
    stream.on('event', ({ type }) => types.push(type));
    const streamed = await stream.finalResponse();

    const ended = { status, incomplete_details: details, output: [{ type: 'message', status }] };
    expect(whole).toMatchObject({ ...ended, output_text: 'Three days' });
    expect(streamed).toMatchObject(ended);
    expect(types.at(-1)).toBe(`response.${status}`);
  });
});
