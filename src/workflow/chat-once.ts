import { z } from 'zod';
import type { Assistant } from '../assistants/index.js';
import type { Citation } from '../citations/index.js';
import {
  loadReadableCitations,
  toCitationJoin,
  toShownAnswer,
  toShownStatements,
  type ExecutionRepository,
} from '../conversations/index.js';
import { claimKey, hashRequest } from '../http/index.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { notFound } from '../shared/errors.js';
import { ExecutionId, newId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { toTurnScope, type ChatAnswer, type TurnInput } from './chat.js';
import type { ScopedRepositories, Database } from './database.js';
import type { RenewLock } from './keep-locks.js';
import { toChatAnswer } from './receipt.js';

export type ChatOutcome = { answer: ChatAnswer; isReplayed: boolean };

type KeyedQuestion = { scope: UserScope; key: string; input: TurnInput; assistant: Assistant };
type Run = (attempt: {
  executionId: ExecutionId;
  input: TurnInput;
  renewLock: RenewLock;
}) => Promise<ChatAnswer>;

export type ChatOnce = ReturnType<typeof createChatOnce>;

type Deps = {
  database: Pick<Database, 'withScope'>;
  /**
   * How long the lock on the key lasts: longer than a turn may take including saving it, and longer than its session stays locked. It is
   * renewed if a stream takes longer.
   */
  lockMs: number;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

const page = z.int().nullable();
const Pages = z.object({ pageStart: page, pageEnd: page });

/** What is stored for a key: the turn that answered the question, and the pages of each citation, in order. */
const Result = z.object({ executionId: ExecutionId, pages: z.array(Pages).optional() });

type Claim = { route: 'chat'; key: string; lockedUntil: Date };

/** Answers a question only once per idempotency key, however often it is sent. */
export const createChatOnce =
  ({ database, lockMs, logger, now }: Deps) =>
  async (
    { scope: asker, key, input, assistant }: KeyedQuestion,
    run: Run,
  ): Promise<ChatOutcome> => {
    const scope = toTurnScope(asker, assistant, input);
    const executionId = newId(ExecutionId);
    const at = now();
    const claim: Claim = { route: 'chat', key, lockedUntil: new Date(at.getTime() + lockMs) };
    // The assistant and the visible documents are part of the request: the same words with other settings are a different request.
    const asked = { ...input, interfaceLanguage: undefined };
    const requestHash = hashRequest([asked, assistant.id, scope.filters]);
    const begun = await database.withScope(scope, async (tx) => {
      const claimed = await claimKey(tx, { ...claim, requestHash, result: { executionId } }, at);
      if (claimed.kind === 'done') return replay(tx, claimed.result);
      return resume(tx, { claim, input, previous: claimed.previous });
    });
    if ('answer' in begun) return { answer: begun.answer, isReplayed: true };

    const held = holdKey(database, scope, claim);
    // If a record could not be settled, the next request finds out once the lock has expired.
    const settle = (end: Parameters<ScopedRepositories['idempotency']['settle']>[1]) =>
      held
        .settle(end)
        .catch((err: unknown) => logger.warn({ executionId, err }, 'A key was not settled'));
    try {
      const answer = await run({ executionId, input: begun.input, renewLock: held.renew });
      const pages = answer.citations.map(({ pageStart = null, pageEnd = null }) => ({
        pageStart,
        pageEnd,
      }));
      await settle({ state: 'done', result: { executionId: answer.executionId, pages } });
      return { answer, isReplayed: false };
    } catch (error) {
      await settle({ state: 'failed' });
      throw error;
    }
  };

/** Holds a claimed key. Its lock time distinguishes the claim from a later one, so it is settled with the current lock time. */
const holdKey = (database: Deps['database'], scope: UserScope, claim: Claim) => {
  const firstUntil = claim.lockedUntil.getTime();
  let { lockedUntil } = claim;
  let renewing: Promise<void> = Promise.resolve();
  const extend = async (later: Date): Promise<void> => {
    const isOurs = await database.withScope(scope, (tx) =>
      tx.idempotency.renew({ ...claim, lockedUntil }, later),
    );
    if (isOurs) lockedUntil = later;
  };
  return {
    renew: (laterByMs: number): Promise<void> => {
      renewing = extend(new Date(firstUntil + laterByMs));
      return renewing;
    },
    settle: async (end: Parameters<ScopedRepositories['idempotency']['settle']>[1]) => {
      await renewing.catch(() => undefined);
      await database.withScope(scope, (tx) =>
        tx.idempotency.settle({ ...claim, lockedUntil }, end),
      );
    },
  };
};

/** Deleting a session also deletes its answers. */
const replay = async (tx: ScopedRepositories, result: unknown): Promise<{ answer: ChatAnswer }> => {
  const { executionId, pages } = Result.parse(result);
  const found = await tx.executions.find(executionId);
  const answer = found && (await rebuildAnswer(tx, found, pages));
  if (answer === null) throw notFound();
  return { answer };
};

type Found = NonNullable<Awaited<ReturnType<ExecutionRepository['find']>>>;

/**
 * Rebuilds an answer from what was stored of it. Citations are joined with what their reader may see now, so that nothing deleted is quoted
 * again. Null if the execution ended without an answer.
 */
const rebuildAnswer = async (
  tx: Pick<ScopedRepositories, 'chunks' | 'memories'>,
  found: Found,
  pages: readonly z.infer<typeof Pages>[] = [],
): Promise<ChatAnswer | null> => {
  const { execution, answer, answerMessageId: messageId } = found;
  const isAnswered = execution.status !== 'error' && execution.status !== 'cancelled';
  if (!isAnswered || answer === null || execution.totalMs === null) return null;
  const readable = await loadReadableCitations(tx, found.citations);
  const joinCitation = toCitationJoin(readable);
  const citations = found.citations.map((stored, index) =>
    withPages(joinCitation(stored), pages[index]),
  );
  const proposedMemories = await tx.memories.proposedIn(execution.id);
  const { language } = execution;
  const shown = toShownAnswer({ content: answer, language, citations: found.citations }, readable);
  const statements = toShownStatements(found, readable);
  return toChatAnswer({
    ...found,
    answer: shown,
    messageId,
    citations,
    statements,
    proposedMemories,
  });
};

/** If a cited passage consists of several chunks, the citation shows all their pages, which the one stored chunk does not include. */
const withPages = (citation: Citation, pages?: z.infer<typeof Pages>): Citation =>
  citation.type !== 'document' || citation.verification === 'stale' || pages === undefined
    ? citation
    : { ...citation, ...pages };

/**
 * Resumes an earlier attempt: returns its answer if the process died right after saving it; otherwise returns its session, so that the
 * question appears there only once.
 */
const resume = async (
  tx: ScopedRepositories,
  { claim, input, previous }: { claim: Claim; input: TurnInput; previous: unknown },
): Promise<{ answer: ChatAnswer } | { input: TurnInput }> => {
  if (previous === null) return { input };
  const { executionId } = Result.parse(previous);
  const found = await tx.executions.find(executionId);
  if (found === null) return { input };
  const answer = await rebuildAnswer(tx, found);
  if (answer !== null) {
    await tx.idempotency.settle(claim, { state: 'done', result: { executionId } });
    return { answer };
  }
  await tx.sessions.takeBackMessages(executionId);
  return { input: { ...input, sessionId: found.execution.sessionId ?? undefined } };
};
