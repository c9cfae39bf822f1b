import { analyze, analyzeQueryWords, detectLanguage } from '../language/index.js';
import { baselineOfLanguage, createWordMatcher, judgeRelevance } from '../evidence/index.js';
import { mapInSlices } from '../shared/async.js';
import type { ExecutionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { evidenceOf, isReadable, loadReadableCitations } from './readable-citations.js';
import type { PastMessage, ChunkEvidence, MemoryEvidence } from './schema.js';

type Deps = { database: Pick<Database, 'withScope'>; settings: { minCoverage: number } };

type HistorySearch = {
  query: string;
  topK: number;
  /** The language of the turn's question, for queries that are too short for detection. */
  language: string;
  /** The running turn, whose own question does not count as history yet. */
  executionId: ExecutionId;
  signal: AbortSignal;
};

/**
 * A message found in earlier conversations. A user's message is returned in the user's own words. For an answer, the stored sources that it
 * cites are read again and returned; its own words are used only if it cites no stored source.
 */
export type FoundMessage = PastMessage & { restsOn: (ChunkEvidence | MemoryEvidence)[] };

export type SearchHistory = ReturnType<typeof createSearchHistory>;

/** Only the user's newest messages are searched. */
const MAX_CANDIDATES = 2_000;
const MAX_CHARS = 2_000;
/** Answers whose sources are no longer readable are removed afterwards, so more candidates are examined than requested. */
const SPARE = 4;

type Ranked = { message: PastMessage; coverage: number };

/** Full-text search over this user's earlier messages in all sessions, best first; among equals, the newer ones come first. */
export const createSearchHistory =
  ({ database, settings }: Deps) =>
  async (scope: UserScope, search: HistorySearch): Promise<FoundMessage[]> => {
    const { executionId, topK, signal } = search;
    const messages = await database.withScope(scope, (tx) =>
      tx.sessions.recentMessages({
        before: executionId,
        limit: MAX_CANDIDATES,
        maxChars: MAX_CHARS,
      }),
    );
    const ranked = (await rank(messages, search, settings.minCoverage)).slice(0, topK * SPARE);
    signal.throwIfAborted();
    if (ranked.length === 0) return [];
    const found = await database.withScope(scope, (tx) => authorize(tx, ranked));
    return found.slice(0, topK);
  };

const rank = async (
  messages: readonly PastMessage[],
  { query, language, signal }: HistorySearch,
  minCoverage: number,
): Promise<Ranked[]> => {
  const own = detectLanguage(query, { fallback: language });
  const words = analyzeQueryWords(query, { languages: [own] });
  const { matchTerm } = createWordMatcher(words);
  const candidates = await mapInSlices(
    messages,
    (message) => {
      // Query and message are both analysed in the query's language, so that a word that occurs in both always matches.
      const terms = analyze(message.content, { languages: [own] });
      const matching = terms.filter((term) => matchTerm(term).length > 0);
      return { message, terms: matching, documentId: null, denseScore: null };
    },
    signal,
  );
  const matching = candidates.filter(({ terms }) => terms.length > 0);
  return judgeRelevance(matching, {
    questions: [words],
    baseline: baselineOfLanguage(own),
    passage: null,
  })
    .filter(({ coverage }) => coverage >= minCoverage)
    .map(({ candidate, coverage }) => ({ message: candidate.message, coverage }))
    .sort((left, right) => right.coverage - left.coverage);
};

/** Without citations, the sources of an answer are unknown; if a cited source is no longer readable, the answer must not reappear here. */
const authorize = async (
  tx: ScopedRepositories,
  ranked: readonly Ranked[],
): Promise<FoundMessage[]> => {
  const answers = ranked.filter(({ message }) => message.role === 'assistant');
  const citations = await tx.sessions.citationsOf(answers.map(({ message }) => message.id));
  const readable = await loadReadableCitations(tx, citations);
  return ranked.flatMap(({ message, coverage }) => {
    if (message.role === 'user') return [{ ...message, restsOn: [] }];
    const own = citations.filter(({ messageId }) => messageId === message.id);
    if (own.length === 0 || !isReadable(own, readable)) return [];
    const restsOn = own.flatMap((citation) => evidenceOf(citation, readable, coverage));
    return [{ ...message, restsOn }];
  });
};
