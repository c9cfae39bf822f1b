import { UNSPACED } from '../shared/scripts.js';
import { byLanguage, wordSetsOf } from './word-lists.js';

const FUNCTION_WORDS = wordSetsOf(({ functionWords }) => functionWords);
const EMPTY_WORDS = wordSetsOf(({ emptyWords }) => emptyWords);
const NEGATIONS = wordSetsOf(({ negations }) => negations);
const FOLDS = byLanguage(({ fold }) => fold);
const KEPT_DIACRITICS = byLanguage(({ keepsDiacritics }) => keepsDiacritics);

/** Part of the index fingerprint: raise it whenever the same text would yield other terms. */
export const ANALYZER_VERSION = 5;

/** ISO 639-1 codes; a code without a stemmer (or `und`) leaves words as they are written. */
type AnalyzerOptions = { languages: readonly string[] };

/** One word of a question: the forms that the languages of the index would have stored for it. */
export type QueryWord = {
  forms: readonly string[];
  isFunctionWord: boolean;
  /** The match score that a passage gets for containing the word; 1 unless the word was corrected. */
  matchScore?: number;
};

/** Stored terms stay far below LanceDB's limit of 200 bytes per token. */
const MAX_WORD_LENGTH = 40;

// The joined tail is optional, so every start matches at once and the scan stays linear.
const JOINED_WORDS = /[\p{L}\p{N}\p{M}]+(?:[-._/][\p{L}\p{N}\p{M}]+)*/gu;

/** Nearly every match is a single word; only one with these characters has to be split. */
const NEEDS_SPLITTING = new RegExp(`[-._/${UNSPACED}]`, 'u');

/** The terms a text is indexed by, in reading order, repeats kept. Several languages give each word's distinct forms. */
export const analyze = (text: string, { languages }: AnalyzerOptions): string[] => {
  const words = splitWordsAndSymbols(text);
  const [language = 'und'] = languages;
  return languages.length > 1
    ? words.flatMap((word) => toForms(word, languages))
    : words.map((word) => toTerm(word, language));
};

const toForms = (word: string, languages: readonly string[]): string[] => [
  ...new Set((languages.length === 0 ? ['und'] : languages).map((code) => toTerm(word, code))),
];

const toTerm = (word: string, language: string): string =>
  KEPT_DIACRITICS.get(language) === 'everywhere' || isSymbol(word)
    ? word
    : foldDiacritics(stem(word, language)) || word;

const BEYOND_ASCII = /[^\x20-\x7e]/;

// U+0300–U+036F only: marks of Indic, Thai and Japanese scripts are letters to their readers.
const foldDiacritics = (word: string): string =>
  BEYOND_ASCII.test(word)
    ? word
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC')
    : word;

/** By language. */
export type StemmerFailures = Readonly<Record<string, number>>;

type Stemmer = (word: string) => string;

const STEMMERS: ReadonlyMap<string, Stemmer> = byLanguage(({ stemmer }) => stemmer);

const MEMORY_PER_LANGUAGE = 20_000;
const memories = new Map<string, Map<string, string>>();

/** The word's stem, or the word itself where the language has no stemmer. A word costs up to 27 µs, so stems are remembered. */
const stem = (word: string, language: string): string => {
  const stemmer = STEMMERS.get(language);
  if (stemmer === undefined) return word;
  const memory = memories.get(language) ?? new Map<string, string>();
  memories.set(language, memory);
  const known = memory.get(word);
  if (known !== undefined) return known;
  if (memory.size >= MEMORY_PER_LANGUAGE) memory.clear();
  const stemmed = tryStemmer(stemmer, word);
  if (stemmed === null) addStemmerFailures({ [language]: 1 });
  const kept = stemmed ?? word;
  memory.set(word, kept);
  return kept;
};

/** Null where the stemmer fails: the Bulgarian one writes to a character of a string, which throws, for words such as "zabraneno". */
const tryStemmer = (stemmer: Stemmer, word: string): string | null => {
  try {
    return stemmer(word) || word;
  } catch {
    return null;
  }
};

const failures = new Map<string, number>();

/** Returns how often the stemmer of each language has failed since the last call; such words are kept as they are written. */
export const takeStemmerFailures = (): StemmerFailures => {
  const taken = Object.fromEntries(failures);
  failures.clear();
  return taken;
};

/** Adds what another process has counted. */
export const addStemmerFailures = (counted: StemmerFailures): void => {
  for (const [language, count] of Object.entries(counted)) {
    if (STEMMERS.has(language)) failures.set(language, (failures.get(language) ?? 0) + count);
  }
};

