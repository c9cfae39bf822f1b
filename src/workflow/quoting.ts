import { splitChapter } from '../parsing/index.js';
import { analyze, analyzeQueryWords, splitSentences, type QueryWord } from '../language/index.js';
import { messagesFor } from '../shared/i18n/index.js';

type ExtractiveSource = {
  content: string;
  language: string;
  /** The headings it stands under, which its content may begin with: it announces an answer and is none. */
  heading?: string | null;
  /** Returned by a tool: an answer as it is. */
  isValue?: boolean;
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

/**
 * What the sources say, cited by [n] below a line that says no model wrote this: first what tools returned, as it is, then the best
 * sentences of the documents, quoted. Empty without sources.
 */
export const extractiveAnswer = (extraction: Extraction): string =>
  [writeValues(extraction), writeQuotes(extraction)].filter((text) => text !== '').join('\n\n');

/** More than one answer can be made of: the rest is left to whoever reads the receipt. */
const MAX_VALUES = 6;

const writeValues = ({ sources, language }: Extraction): string => {
  const lines = sources.flatMap(({ content, isValue = false }, index) =>
    isValue ? [`${toQuotable(content)} [${index + 1}]`] : [],
  );
  const { toolsReturned } = messagesFor(language);
  return lines.length === 0 ? '' : [toolsReturned, '', ...lines.slice(0, MAX_VALUES)].join('\n');
};

const writeQuotes = ({ question, sources, language, queryLanguages }: Extraction): string => {
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
    (source.isValue === true ? [] : toSentences(source)).map((sentence) => ({
      sentence,
      sourceIndex,
      terms: new Set(analyze(sentence, { languages: [source.language] })),
    })),
  );

const toSentences = ({ content, heading }: ExtractiveSource): string[] => {
  const sentences = splitSentences(content).map(({ text }) => text);
  const headings = new Set(splitChapter(heading ?? null));
  const saying = sentences.filter((sentence) => !headings.has(sentence));
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
