import { byLanguage, contentTerms, splitClauses } from '../../language/index.js';
import { findCollectionQuestion, isAboutAssistant } from '../../questions/index.js';
import type { CitableSource } from '../citation.js';
import type { RuleFinding, StatementText } from '../statement.js';
import { createRunFinder } from '../support.js';
import { compareWith, type Claim, type Comparison } from './compare.js';
import { MOST_OPERANDS, type Operands } from './arithmetic.js';
import { isSame } from './quantities.js';
import { findCounterpart, findFigure, isSameFigure, type FigureFinding } from './figure-check.js';
import { readFigures, type Figure } from './figures.js';
import { isQuotedExactly } from './quotations.js';
import { readSource, type SourceReading } from './read-source.js';
import { createReader, type Reader } from './read-text.js';
import { createWorkLimit, type WorkLimit } from './work-limit.js';

/** What the turn knows besides its sources. */
export type RuleContext = {
  question: string;
  /** ISO 639-1 code of the answer's language. */
  language: string;
  /** Results of tools and earlier messages of the user, whose figures also count as known. */
  otherTexts: readonly string[];
};

export type StatementRules = { check: (statement: StatementText) => RuleFinding };

/** Judges statements without a model. A source is read once, when a statement first needs it. */
export const createStatementRules = (
  sources: readonly CitableSource[],
  { question, language, otherTexts }: RuleContext,
): StatementRules => {
  const readers = new Map<string, Reader>();
  const readerOf = (code: string): Reader => {
    const known = readers.get(code) ?? createReader(code);
    readers.set(code, known);
    return known;
  };
  const languageOf = ({ language: own }: CitableSource): string => (own === 'und' ? language : own);
  const readings = new Map<number, SourceReading>();
  const readingOf = (index: number): SourceReading | null => {
    const source = sources[index];
    if (source === undefined) return null;
    const known = readings.get(index) ?? readSource(source, readerOf(languageOf(source)));
    readings.set(index, known);
    return known;
  };
  const finders = new Map<number, (part: string) => boolean>();
  const holdsRunIn = (index: number, part: string): boolean => {
    const source = sources[index];
    if (source === undefined) return false;
    const content = source.basis?.content ?? source.content;
    const finder = finders.get(index) ?? createRunFinder(content, languageOf(source));
    finders.set(index, finder);
    return finder(part);
  };
  const work = createWorkLimit();
  let said: readonly Figure[] | null = null;
  const saidBeside = (): readonly Figure[] =>
    (said ??= [question, ...otherTexts].flatMap((text) => readFigures(text, language)));

  const everything: Everything = {
    sources,
    language,
    readingOf,
    holdsRunIn,
    compare: createComparing(readerOf(language), work),
    work,
    reader: readerOf(language),
    languageOf,
    saidBeside,
    isOfDocuments: isAboutAssistant(question) || findCollectionQuestion(question) !== null,
  };
  return {
    check: (statement) => {
      const cited = statement.cited.filter((index) => sources[index] !== undefined);
      const open: RuleFinding = { verdict: 'open', reason: 'other_words', sourceIndexes: cited };
      work.begin();
      work.spend(stepsToRead(statement, sources));
      if (work.isSpent()) return open;
      const finding = checkStatement({ ...statement, cited }, everything);
      return work.isSpent() ? open : finding;
    },
  };
};

/** Compares each claim with each source only once, and counts the steps. */
const createComparing = (reader: Reader, work: WorkLimit): Everything['compare'] => {
  const compared = new WeakMap<Claim, Map<number, Comparison>>();
  return (claim, index, reading) => {
    const known = compared.get(claim) ?? new Map<number, Comparison>();
    compared.set(claim, known);
    const comparison = known.get(index);
    if (comparison !== undefined) return comparison;
    const made = compareWith(claim, reading, reader);
    work.spend(made.steps);
    known.set(index, made);
    return made;
  };
};

/** The steps for searching each statement verbatim in each source. */
const stepsToRead = ({ text, lead }: StatementText, sources: readonly CitableSource[]): number =>
  STEPS_OF_STATEMENT + text.length * (1 + sources.length) + lead.length;

