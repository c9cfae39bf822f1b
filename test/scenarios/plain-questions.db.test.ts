import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { ChatRequest } from '../../src/platform/models/model.js';
import { playBy, PROTOCOLS, type ScriptedChatModel } from '../fakes/scripted-chat-model.js';
import { toToolCall } from '../fakes/decisions.js';
import { QUESTION, setUpManual } from '../support/hr-manual.js';
import { listen } from '../support/listen.js';

const { bench, tenant } = setUpManual([
  { content: 'Annual leave is 25 days.', page: 5 },
  { content: 'Travel costs and annual leave: costs are refunded within thirty days.', page: 9 },
  { content: 'The canteen opens at noon and closes at two.', page: 12 },
]);

const SAID = 'Annual leave is 25 days [1].';
const AUTO = { decideMode: 'auto' } as const;

const textOf = ({ messages }: ChatRequest): string =>
  messages.map(({ content }) => content).join('\n');

const ask = (
  chat: ScriptedChatModel,
  question = QUESTION,
  asked: Parameters<ReturnType<ReturnType<typeof bench>['asker']>>[2] = {},
) => bench().asker({ chat, settings: AUTO })(tenant().member, question, asked);

describe.each(PROTOCOLS)('a plain question to a model that decides by %s', (protocol) => {
  const { write, scripted } = playBy(protocol);

  it('takes one model call, which contains the passages that a rule searched for', async () => {
    const chat = scripted({ answer: [SAID] });

    const answer = await ask(chat);

    chat.verify();
    expect(chat.requests.map(textOf)[0]).toContain('Annual leave is 25 days.');
    expect(answer).toMatchObject({
      status: 'success',
      generatedBy: 'model',
      degraded: [],
      citations: [{ number: 1, pageStart: 5 }],
      toolCalls: [{ name: 'rag_search', ok: true }, { name: 'memory_search' }],
    });
    expect(answer.answer.startsWith(SAID)).toBe(true);
    const nodes = answer.timings.nodes.map(({ node }) => node);
    expect(nodes.slice(2)).toEqual(['agent_decide', 'tools', 'agent_decide', 'finalize']);
  });

  it('is answered sentence by sentence while the model still writes', async () => {
    const { emit, deltas } = listen();
    const seen: string[] = [];
    const chat = scripted({
      answer: [
        async (_request, _signal, say) => {
          await say(`${SAID} Costs are `);
          seen.push(deltas().join(''));
          await say('refunded within thirty days [2].');
          return `${SAID} Costs are refunded within thirty days [2].`;
        },
      ],
    });

    const answer = await ask(chat, QUESTION, { emit, isStreamed: true });

    expect(seen).toEqual([SAID]);
    expect(deltas().join('')).toBe(answer.answer);
  });

  it("is left to the model's decision if the search finds nothing", async () => {
    const chat = scripted({ decide: [write.answer('I do not know.')] });

    const answer = await ask(chat, 'Who founded the zeppelin hangar of Friedrichshafen?');

    expect(chat.requests.map(({ purpose }) => purpose)).toContain('decide');
    expect(answer.responseType).toBe('not_found');
  });

  it.each([
    ['is in another language than the documents', 'Wie viele Tage Urlaub gibt es im Jahr?'],
    ['asks for a calculation', 'What is the total of annual leave over three years?'],
    ['asks for a letter', 'Write a letter to the staff about annual leave.'],
  ])("is left to the model's decision if it %s", async (_why, question) => {
    const chat = scripted({ decide: [write.answer()], answer: [SAID] }, { repeat: ['decide'] });

    await ask(chat, question);

    expect(chat.requests[0]?.purpose).toBe('decide');
  });

  it("is left to the model's decision if it depends on earlier messages", async () => {
    const first = await ask(scripted({ answer: [SAID] }));
    const rewritten = JSON.stringify({ rewritten: 'And how long is it?', intent: 'lookup' });
    const chat = scripted(
      {
        rewrite: [rewritten],
        decide: [write.search('annual leave'), write.answer()],
        answer: [SAID],
      },
      { repeat: ['decide'] },
    );

    await ask(chat, 'And how long is it?', { sessionId: first.sessionId });

    expect(chat.requests.map(({ purpose }) => purpose)).toContain('decide');
  });

  it('is asked once more by finalize if the first call failed', async () => {
    const chat = scripted({ answer: [new AppError('model_unavailable', 'Away.'), SAID] });

    const answer = await ask(chat);

    chat.verify();
    expect(answer).toMatchObject({ status: 'degraded', generatedBy: 'model' });
    expect(answer.answer).toContain(SAID);
  });
});

