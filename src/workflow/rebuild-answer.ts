import { ChatAnswer, loadCitationJoin } from '../conversations/index.js';
import type { ScopedRepositories } from './database.js';
import type { Citation } from '../citations/index.js';

type Found = NonNullable<Awaited<ReturnType<ScopedRepositories['executions']['find']>>>;

type Pages = Pick<Citation, 'pageStart' | 'pageEnd'>;

/**
 * The answer as it was given, from what is stored of it: citations are joined with what their reader may see now, so that nothing
 * deleted is quoted again. Null when the execution ended without an answer.
 */
export const rebuildAnswer = async (
  tx: Pick<ScopedRepositories, 'chunks' | 'memories'>,
  found: Found,
  pages: readonly Pages[] = [],
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
    citations: found.citations.map((stored, index) =>
      withPages(joinCitation(stored), pages[index]),
    ),
    toolCalls: found.toolCalls,
    usage: { promptTokens, completionTokens, costUsd },
    timings: {
      totalMs,
      nodes: found.nodeExecutions.map(({ nodeName, ...node }) => ({ node: nodeName, ...node })),
    },
  });
};

/** A passage of several chunks is cited with the pages of them all, which its one stored chunk does not know. */
const withPages = (citation: Citation, pages: Pages | undefined): Citation =>
  citation.type !== 'document' || citation.verification === 'stale' || pages === undefined
    ? citation
    : { ...citation, ...pages };