const STEPS_OF_STATEMENT = 100;

type Everything = {
  sources: readonly CitableSource[];
  language: string;
  readingOf: (index: number) => SourceReading | null;
  holdsRunIn: (index: number, part: string) => boolean;
  /** Compares a claim with a source, only once. */
  compare: (claim: Claim, index: number, reading: SourceReading) => Comparison;
  work: WorkLimit;
  reader: Reader;
  languageOf: (source: CitableSource) => string;
  saidBeside: () => readonly Figure[];
  /** True if the question asks which documents exist, so that their titles are an answer. */
  isOfDocuments: boolean;
};

const checkStatement = (statement: StatementText, everything: Everything): RuleFinding => {
  const { sources } = everything;
  const { cited } = statement;
  const all = sources.map((_source, index) => index);
  const others = all.filter((index) => !cited.includes(index));
  const text = toPlainText(statement.text, everything.language);
  const places = cited.length > 0 ? cited : all;
  const open: RuleFinding = { verdict: 'open', reason: 'other_words', sourceIndexes: cited };
  const exact = saysSomething({ ...statement, text }, everything.language)
    ? findExact({ ...statement, text }, { cited: places, everything })
    : [];
  if (exact.length > 0) return { verdict: 'exact', reason: 'verbatim', sourceIndexes: exact };
  if (text.length > LONGEST) return open;
  const claim = readClaim(text, statement.lead, everything);
  if (claim.figures.length > MOST_FIGURES || claim.clauses.length > MOST_CLAUSES) return open;
  const candidates = toCandidates(claim, places, everything);
  if (!saysSomething({ ...statement, text }, everything.language)) return toOpen(candidates, cited);
  const checked = checkFigures(claim, candidates, everything);
  const missing = checked.find(({ found }) => found === 'missing');
  if (missing !== undefined) return toMissing(missing.figure, candidates, cited);
  const sums = checked.filter(({ found }) => found === 'computed');
  const judged: Claim =
    sums.length === 0
      ? claim
      : { ...claim, computed: new Set(sums.map(({ figure }) => figure.written)) };
  const isUnclear = checked.some(({ found }) => found === 'unclear');
  const carrying = isUnclear ? [] : findCarrying(judged, places, everything);
  if (carrying.length > 0) return toCarried(carrying, sums);
  const elsewhere = isUnclear || cited.length === 0 ? [] : findCarrying(judged, others, everything);
  if (elsewhere.length > 0) return toCarried(elsewhere, sums);
  return toOpen(candidates, cited);
};

/** Limits on characters, figures and clauses: longer text is not a sentence, and comparing it would delay the answer. */
export const LONGEST = 1_500;
const MOST_FIGURES = 40;
export const MOST_CLAUSES = 60;

const LIST_NUMBER = /^\s*(?:\d{1,3}[.)]|[-*+•])\s+/u;
const YES_OR_NO = new Map(
  [...byLanguage(({ yesOrNo }) => yesOrNo)].map(([language, words]) => [
    language,
    new RegExp(String.raw`^\s*(?:${words})\s*[,.;:!，。；：！–—-]+\s*`, 'iu'),
  ]),
);

/** Removes the number of a list item, and a yes or no at the beginning that the rest of the sentence explains. */
export const toPlainText = (text: string, language: string): string => {
  const plain = text.replace(LIST_NUMBER, '');
  const rest = plain.replace(YES_OR_NO.get(language) ?? /(?!)/, '');
  return rest.trim() === '' ? plain : rest;
};

const FEWEST_EXACT = 2;

const findExact = (
  { text, lead }: StatementText,
  { cited, everything }: { cited: readonly number[]; everything: Everything },
): number[] =>
  cited.filter((index) => {
    const source = everything.sources[index];
    if (source === undefined) return false;
    if (everything.isOfDocuments && isTitle(text, source)) return true;
    const language = everything.languageOf(source);
    if (lead !== '' && everything.reader.readClause(text).terms.length < FEWEST_EXACT) return false;
    const holdsRun = (part: string): boolean => everything.holdsRunIn(index, part);
    return holdsRun(text) || isQuotedExactly(text, { ...source, language, holdsRun });
  });

