import {
  isFound,
  quotableEvidence,
  quoteSources,
  toCitation,
  type Certainty,
  type Quoted,
  type Source,
} from '../answering/index.js';
import {
  citeAnswer,
  groundingOf,
  isSure,
  renderSourceList,
  type CitationOptions,
  type CitedAnswer,
} from '../citations/index.js';
import type {
  Evidence,
  GeneratedBy,
  ResponseType,
  StopReason,
  ToolCallRecord,
} from '../conversations/index.js';
import { SUPPORTED_LANGUAGES } from '../language/index.js';
import { toOutcome as findOutcome } from '../evidence/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { CitationStyle } from '../tenancy/index.js';
import { selectTurnSources } from './basis.js';
import { isDecidedWithoutModel } from './decide/without-model.js';
import { findFailedTools, findReasonsOfFailure, isRefused } from './failed-tools.js';
import { answeredQuestionOf, answerLanguageOf, questionOf } from './question.js';
import { renderMemories } from './remembered.js';
import {
  hasLookedUp,
  hasOnlyRemembered,
  isLimitReached,
  type RouterState,
  type TurnOutcome,
} from './state.js';

/** The answer that an outcome gives, with its citations. */
type Said = Omit<CitedAnswer, 'claims'> & { notice?: string | null };

type Condition = {
  /** The sources that the answer was written from. */
  sources?: readonly Source[];
  /** Something went wrong in finalize itself. */
  isDegraded?: boolean;
};

const STOP_REASONS = {
  answer: 'answered',
  closest: 'closest',
  clarification: 'clarification',
  not_found: 'not_found',
} as const satisfies Record<ResponseType, StopReason>;

export const citationOptionsOf = (state: RouterState): Required<CitationOptions> => ({
  language: answerLanguageOf(state),
  style: styleOf(state) === 'inline' ? 'inline' : 'numbered',
  dropUnsupported: state.userContext.policy.dropUnsupportedCitations,
});

const styleOf = ({ userContext }: RouterState): CitationStyle =>
  userContext.preferences.citationStyle;

/**
 * Builds the outcome: the answer, below a notice where the turn stopped early, with the files that were made and the list of what it cites.
 */
export const toOutcome = (
  state: RouterState,
  { citations: checked, answer, confidence, notice = null, ...said }: Said,
  {
    sources = [],
    isDegraded = false,
    type = 'answer',
    generatedBy,
  }: Condition & { type?: ResponseType; generatedBy: GeneratedBy },
): TurnOutcome => {
  const { language } = citationOptionsOf(state);
  const resolved = checked.flatMap((citation) => toCitation(citation, sources) ?? []);
  const citations = resolved.map(({ citation }) => citation);
  const list =
    styleOf(state) === 'numbered'
      ? renderSourceList(
          resolved.map(({ listed }) => listed),
          language,
        )
      : '';
  const foreign = checked.flatMap(({ sourceIndex }) => sources[sourceIndex] ?? []);
  const text = `${answer}${renderForeignLanguages(foreign, language)}`;
  const stop = earlyStop(state);
  const status = isDegraded || state.degraded.length > 0 ? 'degraded' : 'success';
  return {
    answer: [
      noticeOf(state),
      [text, renderMemories(state, language)].filter((part) => part !== '').join('\n\n'),
      renderFileList(state.toolCalls, language),
      list,
    ].join(''),
    responseType: type,
    responseLanguage: language,
    citations,
    storedCitations: resolved.map(({ stored }) => stored),
    confidence: type === 'closest' ? boundByRelevance(confidence, sources) : confidence,
    status: stop === null ? status : 'partial',
    stopReason: stop ?? STOP_REASONS[type],
    ...{ generatedBy, notice },
    inPrompt: [...new Set(sources.map(({ evidence }) => evidence.id))],
    grounding: said.grounding,
    droppedMarkers: said.droppedMarkers,
    droppedCitations: said.droppedCitations,
    proposedMemories: state.memories.filter((memory) => memory.state === 'pending'),
  };
};

/**
 * The share of its relevance that an answer of closest passages may have as confidence. Of 86 such answers 27 held what was asked, and not
 * one says so: with this share, confidence is off by equally little whether they count as right or as wrong.
 */
const SHARE_OF_CLOSEST = 0.4;

/** Nobody is surer of what is only close than of its being relevant. */
const boundByRelevance = (confidence: number | null, sources: readonly Source[]): number | null => {
  const relevances = sources.flatMap(({ citable }) => citable.relevance ?? []);
  if (confidence === null || relevances.length === 0) return confidence;
  return Math.min(confidence, SHARE_OF_CLOSEST * Math.max(...relevances));
};

/** Precedes the answer of a turn that stopped early, or in which a tool failed that had something to add. */
export const noticeOf = (state: RouterState): string => {
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

/** Names the languages of the cited documents when not one of them is in the language of the answer; empty otherwise. */
export const renderForeignLanguages = (
  sources: readonly Pick<Source, 'evidence'>[],
  language: string,
): string => {
  const found = new Set(
    sources.flatMap(({ evidence }) => (evidence.kind === 'chunk' ? evidence.chunk.language : [])),
  );
  const told = [...found].filter((code) => SUPPORTED_LANGUAGES.includes(code));
  if (told.length === 0 || found.has(language)) return '';
  const names = new Intl.DisplayNames([language, 'en'], { type: 'language' });
  const list = told.map((code) => names.of(code) ?? code).join(', ');
  return `\n\n${messagesFor(language).foundIn(list)}`;
};

/** The reason why the turn stopped early. Running out of rounds or of time wins over what was or was not found. */
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
  const generatedBy = answer === '' ? 'extractive' : 'model';
  return toOutcome(state, asked, { type: 'clarification', generatedBy });
};

