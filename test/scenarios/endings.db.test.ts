import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import type { ExecutionId, SessionId } from '../../src/shared/ids.js';
import { createScriptedChatModel, decide, hangs } from '../fakes/scripted-chat-model.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Overrides, type Workbench } from '../support/workbench.js';
import type { NodeName } from '../../src/shared/execution.js';

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
  // With a single document every search asks anew for the tenant's languages.
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Canteen',
    passages: ['Lunch is served from noon.'],
  });
});

afterAll(() => bench.destroy());

describe('a cancelled turn', () => {
  it.each<NodeName>(['prepare_query', 'agent_decide', 'tools', 'finalize'])(
    'is stored as cancelled during %s, with the nodes that ran',
    async (node) => {
      const controller = new AbortController();
      let executionId: ExecutionId | undefined;
      let sessionId: SessionId | null | undefined;

      const turn = bench.asker()(tenant.member, QUESTION, {
        signal: controller.signal,
        emit: (event) => {
          if (event.type === 'execution') ({ executionId, sessionId } = event);
          if (event.type === 'node' && event.node === node) controller.abort();
        },
      });

      await expect(turn).rejects.toMatchObject({ code: 'cancelled' });
      const stored = await bench.test.database.withScope(tenant.member, (tx) =>
        tx.executions.find(executionId!),
      );
      expect(stored?.execution).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
      expect(stored?.nodeExecutions.at(-1)).toMatchObject({ nodeName: node, status: 'cancelled' });
      // The session is free again.
      await bench.asker()(tenant.member, 'Hello!', { sessionId: sessionId! });
    },
  );
});

describe('a tool whose turn is cancelled', () => {
  it('does not count as failed and logs no warning', async () => {
    const controller = new AbortController();
    const before = bench.lines.length;

    const turn = bench.asker()(tenant.member, QUESTION, {
      signal: controller.signal,
      emit: ({ type }) => {
        if (type === 'tool') controller.abort();
      },
    });

    await expect(turn).rejects.toMatchObject({ code: 'cancelled' });
    const warnings = bench.lines.slice(before).filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([]);
  });
});

describe('the deadline of a turn', () => {
  it('leads to a partial answer from the results so far if it passes before the answer', async () => {
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION, 'decide'), hangs],
      answer: ['Annual leave is 25 days [1].'],
    });
    const settings = { requestTimeoutMs: 9_500, finalizeReserveMs: 8_000 };

    const answer = await bench.asker({ chat, settings })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'partial', stopReason: 'deadline' });
    expect(answer.answer).toMatch(/^Time ran out/);
    expect(answer.answer).toContain('Annual leave is 25 days [1].');
  });

  it('leaves the reserved time to finalize even if nothing could be looked up', async () => {
    const settings = { requestTimeoutMs: 9_000, finalizeReserveMs: 8_000 };
    const chat = createScriptedChatModel({ decide: [hangs] });

    const answer = await bench.asker({ chat, settings })(tenant.member, QUESTION);

    expect(answer).toMatchObject({ status: 'partial', stopReason: 'deadline' });
  });
});

describe('saving a turn', () => {
  it('ends even if neither the answer nor its failure can be saved', async () => {
    let transactions = 0;
    const { database } = bench.test;
    const locked: Overrides['database'] = {
      ...database,
      withScope: (scope, work) => {
        transactions += 1;
        return transactions === 1
          ? database.withScope(scope, work)
          : new Promise<never>(() => undefined);
      },
    };
    const settings = { requestTimeoutMs: 2_000, finalizeReserveMs: 500 };

    const turn = bench.asker({ database: locked, settings })(tenant.member, 'Hello!');

    await expect(turn).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('fails the turn until the answer is in the database', async () => {
    let transactions = 0;
    const { database } = bench.test;
    const failing: Overrides['database'] = {
      ...database,
      withScope: (scope, work) => {
        transactions += 1;
        return transactions === 1
          ? database.withScope(scope, work)
          : Promise.reject(new AppError('storage_unavailable', 'Down.'));
      },
    };

    const turn = bench.asker({ database: failing })(tenant.member, 'Hello!');

    await expect(turn).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('reports its own error if the failed turn cannot be recorded either', async () => {
    let isBroken = false;
    const { database } = bench.test;
    const failing: Overrides['database'] = {
      ...database,
      withScope: (scope, work) =>
        database.withScope(scope, (tx) => {
          const finish = () => {
            isBroken = true;
            return Promise.reject(new AppError('storage_unavailable', 'Down.'));
          };
          return work({ ...tx, executions: { ...tx.executions, finish } });
        }),
    };
    const now = (): Date => {
      if (isBroken) throw new Error('There is no time.');
      return new Date();
    };
    const lines = bench.lines.length;

    const turn = bench.asker({ database: failing, now })(tenant.member, 'Hello!');

    await expect(turn).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(bench.lines.slice(lines)).toMatchObject([
      { level: 'error', message: 'A failed turn was not saved' },
    ]);
  });

  it('takes at most three transactions besides authentication, including the search', async () => {
    let transactions = 0;
    const { database } = bench.test;
    const counting: Overrides['database'] = {
      ...database,
      withScope: (scope, work) => {
        transactions += 1;
        return database.withScope(scope, work);
      },
    };
    const chat = createScriptedChatModel({
      decide: [decide.search(QUESTION)],
      answer: ['Annual leave is 25 days [1].'],
    });

    await bench.asker({ chat, database: counting })(tenant.member, QUESTION);

    expect(transactions).toBe(3);
  });
});
