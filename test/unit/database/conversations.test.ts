import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChunkId,
  DocumentId,
  ExecutionId,
  MessageId,
  newId,
  SessionId,
} from '../../../src/domain/ids.js';
import type { UserScope } from '../../../src/domain/scope.js';
import type { Database } from '../../../src/ports/database/index.js';
import { createTestDatabase, queryAsOwner } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import type { TestTenant } from '../../support/tenant.js';
import { finishedTurn } from '../../support/turn.js';

let test: TestDatabase;
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
  tenant = await test.tenant();
});

afterAll(() => test.destroy());

const openSession = async (scope: UserScope, maxOpen = 10) => {
  const id = newId(SessionId);
  await database.withScope(scope, (tx) => tx.sessions.create({ id, maxOpen }));
  return id;
};

const turnOf = (sessionId: SessionId, question = 'How long?', busyForMs = 60_000) => ({
  sessionId,
  executionId: newId(ExecutionId),
  messageId: newId(MessageId),
  question,
  busyUntil: new Date(Date.now() + busyForMs),
});

const startTurn = async (scope: UserScope, turn: ReturnType<typeof turnOf>) => {
  await database.withScope(scope, (tx) => tx.sessions.startTurn(turn));
  return turn;
};

const citation = {
  ...{ number: 1, type: 'document' as const, documentId: newId(DocumentId), documentVersion: 1 },
  ...{ chunkId: newId(ChunkId), memoryId: null, toolCallId: null, charStart: 0, charEnd: 5 },
  ...{ score: 0.5, verification: 'exact' as const },
};

const finish = async (
  scope: UserScope,
  turn: ReturnType<typeof turnOf>,
  content = 'Two weeks [1].',
) => {
  const finished = finishedTurn({
    ...turn,
    content,
    citations: [citation, { ...citation, number: 2 }],
  });
  await database.withScope(scope, (tx) => tx.executions.finish(finished));
  return finished;
};

describe('a session', () => {
  it('exists for its user only', async () => {
    const id = await openSession(tenant.member);
    const find = (scope: UserScope) => database.withScope(scope, (tx) => tx.sessions.find(id));

    expect(await find(tenant.member)).toMatchObject({ id, status: 'open', title: null });
    expect(await find(tenant.admin)).toBeNull();
    for (const change of [
      () => database.withScope(tenant.admin, (tx) => tx.sessions.rename(id, 'mine')),
      () => database.withScope(tenant.admin, (tx) => tx.sessions.delete(id)),
      () => startTurn(tenant.admin, turnOf(id)),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('closes the longest idle one when there are too many', async () => {
    const user = await tenant.addUser();
    const ids = [
      await openSession(user, 2),
      await openSession(user, 2),
      await openSession(user, 2),
    ];

    const { items } = await database.withScope(user, (tx) => tx.sessions.list({ limit: 10 }));

    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [ids[2], 'open'],
      [ids[1], 'open'],
      [ids[0], 'closed'],
    ]);
  });

  it('is closed by the sweep when idle, and opened again by its next turn', async () => {
    const where = await test.tenant();
    const id = await openSession(where.member);
    const later = new Date(Date.now() + 1000);
    const closeIdle = () => database.withScope(where.system, (tx) => tx.sessions.closeIdle(later));

    expect(await closeIdle()).toBe(1);
    await startTurn(where.member, turnOf(id));

    const session = await database.withScope(where.member, (tx) => tx.sessions.find(id));
    expect(session?.status).toBe('open');
    expect(await closeIdle()).toBe(0);
  });

  it('takes its messages and executions along when deleted', async () => {
    const id = await openSession(tenant.member);
    const turn = await startTurn(tenant.member, turnOf(id));
    await finish(tenant.member, turn);

    await database.withScope(tenant.member, (tx) => tx.sessions.delete(id));

    const found = await database.withScope(tenant.admin, (tx) =>
      tx.executions.find(turn.executionId),
    );
    expect(found).toBeNull();
  });
});

describe('a turn', () => {
  it('keeps others off its session until it ends', async () => {
    const id = await openSession(tenant.member);
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => startTurn(tenant.member, turnOf(id))),
    );

    const started = attempts.filter((attempt) => attempt.status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(started).toHaveLength(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'session_busy' });
    await finish(tenant.member, started[0]!.value);
    await expect(startTurn(tenant.member, turnOf(id))).resolves.toBeDefined();
  });

  it('loses the session by itself when its time is over', async () => {
    const id = await openSession(tenant.member);
    await startTurn(tenant.member, turnOf(id, 'Died.', -1000));

    await expect(startTurn(tenant.member, turnOf(id))).resolves.toBeDefined();
  });

  it('sees the newest messages before it, oldest first, with what they cite', async () => {
    const id = await openSession(tenant.member);
    for (const question of ['one', 'two']) {
      await finish(
        tenant.member,
        await startTurn(tenant.member, turnOf(id, question)),
        `to ${question}`,
      );
    }
    const turn = await startTurn(tenant.member, turnOf(id, 'three'));

    const history = await database.withScope(tenant.member, (tx) =>
      tx.sessions.history(id, { before: turn.executionId, limit: 3 }),
    );

    expect(history.map(({ content, citations }) => [content, citations.length])).toEqual([
      ['to one', 2],
      ['two', 0],
      ['to two', 2],
    ]);
    expect(history[0]?.citations[0]).toEqual(citation);
    const page = await database.withScope(tenant.member, (tx) =>
      tx.sessions.messages(id, { limit: 2 }),
    );
    expect(page.items.map(({ content }) => content)).toEqual(['three', 'to two']);
    expect(page.nextAfter).toBe(page.items[1]?.id);
  });

  it('finds the user’s own words by id', async () => {
    const id = await openSession(tenant.member);
    const turn = await startTurn(tenant.member, turnOf(id, 'Remember this'));
    const find = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.sessions.findUserMessage(turn.messageId));

    expect(await find(tenant.member)).toMatchObject({ content: 'Remember this', role: 'user' });
    expect(await find(tenant.admin)).toBeNull();
  });
});

