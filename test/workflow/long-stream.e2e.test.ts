import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ChatAnswer } from '../../src/workflow/chat.js';
import type { Database } from '../../src/compose/repositories.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { askForEvents, collectEvents, textOf } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';

const QUESTION = 'How many quokkas are allowed in a garden?';
const SENTENCE = 'Seven quokkas are allowed in a garden [1].';
const SECONDS = 180;

/** Seven tokens a second, about the pace of a model on a processor: a sentence every two seconds. */
const PIECES = Array.from({ length: SECONDS }, (_, second) =>
  second % 2 === 0 ? 'Seven quokkas are allowed' : ' in a garden [1]. ',
);
const TEXT = PIECES.join('').trim();

/** Calls of the database that are under way. */
const watchCalls = () => {
  let underWay = 0;
  const wrap = (database: Database): Database => ({
    ...database,
    withScope: async (scope, work) => {
      underWay += 1;
      try {
        return await database.withScope(scope, work);
      } finally {
        underWay -= 1;
      }
    },
  });
  const quiet = () =>
    eventually(
      () => underWay,
      (calls) => calls === 0,
    );
  return { wrap, quiet };
};

describe('an answer of three minutes, from a model that writes seven tokens a second', () => {
  const calls = watchCalls();
  const clock = { laterMs: 0 };
  const at: { minuteTwo: () => Promise<void> } = { minuteTwo: async () => undefined };
  const model = createScriptedChatModel(
    {
      decide: [decide.search(QUESTION)],
      answer: [
        async (_request, _signal, say) => {
          for (const [second, piece] of PIECES.entries()) {
            clock.laterMs += 1_000;
            await say(piece);
            // As in real seconds, what was begun in one is done in the next.
            if (second % 10 === 0) await calls.quiet();
            if (second === 121) await at.minuteTwo();
          }
          return TEXT;
        },
      ],
    },
    { repeat: ['decide', 'answer'] },
  );
  let house: OpenAiHouse;
  beforeAll(async () => {
    house = await startOpenAiHouse({
      overrides: {
        chatModel: model,
        now: () => new Date(Date.now() + clock.laterMs),
        wrap: (parts) => ({ ...parts, database: calls.wrap(parts.database) }),
      },
    });
  }, 120_000);
  afterAll(() => house.close());

  // The server may close a connection that was idle during such an answer just when it is used again.
  const alone = { Connection: 'close' };
  const ask = (headers: Record<string, string>, body: object = {}) =>
    house.application.call('POST', '/v1/chat', {
      key: house.adminKey,
      body: { message: QUESTION, ...body },
      headers: { ...alone, ...headers },
    });
  const messagesOf = async (sessionId: string) => {
    const path = `/v1/sessions/${sessionId}/messages`;
    const { json } = await house.application.call('GET', path, { key: house.adminKey });
    return z.object({ items: z.array(z.looseObject({ role: z.string() })) }).parse(json).items;
  };

  it('arrives whole and cited, and the same question is refused with 409 meanwhile', async () => {
    const headers = { 'Idempotency-Key': 'slow' };
    const again: number[] = [];
    at.minuteTwo = async () => {
      again.push((await ask(headers)).status);
    };

    const { status, json } = await ask(headers);
    at.minuteTwo = async () => undefined;

    const answer = ChatAnswer.parse(json);
    expect([status, ...again]).toEqual([200, 409]);
    expect(answer.answer).toContain(TEXT);
    expect(answer).toMatchObject({ status: 'success', citations: [{ verification: 'exact' }] });
    expect((await messagesOf(answer.sessionId)).map(({ role }) => role)).toEqual([
      'assistant',
      'user',
    ]);
  }, 120_000);

  it('arrives whole as a stream', async () => {
    const asked = { url: house.application.url, key: house.adminKey, body: { message: QUESTION } };

    const events = await collectEvents(await askForEvents(asked));

    const answer = ChatAnswer.parse(events.at(-1)?.data);
    expect(textOf(events)).toBe(answer.answer);
    expect(answer.answer).toContain(TEXT);
    expect(answer.citations).toMatchObject([{ verification: 'exact' }]);
  }, 120_000);

  it('arrives whole at a client of the OpenAI API', async () => {
    const stream = await house.client.chat.completions.create({
      model: 'default',
      stream: true,
      messages: [{ role: 'user', content: QUESTION }],
    });
    let text = '';
    let annotations = 0;
    for await (const { choices } of stream) {
      const delta: { content?: string | null; annotations?: unknown[] } = choices[0]?.delta ?? {};
      text += delta.content ?? '';
      annotations += delta.annotations?.length ?? 0;
    }

    expect(text).toContain(TEXT);
    expect(annotations).toBe(text.split(SENTENCE).length - 1);
  }, 120_000);
});
