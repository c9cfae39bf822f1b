import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { ExecutionId, SessionId } from '../../src/shared/ids.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';
import { WORKFLOW } from '../support/workbench.js';

const SHOWN = 'Annual leave is 25 days [1].';

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

describe('an answer that breaks off after its first piece', () => {
  it.each<[string, string, Ending]>([
    ['the model is cut', 'model_unavailable', breaksOff],
    [
      'the model writes nonsense',
      'model_unavailable',
      () => Promise.reject(new AppError('model_invalid_output', 'HTML.')),
    ],
    ['something of ours fails', 'internal_error', () => Promise.reject(new Error('Defect.'))],
    ['time runs out', 'deadline_exceeded', hangsOn],
  ])('fails the turn when %s', async (_, code, ending) => {
    const { emit, find, deltas } = started();
    const settings = { nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, finalize: 2_300 } };
    const chat = talkThen(ending);

    const turn = bench().asker({ chat, settings })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
    });

    await expect(turn).rejects.toThrow();
    const stored = await read(find().executionId);
    expect(deltas()).toEqual([SHOWN]);
    expect(stored).toMatchObject({
      execution: { status: 'error', errorCode: code, workflowPath: ['iteration_1_tools'] },
      answer: SHOWN,
      citations: [],
    });
    expect(stored?.execution.receipt).toMatchObject({
      queries: [QUESTION],
      decisions: [{ decision: 'CALL_TOOLS' }],
      candidates: [{ outcome: 'cited' }],
      sources: [{ outcome: 'cited' }],
    });
    expect(stored?.nodeExecutions.at(-1)).toMatchObject({ nodeName: 'finalize', strategy: null });
  });

  it('fails the turn when its reader goes away', async () => {
    const { emit, find } = started();
    const reader = new AbortController();
    const leave: Ending = (signal) => {
      reader.abort();
      return hangsOn(signal);
    };

    const turn = bench().asker({ chat: talkThen(leave) })(tenant().member, QUESTION, {
      ...{ emit, isStreamed: true, signal: reader.signal },
    });

    await expect(turn).rejects.toMatchObject({ code: 'cancelled' });
    expect(await read(find().executionId)).toMatchObject({
      execution: { status: 'cancelled', errorCode: 'cancelled' },
      answer: SHOWN,
    });
  });

  it('cites nothing that was not shown: the receipt lists its source as only in the prompt', async () => {
    const { emit, find } = started();
    const reader = new AbortController();
    const leave: Ending = (signal) => {
      reader.abort();
      return hangsOn(signal);
    };

    await bench()
      .asker({ chat: talkThen(leave, 'Annual leave is') })(tenant().member, QUESTION, {
        ...{ emit, isStreamed: true, signal: reader.signal },
      })
      .catch(() => undefined);

    expect((await read(find().executionId))?.execution.receipt).toMatchObject({
      sources: [{ outcome: 'in_prompt' }],
    });
  });

  it('enters no later prompt', async () => {
    const { emit, find } = started();
    await bench()
      .asker({ chat: talkThen(breaksOff) })(tenant().member, QUESTION, { emit, isStreamed: true })
      .catch(() => undefined);
    const chat = createScriptedChatModel({ decide: [decide.answer()], answer: ['Nothing.'] });

    await bench().asker({ chat })(tenant().member, 'What did you just say?', {
      sessionId: find().sessionId,
    });

    expect(JSON.stringify(chat.requests)).not.toContain('25 days');
  });

  it('gets no further piece, even if the model goes on', async () => {
    const { emit, deltas } = started();
    const settings = { nodeTimeoutMs: { ...WORKFLOW.nodeTimeoutMs, finalize: 2_200 } };
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

    await goOn().catch(() => undefined);

    expect(deltas()).toEqual([SHOWN]);
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
