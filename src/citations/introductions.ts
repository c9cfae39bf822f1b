import { analyze, splitWords, wordSetsOf } from '../language/index.js';

const INTRODUCING = wordSetsOf(({ introducingWords }) => introducingWords);

/** Each language's list as the analyzer would store it, for the forms of a word that the list does not spell out. */
const STEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...INTRODUCING].map(([language, words]) => [
    language,
    new Set([...words].flatMap((word) => analyze(word, { languages: [language] }))),
  ]),
);

/** The words of a text that do more than introduce a quotation; all of them in a language without a list. */
export const findWordsBesideIntroduction = (text: string, language: string): string[] => {
  const words = INTRODUCING.get(language);
  const stems = STEMS.get(language);
  return splitWords(text).filter((word) => {
    if (words === undefined || words.has(word)) return words === undefined;
    const terms = analyze(word, { languages: [language] });
    return !terms.every((term) => stems?.has(term) === true);
  });
};
