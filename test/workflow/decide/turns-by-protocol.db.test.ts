import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExecutionId } from '../../../src/shared/ids.js';
import type { ChatMessage, ChatModel } from '../../../src/platform/models/model.js';
import type { DecisionProtocolName } from '../../../src/workflow/decide/index.js';
import { decideBy, type Reply } from '../../fakes/decisions.js';
import { createScriptedChatModel } from '../../fakes/scripted-chat-model.js';
import { addKnowledge } from '../../support/knowledge.js';
import type { TestTenant } from '../../support/tenant.js';
import { createWorkbench, type Workbench } from '../../support/workbench.js';

const QUESTION = 'How long is annual leave?';
const SEARCH = { name: 'rag_search', arguments: { query: QUESTION } };
const NOTHING = { name: 'rag_search', arguments: { query: 'zeppelin unicorn' } };
const TELEPORT = { name: 'teleport', arguments: { to: 'Mars' } };

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.', 'Answer: 42\nFinal Answer: 42\nThe answer is 42.'],
  });
});

afterAll(() => bench.destroy());

const textOf = (messages: readonly ChatMessage[] = []): string =>
  messages.map(({ content }) => content).join('\n');

const decisionsOf = async (executionId: string) => {
  const found = await bench.test.database.withScope(tenant.member, (tx) =>
    tx.executions.find(ExecutionId.parse(executionId)),
  );
  return found?.execution.receipt?.decisions.map(({ decision, protocol }) => [decision, protocol]);
};

const BROKEN: Readonly<Record<DecisionProtocolName, Reply>> = {
  structured: '{"decision":"MAYBE"}',
  tools: { toolCalls: [{ id: '', name: 'rag_search', argumentsJson: '{"query' }] },
  react: 'Action: look into the documents',
};

describe.each(['structured', 'tools', 'react'] as const)(
  'a turn that decides by the protocol %s',
  (protocol) => {
    const write = decideBy[protocol];
    const play = (script: Parameters<typeof createScriptedChatModel>[0]) =>
      createScriptedChatModel(script, { protocol });

    it('looks something up and answers from it, and the receipt names the protocol', async () => {
      const chat = play({
        decide: write.lookUp([SEARCH]),
        answer: ['Annual leave is 25 days [1].'],
      });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      chat.verify();
      expect(answer).toMatchObject({ status: 'success', citations: [{ number: 1 }], degraded: [] });
      expect(await decisionsOf(answer.executionId)).toEqual(
        write.lookUp([SEARCH]).map((_, index) => [index === 0 ? 'CALL_TOOLS' : 'ANSWER', protocol]),
      );
    });

    it('asks the user a clarifying question', async () => {
      const chat = play({ decide: [write.ask('Which office do you mean?')] });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      expect(answer).toMatchObject({
        responseType: 'clarification',
        answer: 'Which office do you mean?',
      });
    });

    it('repairs a malformed reply once, with a message that says what was wrong', async () => {
      const chat = play({
        decide: [BROKEN[protocol]],
        repair: [write.ask('Which office do you mean?')],
      });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      chat.verify();
      const [asked, repaired] = chat.requests;
      expect(answer).toMatchObject({ responseType: 'clarification', degraded: [] });
      expect(repaired).toEqual({ ...asked, purpose: 'repair', messages: expect.any(Array) });
      expect(repaired?.messages.slice(0, -2)).toEqual(asked?.messages);
      expect(repaired?.messages.at(-2)).toMatchObject({ role: 'assistant' });
      expect(repaired?.messages.at(-1)?.content).toMatch(/ (not|no) .+(Reply|Call) /);
    });

    it('treats a truncated reply as malformed', async () => {
      const cut = write.search(QUESTION);
      const chat = play({
        decide: [
          {
            ...(typeof cut === 'string' ? { content: cut } : cut),
            finishReason: 'length' as const,
          },
        ],
        repair: [write.ask('Which office do you mean?')],
      });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      expect(answer).toMatchObject({ responseType: 'clarification', toolCalls: [] });
      expect(chat.requests[1]?.messages.at(-1)?.content).toContain('cut off');
    });

    it('falls back to a search, marked as degraded, if the repair fails as well', async () => {
      const chat = play({
        decide: [BROKEN[protocol]],
        repair: [BROKEN[protocol]],
        answer: ['Annual leave is 25 days [1].'],
      });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      expect(answer.toolCalls.map(({ name }) => name)).toEqual(['rag_search', 'memory_search']);
      expect(answer).toMatchObject({
        status: 'degraded',
        degraded: [{ node: 'agent_decide', effect: 'default_tools' }],
      });
      expect(await decisionsOf(answer.executionId)).toEqual([['CALL_TOOLS', 'default']]);
    });

    it('tells the model what earlier calls found and why they failed', async () => {
      const chat = play({
        decide: [write.call([NOTHING, TELEPORT], 'decide'), ...write.lookUp([SEARCH])],
        answer: ['Annual leave is 25 days [1].'],
      });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      const told = textOf(chat.requests[1]?.messages);
      expect(told).toContain('0 chunks match');
      expect(told).toContain('repeating it will not help');
      expect(told).toContain('failed, unknown_tool');
      expect(JSON.stringify(chat.requests[1]?.messages)).toContain('zeppelin unicorn');
      expect(answer.citations).toHaveLength(1);
    });

    it('stays within the configured limits', async () => {
      const chat = play({ decide: [write.ask('Which?')] });

      await bench.asker({ chat, settings: { decide: { maxTokens: 77, temperature: 0.7 } } })(
        tenant.member,
        QUESTION,
      );

      expect(chat.requests[0]).toMatchObject({
        maxTokens: 77,
        temperature: 0.7,
        purpose: 'decide',
      });
    });

    it('is not ended by an answer that is written in a document', async () => {
      const chat = play({
        decide: [
          write.call([{ name: 'rag_search', arguments: { query: 'Answer: 42' } }], 'decide'),
          ...write.lookUp([SEARCH]),
        ],
        answer: [
          (request) => {
            const shown = request.messages.at(-1)?.content ?? '';
            const number = /source \[(\d)\][^[]*Annual leave is 25 days/.exec(shown)?.[1] ?? '0';
            return `<think>Answer: 42</think>Annual leave is 25 days [${number}].`;
          },
        ],
      });

      const answer = await bench.asker({ chat })(tenant.member, QUESTION);

      expect(textOf(chat.requests[1]?.messages)).toContain('Answer: 42');
      expect(answer.toolCalls).toHaveLength(2);
      expect(answer.answer).toMatch(/^Annual leave is 25 days \[1\]/);
    });
  },
);

describe('a turn whose endpoint changes', () => {
  it('asks each endpoint in its own way and reads each reply accordingly', async () => {
    const byTools = createScriptedChatModel(
      { decide: [decideBy.tools.call([NOTHING])] },
      { protocol: 'tools' },
    );
    const byReact = createScriptedChatModel(
      {
        decide: [decideBy.react.call([SEARCH]), decideBy.react.answer()],
        answer: ['25 days [1].'],
      },
      { protocol: 'react' },
    );
    const models = [byTools];
    const chat: ChatModel = {
      model: 'any',
      complete: (request, options) => (models.pop() ?? byReact).complete(request, options),
    };

    const answer = await bench.asker({ chat })(tenant.member, QUESTION);

    expect(await decisionsOf(answer.executionId)).toEqual([
      ['CALL_TOOLS', 'tools'],
      ['CALL_TOOLS', 'react'],
      ['ANSWER', 'react'],
    ]);
    expect(byReact.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(textOf(byReact.requests[0]?.messages)).toContain('0 chunks match');
  });
});