describe.each(['structured', 'react'] as const)(
  'without native tool calls, by %s, a reply',
  (protocol) => {
    const { write, scripted } = playBy(protocol);

    it('that asks for another search gets it once, and is not shown', async () => {
      const { emit, deltas } = listen();
      const chat = scripted({
        answer: ['SEARCH: canteen opening; canteen closing', 'The canteen opens at noon [1].'],
      });

      const answer = await ask(chat, 'When does lunch start on annual leave?', {
        emit,
        isStreamed: true,
      });

      chat.verify();
      const [first, second] = chat.requests.map(textOf);
      expect(first).toContain('SEARCH:');
      expect(second).not.toContain('SEARCH:');
      expect(second).toContain('The canteen opens at noon and closes at two.');
      expect(answer.toolCalls.map(({ arguments: given }) => given['query']).slice(2)).toEqual([
        'canteen opening',
        'canteen closing',
      ]);
      expect(deltas().join('')).toBe(answer.answer);
      expect(answer.answer).not.toContain('SEARCH');
    });

    it('that keeps asking for searches gets one more prompt without that option, and is never shown', async () => {
      const chat = scripted({ answer: ['SEARCH: canteen'] }, { repeat: ['answer'] });

      const answer = await ask(chat);

      expect(chat.requests.filter(({ purpose }) => purpose === 'answer')).toHaveLength(3);
      expect(chat.requests.filter(({ purpose }) => purpose === 'decide')).toHaveLength(0);
      expect(answer).toMatchObject({ generatedBy: 'extractive', status: 'degraded' });
      expect(answer.answer).not.toContain('SEARCH');
    });

    it('that needs a tool is followed by a decision', async () => {
      const list = { name: 'list_documents', arguments: { sort: 'title' } };
      const chat = scripted({
        answer: ['TOOL', SAID],
        decide: write.lookUp([list]).slice(0, 1),
      });

      const answer = await ask(chat);

      chat.verify();
      expect(answer.toolCalls.map(({ name }) => name)).toContain('list_documents');
    });
  },
);

describe('with native tool calls, a reply', () => {
  const { scripted } = playBy('tools');
  const search = (query: unknown) => ({
    content: 'Let me look that up for you. ',
    finishReason: 'tool_calls' as const,
    toolCalls: [toToolCall('rag_search', { query })],
  });

  it('that calls a tool has the call carried out, and its text before the call is not shown', async () => {
    const { emit, deltas } = listen();
    const chat = scripted({ answer: [search('canteen'), 'The canteen opens at noon [1].'] });

    const answer = await ask(chat, QUESTION, { emit, isStreamed: true });

    chat.verify();
    expect(chat.requests[0]?.tools?.map(({ name }) => name)).toContain('rag_search');
    expect(deltas().join('')).toBe(answer.answer);
    expect(answer.answer).not.toContain('look that up');
    expect(answer.toolCalls.at(-1)).toMatchObject({ arguments: { query: 'canteen' } });
  });

  it('that calls a tool after a cited sentence is an answer: the text that was read stays', async () => {
    const { emit } = listen();
    const reply = { ...search('canteen'), content: `${SAID} Let me look further. ` };
    const chat = scripted({ answer: [reply] });

    const answer = await ask(chat, QUESTION, { emit, isStreamed: true });

    chat.verify();
    expect(answer.answer.startsWith(SAID)).toBe(true);
  });

  it('whose call cannot be read is followed by a decision', async () => {
    const broken = {
      ...search(''),
      toolCalls: [{ id: 'a', name: 'rag_search', argumentsJson: '{' }],
    };
    const chat = scripted({ answer: [broken, SAID], decide: ['Annual leave is 25 days.'] });

    const answer = await ask(chat);

    chat.verify();
    expect(answer.answer).toContain(SAID);
  });

  it('that calls tools again and again ends with the last round', async () => {
    const chat = scripted(
      { answer: [search('leave'), search('costs'), SAID] },
      { repeat: ['answer'] },
    );

    const answer = await bench().asker({ chat, settings: { ...AUTO, maxAgentIterations: 3 } })(
      tenant().member,
      QUESTION,
    );

    expect(answer.answer).toContain(SAID);
    expect(answer.toolCalls.length).toBeLessThanOrEqual(4);
  });
});