describe('a finished turn', () => {
  it('is written whole, and once however often it is reported', async () => {
    const id = await openSession(tenant.member);
    const turn = await startTurn(tenant.member, turnOf(id));
    const finished = await finish(tenant.member, turn);
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
    expect(found?.citations).toEqual([citation, { ...citation, number: 2 }]);
    const session = await database.withScope(tenant.member, (tx) => tx.sessions.find(id));
    expect(session?.language).toBe('en');
  });

  it('is read by its user and by admins', async () => {
    const turn = await startTurn(tenant.member, turnOf(await openSession(tenant.member)));
    await finish(tenant.member, turn);
    const stranger = await tenant.addUser();
    const read = (scope: UserScope) =>
      database.withScope(scope, (tx) => tx.executions.find(turn.executionId));

    expect(await read(tenant.admin)).not.toBeNull();
    expect(await read(stranger)).toBeNull();
    expect(await read((await test.tenant()).admin)).toBeNull();
  });

  it('survives what no database stores: NUL and half characters from a model', async () => {
    const turn = await startTurn(tenant.member, turnOf(await openSession(tenant.member), 'a\0b'));
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

  it('without an answer leaves none', async () => {
    const turn = await startTurn(tenant.member, turnOf(await openSession(tenant.member)));
    const finished = finishedTurn({ ...turn, content: '', citations: [] });

    await database.withScope(tenant.member, (tx) =>
      tx.executions.finish({ ...finished, answer: null }),
    );

    const found = await database.withScope(tenant.member, (tx) =>
      tx.executions.find(turn.executionId),
    );
    expect(found).toMatchObject({ answer: null, citations: [], execution: { status: 'success' } });
  });

  it('is not_found when its execution never started', async () => {
    const turn = turnOf(newId(SessionId));

    await expect(finish(tenant.member, turn)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an abandoned execution', () => {
  it('is closed with its session freed, and taken back by its late answer', async () => {
    const where = await test.tenant();
    const id = await openSession(where.member);
    const turn = await startTurn(where.member, turnOf(id));
    const soon = new Date(Date.now() + 1000);

    const closed = await database.withScope(where.system, (tx) =>
      tx.executions.closeAbandoned(soon),
    );

    expect(closed).toBe(1);
    const read = () =>
      database.withScope(where.member, (tx) => tx.executions.find(turn.executionId));
    expect((await read())?.execution).toMatchObject({ status: 'error', errorCode: 'abandoned' });
    await startTurn(where.member, turnOf(id));
    await finish(where.member, turn);
    expect(await read()).toMatchObject({
      execution: { status: 'success' },
      answer: 'Two weeks [1].',
    });
  });
});

describe('node metrics', () => {
  it('are percentiles and sums per node, of one tenant or of all', async () => {
    await queryAsOwner(test, 'DELETE FROM node_executions');
    const where = await test.tenant();
    for (const durationMs of [10, 20, 30]) {
      const turn = await startTurn(where.member, turnOf(await openSession(where.member)));
      const finished = finishedTurn({ ...turn, content: 'x', citations: [], durationMs });
      await database.withScope(where.member, (tx) => tx.executions.finish(finished));
    }
    const range = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const { nodeMetrics } = database.platform;

    const [tools] = await nodeMetrics({ ...range, tenantId: where.tenantId });

    expect(tools).toMatchObject({
      ...{ node: 'tools', count: 3, errors: 0, p50Ms: 20, p95Ms: 29, p99Ms: 29.8 },
      ...{ inputBytesP50: 100, promptTokens: 30, costUsd: null },
    });
    expect(await nodeMetrics({ ...range, tenantId: tenant.tenantId })).toEqual([]);
    expect(await nodeMetrics({ ...range, tenantId: null })).toHaveLength(1);
  });
});
