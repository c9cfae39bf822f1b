import { UNSPACED } from '../shared/scripts.js';
import { PLAIN_LETTERS } from './locales/alphabets.js';
import {
  abbreviationsIn,
  findOtherSpellings,
  spellOtherwise,
  toSimplified,
  type Token,
} from './spellings.js';
import { stem } from './stems.js';
import { TUNING } from './tuning.js';
import { byLanguage, wordSetsOf } from './word-lists.js';
import { isSymbol, splitWords, splitWordsAndSymbols } from './words.js';

const FUNCTION_WORDS = wordSetsOf(({ functionWords }) => functionWords);
const EMPTY_WORDS = wordSetsOf(({ emptyWords }) => emptyWords);
const NEGATIONS = wordSetsOf(({ negations }) => negations);
const FOLDS = byLanguage(({ fold }) => fold);
const IN_HAN = byLanguage(({ script }) => script === 'Han' || undefined);
const OWN_CASE = byLanguage(({ hasOwnCase }) => hasOwnCase);
export const JOINTS = byLanguage(({ joints }) => joints?.split('|'));
const KEPT_DIACRITICS = byLanguage(({ keepsDiacritics }) => keepsDiacritics);

/** Part of the index fingerprint: increase it whenever the same text would yield different terms. */
export const ANALYZER_VERSION = 8;

/** ISO 639-1 codes; a code without a stemmer (or `und`) leaves words as they are written. */
type AnalyzerOptions = { languages: readonly string[] };

/** One word of a question: the forms in which the index's languages would have stored it. */
export type QueryWord = {
  forms: readonly string[];
  /** Terms that contain the word: its unit in another spelling, or a compound. */
  within?: readonly string[];
  isFunctionWord: boolean;
  /** It names the wanted type of answer: the "day" of "which day". */
  isAsking?: boolean;
};

/** The terms by which a text is indexed, in reading order, repeats kept. With several languages, each word yields its distinct forms. */
export const analyze = (text: string, { languages }: AnalyzerOptions): string[] => {
  const own = toOwnCase(text, languages);
  const tokens = splitWordsAndSymbols(text, languages);
  const ofOwnCase = own === text ? tokens : splitWordsAndSymbols(own, languages);
  const [language = 'und', ...others] = languages;
  const terms: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const cased = ofOwnCase[at] ?? token;
    // The usual case: a passage in one language.
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

/** The text in lower case if a language has special case rules (the Turkish I), else the text itself. */
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
  // Turkish distinguishes its two letters i by the ending that a stemmer removes.
  const plain = OWN_CASE.has(language) ? word : toPlainLetters(word);
  if (IN_HAN.has(language)) return toSimplified(plain);
  return foldDiacritics(toPlainLetters(stem(plain, language))) || word;
};

const toPlainLetters = (word: string): string =>
  word.replace(HAS_PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter);

const HAS_PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

const BEYOND_ASCII = /[^\x20-\x7e]/;

// Only U+0300–U+036F: marks of Indic, Thai and Japanese scripts are parts of letters.
const foldDiacritics = (word: string): string =>
  BEYOND_ASCII.test(word)
    ? word
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC')
    : word;

/** The maximum number of words looked up for a question: more words of a pasted page would slow down everyone's searches and add little. */
const MAX_QUERY_WORDS = 64;

/**
 * The question's distinct words, each with its possible stored forms; coverage is counted in these. Of more than 64 words it takes those
 * with meaning first, and of these the longest, because they are the rarest.
 */
export const analyzeQueryWords = (text: string, { languages }: AnalyzerOptions): QueryWord[] => {
  const words = new Map<string, QueryWord>();
  const asked = toAsked(shortenUnspaced(text), languages);
  const isKept = toTelling([...new Set(asked.map(({ word }) => word))], languages);
  const abbreviations = abbreviationsIn(text);
  const written = asked.map(({ word }) => word);
  const { others, signs } = findOtherSpellings(text.normalize('NFKC').toLowerCase(), {
    words: written,
    languages,
  });
  const unmarked = findUnmarked(written, languages);
  const spelled = new Map<string, Set<string>>();
  const done = new Set<string>();
  for (const { word, ofOwnCase, units } of asked) {
    if (!isKept.has(word)) continue;
    const forms = toForms(word, languages, ofOwnCase);
    const key = forms.join(' ');
    const within = spelled.get(key) ?? new Set();
    for (const unit of units) for (const form of toForms(unit, languages)) within.add(form);
    spelled.set(key, within);
    const marked = unmarked?.markedForms(word) ?? [];
    if (!done.has(word)) {
      for (const other of others.get(word) ?? []) {
        for (const form of toForms(other, languages)) within.add(form);
      }
      for (const form of marked) within.add(form);
    }
    done.add(word);
    const asksOrLinks =
      isFunctionWord(word, languages) ||
      signs.has(word) ||
      marked.some((form) => isFunctionWord(form, [unmarked?.language ?? '']));
    words.set(key, { forms, isFunctionWord: asksOrLinks && !abbreviations.has(word) });
  }
  for (const [key, within] of spelled) {
    const word = words.get(key);
    if (word !== undefined && within.size > 0) words.set(key, { ...word, within: [...within] });
  }
  return joinCompounds(asked, { words, languages });
};

