import { UNSPACED } from '../shared/scripts.js';
import { PLAIN_LETTERS } from './locales/alphabets.js';
import { abbreviationsIn, joinDates, toSimplified, toUnit, type Token } from './spellings.js';
import { stem } from './stems.js';
import { byLanguage, wordSetsOf } from './word-lists.js';

const FUNCTION_WORDS = wordSetsOf(({ functionWords }) => functionWords);
const EMPTY_WORDS = wordSetsOf(({ emptyWords }) => emptyWords);
const NEGATIONS = wordSetsOf(({ negations }) => negations);
const FOLDS = byLanguage(({ fold }) => fold);
const IN_HAN = byLanguage(({ script }) => script === 'Han' || undefined);
const OWN_CASE = byLanguage(({ hasOwnCase }) => hasOwnCase);
export const JOINTS = byLanguage(({ joints }) => joints?.split('|'));
const KEPT_DIACRITICS = byLanguage(({ keepsDiacritics }) => keepsDiacritics);

/** Part of the index fingerprint: raise it whenever the same text would yield other terms. */
export const ANALYZER_VERSION = 6;

/** ISO 639-1 codes; a code without a stemmer (or `und`) leaves words as they are written. */
type AnalyzerOptions = { languages: readonly string[] };

/** One word of a question: the forms that the languages of the index would have stored for it. */
export type QueryWord = {
  forms: readonly string[];
  /** Terms of which the word is a part: the unit that it belongs to in another spelling, or a compound. */
  within?: readonly string[];
  isFunctionWord: boolean;
  /** The match score that a passage gets for containing the word; 1 unless the word was corrected. */
  matchScore?: number;
};

/** Stored terms stay far below LanceDB's limit of 200 bytes per token. */
const MAX_WORD_LENGTH = 40;

// The joined tail is optional, so every start matches at once and the scan stays linear.
const JOINED_WORDS =
  /[\p{L}\p{N}\p{M}]+(?:(?:[-._/]|(?<=[0-9]),(?=[0-9]{3}(?![0-9])))[\p{L}\p{N}\p{M}]+)*/gu;

/** Nearly every match is a single word; only one with these characters has to be split. */
const NEEDS_SPLITTING = new RegExp(`[-._/,${UNSPACED}]`, 'u');

/** The terms a text is indexed by, in reading order, repeats kept. Several languages give each word's distinct forms. */
export const analyze = (text: string, { languages }: AnalyzerOptions): string[] => {
  const own = toOwnCase(text, languages);
  const tokens = splitWordsAndSymbols(text, languages);
  const ofOwnCase = own === text ? tokens : splitWordsAndSymbols(own, languages);
  const [language = 'und', ...others] = languages;
  const terms: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const cased = ofOwnCase[at] ?? token;
    // Nearly every token of a passage, which is in one language.
    if (others.length === 0 && typeof cased === 'string') terms.push(toTerm(cased, language));
    else {
      const casedWords = toIndexed(cased);
      for (const [place, word] of toIndexed(token).entries()) {
        for (const form of toForms(word, languages, casedWords[place])) terms.push(form);
      }
    }
  }
  return terms;
};

const toIndexed = (token: Token): readonly string[] => {
  if (typeof token === 'string') return [token];
  const { parts, written, whole, wider } = token;
  return [...parts, ...new Set([written ?? whole, whole, wider ?? whole])];
};

/** The text in lower case where a letter has another than elsewhere (the Turkish I), else the text itself. */
const toOwnCase = (text: string, languages: readonly string[]): string => {
  const own = languages.find((language) => OWN_CASE.has(language));
  return own !== undefined && text.includes('I') ? text.toLocaleLowerCase(own) : text;
};

const toForms = (word: string, languages: readonly string[], ofOwnCase = word): string[] => {
  const [language = 'und', ...others] = languages;
  const wordIn = (code: string): string => (OWN_CASE.has(code) ? ofOwnCase : word);
  if (others.length === 0) return [toTerm(wordIn(language), language)];
  return [...new Set(languages.map((code) => toTerm(wordIn(code), code)))];
};

