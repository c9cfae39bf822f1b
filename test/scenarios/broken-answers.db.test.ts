import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { ExecutionId, SessionId } from '../../src/shared/ids.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';
import { WORKFLOW } from '../support/workflow-settings.js';

const SHOWN = 'Annual leave is 25 days [1].';
const EARLY = 'This answer ends here before it was complete.';
/** Silence shows soon. */
const IDLE = { streamIdleMs: 100 };

const { bench, tenant } = setUpManual(['Annual leave is 25 days.']);

type Ending = (signal: AbortSignal) => Promise<never>;

const breaksOff: Ending = () => Promise.reject(new AppError('model_unavailable', 'Cut.'));

const hangsOn: Ending = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
  });

const talkThen = (ending: Ending, said = `${SHOWN} Costs are`) =>
  createScriptedChatModel({
    decide: [decide.search(QUESTION)],
    answer: [
      async (_request, signal, say) => {
        await say(said);
        return ending(signal);
      },
    ],
  });

const started = () => {
  const { emit, events, deltas } = listen();
  const find = (): { executionId: ExecutionId; sessionId: SessionId } => {
    const event = events.find(({ type }) => type === 'execution');
    if (event?.type !== 'execution') throw new Error('The turn has not begun.');
    const { executionId, sessionId } = event;
    if (sessionId === null) throw new Error('The turn has no session.');
    return { executionId, sessionId };
  };
  return { emit, find, deltas };
};

const read = (executionId: ExecutionId) =>
  bench().test.database.withScope(tenant().member, (tx) => tx.executions.find(executionId));

type Case = [when: string, reason: string, ending: Ending];

const CASES: Case[] = [
  ['the connection to the model breaks', 'model_unavailable', breaksOff],
  [
    'the model writes nonsense',
    'model_invalid_output',
    () => Promise.reject(new AppError('model_invalid_output', 'HTML.')),
  ],
  ['something of ours fails', 'internal_error', () => Promise.reject(new Error('Defect.'))],
  ['time runs out', 'timeout', hangsOn],
];

/** If time is to run out, a few seconds are left for the first piece, even on a busy machine. */
const limitsFor = (reason: string) =>
  reason === 'timeout'
    ? { ...IDLE, nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, finalize: 5_000 } }
    : IDLE;

