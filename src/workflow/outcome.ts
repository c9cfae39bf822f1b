import {
  citeAnswer,
  renderSourceList,
  type CitationOptions,
  type CitedAnswer,
} from '../citations/index.js';
import type { ResponseType, StopReason } from '../conversations/index.js';
import { extractiveAnswer } from './answer/extractive-answer.js';
import { messagesFor } from '../shared/i18n/index.js';
import { kindOfSmallTalk } from '../language/index.js';
import { answerLanguageOf } from './answer-language.js';
import { toReceiptCandidates, toReceiptSources } from './receipt-sources.js';
import { isLimitReached } from './routing.js';
import { selectSources, toCitation, type Source } from './sources.js';
import type { RouterState, TurnOutcome } from './state.js';

type Condition = {
  /** Something went wrong in finalize itself. */
  isDegraded?: boolean;
  inPrompt?: readonly Source[];
};

type Draft = Pick<
  TurnOutcome,
  | 'answer'
  | 'citations'
  | 'storedCitations'
  | 'confidence'
  | 'grounding'
  | 'droppedMarkers'
  | 'droppedCitations'
> & { responseType: ResponseType; stopReason: StopReason };

const EMPTY = {
  citations: [],
  storedCitations: [],
  confidence: null,
  grounding: null,
  droppedMarkers: 0,
  droppedCitations: 0,
} as const;

/** Precedes the answer of a turn that stopped early. */
export const noticeOf = (state: RouterState): string => {
  const { stepLimit, deadlineReached } = messagesFor(answerLanguageOf(state));
  const stop = earlyStop(state);
  if (stop === null) return '';
  return `${stop === 'deadline' ? deadlineReached : stepLimit}\n\n`;
};

/** Why the turn stopped early; being out of rounds or of time wins over what was or was not found. */
const earlyStop = (state: RouterState): 'deadline' | 'max_iterations' | null => {
  if (state.deadlineReached) return 'deadline';
  return isLimitReached(state) ? 'max_iterations' : null;
};

/** How this turn's answer cites. */
export const citationOptionsOf = (state: RouterState): Required<CitationOptions> => ({
  language: answerLanguageOf(state),
  style: state.userContext.preferences.citationStyle,
  dropUnsupported: state.userContext.policy.dropUnsupportedCitations,
});

/** An answer whose markers have been made honest, with the list of what it cites. */
export const writeCitedOutcome = (
  state: RouterState,
  { cited, sources }: { cited: CitedAnswer; sources: readonly Source[] },
  condition: Condition = {},
): TurnOutcome => {
  const { language, style } = citationOptionsOf(state);
  const resolved = cited.citations
    .map((checked) => toCitation(checked, sources))
    .filter((citation) => citation !== null);
  const citations = resolved.map(({ citation }) => citation);
  const list = style === 'numbered' ? renderSourceList(citations, language) : '';
  const draft: Draft = {
    answer: `${cited.answer}${list}`,
    responseType: 'answer',
    stopReason: 'answered',
    citations,
    storedCitations: resolved.map(({ stored }) => stored),
    confidence: cited.confidence,
    grounding: cited.grounding,
    droppedMarkers: cited.droppedMarkers,
    droppedCitations: cited.droppedCitations,
  };
  return toOutcome(state, draft, { ...condition, inPrompt: sources });
};

const toOutcome = (
  state: RouterState,
  draft: Draft,
  { isDegraded = false, inPrompt = [] }: Condition,
): TurnOutcome => {
  const responseLanguage = answerLanguageOf(state);
  const stop = earlyStop(state);
  const degraded = isDegraded || state.degraded.length > 0;
  const used = {
    inPrompt: new Set(inPrompt.map(({ evidence }) => evidence.id)),
    citations: draft.storedCitations,
  };
  return {
    ...draft,
    answer: `${noticeOf(state)}${draft.answer}`,
    responseLanguage,
    candidates: toReceiptCandidates(state.candidates, used),
    sources: toReceiptSources(state.evidence, used),
    stopReason: stop ?? draft.stopReason,
    status: stop !== null ? 'partial' : degraded ? 'degraded' : 'success',
  };
};

/** An honest "not found", or that nobody could look. */
export const writeNotFoundOutcome = (
  state: RouterState,
  condition: Condition = {},
): TurnOutcome => {
  const messages = messagesFor(answerLanguageOf(state));
  const isRebuilding = state.degraded.some(({ reason }) => reason === 'reindexing');
  const notFound = [messages.notFound, ...(isRebuilding ? [messages.indexRebuilding] : [])];
  const answer = hasSearchFailed(state) ? messages.knowledgeBaseUnavailable : notFound.join('\n');
  return toOutcome(
    state,
    { ...EMPTY, answer, responseType: 'not_found', stopReason: 'not_found' },
    condition,
  );
};

/** The call was refused for what it asked: that says nothing about the knowledge base. */
const REFUSED: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'unknown_tool',
  'quota_exceeded',
]);

const hasSearchFailed = ({ toolCalls }: RouterState): boolean => {
  const searches = toolCalls.filter(
    ({ name, error }) => name === 'rag_search' && !(error && REFUSED.has(error.code)),
  );
  return searches.length > 0 && searches.every(({ ok }) => !ok);
};

/** Text that cites nothing: small talk, talk about the conversation, an offer of what can be asked. */
export const writeFreeOutcome = (
  state: RouterState,
  { answer, droppedMarkers }: Pick<CitedAnswer, 'answer' | 'droppedMarkers'>,
  condition: Condition = {},
): TurnOutcome =>
  toOutcome(
    state,
    { ...EMPTY, answer, droppedMarkers, responseType: 'answer', stopReason: 'answered' },
    condition,
  );

/** A sentence of ours. */
export const say = (answer: string) => ({ answer, droppedMarkers: 0 });

export const writeClarificationOutcome = (state: RouterState, question: string): TurnOutcome => {
  const language = answerLanguageOf(state);
  const { answer } = citeAnswer(question, [], { language });
  return toOutcome(
    state,
    {
      ...EMPTY,
      answer: answer || messagesFor(language).clarificationFallback,
      responseType: 'clarification',
      stopReason: 'clarification',
    },
    {},
  );
};

/** What can be said without a model: the best sentences of the sources, quoted and cited; never empty. */
export const writeExtractiveOutcome = (
  state: RouterState,
  condition: Condition = {},
): TurnOutcome => {
  const language = answerLanguageOf(state);
  if (state.evidence.length === 0) {
    return state.queryIntent === 'smalltalk'
      ? writeFreeOutcome(state, say(toSmallTalk(state, language)), condition)
      : writeNotFoundOutcome(state, condition);
  }
  const sources = selectSources(state);
  const text = extractiveAnswer({
    question: state.query,
    sources: sources.map(({ citable, evidence }) => ({
      ...citable,
      heading: evidence.kind === 'chunk' ? evidence.chunk.chapter : null,
    })),
    language,
    queryLanguages: state.userContext.indexLanguages,
  });
  const cited = citeAnswer(
    text,
    sources.map(({ citable }) => citable),
    citationOptionsOf(state),
  );
  return text === ''
    ? writeNotFoundOutcome(state, condition)
    : writeCitedOutcome(state, { cited, sources }, condition);
};

const toSmallTalk = ({ originalQuery }: RouterState, language: string): string => {
  const { youAreWelcome, goodbye, greeting } = messagesFor(language);
  const kind = kindOfSmallTalk(originalQuery);
  return { thanks: youAreWelcome, farewell: goodbye, greeting }[kind];
};
