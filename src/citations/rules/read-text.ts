import {
  byLanguage,
  contentTerms,
  countNegations,
  createOppositeCheck,
  findRates,
  findScopeWords,
  functionWordsOf,
  isNegation,
  splitClauses,
  toUnit,
  wordSetsOf,
  type Bound,
} from '../../language/index.js';
import { hasUnspaced } from '../../shared/scripts.js';
import { makeOnce } from '../../shared/make-once.js';
import { limitsRest } from '../conditions.js';
import { createSwapCheck } from './swapped-parties.js';
import { readTokens, type Figure, type FigureToken } from './figures.js';

/** A part of a sentence that makes one point; punctuation and words of contrast separate such parts. */
export type Clause = {
  /** Content words in reading order, without figures, negations and function words. */
  terms: readonly string[];
  figures: readonly Figure[];
  negations: number;
  bounds: ReadonlySet<Bound>;
  /** Units that are named without a number, as in a column header. */
  units: readonly string[];
  isUniversal: boolean;
};

export type SentenceReading = {
  text: string;
  clauses: readonly Clause[];
  terms: ReadonlySet<string>;
  figures: readonly Figure[];
  rates: ReadonlySet<string>;
  isConditional: boolean;
  isOnly: boolean;
  isUniversal: boolean;
  obliges: boolean;
  allows: boolean;
  takesBack: readonly string[];
};

export type Reader = {
  language: string;
  readSentence: (text: string) => SentenceReading;
  readClause: (text: string) => Clause;
  /** The synonym groups of a term: terms with a common group mean the same. */
  groupsOf: (term: string) => readonly string[];
  /** True for a term that the source may lack. */
  isSmall: (term: string) => boolean;
  swapsParties: ReturnType<typeof createSwapCheck>;
  saysOpposite: ReturnType<typeof createOppositeCheck>;
};

/** Reads sentences of one language; analyses each word, and each compared text, only once. */
export const createReader = (language: string): Reader => {
  const known = new Map<string, readonly string[]>();
  const termsOf = (word: string): readonly string[] => {
    const terms = known.get(word) ?? findTerms(word, language);
    known.set(word, terms);
    return terms;
  };
  const readClause = (text: string): Clause => {
    const { rest, bounds } = takeBounds(text, language);
    const tokens = readTokens(rest, language);
    return {
      terms: tokens.flatMap((token, at) =>
        'word' in token && !isWordOfYear(token.word, tokens[at + 1]) ? termsOf(token.word) : [],
      ),
      figures: tokens.flatMap((token) => ('figure' in token ? [token.figure] : [])),
      negations: countNegations(rest, language),
      bounds,
      units: tokens.flatMap((token) => ('word' in token ? (toUnit(token.word) ?? []) : [])),
      isUniversal: isUniversal(text, tokens, language),
    };
  };
  const readSentence = (text: string): SentenceReading => {
    const clauses = splitClauses(text, language).map(readClause);
    const lower = text.toLowerCase();
    const words = new Set(lower.match(WORD) ?? []);
    const has = (list: ReadonlySet<string> | undefined): boolean =>
      list !== undefined && [...words].some((word) => list.has(word));
    return {
      text,
      clauses,
      terms: new Set(clauses.flatMap(({ terms }) => terms)),
      figures: clauses.flatMap(({ figures }) => figures),
      rates: new Set(findRates(lower, language)),
      isConditional: limitsRest(text, language),
      isOnly: findScopeWords(text, { language, scope: 'only' }).length > 0,
      isUniversal: clauses.some((clause) => clause.isUniversal),
      obliges: has(OBLIGING.get(language)),
      allows: has(ALLOWING.get(language)),
      takesBack: findScopeWords(text, { language, scope: 'reversing' }),
    };
  };
  const groups = groupsOf(language);
  const small = smallOf(language);
  return {
    language,
    readSentence,
    readClause,
    groupsOf: (term) => groups.get(term) ?? [],
    isSmall: (term) => small.has(term),
    swapsParties: createSwapCheck(language),
    saysOpposite: createOppositeCheck(language),
  };
};

const EVERYBODY = wordSetsOf(({ everybodyWords }) => everybodyWords);

