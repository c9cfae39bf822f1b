import { limitsRest } from '../conditions.js';
import { splitClauses, type Bound } from '../../language/index.js';
import type { CitableSource } from '../citation.js';
import type { StatementText } from '../statement.js';
import { countSupporting, createRivals, findMixUp, hasTerm, type Claim } from './compare.js';
import { findNear, shareOf, type Near } from './closest-sentences.js';
import { findFigure, isSameFigure } from './figure-check.js';
import type { Figure } from './figures.js';
import { namesSomebodyElse } from './names.js';
import { kindOf } from './quantities.js';
import { readSource, type SourceReading } from './read-source.js';
import { createReader, type Clause, type Reader, type SentenceReading } from './read-text.js';
import { LONGEST, MOST_CLAUSES, toPlainText } from './statement-rules.js';

type Asked = { question: string; language: string };

/** The words of a source that a judge named as support for a statement. */
type Shown = { statement: StatementText; source: CitableSource; words: string };

export type CarryCheck = (shown: Shown) => boolean;

/**
 * Decides whether the words named by a judge may support a statement. A judge understands what rules cannot, so rules only overrule its yes
 * if they are certain: another figure, name, period, subject or bound, a generalization from some to all, an omitted condition, or the
 * opposite in nearly the same words. Each source is read only once.
 */
export const createCarryCheck = ({ question, language }: Asked): CarryCheck => {
  const readers = new Map<string, Reader>();
  const readerOf = (code: string): Reader => {
    const known = readers.get(code) ?? createReader(code);
    readers.set(code, known);
    return known;
  };
  const readings = new Map<CitableSource, SourceReading>();
  const reader = readerOf(language);
  const asked = reader.readSentence(question);
  return ({ statement, source, words }) => {
    if (statement.text.length > LONGEST) return false;
    const sourceReader = readerOf(source.language === 'und' ? language : source.language);
    const reading = readings.get(source) ?? readSource(source, sourceReader);
    readings.set(source, reading);
    const claim: Claim = {
      ...reader.readSentence(toPlainText(statement.text, language)),
      lead: reader.readClause(statement.lead),
      computed: new Set(),
    };
    if (claim.clauses.length > MOST_CLAUSES) return false;
    const near = findNear(claim, {
      reading,
      words,
      readers: { own: reader, source: sourceReader },
    });
    if (near === null) return false;
    const compared = { ...near, asked, reading, reader, sourceReader };
    const said = `${statement.lead} ${question} ${source.name?.title ?? ''}`;
    return !(
      namesSomebodyElse(statement.text, { language, near, reading, said }) ||
      hasOtherFigures(claim, compared) ||
      OBJECTIONS.some((objects) => objects(claim, compared))
    );
  };
};

type Compared = Near & {
  asked: SentenceReading;
  reading: SourceReading;
  reader: Reader;
  sourceReader: Reader;
};

type Objects = (claim: Claim, compared: Compared) => boolean;

/** Above this share, a statement has nearly the words of its source, so that a rule can tell what was changed. */
const CLOSE = 0.7;

const MOST_SENTENCES = 40;

/** True for a figure that is not near the words and does not follow from them, or for which the closest sentence has another figure. */
const hasOtherFigures: Objects = (claim, compared) => {
  const { around, window, top, asked, reading } = compared;
  const { figures, lead } = claim;
  const beside = [...asked.figures, ...lead.figures, ...reading.titleFigures];
  const here = [...new Set([...around, ...window])].flatMap((sentence) => sentence.figures);
  const stands = (figure: Figure): boolean => isIn(figure, [...here, ...beside]);
  const follows = (figure: Figure): boolean => {
    const others = figures.filter((other) => other !== figure && isIn(other, here));
    const sentences = reading.sentences.slice(0, MOST_SENTENCES).map((one) => one.figures);
    return findFigure(figure, { asked: [...beside, ...others], sentences }).found === 'computed';
  };
  const found = figures.filter(stands);
  if (figures.some((figure) => !found.includes(figure) && !figure.isVague && !follows(figure)))
    return true;
  if (top.isRow || shareOf(claim, [top], compared) < CLOSE) return false;
  const instead = top.figures.filter((other) => !figures.some((own) => isSameFigure(own, other)));
  return figures.some(
    (figure) =>
      !isIn(figure, top.figures) &&
      instead.some(
        (other) => other.kind === figure.kind && kindOf(other.unit) === kindOf(figure.unit),
      ),
  );
};

const isIn = (figure: Figure, list: readonly Figure[]): boolean =>
  list.some((other) => isSameFigure(figure, other));

const isNegated = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ negations }) => negations > 0);

/** In a paraphrase any word may hide a negation. Across languages, only a sentence with a single clause shows what it denies. */
const deniesOther: Objects = (claim, compared) => {
  const { window, top, isForeign, reader, sourceReader } = compared;
  const denied = isNegated(claim.clauses);
  if (denied && window.some(({ isOnly }) => isOnly)) return false;
  if (isForeign) {
    const parts = splitClauses(top.text, sourceReader.language);
    return claim.clauses.length === 1 && parts.length === 1 && denied !== isNegated(top.clauses);
  }
  if (shareOf(claim, window, compared) < CLOSE) return false;
  const clauses = window.flatMap((sentence) => sentence.clauses);
  const { used } = countSupporting(claim, clauses, reader);
  return denied !== isNegated(used);
};

