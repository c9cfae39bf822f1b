import { JOINTS, saysOpposite } from '../../language/index.js';
import type { VerdictReason } from '../statement.js';
import { isSameFigure } from './figure-check.js';
import type { Figure } from './figures.js';
import { kindOf } from './quantities.js';
import type { SourceReading, SourceSentence } from './read-source.js';
import { swapsParties } from './swapped-parties.js';
import type { Clause, Reader, SentenceReading } from './read-text.js';

/** A statement as it is compared: its own words, those of the lead that it needs to be understood, and which figures code worked out. */
export type Claim = SentenceReading & { lead: Clause; computed: ReadonlySet<string> };

export type Comparison = {
  /** The share of the statement's words that the sentences have, 0..1. */
  share: number;
  /** How many words of substance they share. */
  shared: number;
  /** Null where the sentences carry the statement. */
  objection: VerdictReason | null;
  window: readonly SourceSentence[];
};

/** How well the closest sentences of a source carry a claim. */
export const compareWith = (claim: Claim, source: SourceReading, reader: Reader): Comparison => {
  const found = findWindows(claim, source, reader).map((window) =>
    judge(claim, { window, source, reader }),
  );
  const [best] = found.sort(
    (left, right) =>
      Number(right.objection === null) - Number(left.objection === null) ||
      right.share - left.share,
  );
  return best ?? { share: 0, shared: 0, objection: 'other_words', window: [] };
};

const MOST_WINDOWS = 4;

/** The sentences that share most with the claim, alone and with the one before or behind them. */
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

/** True where the words hold the term, another word for it, or a compound of it. */
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

type Place = { window: readonly SourceSentence[]; source: SourceReading; reader: Reader };

const judge = (claim: Claim, place: Place): Comparison => {
  const { window, reader } = place;
  const own = new Set(window.flatMap(({ terms }) => [...terms]));
  const context = new Set(window.flatMap((sentence) => [...sentence.context]));
  const terms = [...termsToFind(claim)];
  const inWindow = terms.filter((term) => hasTerm(own, term, reader));
  const missing = terms.filter(
    (term) =>
      !hasTerm(own, term, reader) && !hasTerm(context, term, reader) && !reader.isSmall(term),
  );
  const share = terms.length === 0 ? 0 : 1 - missing.length / terms.length;
  const objection = findObjection(claim, { ...place, missing, shared: inWindow.length });
  return { share, shared: inWindow.length, objection, window };
};

/** A claim of no words but figures, such as the cell of a table, is known by the words of its lead. */
const termsToFind = (claim: Claim): ReadonlySet<string> =>
  claim.terms.size > 0 ? claim.terms : new Set(claim.lead.terms);

type Judged = Place & { missing: readonly string[]; shared: number };

const findObjection = (claim: Claim, judged: Judged): VerdictReason | null => {
  const { window, shared, reader } = judged;
  const figures = claim.figures.filter((figure) => !claim.computed.has(figure.written));
  const said = [...window.flatMap((sentence) => sentence.figures), ...judged.source.titleFigures];
  if (shared === 0) return 'other_words';
  if (figures.some((figure) => !said.some((other) => isSameFigure(figure, other))))
    return 'other_words';
  if (isTooFar(claim, judged)) return 'other_words';
  if (namesAnotherSubject(claim, judged)) return 'parties';
  const support = window.map(({ text }) => text).join(' ');
  const { language } = reader;
  if (swapsParties({ claim: claim.text, content: support, language })) return 'parties';
  if (saysOpposite(claim.text, support, reader.language)) return 'negation';
  if (!hasSameNegations(claim, judged)) return 'negation';
  if (claim.takesBack.some((word) => !window.some(({ takesBack }) => takesBack.includes(word))))
    return 'negation';
  return findLimit(claim, judged) ?? findMixUp(claim, judged);
};

/** What only the title or a heading names is no subject of a sentence that begins with another one. */
const namesAnotherSubject = (claim: Claim, { window, reader }: Judged): boolean => {
  const own = new Set(window.flatMap(({ terms }) => [...terms]));
  const fromAbove = [...claim.terms].filter(
    (term) => !hasTerm(own, term, reader) && !reader.isSmall(term),
  );
  if (fromAbove.length === 0 || window.every(({ isRow }) => isRow)) return false;
  const words = new Set([...claim.terms, ...claim.lead.terms]);
  return window.every(({ clauses }) => {
    const subject = clauses[0]?.terms[0];
    return subject !== undefined && !hasTerm(words, subject, reader);
  });
};

/** Words of the claim that the source lacks: none, but for those that tell how a figure was worked out. */
const isTooFar = (claim: Claim, { missing, shared }: Judged): boolean => {
  if (missing.length === 0) return false;
  if (claim.computed.size > 0) return missing.length > MOST_OF_SUM || shared < missing.length;
  if (claim.terms.size === 0) return missing.length > shared;
  return true;
};

const MOST_OF_SUM = 3;

const hasSameNegations = (claim: Claim, { window, reader }: Judged): boolean => {
  const stated = claim.clauses.reduce((sum, { negations }) => sum + negations, 0);
  const clauses = window.flatMap((sentence) => sentence.clauses);
  if (window.every(({ isRow }) => isRow)) {
    const used = clauses.filter(({ terms }) =>
      terms.some((term) => hasTerm(claim.terms, term, reader)),
    );
    return stated === used.reduce((sum, { negations }) => sum + negations, 0);
  }
  return stated === countSupporting(claim, clauses, reader).negations;
};

