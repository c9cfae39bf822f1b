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

/** Matches a question about what was said in the conversation, which is then the source itself. */
const ABOUT_CONVERSATION = new RegExp(
  alternativesOf(({ aboutConversation }) => aboutConversation),
  'iu',
);

/** Interprets the question of a turn by rules; also the fallback if prepare_query fails. */
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

/** The question as it was interpreted; a state written by hand, or one that starts in the middle, has none yet. */
export const questionOf = ({
  question,
  originalQuery,
  queryLanguage,
}: Pick<RouterState, 'question' | 'originalQuery' | 'queryLanguage'>): Question =>
  question ?? understandQuestion(originalQuery, queryLanguage);

/** The question that is answered: rewritten, and with the search's spelling corrections. Different words make a different question. */
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

/** Questions about who the assistant is, what it can do and what it knows. */
export const asksAssistant = ({ originalQuery }: Pick<RouterState, 'originalQuery'>): boolean =>
  isAboutAssistant(originalQuery);

/** A letter that the documents say nothing about is based on what the user said; a strict tenant requires a source for every statement. */
export const mayWriteFreely = ({
  originalQuery,
  userContext,
}: Pick<RouterState, 'originalQuery' | 'userContext'>): boolean =>
  asksForWriting(originalQuery) && userContext.policy.groundedOnly !== 'strict';

/** groundedOnly only forbids facts without evidence. */
export const mayTalkFreely = (state: RouterState): boolean =>
  !state.userContext.policy.groundedOnly ||
  state.queryIntent === 'smalltalk' ||
  isAboutConversation(state);
