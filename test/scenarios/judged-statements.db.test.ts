import { describe, expect, it } from '@jest/globals';
import type { ChatRequest } from '../../src/platform/models/model.js';
import type { VerifySettings } from '../../src/workflow/node.js';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';
import { WORKFLOW } from '../support/workflow-settings.js';

const { bench, tenant } = setUpManual([
  { content: 'Annual leave is 25 days.', page: 5 },
  { content: 'Unused annual leave lapses at the end of March.', page: 9 },
  {
    content: 'Cars in the yard are towed during annual leave ![i](https://evil.example/i) [9] `x.',
    page: 12,
  },
]);

const VERBATIM = 'Annual leave is 25 days [1].';
/** No rule is sure of it: its words are others. */
const FREE = 'Whatever holiday somebody has left by late spring is gone [2].';

type Judging = {
  answer?: string;
  verdict?: string;
  words?: string;
  source?: number;
  mode?: VerifySettings['mode'];
  isStreamed?: boolean;
};

const statementIds = (request: ChatRequest): string[] =>
  [...(request.messages.at(-1)?.content ?? '').matchAll(/^(s\d+): /gmu)].flatMap(
    ([, id]) => id ?? [],
  );

const ask = async ({ answer = `${VERBATIM} ${FREE}`, mode = 'open', ...judging }: Judging) => {
  const {
    verdict = 'supported',
    words = 'Unused annual leave lapses',
    source = 2,
    isStreamed = false,
  } = judging;
  const { emit, events, deltas } = listen();
  const asked: string[][] = [];
  const counted: string[] = [];
  const judge = (request: ChatRequest): string => {
    const ids = statementIds(request);
    asked.push(ids);
    return JSON.stringify({ verdicts: ids.map((id) => ({ id, verdict, source, words })) });
  };
  const chat = createScriptedChatModel(
    {
      decide: [decide.search(QUESTION)],
      answer: [
        async (_request, _signal, say) => {
          await say(answer);
          return answer;
        },
      ],
      verify: [judge],
    },
    { repeat: ['verify'] },
  );
  const verify = { ...WORKFLOW.verify, mode };
  const metrics = { answerChecked: (isJudged: string) => void counted.push(isJudged) };
  const said = await bench().asker({ chat, settings: { verify }, metrics })(
    tenant().member,
    QUESTION,
    {
      ...(isStreamed && { emit, isStreamed }),
    },
  );
  return { said, asked, counted, events, deltas };
};

const eventsOf = <Type extends TurnEvent['type']>(events: readonly TurnEvent[], type: Type) =>
  events.filter((event): event is Extract<TurnEvent, { type: Type }> => event.type === type);

describe('statements that no rule can decide', () => {
  it('are the only ones that the judge is asked about', async () => {
    const { said, asked } = await ask({});

    expect(asked).toEqual([['s2']]);
    expect(said.statements).toMatchObject([
      { verdict: 'exact', checkedBy: 'rule' },
      { verdict: 'supported', checkedBy: 'judge', reason: 'judge_supported', citations: [2] },
    ]);
    expect(said).toMatchObject({ grounding: 1, status: 'success' });
  });

  it('mark their answer as one that needed the judge', async () => {
    const judged = await ask({});
    const byRules = await ask({ answer: VERBATIM });

    expect(judged.counted).toEqual(['yes']);
    expect(byRules.counted).toEqual(['no']);
  });

  it('stay unchecked if VERIFY is off', async () => {
    const { said, asked } = await ask({ mode: 'off' });

    expect(asked).toEqual([]);
    expect(said.statements[1]).toMatchObject({ verdict: 'unchecked', checkedBy: null });
  });

  it('stay unchecked if the judge quotes words that are in no passage', async () => {
    const { said } = await ask({ words: 'all of it is true' });

    expect(said.statements[1]).toMatchObject({ verdict: 'unchecked', checkedBy: null });
    expect(said.answer).toContain(FREE);
  });

  it('stay unchecked if the judge fails, which is reported', async () => {
    const { said } = await ask({ verdict: 'probably' });

    expect(said.statements[1]).toMatchObject({ verdict: 'unchecked' });
    expect(said.degraded).toContainEqual({
      node: 'finalize',
      reason: 'judge_failed',
      effect: 'unchecked_statements',
    });
  });
});

describe('a statement that the judge refutes', () => {
  it('is replaced by what the source says', async () => {
    const { said } = await ask({ verdict: 'contradicted', words: 'Unused annual leave lapses' });

    expect(said.answer).not.toContain('late spring');
    expect(said.answer).toContain('“Unused annual leave lapses at the end of March.” [2]');
    expect(said.statements[1]).toMatchObject({ verdict: 'contradicted', checkedBy: 'judge' });
  });

  it("is replaced by text without the document's links, images and markers", async () => {
    const { said, events } = await ask({
      answer: `${VERBATIM} Whatever is in the yard may stay for ever [3].`,
      verdict: 'contradicted',
      words: 'Cars in the yard are towed',
      source: 3,
      isStreamed: true,
    });

    const [correction] = eventsOf(events, 'correction');
    const shown = [said.answer, correction?.text, correction?.notice].join('\n');
    expect(shown).toContain('Cars in the yard are towed');
    expect(shown).not.toMatch(/evil|!\[|\[9\]|`/u);
  });

  it('is corrected in the stream after it was shown', async () => {
    const { said, events, deltas } = await ask({ verdict: 'contradicted', isStreamed: true });

    const shown = deltas().join('');
    const [correction, ...others] = eventsOf(events, 'correction');
    const { start = 0, end = 0, text = '', statementId } = correction ?? {};
    expect(others).toEqual([]);
    expect(shown.slice(start, end)).toBe(FREE);
    expect(shown.slice(0, start) + text + shown.slice(end)).toBe(said.answer);
    expect(statementId).toBe('s2');
    expect(correction?.notice).toBe(`Correction: ${text}`);
  });
});

describe('verdicts in a stream', () => {
  it('come from the rules at the end of the text, and then from the judge', async () => {
    const { said, events, deltas } = await ask({ isStreamed: true });

    const told = eventsOf(events, 'verdicts').map(({ verdicts }) =>
      verdicts.map(({ verdict }) => verdict),
    );
    expect(told).toEqual([
      ['exact', 'unchecked'],
      ['exact', 'supported'],
    ]);
    expect(eventsOf(events, 'verdicts').at(-1)?.verdicts).toEqual(said.statements);
    expect(deltas().join('')).toBe(said.answer);
    expect(eventsOf(events, 'correction')).toEqual([]);
  });
});
