import {
  asksForInvention,
  asksForWriting,
  isRequest,
  needsRewriting,
  type QueryIntent,
} from '../../questions/index.js';
import { asksAssistant, isAboutConversation, questionOf } from '../question.js';
import type { RouterState } from '../state.js';
import type { Decision } from './protocol.js';
import { toDefaultDecision } from './without-model.js';

/** Intents that a search for passages can answer; other intents need whole documents, several searches or another tool. */
const OF_A_PASSAGE: ReadonlySet<QueryIntent> = new Set(['lookup', 'procedure']);

/**
 * True for a question that can be searched as it is, before a model has seen it. False if the question depends on the conversation, is in a
 * language that no document uses, or needs more than a search.
 */
export const isPlainLookup = (
  state: RouterState,
  available: readonly { name: string }[],
): boolean => {
  const { iterationCount, maxIterations, queryIntent, queryLanguage, originalQuery } = state;
  const question = questionOf(state);
  const history = state.history.map(({ content }) => content);
  return (
    iterationCount === 0 &&
    maxIterations > 1 &&
    OF_A_PASSAGE.has(queryIntent) &&
    state.userContext.indexLanguages.includes(queryLanguage) &&
    available.some(({ name }) => name === 'rag_search') &&
    !isRequest(question) &&
    question.collection === null &&
    !needsRewriting({ question, history }).dependsOnHistory &&
    !isAboutConversation(state) &&
    !asksAssistant(state) &&
    !asksForWriting(originalQuery) &&
    !asksForInvention(originalQuery)
  );
};

/** The first search for a plain question; the model is asked afterwards. */
export const toFirstSearch = (
  state: Pick<RouterState, 'iterationCount' | 'query'>,
  available: readonly { name: string }[],
): Decision => {
  const decision = toDefaultDecision(state, available);
  return decision.decision === 'CALL_TOOLS' ? { ...decision, then: 'decide' } : decision;
};
