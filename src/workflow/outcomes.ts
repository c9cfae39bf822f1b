import {
  citeAnswer,
  renderSourceList,
  type CitationOptions,
  type CitedAnswer,
} from '../citations/index.js';
import type { ResponseType, StopReason } from '../conversations/index.js';
import {
  analyze,
  analyzeQueryWords,
  splitSentences,
  kindOfSmallTalk,
  type QueryWord,
} from '../language/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import { answerLanguageOf } from './question.js';
import { selectSources, toCitation, type Source } from './sources.js';
import { isLimitReached, type RouterState, type TurnOutcome } from './state.js';

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

/** What an outcome says and cites. */
type Said = Omit<CitedAnswer, 'claims'>;

type Condition = {
  /** What the answer was written from. */
  sources?: readonly Source[];
  /** Something went wrong in finalize itself. */
  isDegraded?: boolean;
};

const STOP_REASONS = {
  answer: 'answered',
  clarification: 'clarification',
  not_found: 'not_found',
} as const satisfies Record<ResponseType, StopReason>;

/** How this turn's answer cites. */
export const citationOptionsOf = (state: RouterState): Required<CitationOptions> => ({
  language: answerLanguageOf(state),
  style: state.userContext.preferences.citationStyle,
  dropUnsupported: state.userContext.policy.dropUnsupportedCitations,
});

/** What is answered, below a notice where the turn stopped early, and with the list of what it cites. */
export const toOutcome = (
  state: RouterState,
  { citations: checked, answer, confidence, grounding, droppedMarkers, droppedCitations }: Said,
  { sources = [], isDegraded = false, type = 'answer' }: Condition & { type?: ResponseType } = {},
): TurnOutcome => {
  const { language, style } = citationOptionsOf(state);
  const resolved = checked.flatMap((citation) => toCitation(citation, sources) ?? []);
  const citations = resolved.map(({ citation }) => citation);
  const list = style === 'numbered' ? renderSourceList(citations, language) : '';
  const stop = earlyStop(state);
  const status = isDegraded || state.degraded.length > 0 ? 'degraded' : 'success';
  return {
    answer: `${noticeOf(state)}${answer}${list}`,
    responseType: type,
    responseLanguage: language,
    citations,
    storedCitations: resolved.map(({ stored }) => stored),
    confidence,
    grounding,
    status: stop === null ? status : 'partial',
    stopReason: stop ?? STOP_REASONS[type],
    inPrompt: sources.map(({ evidence }) => evidence.id),
    droppedMarkers,
    droppedCitations,
  };
};

/** Precedes the answer of a turn that stopped early. */
export const noticeOf = (state: RouterState): string => {
  const { stepLimit, deadlineReached } = messagesFor(answerLanguageOf(state));
  const stop = earlyStop(state);
  return stop === null ? '' : `${stop === 'deadline' ? deadlineReached : stepLimit}\n\n`;
};

/** Why the turn stopped early; being out of rounds or of time wins over what was or was not found. */
const earlyStop = (state: RouterState): 'deadline' | 'max_iterations' | null => {
  if (state.deadlineReached) return 'deadline';
  return isLimitReached(state) ? 'max_iterations' : null;
};

/** A sentence of ours, which cites nothing. */
export const toSaid = (answer: string): Said => ({
  answer,
  citations: [],
  confidence: null,
  grounding: null,
  droppedMarkers: 0,
  droppedCitations: 0,
});

export const writeClarificationOutcome = (state: RouterState, question: string): TurnOutcome => {
  const language = answerLanguageOf(state);
  const { answer } = citeAnswer(question, [], { language });
  const asked = toSaid(answer || messagesFor(language).clarificationFallback);
  return toOutcome(state, asked, { type: 'clarification' });
};

