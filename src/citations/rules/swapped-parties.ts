import {
  analyze,
  byLanguage,
  setOddNumbersApart,
  showOddNumbers,
  splitSentences,
  withoutFootnote,
  wordSetsOf,
} from '../../language/index.js';

type Compared = { claim: string; content: string };

/** Detects that a claim swaps two parts of a source's sentence around the words between them. Each text is read only once. */
export const createSwapCheck = (language: string): ((compared: Compared) => boolean) => {
  const known = new Map<string, readonly Words[]>();
  const sentencesOf = (content: string): readonly Words[] => {
    const sentences =
      known.get(content) ?? splitSentences(content).map(({ text }) => toWords(text, language));
    known.set(content, sentences);
    return sentences;
  };
  const claims = new Map<string, Words>();
  const wordsOf = (claim: string): Words => {
    const words = claims.get(claim) ?? toWords(claim, language);
    claims.set(claim, words);
    return words;
  };
  const accusative = ACCUSATIVES.get(language);
  const articles = OBJECT_ARTICLES.get(language);
  return ({ claim, content }) => {
    if (accusative !== undefined) {
      return sentencesOf(content).some((said) => swapsObject(wordsOf(claim), said, accusative));
    }
    if (!BY_PLACE.has(language)) return false;
    const claimed = wordsOf(claim);
    if (claimed.length > MAX_WORDS) return false;
    return sentencesOf(content).some((said) => {
      const swapped = said.length <= MAX_WORDS ? findSwapped(claimed, said) : null;
      // If the object comes first, its article moves with it.
      return swapped?.every(({ form }) => articles?.has(form) !== true) === true;
    });
  };
};

const BY_PLACE = byLanguage(({ rolesByPlace }) => rolesByPlace);
const OBJECT_ARTICLES = wordSetsOf(({ objectArticles }) => objectArticles);
const ACCUSATIVES = byLanguage(({ accusative }) => accusative);
const MAX_WORDS = 60;

type Word = { form: string; stem: string };
type Words = readonly Word[];

const ODD_NUMBER = /[\u{f0000}-\u{10fffd}]+/gu;
const WORD_OR_NUMBER = /\p{sc=Han}|[\p{L}\p{M}\p{N}]+|[\u{f0000}-\u{10fffd}]+/gu;

const toWords = (sentence: string, language: string): Word[] =>
  (
    setOddNumbersApart(sentence, language)
      // A footnote mark is not part of the sentence. A number with an exponent never equals a plain number.
      .replace(ODD_NUMBER, (odd) => withoutFootnote(showOddNumbers(odd)) ?? odd)
      .normalize('NFKC')
      .toLowerCase()
      .match(WORD_OR_NUMBER) ?? []
  ).map((form) => ({ form, stem: analyze(form, { languages: [language] })[0] ?? form }));

/** Compares "A m B" with "B m A", between a common beginning and end; returns the words of A and B, or null. */
const findSwapped = (claimed: readonly Word[], said: readonly Word[]): readonly Word[] | null => {
  if (claimed.length !== said.length) return null;
  const same = (left: Word | undefined, right: Word | undefined): boolean =>
    left?.stem === right?.stem;
  let from = 0;
  while (from < claimed.length && same(claimed[from], said[from])) from += 1;
  let to = claimed.length;
  while (to > from && same(claimed[to - 1], said[to - 1])) to -= 1;
  const [left, right] = [claimed.slice(from, to), said.slice(from, to)];
  const isRun = (run: readonly Word[], at: number): boolean =>
    run.every((word, offset) => same(word, right[at + offset]));
  for (let first = 1; first < left.length - 1; first += 1) {
    for (let last = 1; first + last < left.length; last += 1) {
      const middle = left.slice(first, left.length - last);
      if (
        isRun(left.slice(left.length - last), 0) &&
        isRun(middle, last) &&
        isRun(left.slice(0, first), last + middle.length)
      ) {
        return [...left.slice(0, first), ...left.slice(left.length - last)];
      }
    }
  }
  return null;
};

/** True if one word has gained the ending that marks an object, and another word has lost it. */
const swapsObject = (claimed: Words, sentence: Words, accusative: RegExp): boolean => {
  const said = new Map(sentence.map(({ stem, form }) => [stem, form]));
  const changed = claimed.flatMap(({ stem, form }) => {
    const before = said.get(stem);
    return before === undefined || before === form ? [] : [[before, form] as const];
  });
  const isObject = (form: string): boolean => accusative.test(form);
  return (
    changed.some(([before, now]) => isObject(before) && !isObject(now)) &&
    changed.some(([before, now]) => !isObject(before) && isObject(now))
  );
};
