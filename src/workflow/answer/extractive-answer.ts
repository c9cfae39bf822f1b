import {
  analyze,
  analyzeQueryWords,
  splitSentences,
  type QueryWord,
} from '../../language/index.js';
import { messagesFor } from '../../shared/i18n/index.js';

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