const toTerm = (word: string, language: string): string => {
  if (KEPT_DIACRITICS.get(language) === 'everywhere' || isSymbol(word)) return word;
  if (!BEYOND_ASCII.test(word)) return stem(word, language) || word;
  // Turkish tells its two letters i apart by the ending that a stemmer takes away.
  const plain = OWN_CASE.has(language) ? word : toPlainLetters(word);
  if (IN_HAN.has(language)) return toSimplified(plain);
  return foldDiacritics(toPlainLetters(stem(plain, language))) || word;
};

const toPlainLetters = (word: string): string =>
  word.replace(HAS_PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter);

const HAS_PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

const BEYOND_ASCII = /[^\x20-\x7e]/;

// U+0300–U+036F only: marks of Indic, Thai and Japanese scripts are letters to their readers.
const foldDiacritics = (word: string): string =>
  BEYOND_ASCII.test(word)
    ? word
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC')
    : word;

/** The most words that a question is looked up by: more words of a pasted page would slow down everybody's searches and add little. */
const MAX_QUERY_WORDS = 64;

/**
 * The question's distinct words, each with its possible stored forms: what coverage is counted in. Of more than 64 those that carry
 * meaning, and of these the longest, for they are the rarest.
 */
export const analyzeQueryWords = (text: string, { languages }: AnalyzerOptions): QueryWord[] => {
  const words = new Map<string, QueryWord>();
  const asked = toAsked(shortenUnspaced(text), languages);
  const isKept = toTelling([...new Set(asked.map(({ word }) => word))], languages);
  const abbreviations = abbreviationsIn(text);
  for (const { word, ofOwnCase, units } of asked) {
    if (!isKept.has(word)) continue;
    const forms = toForms(word, languages, ofOwnCase);
    const isAsking = isFunctionWord(word, languages) && !abbreviations.has(word);
    const found = { forms, isFunctionWord: isAsking };
    const key = forms.join(' ');
    const others = words.get(key)?.within ?? [];
    const within = [...others, ...units.flatMap((unit) => toForms(unit, languages))];
    words.set(key, within.length === 0 ? found : { ...found, within });
  }
  return joinCompounds(asked, { words, languages });
};

type AskedWord = { word: string; ofOwnCase: string; units: readonly string[] };

/** Each word of a unit also stands for the unit in another spelling. */
const toAsked = (text: string, languages: readonly string[]): AskedWord[] => {
  const tokens = splitWordsAndSymbols(text, languages);
  const inOwnCase = toOwnCase(text, languages);
  const own = inOwnCase === text ? tokens : splitWordsAndSymbols(inOwnCase, languages);
  return tokens.flatMap((token, at): AskedWord[] => {
    const cased = own[at] ?? token;
    if (typeof token === 'string') {
      return [{ word: token, ofOwnCase: typeof cased === 'string' ? cased : token, units: [] }];
    }
    const { parts, written = token.whole, whole } = token;
    return parts.map((word) => ({ word, ofOwnCase: word, units: [...new Set([written, whole])] }));
  });
};

/** Words that a language writes as one stand for the compound, too: "Frist" and "Kündigung" for "Kündigungsfrist". */
const joinCompounds = (
  asked: readonly AskedWord[],
  { words, languages }: { words: ReadonlyMap<string, QueryWord>; languages: readonly string[] },
): QueryWord[] => {
  const joining = languages.filter((language) => JOINTS.has(language));
  const parts = asked.filter(
    ({ word, units }) =>
      units.length === 0 &&
      word.length >= MIN_PART &&
      PLAIN.test(word) &&
      !isFunctionWord(word, languages),
  );
  const isFew = parts.length > 1 && parts.length <= MAX_PARTS;
  if (joining.length === 0 || !isFew) return [...words.values()];
  const toCompounds = (word: string): string[] =>
    joining.flatMap((language) =>
      parts.flatMap(({ word: other }) =>
        other === word
          ? []
          : (JOINTS.get(language) ?? []).flatMap((joint) => [
              ...toCompound(word + joint, other, language),
              ...toCompound(other + joint, word, language),
            ]),
      ),
    );
  const compounds = new Map(
    parts.map(({ word, ofOwnCase }) => [
      toForms(word, languages, ofOwnCase).join(' '),
      toCompounds(word),
    ]),
  );
  return [...words].map(([key, word]) => {
    const within = [...(word.within ?? []), ...(compounds.get(key) ?? [])];
    return within.length === 0 ? word : { ...word, within };
  });
};