/** The most words that a question is looked up by: more words of a pasted page would slow down everybody's searches and add little. */
const MAX_QUERY_WORDS = 64;

/**
 * The question's distinct words, each with its possible stored forms: what coverage is counted in. Of more than 64 those that carry
 * meaning, and of these the longest, for they are the rarest.
 */
export const analyzeQueryWords = (text: string, { languages }: AnalyzerOptions): QueryWord[] => {
  const words = new Map<string, QueryWord>();
  const kept = splitWordsAndSymbols(shortenUnspaced(text));
  for (const word of toTelling([...new Set(kept)], languages)) {
    const forms = toForms(word, languages);
    words.set(forms.join(' '), { forms, isFunctionWord: isFunctionWord(word, languages) });
  }
  return [...words.values()];
};

/** Segmenting takes a microsecond a character, and everybody's searches would wait for that of a pasted page. */
const MAX_UNSPACED_IN_QUERY = 1_000;

/** Keeps the beginning and the end of a long text without spaces, for the question stands before what was pasted or after it. */
const shortenUnspaced = (text: string): string => {
  if ((text.match(UNSPACED_CHARACTERS)?.length ?? 0) <= MAX_UNSPACED_IN_QUERY) return text;
  const half = MAX_UNSPACED_IN_QUERY / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
};

/** Chosen before their forms are made: those of a page without spaces would cost more than its search. */
const toTelling = (words: readonly string[], languages: readonly string[]): readonly string[] => {
  if (words.length <= MAX_QUERY_WORDS) return words;
  const weighed = words.map((word) => ({
    word,
    weight: isFunctionWord(word, languages) ? 0 : word.length,
  }));
  const telling = weighed
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, MAX_QUERY_WORDS);
  const kept = new Set(telling.map(({ word }) => word));
  return words.filter((word) => kept.has(word));
};

/** The question's distinct terms over all the languages of the index: what the lexical leg looks up. */
export const analyzeQuery = (text: string, options: AnalyzerOptions): string[] => [
  ...new Set(analyzeQueryWords(text, options).flatMap(({ forms }) => forms)),
];

/** Lower-case NFKC words in reading order; identifiers such as `v1.2.3` or `AB-1234` in parts and as a whole. Linear in the text. */
export const splitWords = (text: string): string[] => partsOf(normalize(text));

/** NFKC takes a vowel of Thai and Lao in two, and the segmenter, whose words have it whole, then cuts wherever it stands. */
const normalize = (text: string): string =>
  text
    .replace(RAISED_APART, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3');

/** Behind a number or a word a raised digit is a footnote's mark or an exponent; behind a few letters it is part of a unit: `m²`. */
const RAISED_APART = /(?<=[0-9]|\p{L}{4})(?=[⁰¹²³⁴-⁹])/gu;

const partsOf = (normalized: string): string[] => {
  const words: string[] = [];
  for (const joined of normalized.match(JOINED_WORDS) ?? []) {
    const parts = NEEDS_SPLITTING.test(joined) ? toWords(joined) : [joined];
    // One by one: a page without a space is more arguments than a call can take.
    for (const part of parts) words.push(shorten(part));
  }
  return words;
};

/** Matches what a sign at its beginning or end makes another thing: `/run`, `--no-preserve`, `${name:-word}`, `[id]`, `.gitignore`, `c++`. */
const SYMBOLS = new RegExp(
  [
    String.raw`\$\{[^\s{}]{1,36}\}`,
    String.raw`\[\.{0,3}[a-z][\w-]{0,30}\](?!\()`,
    // No further part of a word, a range or an address.
    String.raw`(?:(?<![\p{L}\p{N}\p{M}_/:.~\])-])|(?<=[${UNSPACED}]))(?:--?[a-z][a-z0-9]*(?:-[a-z0-9]+)*|(?:~|\.{1,2})?/\.?[\w-]+(?:[./]+[\w-]+)*|[.$][a-z][a-z0-9]*(?:[._-][a-z0-9]+)*)`,
    String.raw`(?<![\p{L}\p{N}\p{M}])[a-z](?:\+\+|#)`,
  ].join('|'),
  'gu',
);

const EDGE_SIGN = /^[^\p{L}\p{N}\p{M}]|[^\p{L}\p{N}\p{M}]$/u;

/** True for a word that is more than its letters: it is kept as it is written, beside its parts. */
export const isSymbol = (word: string): boolean => EDGE_SIGN.test(word);

/** The words of a text, and each symbol whole behind its parts. */
const splitWordsAndSymbols = (text: string): string[] => {
  const normalized = normalize(text);
  const words: string[] = [];
  let end = 0;
  for (const { 0: symbol, index } of normalized.matchAll(SYMBOLS)) {
    if (symbol.length > MAX_WORD_LENGTH) continue;
    for (const part of partsOf(normalized.slice(end, (end = index + symbol.length))))
      words.push(part);
    words.push(symbol);
  }
  for (const part of partsOf(normalized.slice(end))) words.push(part);
  return words;
};

/** At most one stands at either end. */
const EDGE_JOINERS = /^[-._/]|[-._/]$/g;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const UNSPACED_CHARACTERS = new RegExp(HAS_UNSPACED, 'gu');
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');

/** In Chinese text an identifier touches the words around it, and they are no part of it. */
const toWords = (joined: string): string[] => {
  if (!HAS_UNSPACED.test(joined)) return splitJoined(joined);
  return (joined.match(RUNS) ?? []).flatMap((run) => {
    if (HAS_UNSPACED.test(run)) return splitUnspaced(run);
    const plain = run.replace(EDGE_JOINERS, '');
    return plain === '' ? [] : splitJoined(plain);
  });
};

const splitJoined = (joined: string): string[] => {
  const parts = joined.split(/[-._/]/);
  const isIdentifier =
    parts.length > 1 && joined.length <= MAX_WORD_LENGTH && /\p{N}/u.test(joined);
  return isIdentifier ? [...parts, joined] : parts;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const splitUnspaced = (run: string): string[] =>
  toPieces(run).flatMap((piece) =>
    [...segmenter.segment(piece)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment }) => segment),
  );

