import { detectQuestionLanguage } from '../language/index.js';
import {
  classifyComplexity,
  classifyIntent,
  findCalculation,
  splitQuestion,
} from '../questions/index.js';
import { findRequestedFact } from '../memories/index.js';
import type { RouterState, RouterUpdate } from './state.js';

type Asked = Pick<RouterState, 'originalQuery' | 'userContext' | 'history'>;

/** What was said, not what is written: asked about, the conversation itself is the source. */
const ABOUT_CONVERSATION =
  /\b(?:this|our) (?:conversation|chat|discussion)\b|\bwhat (?:did|have) (?:i|we|you) (?:just )?(?:ask|asked|say|said|talk|talked|discuss|discussed|answer|answered)\b|\byour (?:last|previous) (?:answer|reply|message)\b|\bmy (?:last|previous) (?:question|message)\b|beszélgetés|miről beszéltünk|mit kérdeztem|az? (?:előző|utolsó) (?:válasz|kérdés)|unser(?:er|em)? gespräch|deine? letzte antwort|notre conversation|ta dernière réponse|nuestra conversación|tu última respuesta|cuộc trò chuyện|câu trả lời trước|我们的对话|刚才说|上一个回答|上一个问题/iu;

/** Everything about a question that needs no model; also what is left of prepare_query when it fails. */
export const prepareByRule = (state: Asked) => {
  const { originalQuery } = state;
  const detected = toQuestionLanguage(state);
  return {
    query: originalQuery,
    rewrittenQuery: null,
    searchQueries: [originalQuery, ...splitQuestion(originalQuery, detected)],
    // The words that a rule knows tell more than the few letters of such a question.
    queryLanguage: findRequestedFact(originalQuery)?.language ?? detected,
    queryComplexity: classifyComplexity(originalQuery),
    queryIntent:
      findCalculation(originalQuery) === null ? classifyIntent(originalQuery) : 'calculation',
    contextEnhanced: false,
  } satisfies RouterUpdate;
};

/** True for a question that a rule understands whole: it needs nothing of what was said before, and no other words. */
export const isRequest = ({ originalQuery }: Pick<RouterState, 'originalQuery'>): boolean =>
  findCalculation(originalQuery) !== null || findRequestedFact(originalQuery) !== null;

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

/** groundedOnly forbids facts without evidence, and nothing else. */
export const mayTalkFreely = (state: RouterState): boolean =>
  !state.userContext.policy.groundedOnly ||
  state.queryIntent === 'smalltalk' ||
  isAboutConversation(state);