const isTitle = (text: string, { name }: CitableSource): boolean =>
  name?.type === 'document' && toBare(text) === toBare(name.title ?? '');

const toBare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const readClaim = (text: string, lead: string, { reader }: Everything): Claim => ({
  ...reader.readSentence(text),
  lead: reader.readClause(lead),
  computed: new Set(),
});

type Candidate = {
  index: number;
  comparison: Comparison;
  reading: SourceReading;
  isForeign: boolean;
};

/** False for a letter, a function word, a yes or a no, which occur in every text; but in a table cell, a yes answers its column. */
const saysSomething = ({ text, lead }: StatementText, language: string): boolean => {
  if (lead === '' && text.replace(YES_OR_NO.get(language) ?? /(?!)/, '').trim() === '')
    return false;
  if (/\p{N}/u.test(text)) return true;
  const terms = [...contentTerms(text, language)];
  return terms.some((term) => !SINGLE_LETTER.test(term)) || (lead !== '' && terms.length !== 1);
};
const SINGLE_LETTER = /^[\p{Ll}\p{Lu}]$/u;

/** The sources with which a statement is compared, closest first. */
const toCandidates = (
  claim: Claim,
  places: readonly number[],
  everything: Everything,
): Candidate[] =>
  places
    .flatMap((index): Candidate[] => {
      const source = everything.sources[index];
      const reading = everything.readingOf(index);
      if (source === undefined || reading === null || everything.work.isSpent()) return [];
      const isForeign = everything.languageOf(source) !== everything.language;
      return [{ index, reading, isForeign, comparison: everything.compare(claim, index, reading) }];
    })
    .sort((left, right) => right.comparison.share - left.comparison.share);

const checkFigures = (
  claim: Claim,
  candidates: readonly Candidate[],
  { sources, readingOf, saidBeside, work }: Everything,
): FigureFinding[] => {
  if (claim.figures.length === 0) return [];
  const near = candidates.slice(0, 2).flatMap(({ comparison }) => comparison.window);
  const passages = candidates.flatMap(({ reading }) => reading.sentences);
  const everywhere = sources.flatMap((_source, index) => readingOf(index)?.figures ?? []);
  const operands = (own: Figure): Operands => {
    const beside = claim.figures.filter(
      (other) => other !== own && everywhere.some((one) => isSameFigure(other, one)),
    );
    const sentences = [...near, ...passages.slice(0, MOST_SENTENCES)].map(({ figures }) => figures);
    return { asked: [...saidBeside(), ...beside], sentences };
  };
  const known = [...saidBeside(), ...everywhere];
  return claim.figures.map((figure) => {
    if (everywhere.some((other) => isSameFigure(figure, other))) return { figure, found: 'stands' };
    if (work.isSpent()) return { figure, found: 'unclear' };
    const sum = findResult(figure, { sources, readingOf, known });
    work.spend(stepsToCompute(operands(figure)));
    return sum === null ? findFigure(figure, operands(figure)) : { figure, found: 'computed', sum };
  });
};

/** Figures that occur together are combined in pairs. */
const stepsToCompute = ({ asked, sentences }: Operands): number =>
  sentences.reduce(
    (sum, { length }) => sum + Math.min(asked.length + length, MOST_OPERANDS) ** 2,
    0,
  );

/**
 * The calculation that has this figure as its result. The figure's unit must be mentioned elsewhere, because a calculator knows no units.
 */
const findResult = (
  figure: Figure,
  {
    sources,
    readingOf,
    known,
  }: Pick<Everything, 'sources' | 'readingOf'> & { known: readonly Figure[] },
): string | null => {
  if (figure.unit === undefined || !known.some(({ unit }) => unit === figure.unit)) return null;
  for (const [index, { isCalculation = false }] of sources.entries()) {
    const reading = isCalculation ? readingOf(index) : null;
    const found = reading?.sentences.find(({ figures }) => isResult(figure, figures.at(-1)));
    if (found !== undefined) return found.text;
  }
  return null;
};

const isResult = (figure: Figure, result: Figure | undefined): boolean =>
  result?.kind === 'number' && result.unit === undefined && isSame(result.value, figure.value);