const MAX_SEGMENTER_PIECE = 500;

// Intl.Segmenter is quadratic in Node 20: 1 M characters took 435 s in one piece.
const toPieces = (run: string): string[] => {
  if (run.length <= MAX_SEGMENTER_PIECE) return [run];
  const characters = Array.from(run);
  const size = MAX_SEGMENTER_PIECE / 2;
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, piece) =>
    characters.slice(piece * size, (piece + 1) * size).join(''),
  );
};

const shorten = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('');

/** The lower-case words of a text that carry its subject matter, in reading order. */
export const contentWords = (text: string, language: string): string[] =>
  splitWords(text).filter((word) => !isEmptyWord(word, language));

/** True for a word that carries no subject matter in the language; never where the language has no list. */
const isEmptyWord = (word: string, language: string): boolean =>
  EMPTY_WORDS.get(language)?.has(word) ??
  (isFunctionWord(word, [language]) && !isNegation(word, language));

/** The analyzer's distinct terms for the content words: what two wordings of one fact share. */
export const contentTerms = (text: string, language: string): Set<string> =>
  new Set(contentWords(text, language).flatMap((word) => analyze(word, { languages: [language] })));

/** Counts the small words of the language in a text: a hint at the language it is written in. */
export const countEmptyWords = (text: string, language: string): number =>
  splitWords(text).filter((word) => isEmptyWord(word, language)).length;

/** Languages whose words that say nothing are listed. */
export const CONTENT_LANGUAGES: readonly string[] = [...EMPTY_WORDS.keys()];

const isFunctionWord = (word: string, languages: readonly string[]): boolean =>
  languages.some(
    (language) => ASKING.get(language)?.has(FOLDS.get(language)?.(word) ?? word) === true,
  );

/** Shorter words without their diacritics are other words: Turkish "şu" asks, "su" is water. */
const MIN_PLAIN_LENGTH = 3;

/** Returns the ways in which people type a word: without diacritics, too. A negation is recognised only as it is listed. */
const spellingsOf = (word: string, language: string): readonly string[] => {
  const fold = FOLDS.get(language);
  if (fold !== undefined) return [fold(word)];
  const plain = foldDiacritics(word);
  const isOther =
    KEPT_DIACRITICS.has(language) || plain.length < MIN_PLAIN_LENGTH || isNegation(word, language);
  return isOther ? [word] : [word, plain];
};

/** The words of these languages that ask or link rather than say. */
export const functionWordsOf = (languages: readonly string[]): readonly string[] =>
  languages.flatMap((language) => [...(FUNCTION_WORDS.get(language) ?? [])]);

/** True for a word of the language's negation list. */
export const isNegation = (word: string, language: string): boolean =>
  NEGATIONS.get(language)?.has(word) ?? false;

const ASKING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...FUNCTION_WORDS].map(([language, words]) => [
    language,
    new Set([...words].flatMap((word) => spellingsOf(word, language))),
  ]),
);