/** The fewest clauses that together have all that the claim shares with them, and their negations. */
export const countSupporting = (claim: Claim, clauses: readonly Clause[], reader: Reader) => {
  const sharedOf = (clause: Clause): string[] => {
    const words = new Set(clause.terms);
    const terms = [...termsToFind(claim)].filter((term) => hasTerm(words, term, reader));
    const figures = claim.figures.filter((figure) =>
      clause.figures.some((other) => isSameFigure(figure, other)),
    );
    return [...terms, ...figures.map(({ written }) => `figure ${written}`)];
  };
  const rest = clauses.map((clause) => ({ clause, shared: sharedOf(clause) }));
  const known = new Set<string>();
  const used: Clause[] = [];
  for (;;) {
    const gains = rest.map((one) => ({
      ...one,
      gain: one.shared.filter((term) => !known.has(term)).length,
    }));
    const best = gains.sort((left, right) => right.gain - left.gain)[0];
    if (best === undefined || best.gain === 0) break;
    used.push(best.clause);
    for (const term of best.shared) known.add(term);
  }
  return { used, negations: used.reduce((sum, { negations }) => sum + negations, 0) };
};

/** Conditions, scope, bounds, duties and periods that only one of the two has. */
const findLimit = (claim: Claim, { window, reader }: Judged): VerdictReason | null => {
  const { used } = countSupporting(
    claim,
    window.flatMap(({ clauses }) => clauses),
    reader,
  );
  const sentences = window.filter(({ clauses }) => clauses.some((clause) => used.includes(clause)));
  const rows = window.every(({ isRow }) => isRow);
  const some = (test: (sentence: SourceSentence) => boolean): boolean => sentences.some(test);
  if (claim.isOnly !== some(({ isOnly }) => isOnly)) return 'scope';
  if (claim.isConditional !== some(({ isConditional }) => isConditional)) return 'condition';
  if (claim.isUniversal && !used.some(({ isUniversal }) => isUniversal)) return 'scope';
  if (!rows && used.some((clause) => leavesGap(claim, clause, reader))) return 'condition';
  const isDenied = claim.clauses.some(({ negations }) => negations > 0);
  const isPlain = !isDenied && !rows;
  const [obliges, allows] = [some((one) => one.obliges), some((one) => one.allows)];
  if (isPlain && claim.obliges && !obliges && allows) return 'scope';
  if (isPlain && claim.allows && !allows && obliges) return 'scope';
  if (!haveSameBounds(claim, used)) return 'scope';
  const rates = new Set(sentences.flatMap((sentence) => [...sentence.rates]));
  return rates.size > 0 && [...claim.rates].some((rate) => !rates.has(rate)) ? 'period' : null;
};

/** True where the claim leaves out what stands between a thing and what is said of it: "overtime that the manager ordered is paid". */
const leavesGap = (claim: Claim, clause: Clause, reader: Reader): boolean => {
  const terms = new Set([...claim.terms, ...claim.lead.terms]);
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

/** A figure that stands beside other words than those of the statement: another row, another party, two figures in the wrong order. */
export const findMixUp = (
  claim: Claim,
  { window, source, reader }: Place,
  isRival: (rival: Clause, figure: Figure, clause: Clause) => boolean = () => true,
): VerdictReason | null => {
  const clauses = window.flatMap((sentence) => sentence.clauses);
  const rivals = source.sentences.flatMap((sentence) => sentence.clauses);
  for (const clause of claim.clauses) {
    const figures = clause.figures.filter((figure) => !claim.computed.has(figure.written));
    if (isReversed(figures, clauses)) return 'parties';
    for (const figure of figures) {
      const holders = clauses.filter((one) =>
        one.figures.some((other) => isSameFigure(figure, other)),
      );
      if (holders.length === 0) continue;
      const isOthers = holders.every((holder) =>
        belongsToAnother(
          { clause, figure, lead: claim.lead },
          { holder, rivals: rivals.filter((rival) => isRival(rival, figure, clause)), reader },
        ),
      );
      if (isOthers) return 'parties';
    }
  }
  return null;
};

const belongsToAnother = (
  { clause, figure, lead }: { clause: Clause; figure: Figure; lead: Clause },
  { holder, rivals, reader }: { holder: Clause; rivals: readonly Clause[]; reader: Reader },
): boolean => {
  const own = new Set(holder.terms);
  const isRival = (rival: Clause): boolean =>
    rival !== holder &&
    rival.figures.some(
      (other) => other.kind === figure.kind && kindOf(other.unit) === kindOf(figure.unit),
    ) &&
    !rival.figures.some((other) => isSameFigure(figure, other));
  const strange = [...clause.terms, ...(clause.terms.length < 2 ? lead.terms : [])].filter(
    (term) => !hasTerm(own, term, reader),
  );
  return rivals.filter(isRival).some((rival) => {
    const words = new Set(rival.terms);
    return strange.some((term) => hasTerm(words, term, reader));
  });
};

/** Two figures of one kind in the other order than in the clause that has both. */
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