/** Figures are only calculated from the cited passages; this limit excludes whole books. */
const MOST_SENTENCES = 40;

const toMissing = (
  figure: Figure,
  candidates: readonly Candidate[],
  cited: readonly number[],
): RuleFinding => {
  const [closest] = candidates;
  const near = closest?.comparison.window.flatMap(({ figures }) => figures) ?? [];
  const counterpart = findCounterpart(figure, near);
  return {
    verdict: 'unsupported',
    reason: 'figure_not_found',
    sourceIndexes: cited.length > 0 ? cited : toIndexes(candidates.slice(0, 1)),
    ...(counterpart === null ? {} : { figureOfSource: counterpart.written }),
  };
};

const toIndexes = (list: readonly Candidate[]): number[] => list.map(({ index }) => index);

/** Sources in the claim's language that support it, or that together support every part of it. */
const findCarrying = (
  claim: Claim,
  places: readonly number[],
  everything: Everything,
): Candidate[] => {
  const whole = findCarryingWhole(claim, places, everything);
  if (whole.length > 0) return whole;
  const [closest] = toCandidates(claim, places, everything);
  // A table row is one fact, so another row cannot support it.
  if (closest?.comparison.window.some(({ isRow }) => isRow) === true) return [];
  const parts = toParts(claim, everything.reader);
  if (parts.length < 2) return [];
  const carrying = parts.map((part) => findCarryingWhole(part, places, everything));
  if (carrying.some((found) => found.length === 0)) return [];
  const firsts = carrying.flatMap((found) => found.slice(0, 1));
  return firsts.filter(({ index }, at) => firsts.findIndex((one) => one.index === index) === at);
};

const findCarryingWhole = (
  claim: Claim,
  places: readonly number[],
  everything: Everything,
): Candidate[] =>
  toCandidates(claim, places, everything).filter(({ comparison, index, isForeign, reading }) => {
    const isValue = everything.sources[index]?.isValue === true;
    if (isForeign && !isValue) return false;
    return comparison.objection === null || (isValue && statesValue(claim, reading));
  });

const FEWEST_OF_PART = 2;

/** Parts of a sentence that each make a statement; a shorter part is joined to the one before it. */
const toParts = (claim: Claim, reader: Reader): Claim[] => {
  const texts: string[] = [];
  for (const text of splitClauses(claim.text, reader.language)) {
    const { terms } = reader.readClause(text);
    if (terms.length >= FEWEST_OF_PART || texts.length === 0) texts.push(text);
    else texts.push(`${texts.pop() ?? ''}, ${text}`);
  }
  return texts.map((text) => ({ ...claim, ...reader.readSentence(text) }));
};

/** True if a claim gives a figure from a tool's result, whatever the words around it. */
const statesValue = (claim: Claim, reading: SourceReading): boolean =>
  claim.clauses.every(({ negations }) => negations === 0) &&
  claim.figures.some((figure) =>
    reading.figures.some(
      (other) =>
        isSameFigure(figure, other) ||
        (claim.computed.has(figure.written) && isResult(figure, other)),
    ),
  );

const toCarried = (carrying: readonly Candidate[], sums: readonly FigureFinding[]): RuleFinding => {
  const [first] = sums;
  return first?.sum === undefined
    ? { verdict: 'supported', reason: 'same_words', sourceIndexes: toIndexes(carrying) }
    : {
        verdict: 'computed',
        reason: 'recomputed',
        sourceIndexes: toIndexes(carrying),
        sum: first.sum,
      };
};

const MOST_READ = 3;

const toOpen = (candidates: readonly Candidate[], cited: readonly number[]): RuleFinding => {
  const [closest] = candidates;
  const isForeign = closest?.isForeign === true;
  const reason = isForeign ? 'other_language' : (closest?.comparison.objection ?? 'other_words');
  const toRead =
    cited.length > 0 ? candidates : candidates.filter(({ comparison }) => comparison.shared > 0);
  return { verdict: 'open', reason, sourceIndexes: toIndexes(toRead.slice(0, MOST_READ)) };
};
