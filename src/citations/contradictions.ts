import {
  analyze,
  byLanguage,
  contentTerms,
  findScopeWords,
  setOddNumbersApart,
  showOddNumbers,
  splitSentences,
  withoutFootnote,
  wordSetsOf,
} from '../language/index.js';

type Compared = { claim: string; content: string; language: string };

/**
 * True where a claim contradicts its source in the source's own words: it takes the statement back ("it is false that …"), widens it to
 * everybody or narrows it to some alone, lets two parties change places, or writes a name in letters of another alphabet.
 */
export const contradictsSource = (compared: Compared): boolean =>
  hasForeignLetters(compared) ||
  deniesIt(compared) ||
  changesScope(compared) ||
  swapsParties(compared);

const LATIN = /\p{sc=Latin}/u;
const LOOKALIKE =
  /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Coptic}\p{sc=Lisu}]/u;
const WORD = /[\p{L}\p{M}]{2,100}/gu;

/** A word of two alphabets, or of another one than the rest of a Latin sentence, unless the source writes it so. */
const hasForeignLetters = ({ claim, content }: Compared): boolean => {
  const words = claim.normalize('NFKC').match(WORD) ?? [];
  const isLatin = words.some((word) => LATIN.test(word) && !LOOKALIKE.test(word));
  const source = content.normalize('NFKC').toLowerCase();
  return words.some(
    (word) =>
      LOOKALIKE.test(word) && (LATIN.test(word) || isLatin) && !source.includes(word.toLowerCase()),
  );
};

const deniesIt = ({ claim, content, language }: Compared): boolean => {
  const said = new Set(findScopeWords(content, { language, scope: 'reversing' }));
  return findScopeWords(claim, { language, scope: 'reversing' }).some((word) => !said.has(word));
};

/** "Everyone may" of "only managers may", and "only managers may" of "managers may". */
const changesScope = ({ claim, content, language }: Compared): boolean => {
  const has = (text: string, scope: 'everybody' | 'only'): boolean =>
    findScopeWords(text, { language, scope }).length > 0;
  const said = findClosest(claim, content, language);
  if (has(claim, 'only')) return !has(said, 'only');
  return has(claim, 'everybody') && has(said, 'only') && !has(said, 'everybody');
};

/** The sentence of the source that shares most of the claim's terms. */
const findClosest = (claim: string, content: string, language: string): string => {
  const terms = contentTerms(claim, language);
  const [closest] = splitSentences(content)
    .map(({ text }) => {
      const shared = [...contentTerms(text, language)].filter((term) => terms.has(term));
      return { text, shared: shared.length };
    })
    .sort((left, right) => right.shared - left.shared);
  return closest?.text ?? '';
};

const BY_PLACE = byLanguage(({ rolesByPlace }) => rolesByPlace);
const OBJECT_ARTICLES = wordSetsOf(({ objectArticles }) => objectArticles);
const ACCUSATIVES = byLanguage(({ accusative }) => accusative);
const MAX_WORDS = 60;

/** The words of a sentence of the source, two parts of which have changed places around what stands between them. */
const swapsParties = ({ claim, content, language }: Compared): boolean => {
  const accusative = ACCUSATIVES.get(language);
  if (accusative !== undefined) return swapsObject({ claim, content, language }, accusative);
  if (!BY_PLACE.has(language)) return false;
  const claimed = toWords(claim, language);
  if (claimed.length > MAX_WORDS) return false;
  return splitSentences(content).some(({ text }) => {
    const said = toWords(text, language);
    const swapped = said.length <= MAX_WORDS ? findSwapped(claimed, said) : null;
    // An object may come first: its article moves along.
    const articles = OBJECT_ARTICLES.get(language);
    return swapped?.every(({ form }) => articles?.has(form) !== true) === true;
  });
};

type Word = { form: string; stem: string };

const ODD_NUMBER = /[\u{f0000}-\u{10fffd}]+/gu;
const WORD_OR_NUMBER = /\p{sc=Han}|[\p{L}\p{M}\p{N}]+|[\u{f0000}-\u{10fffd}]+/gu;

const toWords = (sentence: string, language: string): Word[] =>
  (
    setOddNumbersApart(sentence, language)
      // The mark of a footnote is not a word of its sentence; a power stays apart from every plain number.
      .replace(ODD_NUMBER, (odd) => withoutFootnote(showOddNumbers(odd)) ?? odd)
      .normalize('NFKC')
      .toLowerCase()
      .match(WORD_OR_NUMBER) ?? []
  ).map((form) => ({ form, stem: analyze(form, { languages: [language] })[0] ?? form }));

/** A m B against B m A, inside what both begin and end with: the words of A and B, or null. */
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

/** True where one word has gained the ending that marks the object, and another has lost it. */
const swapsObject = ({ claim, content, language }: Compared, accusative: RegExp): boolean => {
  const claimed = toWords(claim, language);
  return splitSentences(content).some(({ text }) => {
    const said = new Map(toWords(text, language).map(({ stem, form }) => [stem, form]));
    const changed = claimed.flatMap(({ stem, form }) => {
      const before = said.get(stem);
      return before === undefined || before === form ? [] : [[before, form] as const];
    });
    const isObject = (form: string): boolean => accusative.test(form);
    return (
      changed.some(([before, now]) => isObject(before) && !isObject(now)) &&
      changed.some(([before, now]) => !isObject(before) && isObject(now))
    );
  });
};
