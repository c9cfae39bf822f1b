import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createExecutions } from '../../src/conversations/executions.js';
import { deleteUser } from '../../src/tenancy/users.js';
import { createScriptedChatModel, decide, hangs } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Zoo rules',
    passages: ['Seven quokkas are allowed in a garden.'],
  });
});

afterAll(() => bench.destroy());

const QUESTION = 'How many quokkas are allowed in a garden?';
const ANSWER = 'Seven quokkas are allowed in a garden';

const readExecution = (id: Parameters<ReturnType<typeof createExecutions>['readExecution']>[1]) =>
  createExecutions(bench.test).readExecution(tenant.member, id);

const newest = async () => {
  const { items } = await bench.test.database.withScope(tenant.member, (tx) =>
    tx.executions.list({ limit: 1 }),
  );
  return items[0];
};

describe('a turn of a conversation that its caller stores', () => {
  it('answers with citations and leaves a receipt without any text of either side', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: [`${ANSWER} [1].`],
    });

    const answer = await bench.program({ chat })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'success', sessionId: null, messageId: null });
    expect(answer.citations).toMatchObject([{ title: 'Zoo rules', verification: 'exact' }]);
    const stored = await readExecution(answer.executionId);
    expect(stored).toMatchObject({
      sessionId: null,
      status: 'success',
      question: null,
      answer: null,
      citations: [],
      receipt: { queries: [], candidates: [{ outcome: 'cited' }] },
      toolCalls: [{ name: 'rag_search', arguments: {}, summary: '' }],
    });
    const { receipt, ...others } = stored;
    const withoutSources = { ...receipt, candidates: [], sources: [] };
    expect(JSON.stringify({ others, withoutSources })).not.toMatch(/quokka/i);
  });

  it('creates no session and counts as a question', async () => {
    const before = await usage();

    await bench.program()(tenant.member, QUESTION);

    const after = await usage();
    expect(after.questions).toBe(before.questions + 1);
    expect(after.sessions).toBe(before.sessions);
  });

  it('is understood from the conversation that the caller sends', async () => {
    const chat = createScriptedChatModel({
      rewrite: ['{"rewritten": "How many quokkas are allowed in a garden?", "intent": null}'],
      decide: [decide.search(QUESTION)],
      answer: [`${ANSWER} [1].`],
    });

    await bench.program({ chat })(tenant.member, 'And in a garden?', {
      told: [
        { role: 'user', content: 'How many quokkas are allowed in a kitchen?' },
        { role: 'assistant', content: 'None.' },
      ],
      wishes: 'Talk like a pirate.',
    });

    const asked = chat.requests.find(({ purpose }) => purpose === 'answer');
    const texts = asked?.messages.map(({ content }) => content) ?? [];
    expect(texts).toContain('How many quokkas are allowed in a kitchen?');
    expect(texts[0]).toMatch(/These rules have the last word[^]*Talk like a pirate/);
  });

  it('remembers nothing, whatever it is asked to remember', async () => {
    const answer = await bench.program()(tenant.member, 'Remember that I keep seven quokkas.');

    expect(answer.toolCalls.map(({ name }) => name)).not.toContain('create_memory');
    const memories = await bench.test.database.withScope(tenant.member, (tx) =>
      tx.memories.list({ limit: 10 }),
    );
    expect(memories.items).toEqual([]);
  });

  it('is stored as cancelled if its caller disconnects', async () => {
    const controller = new AbortController();
    const chat = createScriptedChatModel({
      decide: [
        (request, signal) => {
          controller.abort();
          return hangs(request, signal);
        },
      ],
    });

    const turn = bench.program({ chat })(tenant.member, QUESTION, { signal: controller.signal });

    await expect(turn).rejects.toMatchObject({ code: 'cancelled' });
    expect(await newest()).toMatchObject({ status: 'cancelled', sessionId: null });
  });

  it('is deleted with the person who asked', async () => {
    const leaver = await tenant.addUser();
    const { executionId } = await bench.program()(leaver, QUESTION);

    await bench.test.database.withScope(tenant.admin, (tx) => deleteUser(tx, leaver.userId));

    const found = await bench.test.database.withScope(tenant.admin, (tx) =>
      tx.executions.find(executionId),
    );
    expect(found).toBeNull();
  });
});

const usage = () =>
  bench.test.database.withScope(tenant.member, async (tx) => {
    const sessions = await tx.sessions.list({ limit: 100 });
    const { questionsToday } = await tx.quotas.spent();
    return { questions: questionsToday, sessions: sessions.items.length };
  });