/**
 * The language of the index whose diacritics a question omits: nearly all its words are syllables of that language, and more of its
 * function words occur than those of others.
 */
const findUnmarked = (
  words: readonly string[],
  languages: readonly string[],
): { language: string; markedForms: (word: string) => readonly string[] } | null => {
  // Two words could belong to another language of the index.
  const fewest = languages.length > 1 ? MIN_UNMARKED + 1 : MIN_UNMARKED;
  if (words.length < fewest || words.length > MAX_UNMARKED) return null;
  if (words.some((word) => BEYOND_ASCII.test(word))) return null;
  for (const language of languages) {
    const markedForms = MARKED_FORMS.get(language);
    if (markedForms === undefined) continue;
    const known = words.map(markedForms).filter(({ length }) => length > 0);
    const linking = known.filter((forms) => forms.some((form) => isFunctionWord(form, [language])));
    const others = languages.filter((one) => one !== language);
    const ofOthers = words.filter((word) => isFunctionWord(word, others));
    const isMost = known.length >= words.length * TUNING.mostUnmarked;
    const isOfOthers = ofOthers.length > 0 && ofOthers.length >= linking.length;
    if (isMost && !isOfOthers) return { language, markedForms };
  }
  return null;
};

const MIN_UNMARKED = 2;
const MAX_UNMARKED = 24;
const MARKED_FORMS = byLanguage(({ markedForms }) => markedForms);

type AskedWord = { word: string; ofOwnCase: string; units: readonly string[] };

/** Each word of a unit also represents the unit in another spelling. */
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

/** In languages that write compounds as one word, separate words also match the compound: "Frist" and "Kündigung" for "Kündigungsfrist". */
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

/** Empty if the stemmer takes the second part for an ending: it reduces "ownerestern" to its first part. */
const toCompound = (first: string, second: string, language: string): string[] => {
  const term = toTerm(first + second, language);
  return term.length > first.length ? [term] : [];
};

const MIN_PART = 4;
const MAX_PARTS = 5;
const PLAIN = /^\p{L}+$/u;

/** Segmenting takes a microsecond per character, so a pasted page would delay everyone's searches. */
const MAX_UNSPACED_IN_QUERY = 1_000;
const UNSPACED_CHARACTERS = new RegExp(`[${UNSPACED}]`, 'gu');

/** Keeps the beginning and the end of a long text without spaces, because the question comes before or after pasted text. */
const shortenUnspaced = (text: string): string => {
  if ((text.match(UNSPACED_CHARACTERS)?.length ?? 0) <= MAX_UNSPACED_IN_QUERY) return text;
  const half = MAX_UNSPACED_IN_QUERY / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
};

/** Chosen before their forms are computed, which for a page without spaces would cost more than its search. */
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

/** The question's distinct terms in all languages of the index, which the lexical ranking looks up. */
export const analyzeQuery = (text: string, options: AnalyzerOptions): string[] => [
  ...new Set(
    analyzeQueryWords(text, options).flatMap(({ forms, within = [] }) => [...forms, ...within]),
  ),
];

/** The lower-case content words of a text, in reading order. */
export const contentWords = (text: string, language: string): string[] =>
  splitWords(text).filter((word) => !isEmptyWord(word, language));

/** True for a word without content in the language; never if the language has no list. */
const isEmptyWord = (word: string, language: string): boolean =>
  EMPTY_WORDS.get(language)?.has(word) ??
  (isFunctionWord(word, [language]) && !isNegation(word, language));

/** The analyzer's distinct terms for the content words: what two wordings of a fact have in common. */
export const contentTerms = (text: string, language: string): Set<string> =>
  new Set(contentWords(text, language).flatMap((word) => analyze(word, { languages: [language] })));

/** Counts the language's function words in a text, as a hint at the text's language. */
export const countEmptyWords = (text: string, language: string): number =>
  splitWords(text).filter((word) => isEmptyWord(word, language)).length;

/** Languages with a list of words without content. */
export const CONTENT_LANGUAGES: readonly string[] = [...EMPTY_WORDS.keys()];

const isFunctionWord = (word: string, languages: readonly string[]): boolean =>
  languages.some(
    (language) => ASKING.get(language)?.has(FOLDS.get(language)?.(word) ?? word) === true,
  );

/** The ways in which people type a word, including without diacritics. A negation is only recognized as listed. */
const spellingsOf = (word: string, language: string): readonly string[] => {
  const fold = FOLDS.get(language);
  if (fold !== undefined) return [fold(word)];
  const plain = foldDiacritics(word);
  const isOther =
    KEPT_DIACRITICS.has(language) ||
    plain.length < TUNING.shortestInflected ||
    isNegation(word, language);
  const ways = [word, ...spellOtherwise(word, language)];
  return isOther ? ways : [...ways, plain];
};

/** The words of these languages that ask or link and carry no content. */
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
