import {
  contentTerms,
  countNegations,
  findScopeWords,
  saysOpposite,
  analyze,
  splitWords,
  wordSetsOf,
  byLanguage,
  setOddNumbersApart,
  showOddNumbers,
  splitSentences,
  withoutFootnote,
} from '../language/index.js';
import { hasUnspaced } from '../shared/scripts.js';
import { limitsRest } from './conditions.js';
import type { CitableSource } from './citation.js';
import { extractFacts, holdsFacts, holdsFigures } from './facts.js';
import { countRunWords, findSupport, holdsRun, toClaimTerms } from './support.js';
import { TUNING } from './tuning.js';

type Verification = 'exact' | 'fuzzy' | 'unsupported';
type Judged = Pick<CitableSource, 'language' | 'isValue' | 'name'>;

const WORD = /[\p{L}\p{N}]/u;

/**
 * Checks whether a source's wording carries a claim. This measures wording, not entailment: swapped numbers, units, dates, identifiers
 * and negations are found, and so are the contradictions of `contradictsSource`; another subject among enough true words is not. The part behind
 * a semicolon is a claim of its own, and so are a quotation and the words around it: the weakest counts.
 */
export const verifyCitation = (claim: string, content: string, source: Judged): Verification =>
  findWeakest(splitParts(claim).map((part) => verifyPart(part, content, source)));

const STRENGTH = ['unsupported', 'fuzzy', 'exact'] as const satisfies readonly Verification[];

const findWeakest = (verified: readonly Verification[]): Verification =>
  STRENGTH.find((one) => verified.includes(one)) ?? 'unsupported';

const verifyPart = (claim: string, content: string, source: Judged): Verification => {
  const { language, isValue = false } = source;
  if (!saysSomething(claim, language)) return 'unsupported';
  if (holdsRun(content, claim, language)) return 'exact';
  if (contradictsSource({ claim, content, language })) return 'unsupported';
  const quoting = takeQuotations(claim, language);
  if (quoting.quotations.length > 0) {
    const quoted = verifyQuoting(quoting, content, source);
    if (quoted !== 'fuzzy') return quoted;
  }
  if (isValue && statesFigures(claim, content, language)) return 'fuzzy';
  return isFuzzy(claim, content, language) ? 'fuzzy' : 'unsupported';
};

/** A letter or a small word is in every source and says nothing. */
const saysSomething = (claim: string, language: string): boolean =>
  /\p{N}/u.test(claim) ||
  [...contentTerms(claim, language)].some((term) => term.length > 1 || hasUnspaced(term));

/** True where a claim states figures of a returned value, whatever the words around them; "not 120" does not state it. */
const statesFigures = (claim: string, content: string, language: string): boolean =>
  countNegations(claim, language) === countNegations(content, language) &&
  holdsFigures(extractFacts(content, language), extractFacts(claim, language));

const QUOTATION = /[“„«‟「『"]([^“”„«»「」『』"]{1,2000})[”“»」』"]/gu;

/** Semicolons that part claims, and none inside of a quotation. */
const splitParts = (claim: string): string[] => {
  const quoted = claim.replace(QUOTATION, (whole) => whole.replace(/[;；]/gu, ','));
  const ends = [...quoted.matchAll(/[;；]/gu)].map(({ index }) => index);
  const parts = [...ends, claim.length].map((end, at) =>
    claim.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end),
  );
  const saying = parts.filter((part) => WORD.test(part));
  return saying.length < 2 ? [claim] : saying;
};

type Quoting = { quotations: string[]; around: string };

const takeQuotations = (claim: string, language: string): Quoting => {
  const quotations: string[] = [];
  const around = claim.replace(QUOTATION, (whole, quoted: string) => {
    if (countRunWords(quoted, language) < TUNING.fewestQuotedWords) return whole;
    quotations.push(quoted);
    return ' … ';
  });
  return { quotations, around };
};

/**
 * Each quotation as a quotation, and the words around it as any other claim. `fuzzy` says no more than that neither is wrong: then the
 * sentence is judged as a whole.
 */
const verifyQuoting = (
  { quotations, around }: Quoting,
  content: string,
  source: Judged,
): Verification => {
  const { language } = source;
  const areWritten = quotations.every((quoted) => holdsRun(content, quoted, language));
  const isAlone = quotations.length === 1;
  if (areWritten && isAlone && isIntroduction(around, source)) return 'exact';
  const isLikely = quotations.every(
    (quoted) => holdsRun(content, quoted, language) || isFuzzy(quoted, content, language),
  );
  if (!isLikely) return 'unsupported';
  const said = withoutIntroduction(around, source);
  const isSilent = contentTerms(said, language).size === 0 && !/\p{N}/u.test(said);
  if (isSilent) return countNegations(around, language) === 0 ? 'fuzzy' : 'unsupported';
  return holdsRun(content, said, language) || isFuzzy(said, content, language)
    ? 'fuzzy'
    : 'unsupported';
};

