import { sampleAssistant } from '../fakes/samples.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import { AppError } from '../../src/shared/errors.js';
import { newId, MessageId, type ExecutionId, type SessionId } from '../../src/shared/ids.js';
import { createChatOnce } from '../../src/workflow/chat-once.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createTestTenant, type TestTenant } from '../support/tenant.js';
import { finishTurn, openSession, startTurn, turnOf } from '../support/turn.js';

const LOCK_MS = 70_000;
const input = { message: 'How long?', options: {} };

describe('a question with an idempotency key whose process crashes', () => {
  let test: TestDatabase;
  let tenant: TestTenant;
  let nowMs: number;
  const now = () => new Date(nowMs);

  beforeAll(async () => {
    test = await createTestDatabase();
    tenant = await createTestTenant(test.database);
    nowMs = Date.now();
  });
  afterAll(() => test.destroy());

  const assistant = sampleAssistant();
  const ask = (key: string, run: Run) => {
    const { database } = test;
    const chatOnce = createChatOnce({
      database,
      lockMs: LOCK_MS,
      logger: createSilentLogger(),
      now,
    });
    const asked = { scope: tenant.member, key, input, assistant };
    return chatOnce(asked, ({ executionId, input: given }) => run(executionId, given.sessionId));
  };
  type Run = (executionId: ExecutionId, sessionId: SessionId | undefined) => Promise<ChatAnswer>;
  const answers: Run = async (executionId) => ({
    ...(await createFakeUseCases().runTurn({
      scope: tenant.member,
      input,
      signal: new AbortController().signal,
    })),
    executionId,
  });
  /** The process is gone: nothing is settled any more. */
  const diesAfter = (key: string, work: (executionId: ExecutionId) => Promise<unknown>) =>
    new Promise<ExecutionId>((resolve, reject) => {
      void ask(key, (executionId) => {
        work(executionId).then(() => resolve(executionId), reject);
        return new Promise(() => undefined);
      });
    });
  const begin = async (executionId: ExecutionId): Promise<SessionId> => {
    const sessionId = await openSession(test.database, tenant.member);
    const turn = {
      ...turnOf(sessionId, input.message, 0),
      executionId,
      messageId: newId(MessageId),
    };
    await startTurn(test.database, tenant.member, turn);
    return sessionId;
  };
  const messagesOf = async (sessionId: SessionId) => {
    const page = await test.database.withScope(tenant.member, (tx) =>
      tx.sessions.messages(sessionId, { limit: 10 }),
    );
    return page.items.map(({ content }) => content);
  };

  it('keeps its key as long as it may still be running', async () => {
    await diesAfter('held', begin);

    const retried = ask('held', answers);

    await expect(retried).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      retryAfterSec: 1,
    });
  });

  it('is taken over after that in the same session, and its question is stored only once', async () => {
    let sessionId: SessionId | undefined;
    await diesAfter('taken', async (executionId) => {
      sessionId = await begin(executionId);
    });
    nowMs += LOCK_MS + 1;
    let continued: SessionId | undefined;

    const outcome = await ask('taken', (executionId, given) => {
      continued = given;
      return answers(executionId, given);
    });

    expect(outcome.isReplayed).toBe(false);
    expect(continued).toBe(sessionId);
    expect(sessionId && (await messagesOf(sessionId))).toEqual([]);
  });

  it('is answered from the saved answer if only the key was not completed', async () => {
    const executionId = await diesAfter('saved', async (id) => {
      const sessionId = await begin(id);
      await finishTurn(test.database, tenant.member, { sessionId, executionId: id });
    });
    nowMs += LOCK_MS + 1;

    const outcome = await ask('saved', () => Promise.reject(new Error('Nobody may run it.')));
    const again = await ask('saved', () => Promise.reject(new Error('Nobody may run it.')));

    expect(outcome).toMatchObject({ isReplayed: true, answer: { executionId } });
    expect(again).toEqual(outcome);
  });

  it('may finish late without taking the key from its successor', async () => {
    let fail: (error: AppError) => void = () => undefined;
    const late = ask('late', () => new Promise((_resolve, reject) => (fail = reject)));
    nowMs += LOCK_MS + 1;
    const second = await ask('late', answers).catch((error: unknown) => error);
    fail(new AppError('cancelled', 'Stopped.'));
    await late.catch(() => undefined);

    const third = ask('late', answers);

    expect(second).toMatchObject({ isReplayed: false });
    // The successor's answer is not in this database: what matters is that nobody ran it again.
    await expect(third).rejects.toMatchObject({ code: 'not_found' });
  });

  it('frees its key after a day', async () => {
    await ask('day', answers);
    nowMs += 25 * 3_600_000;

    const outcome = await ask('day', answers);

    expect(outcome.isReplayed).toBe(false);
    const removed = await test.database.withScope(tenant.system, (tx) =>
      tx.idempotency.removeExpired(-60_000),
    );
    expect(removed).toBeGreaterThan(0);
  });
});
