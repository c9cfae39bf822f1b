import { acceptRewrite, needsRewriting } from '../../language/index.js';
import type { ChatModel } from '../../platform/models/model.js';
import { prepareByRule } from '../question.js';
import { askForRewriting } from '../rewrite.js';
import type { HistoryMessage, RouterState } from '../state.js';
import type { RouterNode } from '../turn.js';

type Deps = {
  chat: ChatModel | null;
  rewriteQueries: boolean;
  classifyIntent: boolean;
};

const MAX_SEEN_MESSAGES = 3;

/** What is asked, in which language, and in which words it is best searched. */
export const createPrepareQuery =
  ({ chat, rewriteQueries, classifyIntent }: Deps): RouterNode =>
  async (state, { turn, signal, metered }) => {
    const prepared = prepareByRule(state);
    const seen = state.history.slice(-MAX_SEEN_MESSAGES);
    const need = needsRewriting({
      question: state.originalQuery,
      language: prepared.queryLanguage,
      history: seen.map(({ content }) => content),
      complexity: prepared.queryComplexity,
    });
    if (!rewriteQueries || !need.rewrite) return prepared;
    if (!chat) return need.dependsOnHistory ? { ...prepared, ...searchInContext(state) } : prepared;

    const shown = need.dependsOnHistory ? seen : [];
    const { rewritten, intent } = await askForRewriting(metered(chat), {
      question: state.originalQuery,
      history: toTranscript(shown),
      nonce: turn.nonce,
      classifyIntent,
      signal,
    });
    const verdict = acceptRewrite({
      original: state.originalQuery,
      rewritten,
      history: shown.map(({ content }) => content),
      language: prepared.queryLanguage,
    });
    const queryIntent = intent ?? prepared.queryIntent;
    if (!verdict.accepted || verdict.rewritten === state.originalQuery) {
      return { ...prepared, queryIntent };
    }
    return {
      ...prepared,
      queryIntent,
      query: verdict.rewritten,
      rewrittenQuery: verdict.rewritten,
      searchQueries: [state.originalQuery, verdict.rewritten],
      contextEnhanced: need.dependsOnHistory,
    };
  };

/** Without a model nobody can resolve "and from abroad?": what was asked before is searched along with it. */
const searchInContext = ({
  originalQuery,
  history,
}: Pick<RouterState, 'originalQuery' | 'history'>) => {
  const before = history.findLast(({ role }) => role === 'user')?.content;
  if (before === undefined) return {};
  return { searchQueries: [originalQuery, `${before} ${originalQuery}`], contextEnhanced: true };
};

const toTranscript = (history: readonly HistoryMessage[]): string =>
  history.map(({ role, content }) => `${role}: ${content}`).join('\n');
