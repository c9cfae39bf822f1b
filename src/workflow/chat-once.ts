import { z } from 'zod';
import type { ChatAnswer, TurnInput } from '../conversations/index.js';
import { notFound } from '../shared/errors.js';
import { ExecutionId, newId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { claimKey, hashRequest } from '../http/index.js';
import { rebuildAnswer } from './rebuild-answer.js';

export type ChatOutcome = { answer: ChatAnswer; isReplayed: boolean };

type KeyedQuestion = { scope: UserScope; key: string; input: TurnInput };
type Attempt = { executionId: ExecutionId; input: TurnInput };

/** Asks a question once under its key, however often it is sent. */
export type ChatOnce = (
  question: KeyedQuestion,
  run: (attempt: Attempt) => Promise<ChatAnswer>,
) => Promise<ChatOutcome>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  /** Longer than a turn may take with the saving of it, and than its session stays locked. */
  lockMs: number;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

const Page = z.int().nullable();

const Result = z.object({
  executionId: ExecutionId,
  /** Of each citation, in order. */
  pages: z.array(z.object({ pageStart: Page, pageEnd: Page })).optional(),
});
type Result = z.infer<typeof Result>;

type Claim = { route: 'chat'; key: string; lockedUntil: Date };

export const createChatOnce =
  ({ database, lockMs, logger, now }: Deps): ChatOnce =>
  async ({ scope, key, input }, run) => {
    const executionId = newId(ExecutionId);
    const at = now();
    const claim: Claim = { route: 'chat', key, lockedUntil: new Date(at.getTime() + lockMs) };
    const requestHash = hashRequest(input);
    const begun = await database.withScope(scope, async (tx) => {
      const claimed = await claimKey(tx, { ...claim, requestHash, result: { executionId } }, at);
      if (claimed.kind === 'done') return replay(tx, claimed.result);
      return resume(tx, { claim, input, previous: claimed.previous });
    });
    if ('answer' in begun) return { answer: begun.answer, isReplayed: true };

    // A record that could not be settled is found out by the next request when its lock has run out.
    const settle = (end: Parameters<ScopedRepositories['idempotency']['settle']>[1]) =>
      database
        .withScope(scope, (tx) => tx.idempotency.settle(claim, end))
        .catch((err: unknown) => logger.warn({ executionId, err }, 'A key was not settled'));
    try {
      const answer = await run({ executionId, input: begun.input });
      await settle({ state: 'done', result: toResult(answer) });
      return { answer, isReplayed: false };
    } catch (error) {
      await settle({ state: 'failed' });
      throw error;
    }
  };

/** A session that was deleted took its answers along. */
const replay = async (tx: ScopedRepositories, result: unknown): Promise<{ answer: ChatAnswer }> => {
  const { executionId, pages } = Result.parse(result);
  const found = await tx.executions.find(executionId);
  const answer = found && (await rebuildAnswer(tx, found, pages));
  if (answer === null) throw notFound();
  return { answer };
};

type Resumed = { answer: ChatAnswer } | { input: TurnInput };

/** Takes up what an earlier attempt left: its answer, if the process ended right after saving it, or its session, for one question to stand there once. */
const resume = async (
  tx: ScopedRepositories,
  { claim, input, previous }: { claim: Claim; input: TurnInput; previous: unknown },
): Promise<Resumed> => {
  if (previous === null) return { input };
  const { executionId } = Result.parse(previous);
  const found = await tx.executions.find(executionId);
  if (found === null) return { input };
  const answer = await rebuildAnswer(tx, found);
  if (answer !== null) {
    await tx.idempotency.settle(claim, { state: 'done', result: { executionId } });
    return { answer };
  }
  await tx.idempotency.takeBackMessages(executionId);
  return { input: { ...input, sessionId: found.execution.sessionId } };
};

const toResult = ({ executionId, citations }: ChatAnswer): Result => ({
  executionId,
  pages: citations.map(({ pageStart = null, pageEnd = null }) => ({ pageStart, pageEnd })),
});