/** What can be said without a model: the best sentences of the sources, quoted and cited; never empty. */
export const writeExtractiveOutcome = (
  state: RouterState,
  condition: Pick<Condition, 'isDegraded'> = {},
): TurnOutcome => {
  const language = answerLanguageOf(state);
  const sources = selectSources(state);
  if (sources.length === 0 && state.queryIntent === 'smalltalk') {
    return toOutcome(state, toSaid(toSmallTalk(state, language)), condition);
  }
  const text = extractiveAnswer({
    question: state.query,
    sources: sources.map(({ citable, evidence }) => ({
      ...citable,
      heading: evidence.kind === 'chunk' ? evidence.chunk.chapter : null,
    })),
    language,
    queryLanguages: state.userContext.indexLanguages,
  });
  if (text === '') {
    return toOutcome(state, toSaid(toNotFound(state)), { ...condition, type: 'not_found' });
  }
  const citable = sources.map((source) => source.citable);
  const cited = citeAnswer(text, citable, citationOptionsOf(state));
  return toOutcome(state, cited, { ...condition, sources });
};

const toSmallTalk = ({ originalQuery }: RouterState, language: string): string => {
  const { youAreWelcome, goodbye, greeting } = messagesFor(language);
  const kind = kindOfSmallTalk(originalQuery);
  return { thanks: youAreWelcome, farewell: goodbye, greeting }[kind];
};

/** An honest "not found", or that nobody could look. */
const toNotFound = (state: RouterState): string => {
  const messages = messagesFor(answerLanguageOf(state));
  if (hasSearchFailed(state)) return messages.knowledgeBaseUnavailable;
  const isRebuilding = state.degraded.some(({ reason }) => reason === 'reindexing');
  return isRebuilding ? `${messages.notFound}\n${messages.indexRebuilding}` : messages.notFound;
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

/** The best sentences of the sources, quoted and cited by [n] below one line that says no model wrote this; empty without sources. */
export const extractiveAnswer = (extraction: Extraction): string => {
  const { question, sources, language, queryLanguages } = extraction;
  const candidates = toCandidates(sources);
  const languages = [...new Set([...queryLanguages, language])];
  const words = analyzeQueryWords(question, { languages }).filter(
    ({ isFunctionWord }) => !isFunctionWord,
  );
  const picked = pick(candidates, words);
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
const pick = (candidates: readonly Candidate[], words: readonly QueryWord[]): Candidate[] => {
  const picked: Candidate[] = [];
  let wanted = weigh(words, candidates);
  const minGain = MIN_GAIN * sumWeights(wanted);
  while (picked.length < MAX_SENTENCES && wanted.length > 0) {
    const [best] = candidates
      .map((candidate) => ({ candidate, gain: sumWeights(wanted.filter(isIn(candidate))) }))
      .filter(({ gain }) => gain >= minGain)
      .sort((left, right) => scoreOf(right) - scoreOf(left));
    if (best === undefined) break;
    picked.push(best.candidate);
    wanted = wanted.filter((word) => !isIn(best.candidate)(word));
  }
  return picked;
};

/** The words that some sentence holds; the rarer, the heavier. */
const weigh = (words: readonly QueryWord[], candidates: readonly Candidate[]): WeightedWord[] =>
  words.flatMap((word) => {
    const holding = candidates.filter((candidate) => isIn(candidate)(word)).length;
    const rarity = (candidates.length - holding + 0.5) / (holding + 0.5);
    return holding === 0 ? [] : [{ forms: word.forms, weight: Math.log(1 + rarity) }];
  });

const isIn =
  ({ terms }: Candidate) =>
  ({ forms }: { forms: readonly string[] }): boolean =>
    forms.some((form) => terms.has(form));

const sumWeights = (words: readonly WeightedWord[]): number =>
  words.reduce((sum, { weight }) => sum + weight, 0);

const scoreOf = ({ candidate, gain }: { candidate: Candidate; gain: number }): number =>
  gain / (1 + RANK_WEIGHT * candidate.sourceIndex);

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