/** None where the stemmer takes the second part for an ending: what it leaves of "ownerestern" is the first. */
const toCompound = (first: string, second: string, language: string): string[] => {
  const term = toTerm(first + second, language);
  return term.length > first.length ? [term] : [];
};

const MIN_PART = 4;
const MAX_PARTS = 5;
const PLAIN = /^\p{L}+$/u;

/** Segmenting takes a microsecond a character, and everybody's searches would wait for that of a pasted page. */
const MAX_UNSPACED_IN_QUERY = 1_000;

/** Keeps the beginning and the end of a long text without spaces, for the question stands before what was pasted or after it. */
const shortenUnspaced = (text: string): string => {
  if ((text.match(UNSPACED_CHARACTERS)?.length ?? 0) <= MAX_UNSPACED_IN_QUERY) return text;
  const half = MAX_UNSPACED_IN_QUERY / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
};

/** Chosen before their forms are made: those of a page without spaces would cost more than its search. */
const toTelling = (words: readonly string[], languages: readonly string[]): ReadonlySet<string> => {
  if (words.length <= MAX_QUERY_WORDS) return new Set(words);
  const weighed = words.map((word) => ({
    word,
    weight: isFunctionWord(word, languages) ? 0 : word.length,
  }));
  const telling = weighed
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, MAX_QUERY_WORDS);
  return new Set(telling.map(({ word }) => word));
};

/** The question's distinct terms over all the languages of the index: what the lexical leg looks up. */
export const analyzeQuery = (text: string, options: AnalyzerOptions): string[] => [
  ...new Set(
    analyzeQueryWords(text, options).flatMap(({ forms, within = [] }) => [...forms, ...within]),
  ),
];

/** Lower-case NFKC words in reading order; identifiers such as `v1.2.3` or `AB-1234` in parts and as a whole. Linear in the text. */
export const splitWords = (text: string): string[] => partsOf(normalize(text), []).flatMap(toParts);

const toParts = (token: Token): readonly string[] =>
  typeof token === 'string'
    ? [token]
    : [...token.parts, ...(token.written === undefined ? [] : [token.written])];

/** NFKC takes a vowel of Thai and Lao in two, and the segmenter, whose words have it whole, then cuts wherever it stands. */
const normalize = (text: string): string =>
  text
    .replace(RAISED_APART, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replace(TIMES, '$1x')
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3');

/** Behind a number or a word a raised digit is a footnote's mark or an exponent; behind a few letters it is part of a unit: `m²`. */
const RAISED_APART = /(?<=[0-9]|\p{L}{4})(?=[⁰¹²³⁴-⁹])/gu;

/** "M8×40" */
const TIMES = /([0-9])\u00d7(?=[0-9])/gu;

const partsOf = (normalized: string, languages: readonly string[]): readonly Token[] => {
  const tokens: Token[] = [];
  for (const joined of normalized.match(JOINED_WORDS) ?? []) {
    const isJoined = NEEDS_SPLITTING.test(joined);
    const parts = isJoined ? toWords(joined) : [joined];
    const isUnit = (isJoined || HAS_DIGIT.test(joined)) && joined.length <= MAX_WORD_LENGTH;
    const unit = isUnit ? toUnit(joined, { parts, languages }) : null;
    if (unit !== null) tokens.push(unit);
    // One by one: a page without a space is more arguments than a call can take.
    else for (const part of parts) tokens.push(shorten(part));
  }
  return joinDates(tokens);
};

const HAS_DIGIT = /[0-9]/;

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
const splitWordsAndSymbols = (text: string, languages: readonly string[]): Token[] => {
  const normalized = normalize(text);
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: symbol, index } of normalized.matchAll(SYMBOLS)) {
    if (symbol.length > MAX_WORD_LENGTH) continue;
    for (const part of partsOf(normalized.slice(end, (end = index + symbol.length)), languages))
      tokens.push(part);
    tokens.push(symbol);
  }
  for (const part of partsOf(normalized.slice(end), languages)) tokens.push(part);
  return tokens;
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
  const parts = joined.split(/[-._/,]/);
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
