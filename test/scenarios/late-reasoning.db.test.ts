import { describe, expect, it } from '@jest/globals';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';

const LATE = 'Annual leave [1]. More. </think>Annual leave is 25 days [1].';
const PLAIN = 'Annual leave is 25 days [1]. So.';

const { bench, tenant } = setUpManual(['Annual leave is 25 days.']);

type Said = { text: string; shown: string };

/** A workflow whose model writes these replies, each in pieces of a sentence, and what was shown after each piece. */
const askerOf = (replies: readonly string[]) => {
  const { emit, deltas } = listen();
  const said: Said[] = [];
  const answers = replies.map(
    (content) =>
      async (_request: unknown, _signal: unknown, say: (text: string) => Promise<void>) => {
        for (const text of content.split(/(?<= )/)) {
          await say(text);
          said.push({ text, shown: deltas().join('') });
        }
        return { content };
      },
  );
  const chat = createScriptedChatModel(
    { decide: [decide.search(QUESTION)], answer: answers },
    { repeat: ['decide'] },
  );
  const ask = bench().asker({ chat });
  return {
    said,
    deltas,
    ask: (isStreamed = true) => ask(tenant().member, QUESTION, { isStreamed, emit }),
  };
};

describe('reasoning of which only the end is tagged', () => {
  it('fails the turn if part of it was shown, and no more is shown', async () => {
    const { ask, deltas } = askerOf([LATE]);

    const turn = ask();

    await expect(turn).rejects.toMatchObject({
      code: 'model_unavailable',
      cause: { code: 'model_invalid_output' },
    });
    expect(deltas().join('')).not.toContain('25 days');
  });

  it('is not shown for a model that has written such reasoning before', async () => {
    const { ask, deltas } = askerOf([LATE, LATE]);
    await ask(false);

    const answer = await ask();

    expect(deltas().join('')).toBe(answer.answer);
    expect(answer.answer).toMatch(/^Annual leave is 25 days \[1\]\.\n/);
  });

  it('delays the next 20 answers until they are complete, and no more', async () => {
    const { ask, said, deltas } = askerOf([LATE, ...Array.from({ length: 21 }, () => PLAIN)]);
    await ask(false);

    const shownEarly: string[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      const before = deltas().join('');
      await ask();
      shownEarly.push(said.at(-1)?.shown.slice(before.length) ?? '');
    }

    expect(shownEarly.slice(0, 20).join('')).toBe('');
    expect(shownEarly[20]).toBe('Annual leave is 25 days [1].');
  });
});

describe('text with characters that cannot be stored', () => {
  it('is sent in the form in which it is stored', async () => {
    const { ask, deltas } = askerOf(['Annual leave\0 is 25 \uD800days [1]. \uDC00So. 😀']);

    const answer = await ask();

    expect(answer.answer).toMatch(/^Annual leave\uFFFD is 25 \uFFFDdays \[1\]\. \uFFFDSo\. 😀\n/);
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('is sent in its stored form in a clarifying question, too', async () => {
    const chat = createScriptedChatModel({ decide: [decide.ask('Which\0 one?')] });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION);

    expect(answer.answer).toBe('Which\uFFFD one?');
  });

  it('in a question reaches the model in the form that the history will contain', async () => {
    const chat = createScriptedChatModel({ decide: [decide.ask('Which?')] });

    await bench().asker({ chat })(tenant().member, 'Annual\0 leave?');

    expect(JSON.stringify(chat.requests)).not.toContain('\\u0000');
  });
});

describe('markers that are removed from an answer', () => {
  it('are counted as removed', async () => {
    const outcomes: string[] = [];
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: ['Annual leave is 25 days [1][7]. Pets [9].'],
    });
    const metrics = { citationResolved: (outcome: string) => void outcomes.push(outcome) };

    await bench().asker({ chat, metrics })(tenant().member, QUESTION);

    expect(outcomes.sort()).toEqual(['dropped', 'dropped', 'exact']);
  });
});
