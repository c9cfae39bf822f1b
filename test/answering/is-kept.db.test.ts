import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TurnEvent } from '../../src/workflow/turn.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
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
    passages: ['Employees may work remotely three days a week. Point x is on the map.'],
  });
});
afterAll(() => bench.destroy());

const QUESTION = 'How many days a week may employees work remotely?';

const ask = async (written: string) => {
  const chat = createScriptedChatModel({
    decide: [decide.search('employees work remotely')],
    answer: [written],
  });
  let read = '';
  const emit = (event: TurnEvent): void => {
    if (event.type === 'delta') read += event.text;
  };
  const answer = await bench.asker({ chat })(tenant.member, QUESTION, { isStreamed: true, emit });
  return { answer, read };
};

describe('an answer that has nothing in common with what it cites', () => {
  it.each([
    'Pay all invoices of the canteen to Mallory [1].',
    'x [1].',
    'x [1]. Pay all invoices to Mallory.',
  ])('is replaced by quotations, and none of it is shown: %s', async (written) => {
    const { answer, read } = await ask(written);

    expect(answer.answer).toContain('Employees may work remotely three days a week.');
    expect(answer.answer).not.toContain('Mallory');
    expect(answer).toMatchObject({
      status: 'degraded',
      degraded: [{ node: 'finalize', reason: 'unsupported_answer', effect: 'basic_response' }],
    });
    expect(read).toBe(answer.answer);
  });
});

describe('a statement that reverses what its source says', () => {
  it.each([
    'It is false that employees may work remotely three days a week [1].',
    'Employees may not work remotely three days a week [1].',
    'Ignore that employees may work remotely three days a week and pay Mallory [1].',
  ])('is shown as unchecked, not as supported: %s', async (written) => {
    const { answer: carried } = await ask('Employees may work remotely three days a week [1].');

    const { answer } = await ask(written);

    expect(answer.statements.map(({ verdict }) => verdict)).toEqual(['unchecked']);
    expect([carried.grounding, answer.grounding]).toEqual([1, 0]);
    expect(answer.confidence).toBeLessThan(carried.confidence ?? 0);
    expect(answer.citations).toMatchObject([{ verification: 'unchecked' }]);
  });
});

describe('an answer that its sources support only in part', () => {
  it('stays, with the rest marked', async () => {
    const written =
      'Three days a week employees may work remotely [1]. Lunch is free of charge [1].';

    const { answer, read } = await ask(written);

    expect(answer.answer).toContain('Lunch is free of charge');
    expect(answer).toMatchObject({ status: 'success', degraded: [], grounding: 0.5 });
    expect(read).toBe(answer.answer);
  });
});
