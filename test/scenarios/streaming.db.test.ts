import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';
import { WORKFLOW } from '../support/workflow-settings.js';

const { bench, tenant, addManual } = setUpManual([
  { content: 'Annual leave is 25 days.', page: 5 },
  { content: 'Travel costs and annual leave: costs are refunded within thirty days.', page: 9 },
]);

const tenantWith = async (policy: Partial<TenantPolicy>) => {
  const own = await bench().test.tenant();
  await addManual(own);
  await bench().test.database.withScope(own.system, (tx) =>
    tx.settings.update({ policy: TenantPolicy.parse(policy) }),
  );
  return own;
};

const modelThatWrites = (
  ...answers: Parameters<typeof createScriptedChatModel>[0]['answer'] & object
) => createScriptedChatModel({ decide: [decide.search(QUESTION)], answer: answers });

/** Somebody who reads along; `sources` resolves at the first quotations that are shown. */
const listenForSources = () => {
  const { emit, events } = listen();
  let saw: () => void;
  const sources = new Promise<void>((resolve) => {
    saw = resolve;
  });
  return {
    events,
    sources,
    emit: (event: TurnEvent) => {
      emit(event);
      if (event.type === 'sources') saw();
    },
    shown: () => events.flatMap((event) => (event.type === 'sources' ? [event.citations] : [])),
  };
};

describe('a streamed answer', () => {
  it('is shown sentence by sentence while the model still writes', async () => {
    const { emit, deltas } = listen();
    const seen: string[] = [];
    const chat = modelThatWrites(async (_request, _signal, say) => {
      await say('<think>Hm.</think>Annual leave is 25 days [1]. Costs ');
      seen.push(deltas().join(''));
      await say('are refunded within thirty days [2].');
      return {
        content:
          '<think>Hm.</think>Annual leave is 25 days [1]. Costs are refunded within thirty days [2].',
      };
    });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
    });

    expect(seen[0]).toMatch(/^Annual leave is 25 days \[1\]\.$/);
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('waits for its first citation if facts must be grounded, and drops a thought that is only closed', async () => {
    const { emit, deltas } = listen();
    const seen: string[] = [];
    const chat = modelThatWrites(async (_request, _signal, say) => {
      await say('Secret thought. Another one.\n</think>Well. Let me see. ');
      seen.push(deltas().join(''));
      await say('It is 25 days of annual leave [1]. So.');
      return { content: 'not what was said' };
    });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
    });

    expect(seen).toEqual(['']);
    expect(answer.answer).toMatch(
      /^Well\. Let me see\. It is 25 days of annual leave \[1\]\. So\.\n\nSources:/,
    );
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('reports how much is withheld while an introduction cites nothing, and shows it with the first cited sentence', async () => {
    const { emit, events, deltas } = listen();
    const introduction = `Thank you for your question. ${'It is a good one. '.repeat(20)}`;
    const seen: string[] = [];
    const chat = modelThatWrites(async (_request, _signal, say) => {
      for (const piece of introduction.match(/[^]{1,8}/g) ?? []) await say(piece);
      seen.push(deltas().join(''));
      await say('Annual leave is 25 days [1]. It ');
      seen.push(deltas().join(''));
      await say('is granted to all');
      return { content: `${introduction}Annual leave is 25 days [1]. It is granted to all` };
    });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
    });

    expect(seen).toEqual(['', `${introduction}Annual leave is 25 days [1].`]);
    const held = events.flatMap((event) => (event.type === 'status' ? [event.heldChars] : []));
    expect(held).toEqual([8, 208]);
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('shows the quotation that would be the answer while the model is slow', async () => {
    const reader = listenForSources();
    const chat = modelThatWrites(async () => {
      await reader.sources;
      return new AppError('model_unavailable', 'Down.');
    });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, {
      emit: reader.emit,
      isStreamed: true,
    });

    expect(answer.citations.length).toBeGreaterThan(0);
    expect(reader.shown()).toEqual([answer.citations]);
  });

  it('shows what a search would find and quote while the model decides slowly', async () => {
    const reader = listenForSources();
    const chat = createScriptedChatModel({
      decide: [
        async () => {
          await reader.sources;
          return new AppError('model_unavailable', 'Down.');
        },
      ],
      answer: [new AppError('model_unavailable', 'Down.')],
    });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, {
      emit: reader.emit,
      isStreamed: true,
    });

    expect(answer.citations.length).toBeGreaterThan(0);
    expect(reader.shown()).toEqual([answer.citations]);
    expect(reader.events.filter(({ type }) => type === 'tool')).toHaveLength(4);
  });

  it('is shown after it is checked if unsupported statements are removed', async () => {
    const own = await tenantWith({ groundedOnly: 'strict' });
    const { emit, deltas } = listen();
    const seen: string[] = [];
    const chat = modelThatWrites(async (_request, _signal, say) => {
      await say('It is 99 weeks [1]. Annual ');
      seen.push(deltas().join(''));
      await say('leave is 25 days [1]. The ');
      seen.push(deltas().join(''));
      return { content: 'It is 99 weeks [1]. Annual leave is 25 days [1]. The end.' };
    });

    const answer = await bench().asker({ chat })(own.member, QUESTION, { emit, isStreamed: true });

    expect(seen).toEqual(['', '']);
    expect(answer.answer).toMatch(
      /^Annual leave is 25 days \[1\]\. The end\.\n\nOne statement was left out/,
    );
    expect(deltas().join('')).toBe(answer.answer);
  });

  it.each([
    ['length', 'answer_truncated'],
    ['content_filter', 'content_filtered'],
    ['other', 'answer_truncated'],
  ] as const)('that ended with the finish reason %s is degraded', async (finishReason, reason) => {
    const { emit, deltas } = listen();
    const chat = modelThatWrites({ content: 'Annual leave is 25 days [1]. And', finishReason });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
    });

    expect(answer).toMatchObject({
      status: 'degraded',
      degraded: [{ node: 'finalize', reason, effect: 'incomplete_answer' }],
    });
    expect(deltas().join('')).toBe(answer.answer);
  });

  it('that was removed by a content filter is replaced by quoted sentences', async () => {
    const chat = modelThatWrites({ content: '', finishReason: 'content_filter' });

    const answer = await bench().asker({ chat })(tenant().member, QUESTION, { isStreamed: true });

    expect(answer).toMatchObject({
      status: 'degraded',
      degraded: [{ node: 'finalize', reason: 'content_filtered', effect: 'basic_response' }],
    });
    expect(answer.answer).toContain('Annual leave is 25 days.');
  });
});

