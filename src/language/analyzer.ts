import { isFunctionWord } from './function-words.js';
import { stem } from './stemmers.js';
import { splitWords } from './split-words.js';

/** Part of the index fingerprint: raise it whenever the same text would yield other terms. */
export const ANALYZER_VERSION = 2;

/** ISO 639-1 codes; a code without a stemmer (or `und`) leaves words as they are written. */
export type AnalyzerOptions = { languages: readonly string[] };

/** One word of a question: the forms that the languages of the index would have stored for it. */
export type QueryWord = { forms: readonly string[]; isFunctionWord: boolean };

/** The terms a text is indexed by, in reading order, repeats kept. Several languages give each word's distinct forms. */
export const analyze = (text: string, { languages }: AnalyzerOptions): string[] => {
  const words = splitWords(text);
  const [language = 'und'] = languages;
  return languages.length > 1
    ? words.flatMap((word) => toForms(word, languages))
    : words.map((word) => toTerm(word, language));
};

const NO_LANGUAGE = ['und'];

const toForms = (word: string, languages: readonly string[]): string[] => [
  ...new Set((languages.length === 0 ? NO_LANGUAGE : languages).map((code) => toTerm(word, code))),
];

// A Vietnamese diacritic is the word: "ma", "má" and "mả" share nothing.
const toTerm = (word: string, language: string): string =>
  language === 'vi' ? word : foldDiacritics(stem(word, language)) || word;

const BEYOND_ASCII = /[^\x20-\x7e]/;

// U+0300–U+036F only: marks of Indic, Thai and Japanese scripts are letters to their readers.
const foldDiacritics = (word: string): string =>
  BEYOND_ASCII.test(word)
    ? word
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC')
    : word;

/** The question's distinct words, each with its possible stored forms: what coverage is counted in. */
export const analyzeQueryWords = (text: string, { languages }: AnalyzerOptions): QueryWord[] => {
  const words = new Map<string, QueryWord>();
  for (const word of new Set(splitWords(text))) {
    const forms = toForms(word, languages);
    words.set(forms.join(' '), { forms, isFunctionWord: isFunctionWord(word, languages) });
  }
  return [...words.values()];
};

/** The question's distinct terms over all the languages of the index: what the lexical leg looks up. */
export const analyzeQuery = (text: string, options: AnalyzerOptions): string[] => [
  ...new Set(analyzeQueryWords(text, options).flatMap(({ forms }) => forms)),
];