describe('an answer that breaks off after its first piece', () => {
  it.each(CASES)('keeps the part that was read when %s', async (_, reason, ending) => {
    const { emit, find, deltas } = started();

    const answer = await bench().asker({ chat: talkThen(ending), settings: limitsFor(reason) })(
      tenant().member,
      QUESTION,
      { emit, isStreamed: true },
    );

    const stored = await read(find().executionId);
    expect(deltas()[0]).toBe(SHOWN);
    expect(deltas().join('')).toBe(answer.answer);
    expect(answer).toMatchObject({
      status: 'degraded',
      degraded: [{ node: 'finalize', reason, effect: 'incomplete_answer' }],
    });
    expect(answer.citations[0]).toMatchObject({ number: 1, verification: 'exact' });
    expect(answer.answer).toContain(EARLY);
    expect(stored).toMatchObject({
      execution: { status: 'degraded', errorCode: null },
      answer: answer.answer,
    });
    expect(stored?.citations).toHaveLength(answer.citations.length);
    expect(stored?.execution.receipt).toMatchObject({ sources: [{ outcome: 'cited' }] });
  });

  it.each(CASES)(
    'keeps that part also if nobody reads the stream, when %s',
    async (_, reason, ending) => {
      const answer = await bench().asker({ chat: talkThen(ending), settings: limitsFor(reason) })(
        tenant().member,
        QUESTION,
      );

      expect(answer.answer).toContain(SHOWN);
      expect(answer.answer).toContain(EARLY);
      expect(answer.degraded).toMatchObject([{ reason, effect: 'incomplete_answer' }]);
      expect(answer.citations[0]).toMatchObject({ number: 1, verification: 'exact' });
    },
  );

  it('keeps ten sentences with their citations if the model is killed after them', async () => {
    const sentences = Array.from({ length: 10 }, () => SHOWN).join(' ');
    const { emit, deltas } = started();

    const answer = await bench().asker({ chat: talkThen(breaksOff, `${sentences} And`) })(
      tenant().member,
      QUESTION,
      { emit, isStreamed: true },
    );

    expect(answer.answer.match(/Annual leave is 25 days \[1\]\./g)).toHaveLength(10);
    expect(answer.answer).toContain(EARLY);
    expect(answer.citations[0]).toMatchObject({ number: 1, verification: 'exact' });
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('fails the turn if its reader disconnects', async () => {
    const { emit, find } = started();
    const reader = new AbortController();
    const leave: Ending = (signal) => {
      reader.abort();
      return hangsOn(signal);
    };

    const turn = bench().asker({ chat: talkThen(leave) })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
      signal: reader.signal,
    });

    await expect(turn).rejects.toMatchObject({ code: 'cancelled' });
    expect(await read(find().executionId)).toMatchObject({
      execution: { status: 'cancelled', errorCode: 'cancelled' },
      answer: SHOWN,
    });
  });

  it('cites nothing that was not shown: the receipt lists its source as in the prompt only', async () => {
    const { emit, find } = started();
    const reader = new AbortController();
    const leave: Ending = (signal) => {
      reader.abort();
      return hangsOn(signal);
    };

    await bench()
      .asker({ chat: talkThen(leave, 'Annual leave is') })(tenant().member, QUESTION, {
        emit,
        isStreamed: true,
        signal: reader.signal,
      })
      .catch(() => undefined);

    expect((await read(find().executionId))?.execution.receipt).toMatchObject({
      sources: [{ outcome: 'in_prompt' }],
    });
  });

  it('does not enter later prompts if its reader disconnected', async () => {
    const { emit, find } = started();
    const reader = new AbortController();
    const leave: Ending = (signal) => {
      reader.abort();
      return hangsOn(signal);
    };
    await bench()
      .asker({ chat: talkThen(leave) })(tenant().member, QUESTION, {
        emit,
        isStreamed: true,
        signal: reader.signal,
      })
      .catch(() => undefined);
    const chat = createScriptedChatModel({ decide: [decide.answer()], answer: ['Nothing.'] });

    await bench().asker({ chat })(tenant().member, 'What did you just say?', {
      sessionId: find().sessionId,
    });

    expect(JSON.stringify(chat.requests)).not.toContain('25 days');
  });

  it('gets no further piece, even if the model continues', async () => {
    const { emit, deltas } = started();
    const settings = limitsFor('timeout');
    let goOn: () => Promise<void> = () => Promise.resolve();
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: [
        async (_request, _signal, say) => {
          await say(`${SHOWN} Costs are`);
          goOn = () => say(' high. Really. So it is.');
          return new Promise(() => undefined);
        },
      ],
    });
    await bench()
      .asker({ chat, settings })(tenant().member, QUESTION, { emit, isStreamed: true })
      .catch(() => undefined);

    const shown = deltas().join('');

    await goOn().catch(() => undefined);

    expect(shown).toContain(EARLY);
    expect(deltas().join('')).toBe(shown);
  });
});

describe('an answer that breaks off before its first piece', () => {
  it('is replaced by quoted sentences', async () => {
    const { emit, deltas } = started();

    const answer = await bench().asker({ chat: talkThen(breaksOff, 'Annual leave is') })(
      tenant().member,
      QUESTION,
      { emit, isStreamed: true },
    );

    expect(answer).toMatchObject({
      status: 'degraded',
      degraded: [{ node: 'finalize', reason: 'model_unavailable', effect: 'basic_response' }],
    });
    expect(deltas().join('')).toBe(answer.answer);
  });
});
