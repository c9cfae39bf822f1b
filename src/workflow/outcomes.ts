import {
  certaintyOf,
  describeCollection,
  quotableEvidence,
  quoteSources,
  toFinalAnswer,
  toSaid,
  type Quoted,
  type Said,
  type Source,
} from '../answering/index.js';
import { citeAnswer, groundingOf, type CitationOptions } from '../citations/index.js';
import type { GeneratedBy, ResponseType, StopReason } from '../conversations/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { CitationStyle } from '../tenancy/index.js';
import { selectTurnSources } from './basis.js';
import { isDecidedWithoutModel, LIST_DOCUMENTS } from './decide/without-model.js';
import { findFailedTools, findReasonsOfFailure, isRefused } from './failed-tools.js';
import { answeredQuestionOf, answerLanguageOf, asksAssistant, questionOf } from './question.js';
import {
  hasLookedUp,
  hasOnlyRemembered,
  isLimitReached,
  type RouterState,
  type TurnOutcome,
} from './state.js';

type Condition = {
  /** The sources from which the answer was written. */
  sources?: readonly Source[];
  /** True if finalize itself failed. */
  isDegraded?: boolean;
};

const STOP_REASONS = {
  answer: 'answered',
  closest: 'closest',
  clarification: 'clarification',
  not_found: 'not_found',
  unavailable: 'unavailable',
} as const satisfies Record<ResponseType, StopReason>;

export const citationOptionsOf = (state: RouterState): Required<CitationOptions> => ({
  language: answerLanguageOf(state),
  style: styleOf(state) === 'inline' ? 'inline' : 'numbered',
  question: state.originalQuery,
  otherTexts: textsOfPerson(state),
});

/** What the user said before, and the statements of answers that sources supported. */
const textsOfPerson = ({ history }: RouterState): string[] =>
  history.flatMap(({ role, content, isCarried }) =>
    role === 'user' || isCarried === true ? [content] : [],
  );

const styleOf = ({ userContext }: RouterState): CitationStyle =>
  userContext.preferences.citationStyle;

/** Builds the outcome of a turn: its final answer, and how the turn ended. */
export const toOutcome = (
  state: RouterState,
  said: Said,
  {
    sources = [],
    isDegraded = false,
    type: written = 'answer',
    generatedBy,
  }: Condition & { type?: ResponseType; generatedBy: GeneratedBy },
): TurnOutcome => {
  const stop = earlyStop(state);
  const type = written === 'not_found' && hasSearchFailed(state) ? 'unavailable' : written;
  const status = isDegraded || state.degraded.length > 0 ? 'degraded' : 'success';
  const { toolCalls, memories } = state;
  const turn = {
    language: answerLanguageOf(state),
    style: styleOf(state),
    warning: warningOf(state),
    toolCalls,
    memories,
  };
  return {
    ...toFinalAnswer(said, { sources, type, generatedBy }, turn),
    status: stop === null ? status : 'partial',
    stopReason: stop ?? STOP_REASONS[type],
  };
};

/** The warning above the answer of a turn that stopped early or in which a relevant tool failed. */
export const warningOf = (state: RouterState): string => {
  const { stepLimit, deadlineReached, toolsFailed } = messagesFor(answerLanguageOf(state));
  const stop = earlyStop(state);
  const failed = state.evidence.length > 0 ? findFailedTools(state) : [];
  return [
    ...(stop === null ? [] : [stop === 'deadline' ? deadlineReached : stepLimit]),
    ...(failed.length === 0 ? [] : [toolsFailed(failed.join(', '))]),
  ]
    .map((notice) => `${notice}\n\n`)
    .join('');
};

/** The reason why the turn stopped early. Running out of rounds or time takes precedence over what was found. */
const earlyStop = (state: RouterState): 'deadline' | 'max_iterations' | null => {
  if (state.deadlineReached) return 'deadline';
  return isLimitReached(state) ? 'max_iterations' : null;
};

export const writeClarificationOutcome = (state: RouterState, question: string): TurnOutcome => {
  const language = answerLanguageOf(state);
  const { answer } = citeAnswer(question, [], { language });
  const asked = toSaid(answer || messagesFor(language).clarificationFallback);
  const generatedBy = answer === '' ? 'extractive' : 'model';
  return toOutcome(state, asked, { type: 'clarification', generatedBy });
};

/**
 * Writes the answer without a model: results of tools and the best sentences of the other sources, quoted and cited; never empty. `offer`
 * explains what users can ask if no model is configured.
 */
export const writeExtractiveOutcome = (
  state: RouterState,
  { offer = '', ...given }: Pick<Condition, 'isDegraded'> & { offer?: string } = {},
): TurnOutcome => {
  const condition = { ...given, generatedBy: 'extractive' } as const;
  const quoted = quote(state);
  if (quoted === null && state.queryIntent === 'smalltalk') {
    return toOutcome(state, toSaid(toSmallTalk(state, offer)), condition);
  }
  if (quoted === null && isEmptyList(state)) {
    const { documentsListed } = messagesFor(answerLanguageOf(state));
    return toOutcome(state, toSaid(documentsListed({ total: 0, shown: 0 })), condition);
  }
  if (quoted === null) {
    if (hasOnlyRemembered(state)) return toOutcome(state, toSaid(''), condition);
    return toOutcome(state, toSaid(toNotFound(state)), { ...condition, type: 'not_found' });
  }
  const { citations, answer, notice, listsSources = false } = quoted.said;
  const grounding = groundingOf(citations.map(({ verification: verdict }) => ({ verdict })));
  const said = {
    ...toSaid(answer),
    citations,
    notice,
    listsSources,
    grounding,
    confidence: grounding === 0 ? 0 : quoted.confidence,
  };
  return toOutcome(state, said, {
    ...condition,
    sources: [...quoted.sources, ...selectQuotable(state)],
    type: quoted.certainty,
  });
};

