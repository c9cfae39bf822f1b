import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, SessionId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.js';
import type { TestTenant } from '../support/tenant.js';
import {
  finishedTurn,
  finishTurn,
  openSession,
  startTurn,
  storedCitation,
  turnOf,
} from '../support/turn.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

describe('a finished turn', () => {
  it('is stored whole, and only once however often it is reported', async () => {
    const id = await openSession(database, tenant.member);
    const turn = await startTurn(database, tenant.member, turnOf(id));
    const finished = await finishTurn(database, tenant.member, turn);
    await database.withScope(tenant.member, (tx) => tx.executions.finish(finished));

    const found = await database.withScope(tenant.member, (tx) =>
      tx.executions.find(turn.executionId),
    );

    expect(found).toMatchObject({
      execution: {
        id: turn.executionId,
        userId: tenant.member.userId,
        status: 'success',
        language: 'en',
      },
      question: 'How long?',
      answer: 'Two weeks [1].',
    });
    expect(found?.execution.receipt).toEqual(finished.execution.receipt);
    expect(found?.nodeExecutions).toEqual(finished.nodeExecutions);
    expect(found?.toolCalls).toEqual(finished.toolCalls);
    expect(found?.modelCalls).toEqual(finished.modelCalls);
    expect(found?.stateDiffs).toEqual(finished.stateDiffs);
    expect(found?.citations).toEqual([storedCitation, { ...storedCitation, number: 2 }]);
    const session = await database.withScope(tenant.member, (tx) => tx.sessions.find(id));
    expect(session?.language).toBe('en');
  });

  it('can be read by its user and by admins', async () => {
    const turn = await startTurn(
      database,
      tenant.member,
      turnOf(await openSession(database, tenant.member)),
    );
    await finishTurn(database, tenant.member, turn);
    const stranger = await tenant.addUser();
    const read = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.executions.find(turn.executionId));

    expect(await read(tenant.admin)).not.toBeNull();
    expect(await read(stranger)).toBeNull();
    expect(await read((await test.tenant()).admin)).toBeNull();
  });

  it('can contain what no database stores: NUL and unpaired surrogates from a model', async () => {
    const turn = await startTurn(
      database,
      tenant.member,
      turnOf(await openSession(database, tenant.member), 'a\0b'),
    );
    const finished = finishedTurn({ ...turn, content: 'x\0\ud800', citations: [] });
    finished.toolCalls[0]!.arguments = { '\0key': ['\udc00', { deep: 'a\0' }] };

    await database.withScope(tenant.member, (tx) => tx.executions.finish(finished));

    const found = await database.withScope(tenant.member, (tx) =>
      tx.executions.find(turn.executionId),
    );
    expect(found).toMatchObject({ question: 'a\uFFFDb', answer: 'x\uFFFD\uFFFD' });
    expect(found?.toolCalls[0]?.arguments).toEqual({
      '\uFFFDkey': ['\uFFFD', { deep: 'a\uFFFD' }],
    });
  });

  it('without an answer stores no answer', async () => {
    const turn = await startTurn(
      database,
      tenant.member,
      turnOf(await openSession(database, tenant.member)),
    );
    const finished = finishedTurn({ ...turn, content: '', citations: [] });

    await database.withScope(tenant.member, (tx) =>
      tx.executions.finish({ ...finished, answer: null }),
    );

    const found = await database.withScope(tenant.member, (tx) =>
      tx.executions.find(turn.executionId),
    );
    expect(found).toMatchObject({ answer: null, citations: [], execution: { status: 'success' } });
  });

  it('is not_found if its execution never started', async () => {
    const turn = turnOf(newId(SessionId));

    await expect(finishTurn(database, tenant.member, turn)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('an abandoned execution', () => {
  it('is closed, frees its session, and is reopened by its late answer', async () => {
    const where = await test.tenant();
    const id = await openSession(database, where.member);
    const turn = await startTurn(database, where.member, turnOf(id));
    await queryAsOwner(test, `UPDATE sessions SET running_until = now() WHERE id = '${id}'`);

    const closed = await database.withScope(where.system, (tx) =>
      tx.executions.closeAbandoned({ ageMs: -1000, longestMs: -1000 }),
    );

    expect(closed).toBe(1);
    const read = () =>
      database.withScope(where.member, (tx) => tx.executions.find(turn.executionId));
    expect((await read())?.execution).toMatchObject({ status: 'error', errorCode: 'abandoned' });
    await startTurn(database, where.member, turnOf(id));
    await finishTurn(database, where.member, turn);
    expect(await read()).toMatchObject({
      execution: { status: 'success' },
      answer: 'Two weeks [1].',
    });
  });
});

describe('the metrics per node', () => {
  it('are percentiles and sums per node, of one tenant or of all', async () => {
    await queryAsOwner(test, 'DELETE FROM node_executions');
    const where = await test.tenant();
    for (const durationMs of [10, 20, 30]) {
      const turn = await startTurn(
        database,
        where.member,
        turnOf(await openSession(database, where.member)),
      );
      const finished = finishedTurn({ ...turn, content: 'x', citations: [], durationMs });
      await database.withScope(where.member, (tx) => tx.executions.finish(finished));
    }
    const range = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const { platform } = database;

    const [tools] = await platform.nodeMetrics.whole({ ...range, tenantId: where.tenantId });

    expect(tools).toMatchObject({
      node: 'tools',
      count: 3,
      errors: 0,
      p50Ms: 20,
      p95Ms: 29,
      p99Ms: 29.8,
      inputBytesP50: 100,
      promptTokens: 30,
      costUsd: null,
      unpricedRuns: 3,
    });
    expect(await platform.nodeMetrics.whole({ ...range, tenantId: tenant.tenantId })).toEqual([]);
    expect(await platform.nodeMetrics.whole({ ...range, tenantId: null })).toHaveLength(1);
    const series = await platform.nodeMetrics.series({ ...range, tenantId: where.tenantId }, 2);
    expect(series.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(series.every(({ from }) => from >= range.from && from < range.to)).toBe(true);
    const { tools: calls } = await database.withScope(where.admin, (tx) =>
      tx.executions.callFigures(range),
    );
    expect(calls.every(({ count }) => count === 3)).toBe(true);
    expect(
      await database.withScope(tenant.admin, (tx) =>
        tx.executions.callFigures({ from: range.to, to: new Date(range.to.getTime() + 1) }),
      ),
    ).toEqual({ tools: [], models: [], assistants: [] });
  });

  it('include known costs, the number of runs without cost, and every kind of ending', async () => {
    const where = await test.tenant();
    const turn = await startTurn(
      database,
      where.member,
      turnOf(await openSession(database, where.member)),
    );
    const finished = finishedTurn({ ...turn, content: 'x', citations: [] });
    const [run] = finished.nodeExecutions;
    const priced = { ...run!, llmCostUsd: 0.5 };
    const nodeExecutions = [
      priced,
      { ...priced, status: 'error' as const },
      { ...priced, status: 'timeout' as const },
      { ...priced, nodeName: 'finalize' as const, status: 'degraded' as const },
      { ...priced, nodeName: 'finalize' as const, llmCostUsd: null },
    ];
    await database.withScope(where.member, (tx) =>
      tx.executions.finish({ ...finished, nodeExecutions }),
    );
    const range = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };

    const metrics = await database.platform.nodeMetrics.whole({
      ...range,
      tenantId: where.tenantId,
    });

    expect(metrics).toMatchObject([
      { node: 'finalize', count: 2, errors: 0, timeouts: 0, degraded: 1, costUsd: 0.5 },
      { node: 'tools', count: 3, errors: 1, timeouts: 1, degraded: 0, costUsd: 1.5 },
    ]);
    expect(metrics.map(({ unpricedRuns }) => unpricedRuns)).toEqual([1, 0]);
  });

  it('lead to the turns in which a node took long', async () => {
    const { member } = await test.tenant();
    const turn = await startTurn(database, member, turnOf(await openSession(database, member)));
    const finished = finishedTurn({ ...turn, content: 'x', citations: [] });
    const [run] = finished.nodeExecutions;
    const nodeExecutions = [{ ...run!, nodeName: 'tools' as const, durationMs: 250 }];
    await database.withScope(member, (tx) => tx.executions.finish({ ...finished, nodeExecutions }));
    const count = (name: 'tools' | 'finalize', minMs: number) =>
      database.withScope(member, (tx) => tx.executions.count({ node: { name, minMs } }));

    const counts = [
      await count('tools', 250),
      await count('tools', 251),
      await count('finalize', 0),
    ];

    expect(counts).toEqual([1, 0, 0]);
  });
});
