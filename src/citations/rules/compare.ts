import { JOINTS } from '../../language/index.js';
import type { VerdictReason } from '../statement.js';
import { isSameFigure } from './figure-check.js';
import type { Figure } from './figures.js';
import { kindOf } from './quantities.js';
import type { SourceReading, SourceSentence } from './read-source.js';
import type { Clause, Reader, SentenceReading } from './read-text.js';

/** A statement prepared for comparison: its own words, the words of its lead-in, and the figures in it that code calculated. */
export type Claim = SentenceReading & { lead: Clause; computed: ReadonlySet<string> };

export type Comparison = {
  /** The share of the statement's words that occur in the sentences, 0..1. */
  share: number;
  /** The number of content words that the statement and the sentences share. */
  shared: number;
  /** Null if the sentences support the statement. */
  objection: VerdictReason | null;
  window: readonly SourceSentence[];
  /** The number of steps that the comparison took. */
  steps: number;
};

/** Determines how well the closest sentences of a source support a claim. */
export const compareWith = (claim: Claim, source: SourceReading, reader: Reader): Comparison => {
  const rivals = createRivals(source, reader);
  const found = findWindows(claim, source, reader).map((window) =>
    judge(claim, { window, rivals, reader, titleFigures: source.titleFigures }),
  );
  const steps = countSteps(claim, source, found);
  const [best] = found.sort(
    (left, right) =>
      Number(right.objection === null) - Number(left.objection === null) ||
      right.share - left.share,
  );
  return { ...(best ?? NOTHING_SHARED), steps };
};

type Judgement = Omit<Comparison, 'steps'>;

const NOTHING_SHARED: Judgement = { share: 0, shared: 0, objection: 'other_words', window: [] };

/** Every sentence is scored; only windows that contain words of the claim are read clause by clause. */
const countSteps = (
  claim: Claim,
  { sentences }: SourceReading,
  found: readonly Judgement[],
): number => {
  const read = found.filter(({ objection }) => objection !== 'other_words');
  const met = read.flatMap(({ window }) => window).reduce((sum, one) => sum + sizeOf(one), 0);
  return (
    sizeOf(claim) * (sentences.length + found.length + met) + read.length * STEPS_TO_READ_WINDOW
  );
};

const STEPS_TO_READ_WINDOW = 100;

const sizeOf = ({ clauses, terms, figures }: SentenceReading): number =>
  clauses.length + terms.size + figures.length;

const MOST_WINDOWS = 4;