const saysTheOpposite: Objects = (claim, { window, isForeign, reader }) =>
  !isForeign &&
  (reader.saysOpposite(claim.text, window.map(({ text }) => text).join(' ')) ||
    claim.takesBack.some((word) => !window.some(({ takesBack }) => takesBack.includes(word))));

const speaksOfAll: Objects = (claim, { window }) =>
  claim.isUniversal && !window.some(({ isUniversal, isOnly }) => isUniversal || isOnly);

/** True if the closest sentence has a limiting part that is mostly missing in the statement. */
const leavesOutCondition: Objects = (claim, { top, asked, isForeign, reader, sourceReader }) => {
  if (top.isRow || claim.isOnly || claim.isConditional || isNegated(claim.clauses)) return false;
  if (isForeign) return top.isConditional;
  const known = new Set([...claim.terms, ...claim.lead.terms, ...asked.terms]);
  return splitClauses(top.text, sourceReader.language)
    .filter((part) => limitsRest(part, sourceReader.language))
    .some((part) => {
      const { terms } = sourceReader.readClause(part);
      return terms.filter((term) => hasTerm(known, term, reader)).length * 2 < terms.length;
    });
};

const mixesDutyAndRight: Objects = (claim, { top, window }) => {
  if (top.isRow || isNegated(claim.clauses)) return false;
  const [obliges, allows] = [
    window.some((sentence) => sentence.obliges),
    window.some((sentence) => sentence.allows),
  ];
  return (claim.obliges && !obliges && allows) || (claim.allows && !allows && obliges);
};

const UPPER: readonly Bound[] = ['atMost', 'lessThan'];
const LOWER: readonly Bound[] = ['atLeast', 'moreThan'];
const TIMES = new Set(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']);

/**
 * True for "at least" instead of "at most", or "exactly" instead of either. "At least five days before" equals "five days before at the
 * latest".
 */
const boundsOtherwise: Objects = (claim, { window }) => {
  const stated = new Set([...claim.clauses, claim.lead].flatMap(({ bounds }) => [...bounds]));
  const clauses = window.flatMap((sentence) => sentence.clauses);
  const said = new Set(
    clauses.filter(({ figures }) => figures.length > 0).flatMap(({ bounds }) => [...bounds]),
  );
  const [isUpper, isLower] = [UPPER, LOWER].map((list) => list.some((bound) => said.has(bound)));
  if (stated.has('exactly')) return !said.has('exactly') && (isUpper === true || isLower === true);
  if (claim.figures.some(({ unit }) => unit !== undefined && TIMES.has(unit))) return false;
  const isOpposite = (own: readonly Bound[], has?: boolean, hasOther?: boolean): boolean =>
    own.some((bound) => stated.has(bound)) && hasOther === true && has !== true;
  return isOpposite(UPPER, isUpper, isLower) || isOpposite(LOWER, isLower, isUpper);
};

const PERIODS = ['week', 'month', 'quarter', 'year'];

const namesOtherPeriod: Objects = (claim, { window, asked }) => {
  const rates = new Set(window.flatMap((sentence) => [...sentence.rates]));
  const units = new Set([
    ...window.flatMap(({ clauses }) => clauses.flatMap((clause) => clause.units)),
    ...window.flatMap(({ figures }) => figures.flatMap(({ unit }) => unit ?? [])),
    ...asked.clauses.flatMap((clause) => clause.units),
    ...asked.rates,
  ]);
  if ([...claim.rates].some((rate) => !rates.has(rate) && (rates.size > 0 || !units.has(rate))))
    return true;
  const isKnown = (unit: string): boolean => units.has(unit) || rates.has(unit);
  const named = claim.clauses.flatMap((clause) => clause.units);
  return PERIODS.some(isKnown) && named.some((unit) => PERIODS.includes(unit) && !isKnown(unit));
};

/** A rival is another figure in the same sentences or table row; a figure that the statement's clause also has is not a rival. */
const mixesUpFigures: Objects = (claim, compared) => {
  const { window, reading: source, reader, isForeign } = compared;
  if (isForeign || shareOf(claim, window, compared) < CLOSE) return false;
  const close = [...window, ...source.sentences.filter(({ isRow }) => isRow)];
  const rivals = createRivals(
    { sentences: close },
    reader,
    (rival, { figure, clause }) =>
      !clause.figures.some((other) => !isSameFigure(other, figure) && isIn(other, rival.figures)),
  );
  return findMixUp(claim, { window, rivals, reader }) !== null;
};

/** True if the sentence is about another subject that the source or the question names. */
const hasOtherSubject: Objects = (claim, compared) => {
  const { top, window, reading, asked, reader, isForeign } = compared;
  const [own, theirs] = [claim, top].map(({ clauses }) => clauses[0]?.terms[0]);
  if (isForeign || top.isRow || own === undefined || theirs === undefined) return false;
  if (shareOf(claim, window, compared) < CLOSE) return false;
  const words = new Set([...claim.terms, ...claim.lead.terms]);
  const named = new Set([...reading.terms, ...asked.terms]);
  return (
    !hasTerm(top.terms, own, reader) &&
    hasTerm(named, own, reader) &&
    !hasTerm(words, theirs, reader)
  );
};

const OBJECTIONS: readonly Objects[] = [
  deniesOther,
  saysTheOpposite,
  speaksOfAll,
  leavesOutCondition,
  mixesDutyAndRight,
  boundsOtherwise,
  namesOtherPeriod,
  mixesUpFigures,
  hasOtherSubject,
];
