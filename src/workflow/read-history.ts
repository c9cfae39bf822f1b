import {
  evidenceOf,
  isReadable,
  loadReadableCitations,
  type Evidence,
} from '../conversations/index.js';
import type { ExecutionId, SessionId } from '../shared/ids.js';
import type { ScopedRepositories } from './database.js';
import type { HistoryMessage } from './state.js';

type Transaction = Pick<ScopedRepositories, 'sessions' | 'chunks' | 'memories'>;

type EarlierTalk = {
  history: HistoryMessage[];
  /** What the answers of the history cite and this reader may still see, latest first: asked about, they are evidence again. */
  cited: Evidence[];
};

const MAX_MESSAGES = 10;

/** What an answer rested on was found to be evidence then. */
const FULL_COVERAGE = 1;

/** What was said before, oldest first. An answer that cites what its reader may no longer see comes without its text. */
export const readHistory = async (
  tx: Transaction,
  sessionId: SessionId,
  { before }: { before: ExecutionId },
): Promise<EarlierTalk> => {
  const read = await tx.sessions.history(sessionId, { before, limit: MAX_MESSAGES });
  // An answer that broke off is no answer: nothing is to be concluded from it.
  const messages = read.filter(({ status }) => status === 'ok');
  const readable = await loadReadableCitations(
    tx,
    messages.flatMap(({ citations }) => citations),
  );
  const cited = messages
    .toReversed()
    .flatMap(({ citations }) =>
      citations.flatMap((citation) => evidenceOf(citation, readable, FULL_COVERAGE)),
    );
  return {
    history: messages.map(({ id, role, content, language, citations }) => ({
      id,
      role,
      content: isReadable(citations, readable) ? content : '',
      language,
    })),
    cited: [...new Map(cited.map((evidence) => [evidence.id, evidence])).values()],
  };
};