/** The sentences that share most words with the claim, each alone and together with a neighbour. */
const findWindows = (
  claim: Claim,
  { sentences }: SourceReading,
  reader: Reader,
): (readonly SourceSentence[])[] => {
  const scored = sentences
    .map((sentence, at) => ({ sentence, at, score: scoreOf(claim, sentence, reader) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, MOST_WINDOWS);
  return scored.flatMap(({ sentence, at }) => {
    if (sentence.isRow) return [[sentence]];
    const beside = [sentences[at - 1], sentences[at + 1]].map((other) =>
      other !== undefined && !other.isRow && other.block === sentence.block ? other : null,
    );
    const [before, after] = beside;
    return [
      [sentence],
      ...(before === null || before === undefined ? [] : [[before, sentence]]),
      ...(after === null || after === undefined ? [] : [[sentence, after]]),
    ];
  });
};

export const scoreOf = (claim: Claim, sentence: SourceSentence, reader: Reader): number => {
  const terms = claim.terms.size > 1 ? claim.terms : new Set([...claim.terms, ...claim.lead.terms]);
  const shared = [...terms].filter((term) => hasTerm(sentence.terms, term, reader)).length;
  const figures = claim.figures.filter((figure) =>
    sentence.figures.some((other) => isSameFigure(figure, other)),
  );
  return shared + figures.length;
};

/** True if the words include the term, a synonym, or a compound of it. */
export const hasTerm = (words: ReadonlySet<string>, term: string, reader: Reader): boolean => {
  if (words.has(term)) return true;
  const groups = reader.groupsOf(term);
  if (groups.length > 0) {
    for (const word of words)
      if (reader.groupsOf(word).some((group) => groups.includes(group))) return true;
  }
  if (!JOINTS.has(reader.language) || term.length < SHORTEST_PART) return false;
  for (const word of words)
    if (word.length > term.length && (word.endsWith(term) || word.startsWith(term))) return true;
  return false;
};

const SHORTEST_PART = 5;

type Place = { window: readonly SourceSentence[]; rivals: Rivals; reader: Reader };

type InSource = Place & { titleFigures: readonly Figure[] };

const judge = (claim: Claim, place: InSource): Judgement => {
  const { window, reader } = place;
  const isAbove = (term: string): boolean =>
    window.some(({ context }) => hasTerm(context, term, reader));
  const terms = [...termsToFind(claim)];
  const lacking = terms.filter((term) => !isInWindow(window, term, reader));
  const missing = lacking.filter((term) => !isAbove(term) && !reader.isSmall(term));
  const share = terms.length === 0 ? 0 : 1 - missing.length / terms.length;
  const shared = terms.length - lacking.length;
  const objection = findObjection(claim, { ...place, missing, shared });
  return { share, shared, objection, window };
};

const isInWindow = (window: readonly SourceSentence[], term: string, reader: Reader): boolean =>
  window.some(({ terms }) => hasTerm(terms, term, reader));

/** A claim that consists only of figures, such as a table cell, is found by the words of its lead-in. */
const termsToFind = (claim: Claim): ReadonlySet<string> =>
  claim.terms.size > 0 ? claim.terms : new Set(claim.lead.terms);

type Judged = InSource & { missing: readonly string[]; shared: number };

const findObjection = (claim: Claim, judged: Judged): VerdictReason | null => {
  const { window, shared, reader } = judged;
  const figures = claim.figures.filter((figure) => !claim.computed.has(figure.written));
  const said = [...window.flatMap((sentence) => sentence.figures), ...judged.titleFigures];
  if (shared === 0) return 'other_words';
  if (figures.some((figure) => !said.some((other) => isSameFigure(figure, other))))
    return 'other_words';
  if (isTooFar(claim, judged)) return 'other_words';
  if (namesAnotherSubject(claim, judged) || takesSubjectFromBeside(claim, judged)) return 'parties';
  const support = window.map(({ text }) => text).join(' ');
  if (reader.swapsParties({ claim: claim.text, content: support })) return 'parties';
  if (reader.saysOpposite(claim.text, support)) return 'negation';
  const supporting = countSupporting(
    claim,
    window.flatMap(({ clauses }) => clauses),
    reader,
  );
  if (!hasSameNegations(claim, judged, supporting)) return 'negation';
  if (claim.takesBack.some((word) => !window.some(({ takesBack }) => takesBack.includes(word))))
    return 'negation';
  return findLimit(claim, judged, supporting) ?? findMixUp(claim, judged);
};

/** A sentence that names its own subject does not take one from the title or a heading. */
const namesAnotherSubject = (claim: Claim, { window, reader }: Judged): boolean => {
  const fromAbove = [...claim.terms].filter(
    (term) => !isInWindow(window, term, reader) && !reader.isSmall(term),
  );
  if (fromAbove.length === 0 || window.every(({ isRow }) => isRow)) return false;
  const words = new Set([...claim.terms, ...claim.lead.terms]);
  return window.every(({ clauses }) => {
    const subject = clauses[0]?.terms[0];
    return subject !== undefined && !hasTerm(words, subject, reader);
  });
};

/** A sentence that names its own subject does not take one from the next sentence. */
const takesSubjectFromBeside = (claim: Claim, { window, reader }: Judged): boolean => {
  const [subject] = claim.clauses[0]?.terms ?? [];
  if (window.length < 2 || claim.clauses.length > 1 || subject === undefined) return false;
  const [closest] = [...window].sort(
    (left, right) => scoreOf(claim, right, reader) - scoreOf(claim, left, reader),
  );
  const [theirs] = closest?.clauses[0]?.terms ?? [];
  if (closest === undefined || theirs === undefined) return false;
  const words = new Set([...claim.terms, ...claim.lead.terms]);
  return !hasTerm(closest.terms, subject, reader) && !hasTerm(words, theirs, reader);
};

/** True if the source lacks words of the claim, apart from words that explain a calculation. */
const isTooFar = (claim: Claim, { missing, shared }: Judged): boolean => {
  if (missing.length === 0) return false;
  if (claim.computed.size > 0) return missing.length > MOST_OF_SUM || shared < missing.length;
  if (claim.terms.size === 0) return missing.length > shared;
  return true;
};

const MOST_OF_SUM = 3;

const hasSameNegations = (
  claim: Claim,
  { window, reader }: Place,
  supporting: Supporting,
): boolean => {
  const stated = claim.clauses.reduce((sum, { negations }) => sum + negations, 0);
  if (!window.every(({ isRow }) => isRow)) return stated === supporting.negations;
  const used = window
    .flatMap((sentence) => sentence.clauses)
    .filter(({ terms }) => terms.some((term) => hasTerm(claim.terms, term, reader)));
  return stated === used.reduce((sum, { negations }) => sum + negations, 0);
};

type Supporting = { used: readonly Clause[]; negations: number };

/** The smallest number of clauses that together contain all words and negations that the claim shares with them. */
export const countSupporting = (
  claim: Claim,
  clauses: readonly Clause[],
  reader: Reader,
): Supporting => {
  const shared = clauses.map((clause) => sharedWith(claim, clause, reader));
  const holders = new Map<string, number[]>();
  for (const [at, terms] of shared.entries()) {
    for (const term of terms) {
      const places = holders.get(term) ?? [];
      places.push(at);
      holders.set(term, places);
    }
  }
  // The number of words that each clause still adds; 0 once it is used.
  const gains = shared.map((terms) => terms.length);
  const used: Clause[] = [];
  while (holders.size > 0) {
    const best = indexOfMost(gains);
    used.push(...clauses.slice(best, best + 1));
    for (const term of shared[best] ?? []) {
      for (const at of holders.get(term) ?? []) gains[at] = (gains[at] ?? 0) - 1;
      holders.delete(term);
    }
  }
  return { used, negations: used.reduce((sum, { negations }) => sum + negations, 0) };
};

const sharedWith = (claim: Claim, clause: Clause, reader: Reader): string[] => {
  const words = wordsOf(clause);
  const terms = [...termsToFind(claim)].filter((term) => hasTerm(words, term, reader));
  const figures = claim.figures.filter((figure) =>
    clause.figures.some((other) => isSameFigure(figure, other)),
  );
  return [...terms, ...figures.map(({ written }) => `figure ${written}`)];
};

/** The index of the first maximum. */
const indexOfMost = (numbers: readonly number[]): number =>
  numbers.reduce((best, number, at) => (number > (numbers[best] ?? 0) ? at : best), 0);

const WORDS = new WeakMap<Clause, ReadonlySet<string>>();

/** The terms of a clause as a set, built once. */
const wordsOf = (clause: Clause): ReadonlySet<string> => {
  const words = WORDS.get(clause) ?? new Set(clause.terms);
  WORDS.set(clause, words);
  return words;
};

/** Finds a condition, scope, bound, duty or period that only one of the two has. */
const findLimit = (
  claim: Claim,
  { window, reader }: Place,
  { used }: Supporting,
): VerdictReason | null => {
  const taken = new Set(used);
  const sentences = window.filter(({ clauses }) => clauses.some((clause) => taken.has(clause)));
  const rows = window.every(({ isRow }) => isRow);
  const some = (test: (sentence: SourceSentence) => boolean): boolean => sentences.some(test);
  if (claim.isOnly !== some(({ isOnly }) => isOnly)) return 'scope';
  if (claim.isConditional !== some(({ isConditional }) => isConditional)) return 'condition';
  if (claim.isUniversal && !used.some(({ isUniversal }) => isUniversal)) return 'scope';
  const terms = new Set([...claim.terms, ...claim.lead.terms]);
  if (!rows && used.some((clause) => leavesGap(terms, clause, reader))) return 'condition';
  const isDenied = claim.clauses.some(({ negations }) => negations > 0);
  const isPlain = !isDenied && !rows;
  const [obliges, allows] = [some((one) => one.obliges), some((one) => one.allows)];
  if (isPlain && claim.obliges && !obliges && allows) return 'scope';
  if (isPlain && claim.allows && !allows && obliges) return 'scope';
  if (!haveSameBounds(claim, used)) return 'scope';
  const rates = new Set(sentences.flatMap((sentence) => [...sentence.rates]));
  return rates.size > 0 && [...claim.rates].some((rate) => !rates.has(rate)) ? 'period' : null;
};

/** True if the claim omits words between a thing and what is said about it: "overtime that the manager ordered is paid". */
const leavesGap = (terms: ReadonlySet<string>, clause: Clause, reader: Reader): boolean => {
  let left = 0;
  let hasBegun = false;
  for (const term of clause.terms) {
    if (hasTerm(terms, term, reader)) {
      if (hasBegun && left >= FEWEST_LEFT_OUT) return true;
      hasBegun = true;
      left = 0;
    } else if (!reader.isSmall(term)) left += 1;
  }
  return false;
};

const FEWEST_LEFT_OUT = 3;

const haveSameBounds = (claim: Claim, used: readonly Clause[]): boolean => {
  const stated = new Set([...claim.clauses, claim.lead].flatMap(({ bounds }) => [...bounds]));
  const said = new Set(
    used.flatMap(({ bounds, figures }) => (figures.length > 0 ? [...bounds] : [])),
  );
  stated.delete('about');
  said.delete('about');
  if (stated.has('exactly') && said.size === 0) stated.delete('exactly');
  return stated.size === said.size && [...stated].every((bound) => said.has(bound));
};

/** Finds a figure that the source gives with other words than the statement: another row, another party, two figures in the wrong order. */
export const findMixUp = (
  claim: Claim,
  { window, rivals, reader }: Place,
): VerdictReason | null => {
  const clauses = window.flatMap((sentence) => sentence.clauses);
  for (const clause of claim.clauses) {
    const figures = clause.figures.filter((figure) => !claim.computed.has(figure.written));
    if (isReversed(figures, clauses)) return 'parties';
    const words = [...clause.terms, ...(clause.terms.length < 2 ? claim.lead.terms : [])];
    for (const figure of figures) {
      const holders = clauses.filter((one) =>
        one.figures.some((other) => isSameFigure(figure, other)),
      );
      const belongsToAnother = (holder: Clause): boolean =>
        words.some(
          (term) =>
            !hasTerm(wordsOf(holder), term, reader) && rivals.have(term, { figure, clause }),
        );
      if (holders.length > 0 && holders.every(belongsToAnother)) return 'parties';
    }
  }
  return null;
};

type Stated = { figure: Figure; clause: Clause };

/** The source's clauses that give another figure of the same kind where the statement has its own. */
export type Rivals = { have: (term: string, stated: Stated) => boolean };

/** Looks up the rivals of a figure, only once per source. */
export const createRivals = (
  { sentences }: Pick<SourceReading, 'sentences'>,
  reader: Reader,
  isRival: (rival: Clause, stated: Stated) => boolean = () => true,
): Rivals => {
  const known = new Map<Figure, ReadonlySet<string>>();
  const wordsOfRivals = ({ figure, clause }: Stated): ReadonlySet<string> => {
    const rivals = sentences
      .flatMap((sentence) => sentence.clauses)
      .filter(
        (rival) =>
          rival.figures.some((other) => isAnother(other, figure)) &&
          !rival.figures.some((other) => isSameFigure(figure, other)) &&
          isRival(rival, { figure, clause }),
      );
    return new Set(rivals.flatMap(({ terms }) => terms));
  };
  return {
    have: (term, stated) => {
      const words = known.get(stated.figure) ?? wordsOfRivals(stated);
      known.set(stated.figure, words);
      return hasTerm(words, term, reader);
    },
  };
};

const isAnother = (other: Figure, figure: Figure): boolean =>
  other.kind === figure.kind && kindOf(other.unit) === kindOf(figure.unit);

/** True for two figures of one kind in the opposite order to the clause that has both. */
const isReversed = (figures: readonly Figure[], clauses: readonly Clause[]): boolean =>
  clauses.some((clause) => {
    const places = figures
      .filter(({ kind }) => kind === 'number')
      .map((figure) => ({
        figure,
        at: clause.figures.findIndex((other) => isSameFigure(figure, other)),
      }))
      .filter(({ at }) => at >= 0);
    return places.some(({ figure, at }, index) =>
      places
        .slice(index + 1)
        .some((next) => next.at < at && kindOf(next.figure.unit) === kindOf(figure.unit)),
    );
  });
