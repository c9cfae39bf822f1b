import type { SessionId } from '../shared/ids.js';
import type { ScopedRepositories } from './database.js';
import type { MessageWithWords } from './messages-repository.js';
import { isReadable, loadReadableCitations } from './readable-citations.js';

type Transaction = Pick<ScopedRepositories, 'sessions' | 'chunks' | 'memories'>;

const MOST_WORDS = 10;

/**
 * Finds the caller's sessions with all the words in their title, in one question or in one answer. Withheld answers are not searched, so
 * that a search cannot reveal them.
 */
export const findSessionsWithText = async (
  tx: Transaction,
  text: string,
): Promise<{ words: readonly string[]; ids: readonly SessionId[] }> => {
  const words = toWords(text);
  const found = await tx.sessions.withWords(words);
  const ids = new Set(found.filter(({ role }) => role === 'user').map(toSession));
  const answers = found.filter(({ sessionId }) => !ids.has(sessionId));
  const shown = await readShown(tx, answers);
  return { words, ids: [...ids, ...new Set(shown.map(toSession))] };
};

/** The words of a search, separated by blanks. */
const toWords = (text: string): readonly string[] =>
  [...new Set(text.split(/\s+/u).filter((word) => word !== ''))].slice(0, MOST_WORDS);

const toSession = ({ sessionId }: MessageWithWords): SessionId => sessionId;

const readShown = async (
  tx: Transaction,
  answers: readonly MessageWithWords[],
): Promise<readonly MessageWithWords[]> => {
  const citations = await tx.sessions.citationsOf(answers.map(({ id }) => id));
  const readable = await loadReadableCitations(tx, citations);
  const withheld = new Set(
    citations.filter((one) => !isReadable([one], readable)).map(({ messageId }) => messageId),
  );
  return answers.filter(({ id }) => !withheld.has(id));
};
