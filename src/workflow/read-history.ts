import type { ExecutionId, SessionId } from '../domain/ids.js';
import type { ScopedRepositories } from '../ports/database/index.js';
import { isReadable, loadReadableCitations } from '../services/conversations/readable-citations.js';
import type { HistoryMessage } from './state.js';

type Transaction = Pick<ScopedRepositories, 'sessions' | 'chunks' | 'memories'>;

const MAX_MESSAGES = 10;

/** What was said before, oldest first. An answer that cites what its reader may no longer see comes without its text. */
export const readHistory = async (
  tx: Transaction,
  sessionId: SessionId,
  { before }: { before: ExecutionId },
): Promise<HistoryMessage[]> => {
  const messages = await tx.sessions.history(sessionId, { before, limit: MAX_MESSAGES });
  const readable = await loadReadableCitations(
    tx,
    messages.flatMap(({ citations }) => citations),
  );
  return messages
    .filter(({ status }) => status === 'ok')
    .map(({ id, role, content, language, citations }) => ({
      id,
      role,
      content: isReadable(citations, readable) ? content : '',
      language,
    }));
};