/**
 * Writes the answer that needs no model: results of tools, and the best sentences of the other sources, quoted; all of it cited, and never
 * empty. `offer` says what can be asked where no model is set up.
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
  if (quoted === null) {
    if (hasOnlyRemembered(state)) return toOutcome(state, toSaid(''), condition);
    return toOutcome(state, toSaid(toNotFound(state)), { ...condition, type: 'not_found' });
  }
  const { citations, answer, notice } = quoted.said;
  const grounding = groundingOf(citations);
  const said = {
    ...toSaid(answer),
    ...{ citations, notice, grounding },
    confidence: grounding === 0 ? 0 : quoted.confidence,
  };
  return toOutcome(state, said, {
    ...condition,
    sources: [...quoted.sources, ...selectQuotable(state)],
    type: quoted.certainty,
  });
};

const selectQuotable = (state: RouterState): Source[] =>
  selectTurnSources({ ...state, evidence: quotableEvidence(state) });

/** Quotes the sources by a rule and without a model, word for word; citations are numbered from the one after `after`. */
export const quote = (state: RouterState, after = 0): Quoted | null => {
  return quoteSources({
    question: answeredQuestionOf(state),
    context: contextOf(state),
    sources: selectQuotable(state),
    language: answerLanguageOf(state),
    queryLanguages: state.userContext.indexLanguages,
    style: styleOf(state),
    isShort: state.userContext.answerLength === 'short',
    certaintyOf: (confidence) => certaintyOf(quotableEvidence(state), confidence),
    after,
  });
};

/** Gives `closest` for an answer, by a model or quoted, from found passages alone that only may answer, or that nobody can be sure of. */
export const certaintyOf = (
  evidence: readonly Evidence[],
  confidence: number | null = null,
): Certainty => {
  const found = evidence.filter(isFound);
  if (found.length < evidence.length) return 'answer';
  const isAnswered = findOutcome(found) === 'answer' && (confidence === null || isSure(confidence));
  return isAnswered ? 'answer' : 'closest';
};

/** Puts the quotes that a rule would have given below the model's text. */
export const withQuotes = (
  cited: CitedAnswer,
  { said }: Quoted,
  { sources }: { sources: readonly Source[] },
): Said => {
  const shift = (index: number): number => index + sources.length;
  const quotes = said.citations.map((citation) => ({
    ...citation,
    sourceIndex: shift(citation.sourceIndex),
    sourceIndexes: citation.sourceIndexes.map(shift),
  }));
  return {
    ...cited,
    answer: `${cited.answer}\n\n${said.answer}`,
    citations: [...cited.citations, ...quotes],
    notice: said.notice,
  };
};

/** A follow-up is about what was asked before. */
const contextOf = ({ contextEnhanced, rewrittenQuery, searchQueries }: RouterState): string =>
  contextEnhanced && rewrittenQuery === null ? searchQueries.slice(1).join('\n') : '';

const toSmallTalk = (state: RouterState, offer: string): string => {
  const { youAreWelcome, goodbye, greeting } = messagesFor(answerLanguageOf(state));
  const kind = questionOf(state).smallTalk ?? 'greeting';
  if (kind === 'greeting' && offer !== '') return `${greeting}\n\n${offer}`;
  return { thanks: youAreWelcome, farewell: goodbye, greeting }[kind];
};

/** An honest "not found", or that nobody could look and why. */
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
  const isRebuilding = state.degraded.some(({ reason }) => reason === 'reindexing');
  return isRebuilding ? `${messages.notFound}\n${messages.indexRebuilding}` : messages.notFound;
};

/** Finds the reason why nothing was remembered, where that was all that the user asked for. */
const findRefusedMemory = (state: RouterState): string | null => {
  if (hasLookedUp(state) || !isDecidedWithoutModel(state)) return null;
  return state.toolCalls.find(({ error }) => error !== null)?.error?.message ?? null;
};

const hasSearchFailed = ({ toolCalls }: RouterState): boolean => {
  const searches = toolCalls.filter((call) => call.name === 'rag_search' && !isRefused(call));
  return searches.length > 0 && searches.every(({ ok }) => !ok);
};

const MAX_FILES = 20;

/** The files that the turn's tools made, each once with a link to download it; empty without any. Models forget to name them, and may link nothing themselves. */
export const renderFileList = (
  toolCalls: readonly Pick<ToolCallRecord, 'files'>[],
  language: string,
): string => {
  const files = toolCalls.flatMap((call) => call.files).filter(({ url }) => OWN_FILE.test(url));
  const byUrl = [...new Map(files.map((file) => [file.url, file])).values()];
  if (byUrl.length === 0) return '';
  const lines = byUrl.slice(0, MAX_FILES).map(({ name, url }) => `- [${toLinkText(name)}](${url})`);
  const more = byUrl.length > MAX_FILES ? [`- … +${byUrl.length - MAX_FILES}`] : [];
  return ['\n', messagesFor(language).filesLabel, ...lines, ...more].join('\n');
};

/** A link of ours leads to a file of ours and nowhere else, whatever a tool says. */
const OWN_FILE = /^\/v1\/files\/[\w.~%-]+$/;

/** Escapes what Markdown would read as more than a letter; an underscore inside a word stays as it is. */
const toLinkText = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*<>&~!|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
