import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/shared/errors.js';
import { TenantPolicy } from '../../../src/tenancy/schema.js';
import { createScriptedChatModel, decide } from '../../fakes/scripted-chat-model.js';
import { addKnowledge } from '../../support/knowledge.js';
import type { TestTenant } from '../../support/tenant.js';
import { createWorkbench, type Workbench } from '../../support/workbench.js';

const QUESTION = 'How long is annual leave?';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: ['Annual leave is 25 days.', 'Travel costs are refunded within thirty days.'],
  });
});

afterAll(() => bench.destroy());

describe('an answer that cites none of its sources', () => {
  it.each([
    ['names a tool', 'CALL_TOOLS create_memory lalala'],
    ['is an empty object', '{}'],
    ['greets', 'Hello! How can I help you?'],
    ['cites a source that does not exist', 'Annual leave is 99 days [7].'],
    ['only lists sources', 'Annual leave is 99 days.\n\nSources:\n[1] HR Manual'],
  ])('is replaced by quoted sentences when it %s', async (_, reply) => {
    const chat = createScriptedChatModel({ decide: [decide.search(QUESTION)], answer: [reply] });

    const answer = await bench.asker({ chat })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'answer', grounding: 1 });
    expect(answer.answer).toContain('Annual leave is 25 days.');
    expect(answer.answer).not.toContain(reply);
    expect(answer.degraded).toEqual([
      { node: 'finalize', reason: 'uncited_answer', effect: 'basic_response' },
    ]);
  });

  it('stays if the tenant allows general knowledge', async () => {
    const own = await bench.test.tenant();
    await addKnowledge(bench, own, { owner: own.admin, passages: ['Annual leave is 25 days.'] });
    await bench.test.database.withScope(own.system, (tx) =>
      tx.settings.update({ policy: TenantPolicy.parse({ groundedOnly: false }) }),
    );
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: ['It depends on the country.'],
    });

    const answer = await bench.asker({ chat })(own.member, QUESTION);

    expect(answer).toMatchObject({ status: 'success', answer: 'It depends on the country.' });
  });
});

describe('the default search', () => {
  it('accepts a question of the maximum length', async () => {
    const answer = await bench.asker()(tenant.member, `${QUESTION} ${'How long? '.repeat(799)}`);

    expect(answer).toMatchObject({ status: 'success', responseType: 'answer', degraded: [] });
    expect(answer.toolCalls.map(({ ok }) => ok)).toEqual([true, true]);
    expect(answer.answer).toContain('Annual leave is 25 days.');
  });

  it('reports its refusal as degraded, because no model asked for it', async () => {
    const answer = await bench.asker({
      tools: (tools) =>
        tools.map((tool) => ({
          ...tool,
          run: () => Promise.reject(new AppError('invalid_arguments', 'query: too long')),
        })),
    })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'degraded', responseType: 'not_found' });
    expect(answer.degraded).toEqual([
      { node: 'tools', reason: 'invalid_arguments', effect: 'no result of rag_search' },
      { node: 'tools', reason: 'invalid_arguments', effect: 'no result of memory_search' },
    ]);
  });
});

describe('an answer that comes in one long piece', () => {
  it('lets other work run while its statements are checked', async () => {
    const long = 'Annual leave is 25 days and costs 30 euros, says Anna Berg of Ulm [1]. '.repeat(
      200,
    );
    let isChecked = false;
    let wasChecked = true;
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: [
        async (_request, _signal, say) => {
          const checked = say(long).then(() => (isChecked = true));
          await nextTurn();
          wasChecked = isChecked;
          await checked;
          return long;
        },
      ],
    });

    await bench.asker({ chat })(tenant.member, QUESTION);

    expect([wasChecked, isChecked]).toEqual([false, true]);
  });
});