/** True for words like "every employee", but not for "every week". */
const isUniversal = (text: string, tokens: readonly FigureToken[], language: string): boolean => {
  const words = EVERYBODY.get(language);
  if (words === undefined) return findScopeWords(text, { language, scope: 'everybody' }).length > 0;
  const wordAt = (at: number): string => {
    const token = tokens[at];
    return token !== undefined && 'word' in token ? token.word : '';
  };
  return tokens.some((_token, at) => words.has(wordAt(at)) && toUnit(wordAt(at + 1)) === undefined);
};

/** "In the year 1998" means the same as "in 1998". */
const isWordOfYear = (word: string, next: FigureToken | undefined): boolean =>
  next !== undefined &&
  'figure' in next &&
  /^(?:1[5-9]|20|21)\d{2}$/.test(next.figure.written) &&
  toUnit(word) === 'year';

const WORD = /[\p{L}\p{M}]+/gu;
const OBLIGING = wordSetsOf(({ obligingWords }) => obligingWords);
const ALLOWING = wordSetsOf(({ allowingWords }) => allowingWords);

const findTerms = (word: string, language: string): readonly string[] => {
  const isModal =
    OBLIGING.get(language)?.has(word) === true || ALLOWING.get(language)?.has(word) === true;
  if (isModal || isNegation(word, language)) return [];
  return [...contentTerms(word, language)].filter(
    (term) => !(hasUnspaced(term) && term.length === 1 && countNegations(term, language) > 0),
  );
};

const EQUIVALENTS = byLanguage(({ equivalents }) => equivalents);

const groupsOf = makeOnce((language: string): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  const lists = EQUIVALENTS.get(language)?.split(',') ?? [];
  for (const [at, list] of lists.entries()) {
    const terms = new Set(
      list
        .trim()
        .split(/\s+/)
        .flatMap((word) => [...contentTerms(word, language)]),
    );
    for (const term of terms) groups.set(term, [...(groups.get(term) ?? []), `≡${at}`]);
  }
  return groups;
});

const INTRODUCING = byLanguage(({ introducingWords }) => introducingWords);
const NEUTRAL = byLanguage(({ neutralWords }) => neutralWords);
const FILLERS = byLanguage(({ fillers }) => fillers);

const smallOf = makeOnce((language: string): ReadonlySet<string> => {
  const words = [
    ...functionWordsOf([language]),
    ...[INTRODUCING, NEUTRAL, FILLERS].flatMap(
      (lists) => lists.get(language)?.trim().split(/\s+/) ?? [],
    ),
  ];
  return new Set(words.flatMap((word) => [...contentTerms(word, language)]));
});

const boundPatternsOf = makeOnce((language: string) => {
  const isUnspaced = UNSPACED_LANGUAGES.has(language);
  return Object.entries(BOUND_WORDS.get(language) ?? {}).map(([bound, words]) => ({
    // The table's keys are the names of bounds.
    bound: bound as Bound,
    // Words of the files of languages, and nobody's text.
    // eslint-disable-next-line expressions/no-data
    pattern: new RegExp(
      isUnspaced ? words : String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`,
      'giu',
    ),
  }));
});
const BOUND_WORDS = byLanguage(({ bounds }) => bounds);
const UNSPACED_LANGUAGES = byLanguage(({ isUnspaced }) => isUnspaced);

/** The signs for bounds are the same in every language. */
const BOUND_SIGNS: readonly { bound: Bound; pattern: RegExp }[] = [
  { bound: 'atMost', pattern: /[≤⩽≦]|<=/gu },
  { bound: 'atLeast', pattern: /[≥⩾≧]|>=/gu },
  { bound: 'lessThan', pattern: /<(?=\s?[-+−]?\p{N})/gu },
  { bound: 'moreThan', pattern: />(?=\s?[-+−]?\p{N})/gu },
];

/** Finds words and signs that bound a figure, and returns the text without them, because "no more than" is not a negation. */
const takeBounds = (
  text: string,
  language: string,
): { rest: string; bounds: ReadonlySet<Bound> } => {
  const bounds = new Set<Bound>();
  let rest = text;
  for (const { bound, pattern } of [...BOUND_SIGNS, ...boundPatternsOf(language)]) {
    rest = rest.replace(pattern, () => {
      bounds.add(bound);
      return ' ';
    });
  }
  return { rest, bounds };
};
