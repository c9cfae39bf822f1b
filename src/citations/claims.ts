import {
  contentTerms,
  countNegations,
  findScopeWords,
  saysOpposite,
  analyze,
  splitWords,
  wordSetsOf,
  splitSentences,
} from '../language/index.js';
import { hasUnspaced } from '../shared/scripts.js';
import { limitsRest } from './conditions.js';
import type { CitableSource } from './citation.js';
import { extractFacts, holdsFacts, holdsFigures } from './facts.js';
import { swapsParties } from './rules/swapped-parties.js';
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
