import {
  analyze,
  analyzeQueryWords,
  splitSentences,
  kindOfSmallTalk,
  type QueryWord,
} from '../language/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import {
  citeAnswer,
  renderSourceList,
  type CitationOptions,
  type CitedAnswer,
} from '../citations/index.js';
import type { ResponseType, StopReason } from '../conversations/index.js';
import { answerLanguageOf } from './question.js';
import { isLimitReached, type RouterState, type TurnOutcome } from './state.js';
import { selectSources, toCitation, type Source } from './sources.js';

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

type ExtractiveSource = {
  content: string;
  language: string;
  /** The heading it stands under, which its content may begin with: it announces an answer and is none. */
  heading?: string | null;
};

type Extraction = {
  question: string;
  /** Best first; the first is cited as [1]. */
  sources: readonly ExtractiveSource[];
  /** Of the one line of ours. The quoted sentences stay in the language of their document. */
  language: string;
  /** Those of the tenant's index, as for the search: the question is analysed with their union. */
  queryLanguages: readonly string[];
};

type Candidate = { sentence: string; sourceIndex: number; terms: ReadonlySet<string> };
type WeightedWord = { forms: readonly string[]; weight: number };

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
  return {
    ...draft,
    answer: `${noticeOf(state)}${draft.answer}`,
    responseLanguage,
    inPrompt: inPrompt.map(({ evidence }) => evidence.id),
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

/** The best sentences of the sources, quoted and cited by [n] below one line that says no model wrote this; empty without sources. */
export const extractiveAnswer = (extraction: Extraction): string => {
  const { question, sources, language, queryLanguages } = extraction;
  const candidates = toCandidates(sources);
  const languages = [...new Set([...queryLanguages, language])];
  const words = analyzeQueryWords(question, { languages }).filter(
    ({ isFunctionWord }) => !isFunctionWord,
  );
  const picked = pick(candidates, weigh(words, candidates));
  const chosen = picked.length > 0 ? picked : candidates.slice(0, 1);
  if (chosen.length === 0) return '';
  const { noModelWroteThis, quote } = messagesFor(language);
  const lines = chosen.map(
    ({ sentence, sourceIndex }) => `${quote(toQuotable(sentence))} [${sourceIndex + 1}]`,
  );
  return [noModelWroteThis, '', ...lines].join('\n');
};

const toCandidates = (sources: readonly ExtractiveSource[]): Candidate[] =>
  sources.flatMap((source, sourceIndex) =>
    toSentences(source).map((sentence) => ({
      sentence,
      sourceIndex,
      terms: new Set(analyze(sentence, { languages: [source.language] })),
    })),
  );

const toSentences = ({ content, heading }: ExtractiveSource): string[] => {
  const sentences = splitSentences(content).map(({ text }) => text);
  const saying = sentences.filter((sentence) => sentence !== heading?.trim());
  return saying.length > 0 ? saying : sentences;
};

const MAX_SENTENCES = 3;

/** A further sentence must add at least this share of what the question asks for. */
const MIN_GAIN = 0.15;
/** Of two sentences that say as much, the one from the better source wins. */
const RANK_WEIGHT = 0.1;

/** Sentence by sentence, whatever adds most of what the question still asks for. */
const pick = (candidates: readonly Candidate[], words: readonly WeightedWord[]): Candidate[] => {
  const picked: Candidate[] = [];
  const found = words.filter(({ forms }) => candidates.some(({ terms }) => holds(terms, forms)));
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  let wanted = found;
  while (picked.length < MAX_SENTENCES && wanted.length > 0) {
    let best: Candidate | undefined;
    let bestScore = 0;
    for (const candidate of candidates) {
      const gain = gainOf(candidate, wanted);
      const score = gain / (1 + RANK_WEIGHT * candidate.sourceIndex);
      if (gain >= MIN_GAIN * total && score > bestScore) [best, bestScore] = [candidate, score];
    }
    if (best === undefined) break;
    const { terms } = best;
    picked.push(best);
    wanted = wanted.filter(({ forms }) => !holds(terms, forms));
  }
  return picked;
};

const holds = (terms: ReadonlySet<string>, forms: readonly string[]): boolean =>
  forms.some((form) => terms.has(form));

const gainOf = ({ terms }: Candidate, wanted: readonly WeightedWord[]): number =>
  wanted.reduce((sum, { forms, weight }) => sum + (holds(terms, forms) ? weight : 0), 0);

const weigh = (words: readonly QueryWord[], candidates: readonly Candidate[]): WeightedWord[] =>
  words.map(({ forms }) => {
    const holding = candidates.filter(({ terms }) => holds(terms, forms)).length;
    return { forms, weight: Math.log(1 + (candidates.length - holding + 0.5) / (holding + 0.5)) };
  });

// A bracketed number of the document would read as one of our markers.
const toQuotable = (sentence: string): string =>
  shorten(sentence)
    .replace(/\s+/g, ' ')
    .replace(/[[【［]/g, '(')
    .replace(/[\]】］]/g, ')');

const MAX_SENTENCE_CHARS = 600;

const shorten = (sentence: string): string => {
  if (sentence.length <= MAX_SENTENCE_CHARS) return sentence;
  const cut = sentence.slice(0, MAX_SENTENCE_CHARS);
  const lastBlank = cut.lastIndexOf(' ');
  return lastBlank > MAX_SENTENCE_CHARS / 2 ? cut.slice(0, lastBlank) : cut;
};
