import { alternativesOf, detectQuestionLanguage } from '../language/index.js';
import {
  asksForWriting,
  isAboutAssistant,
  understandQuestion,
  type Question,
} from '../questions/index.js';
import { applyCorrections } from '../search/index.js';
import type { RouterState, RouterUpdate } from './state.js';

type Asked = Pick<RouterState, 'originalQuery' | 'userContext' | 'history'>;

/** Matches a question about what was said in the conversation, in which case the conversation itself is the source. */
const ABOUT_CONVERSATION = new RegExp(
  alternativesOf(({ aboutConversation }) => aboutConversation),
  'iu',
);

/** Interprets the question of a turn by rules. Also used if prepare_query fails. */
export const prepareByRule = (state: Asked) => {
  const { originalQuery } = state;
  const question = understandQuestion(originalQuery, toQuestionLanguage(state));
  return {
    question,
    rewritten: null,
    query: originalQuery,
    rewrittenQuery: null,
    searchQueries: [originalQuery, ...question.parts.map(({ text }) => text)],
    queryLanguage: question.language,
    queryComplexity: question.complexity,
    queryIntent: question.intent,
    contextEnhanced: false,
  } satisfies RouterUpdate;
};

/** The question as it was interpreted. A state that was written by hand, or that starts in the middle of a turn, may not have one yet. */
export const questionOf = ({
  question,
  originalQuery,
  queryLanguage,
}: Pick<RouterState, 'question' | 'originalQuery' | 'queryLanguage'>): Question =>
  question ?? understandQuestion(originalQuery, queryLanguage);

/**
 * The question that is answered: as rewritten, and with the spelling corrections of the search. With different words it is interpreted
 * again.
 */
export const answeredQuestionOf = (
  state: Pick<
    RouterState,
    'question' | 'rewritten' | 'query' | 'originalQuery' | 'queryLanguage' | 'corrections'
  >,
): Question => {
  const text = applyCorrections(state.query, state.corrections);
  const known = [state.rewritten, questionOf(state)].find((question) => question?.text === text);
  return known ?? understandQuestion(text, state.queryLanguage);
};

const toQuestionLanguage = ({ originalQuery, userContext, history }: Asked): string => {
  const { indexLanguages, language } = userContext;
  const spoken = history.findLast((message) => message.language !== null)?.language;
  return detectQuestionLanguage(originalQuery, {
    candidates: [...indexLanguages, ...(language === null ? [] : [language]), 'en'],
    fallback: spoken ?? language ?? 'en',
  });
};

export const isAboutConversation = ({
  originalQuery,
  history,
}: Pick<RouterState, 'originalQuery' | 'history'>): boolean =>
  history.length > 0 && ABOUT_CONVERSATION.test(originalQuery);

export const answerLanguageOf = (
  state: Pick<RouterState, 'userContext' | 'queryLanguage'>,
): string => state.userContext.answerLanguage ?? state.queryLanguage;

/** True for questions about who the assistant is, what it can do and what it knows. */
export const asksAssistant = ({ originalQuery }: Pick<RouterState, 'originalQuery'>): boolean =>
  isAboutAssistant(originalQuery);

/** A letter that the documents do not cover is based on what the user said; a strict tenant requires a source for every statement. */
export const mayWriteFreely = ({
  originalQuery,
  userContext,
}: Pick<RouterState, 'originalQuery' | 'userContext'>): boolean =>
  asksForWriting(originalQuery) && userContext.policy.groundedOnly !== 'strict';

/** The policy `groundedOnly` only forbids facts without evidence. */
export const mayTalkFreely = (state: RouterState): boolean =>
  !state.userContext.policy.groundedOnly ||
  state.queryIntent === 'smalltalk' ||
  isAboutConversation(state);