/**
 * Says in a model's words that the documents do not contain the answer. If the model cites nothing, the passage that a rule would have
 * quoted follows, so that the reader can see how close it comes.
 */
export const writeNotFoundOutcome = (
  state: RouterState,
  {
    said,
    sources,
    isDegraded,
    isClose,
  }: { said: Said; sources: readonly Source[]; isDegraded: boolean; isClose: boolean },
): TurnOutcome => {
  const condition = { isDegraded, type: 'not_found', generatedBy: 'model' } as const;
  const isShown = isClose && said.citations.length === 0;
  const closest = isShown ? quote(state, { isClosest: true }) : null;
  if (closest === null) return toOutcome(state, said, { ...condition, sources });
  const { answer, citations, notice, listsSources = false } = closest.said;
  // The passages follow below the notice in any citation style, because a model wrote the text above.
  const below = notice === null || answer.startsWith(notice) ? answer : `${notice}\n\n${answer}`;
  const withClosest = {
    ...said,
    answer: `${said.answer}\n\n${below}`,
    citations,
    notice,
    listsSources,
  };
  return toOutcome(state, withClosest, {
    ...condition,
    sources: [...closest.sources, ...selectQuotable(state)],
  });
};

/** True if all documents were requested and there are none. */
const isEmptyList = (state: RouterState): boolean => {
  const kind = questionOf(state).collection?.kind;
  const isOfAll = kind === 'list' || kind === 'count' || kind === 'newest';
  return isOfAll && state.toolCalls.some(({ name, ok }) => ok && name === LIST_DOCUMENTS);
};

const selectQuotable = (state: RouterState): Source[] =>
  selectTurnSources({ ...state, evidence: quotableEvidence(state) });

/** Quotes the sources verbatim, by rules and without a model; if `isClosest`, labels them as only the closest passages. */
export const quote = (state: RouterState, { isClosest = false } = {}): Quoted | null => {
  const listed = describeListed(state);
  if (listed !== null) return listed;
  return quoteSources({
    question: answeredQuestionOf(state),
    sources: selectQuotable(state),
    language: answerLanguageOf(state),
    queryLanguages: state.userContext.indexLanguages,
    style: styleOf(state),
    isShort: state.userContext.answerLength === 'short',
    found: state.evidence,
    certaintyOf: (confidence) =>
      isClosest ? 'closest' : certaintyOf(quotableEvidence(state), confidence),
  });
};

/** Describes the listed documents; null unless the question was about the documents themselves and only a list of them was looked up. */
const describeListed = (state: RouterState): Quoted | null => {
  const { collection } = questionOf(state);
  const asked = collection ?? (asksAssistant(state) ? { kind: 'list' as const } : null);
  const made = state.toolCalls.filter(({ ok }) => ok);
  const isListed = made.length > 0 && made.every(({ name }) => name === LIST_DOCUMENTS);
  if (asked === null || !isListed) return null;
  const sources = selectTurnSources(state);
  const { timezone: timeZone } = state.userContext;
  const language = answerLanguageOf(state);
  return describeCollection({ asked, sources, language, timeZone, style: styleOf(state) });
};

const toSmallTalk = (state: RouterState, offer: string): string => {
  const { youAreWelcome, goodbye, greeting } = messagesFor(answerLanguageOf(state));
  const kind = questionOf(state).smallTalk ?? 'greeting';
  if (kind === 'greeting' && offer !== '') return `${greeting}\n\n${offer}`;
  return { thanks: youAreWelcome, farewell: goodbye, greeting }[kind];
};

/** Says that nothing was found, or why no search was possible. */
const toNotFound = (state: RouterState): string => {
  const language = answerLanguageOf(state);
  const messages = messagesFor(language);
  if (hasSearchFailed(state)) return messages.knowledgeBaseUnavailable;
  const refused = findRefusedMemory(state);
  if (refused !== null) return `${messages.notRemembered}\n${refused}`;
  const reasons = findReasonsOfFailure(state);
  if (reasons.length > 0) {
    return citeAnswer([messages.lookupFailed, ...reasons].join('\n'), [], { language }).answer;
  }
  const reasonsOfSearch = new Set(state.degraded.map(({ reason }) => reason));
  return [
    messages.notFound,
    ...(reasonsOfSearch.has('reindexing') ? [messages.indexRebuilding] : []),
    ...(reasonsOfSearch.has('not_read_yet') ? [messages.notReadYet] : []),
  ].join('\n');
};

/** The reason why nothing was remembered, if remembering was all that the user asked for. */
const findRefusedMemory = (state: RouterState): string | null => {
  if (hasLookedUp(state) || !isDecidedWithoutModel(state)) return null;
  return state.toolCalls.find(({ error }) => error !== null)?.error?.message ?? null;
};

const hasSearchFailed = ({ toolCalls }: RouterState): boolean => {
  const searches = toolCalls.filter((call) => call.name === 'rag_search' && !isRefused(call));
  return searches.length > 0 && searches.every(({ ok }) => !ok);
};