describe('a reader who stops reading', () => {
  it('does not delay the turn beyond its time limit, and what was read is stored', async () => {
    const chat = modelThatWrites(
      'Annual leave is 25 days [1]. Travel costs are refunded within thirty days [2].',
    );
    const emit = (event: TurnEvent) =>
      event.type === 'delta' ? new Promise<void>(() => undefined) : undefined;
    const nodeTimeoutMs = { ...WORKFLOW.nodeTimeoutMs, finalize: 2_200 };
    const times = { requestTimeoutMs: 5_000, finalizeReserveMs: 1_000, streamIdleMs: 100 };

    const answer = await bench().asker({ chat, settings: { ...times, nodeTimeoutMs } })(
      tenant().member,
      QUESTION,
      { emit, isStreamed: true },
    );

    expect(answer.degraded).toMatchObject([{ reason: 'timeout', effect: 'incomplete_answer' }]);
    expect(answer.answer).toContain('Annual leave is 25 days [1].');
  });

  it('gets an answer that was finished nevertheless', async () => {
    const emit = (event: TurnEvent) =>
      event.type === 'delta' ? new Promise<void>(() => undefined) : undefined;
    const settings = { requestTimeoutMs: 3_000, finalizeReserveMs: 1_000 };

    const answer = await bench().asker({ settings })(tenant().member, QUESTION, {
      emit,
      isStreamed: true,
    });

    expect(answer.answer).toContain('Annual leave is 25 days.');
  });
});
