import { ChatAnswer } from '../../domain/chat.js';
import type { ScopedRepositories } from '../../ports/database/index.js';
import { loadCitationJoin } from '../conversations/join-citations.js';

type Found = NonNullable<Awaited<ReturnType<ScopedRepositories['executions']['find']>>>;

/**
 * The answer as it was given, from what is stored of it: citations are joined with what their reader may see now, so that nothing
 * deleted is quoted again. Null when the execution ended without an answer.
 */
export const rebuildAnswer = async (
  tx: Pick<ScopedRepositories, 'chunks' | 'memories'>,
  found: Found,
): Promise<ChatAnswer | null> => {
  const { execution, answer, answerMessageId } = found;
  const { id: executionId, totalMs, promptTokens, completionTokens, costUsd } = execution;
  const isAnswered = execution.status !== 'error' && execution.status !== 'cancelled';
  if (!isAnswered || answer === null || totalMs === null) return null;
  const joinCitation = await loadCitationJoin(tx, found.citations);
  return ChatAnswer.parse({
    ...execution,
    executionId,
    messageId: answerMessageId,
    answer,
    citations: found.citations.map(joinCitation),
    toolCalls: found.toolCalls,
    usage: { promptTokens, completionTokens, costUsd },
    timings: {
      totalMs,
      nodes: found.nodeExecutions.map(({ nodeName, ...node }) => ({ node: nodeName, ...node })),
    },
  });
};
