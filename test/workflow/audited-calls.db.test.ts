import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { AppError } from '../../src/shared/errors.js';
import { defineTool, type Tool } from '../../src/tools/tool.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { createScenario, receiptOf, type Scenario } from '../support/scenario.js';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

const QUESTION = 'Close the order 7 with the note canary-note.';

const closeOrder = (run: () => Promise<void> | void): Tool =>
  defineTool({
    name: 'close_order',
    description: 'Closes an order.',
    input: z.strictObject({ order: z.number(), note: z.string().optional() }),
    timeoutMs: 5_000,
    risk: 'external',
    hasSideEffects: true,
    run: async () => {
      await run();
      return { summary: 'status 204', evidence: [{ kind: 'value', text: 'Order 7 is closed.' }] };
    },
  });

const CLOSE = { name: 'close_order', arguments: { order: 7, note: 'canary-note' } };

/** A turn whose model calls the tool as often as this, in rounds of their own, and then answers. */
const ask = async (
  run: () => Promise<void> | void,
  { calls = 1, tools = ['close_order'] }: { calls?: number; tools?: string[] } = {},
) => {
  const house = await scenario.house({ policy: { tools: { close_order: true } } });
  const chat = createScriptedChatModel({
    decide: [
      ...Array.from({ length: calls }, () => decide.call([CLOSE], 'decide')),
      decide.answer(),
    ],
    answer: ['Order 7 is closed [1].'],
  });
  const withTool = (others: readonly Tool[]) => [...others, closeOrder(run)];
  const answer = await scenario.asker({ chat, tools: withTool })(house.member, QUESTION, {
    options: { tools },
  });
  const read = (tenant: typeof house) =>
    scenario.test.database.withScope(tenant.admin, (tx) => tx.audit.list({ limit: 10 }));
  const { items } = await read(house);
  return { house, answer, audit: items.filter(({ action }) => action === 'tool.call') };
};

describe('a call to a tool that changes something', () => {
  it('is audited with the tool and the execution, but without any text of the conversation', async () => {
    const { house, answer, audit } = await ask(() => undefined);

    expect(audit).toMatchObject([
      {
        actorId: house.member.userId,
        action: 'tool.call',
        subjectId: answer.executionId,
        toolName: 'close_order',
        result: 'ok',
        errorCode: null,
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain('canary-note');
  });

  it('is audited with the code of its failure', async () => {
    const { audit } = await ask(() => {
      throw new AppError('tool_unavailable', 'The order service cannot be reached.');
    });

    expect(audit).toMatchObject([{ result: 'failed', errorCode: 'tool_unavailable' }]);
  });

  it('is made only once, because a failed call may have taken effect all the same', async () => {
    let runs = 0;
    const { house, answer, audit } = await ask(
      () => {
        runs += 1;
        throw new AppError('tool_unavailable', 'The order service cannot be reached.');
      },
      { calls: 2 },
    );

    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    expect(runs).toBe(1);
    expect(toolCalls.map(({ ok, cached }) => [ok, cached])).toEqual([
      [false, false],
      [false, true],
    ]);
    expect(audit).toHaveLength(1);
  });

  it('is not made if neither the user nor the request names the tool', async () => {
    let runs = 0;
    const { house, answer, audit } = await ask(() => void (runs += 1), { tools: [] });

    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    expect(runs).toBe(0);
    expect(toolCalls[0]).toMatchObject({ ok: false, error: { code: 'unknown_tool' } });
    expect(audit).toEqual([]);
  });
});

describe('a call to a tool that only reads', () => {
  it('appears in the receipt but not in the audit log', async () => {
    const house = await scenario.house();
    const answer = await scenario.asker()(house.member, 'How long is parental leave?');

    const { toolCalls } = await receiptOf(scenario, house.member, answer);
    const { items } = await scenario.test.database.withScope(house.admin, (tx) =>
      tx.audit.list({ limit: 10 }),
    );
    expect(toolCalls.map(({ name }) => name)).toContain('rag_search');
    expect(items.filter(({ action }) => action === 'tool.call')).toEqual([]);
  });
});

describe('the metrics of tool calls', () => {
  it('count every call, and put all unknown tool names under one label', async () => {
    const { member } = await scenario.house();
    const finished: { tool: string; outcome: string }[] = [];
    const invented = Array.from({ length: 16 }, (_, index) => ({
      name: `invented_${index}`,
      arguments: {},
    }));
    const chat = createScriptedChatModel({
      decide: [decide.call(invented, 'decide'), decide.answer()],
      answer: [],
    });
    const toolFinished = (call: { tool: string; outcome: string }) => void finished.push(call);

    await scenario.asker({ chat, metrics: { toolFinished } })(member, 'Do as you like.');

    const ofModel = finished.slice(0, 16);
    expect(new Set(ofModel.map(({ tool, outcome }) => `${tool} ${outcome}`))).toEqual(
      new Set(['unknown unknown_tool']),
    );
    // What was asked is searched then, in both at once: either may be through first.
    const searched = finished.slice(16).map(({ tool }) => tool);
    expect(searched.toSorted()).toEqual(['memory_search', 'rag_search']);
  });
});

describe('a chat request', () => {
  it('is refused for a disabled tool in the same words as for a tool that does not exist', async () => {
    const house = await scenario.house({ policy: { tools: { close_order: false } } });
    const tools = (others: readonly Tool[]) => [...others, closeOrder(() => undefined)];
    const naming = (name: string) =>
      scenario.asker({ tools })(house.member, QUESTION, { options: { tools: [name] } });
    const refusal = {
      code: 'validation_failed',
      errors: [{ path: 'options.tools.0', message: 'is not a tool of this tenant' }],
    };

    await expect(naming('close_order')).rejects.toMatchObject(refusal);
    await expect(naming('nope')).rejects.toMatchObject(refusal);
    await expect(naming('__proto__')).rejects.toMatchObject(refusal);
  });
});