/** True where the words around a quotation say who says it and where, and nothing that denies, limits or widens it. */
const isIntroduction = (around: string, source: Judged): boolean => {
  const { language } = source;
  if (countNegations(around, language) > 0 || limitsRest(around, language)) return false;
  if (findScopeWords(around, { language, scope: 'everybody' }).length > 0) return false;
  return !WORD.test(withoutIntroduction(around, source));
};

const NUMBER = /^\p{N}+$/u;

/** The words of an introduction, the title and the pages of the source taken out. */
const withoutIntroduction = (around: string, { language, name }: Judged): string => {
  const title = new Set(contentTerms(name?.title ?? '', language));
  const beside = new Set(findWordsBesideIntroduction(around, language));
  const isOfSource = (word: string): boolean => {
    if (NUMBER.test(word)) return isPage(Number(word), name);
    const terms = contentTerms(word, language);
    return terms.size > 0 && [...terms].every((term) => title.has(term));
  };
  const left = [...beside].filter((word) => !isOfSource(word));
  return around.replace(/[\p{L}\p{M}\p{N}]+(?:[.,:'’-][\p{L}\p{M}\p{N}]+)*/gu, (written) => {
    const parts = findWordsBesideIntroduction(written, language);
    return parts.some((part) => left.includes(part)) ? written : ' ';
  });
};

const isPage = (number: number, name: Judged['name']): boolean => {
  const { pageStart, pageEnd } = name ?? {};
  if (typeof pageStart !== 'number') return false;
  return number >= pageStart && number <= (pageEnd ?? pageStart);
};

const isFuzzy = (claim: string, content: string, language: string): boolean => {
  const terms = toClaimTerms(claim, language);
  if (terms.size === 0) return false;
  if (!holdsFacts(extractFacts(content, language), extractFacts(claim, language))) return false;
  if (saysOpposite(claim, content, language)) return false;
  const contained = contentTerms(content, language);
  const wording = toWording(terms);
  const shared = wording.filter((term) => contained.has(term)).length;
  if (shared / wording.length < TUNING.leastSharedTerms) return false;
  const support = findSupport(terms, content, language);
  return support?.negations === countNegations(claim, language);
};

/** Numbers and identifiers are compared as facts, in any spelling; as terms they would count against another one. */
const toWording = (terms: ReadonlySet<string>): readonly string[] => {
  const wording = [...terms].filter((term) => !/\p{N}/u.test(term));
  return wording.length > 0 ? wording : [...terms];
};

const INTRODUCING = wordSetsOf(({ introducingWords }) => introducingWords);

/** Each language's list as the analyzer would store it, for the forms of a word that the list does not spell out. */
const STEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...INTRODUCING].map(([language, words]) => [
    language,
    new Set([...words].flatMap((word) => analyze(word, { languages: [language] }))),
  ]),
);

/** The words of a text that do more than introduce a quotation; all of them in a language without a list. */
const findWordsBesideIntroduction = (text: string, language: string): string[] => {
  const words = INTRODUCING.get(language);
  const stems = STEMS.get(language);
  return splitWords(text).filter((word) => {
    if (words === undefined || words.has(word)) return words === undefined;
    const terms = analyze(word, { languages: [language] });
    return !terms.every((term) => stems?.has(term) === true);
  });
};

type Compared = { claim: string; content: string; language: string };

/**
 * True where a claim contradicts its source in the source's own words: it takes the statement back ("it is false that …"), widens it to
 * everybody or narrows it to some alone, lets two parties change places, or writes a name in letters of another alphabet.
 */
const contradictsSource = (compared: Compared): boolean =>
  hasForeignLetters(compared) ||
  deniesIt(compared) ||
  changesScope(compared) ||
  swapsParties(compared);

const LATIN = /\p{sc=Latin}/u;
const LOOKALIKE =
  /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Coptic}\p{sc=Lisu}]/u;
const LETTERED_WORD = /[\p{L}\p{M}]{2,100}/gu;

/** A word of two alphabets, or of another one than the rest of a Latin sentence, unless the source writes it so. */
const hasForeignLetters = ({ claim, content }: Compared): boolean => {
  const words = claim.normalize('NFKC').match(LETTERED_WORD) ?? [];
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
