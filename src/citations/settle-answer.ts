import { addressesAssistant } from '../language/index.js';
import type { CheckedCitation, CitableSource } from './citation.js';
import { confidenceOfStatements } from './confidence.js';
import {
  groundingOf,
  isCarried,
  type JudgeFinding,
  type RuleFinding,
  type StatementText,
  type StoredStatement,
  type Verdict,
} from './statement.js';
import { bestQuote, toSpan } from './support.js';

/** A statement of an answer with its position and the finding of the rules. */
export type FoundStatement = StatementText & {
  number: number;
  start: number;
  end: number;
  finding: RuleFinding;
};

/** Sources with the same key share a number. */
export type UsedSource = { number: number; key: string; sourceIndexes: readonly number[] };

/** An answer whose markers are written and whose statements are checked by rules. */
export type CitedText = {
  answer: string;
  statements: readonly FoundStatement[];
  used: readonly UsedSource[];
  droppedMarkers: number;
};

/** A statement with its verdict. */
export type SettledStatement = StoredStatement &
  Pick<FoundStatement, 'text' | 'lead' | 'cited'> & {
    /** The passages that support the statement, best first; if there are none, those with which it was compared. */
    sourceIndexes: readonly number[];
    /** The words of a passage that the judge has named. */
    words: { sourceIndex: number; start: number; end: number } | null;
  };

export type CitedAnswer = {
  answer: string;
  citations: CheckedCitation[];
  statements: readonly SettledStatement[];
  droppedMarkers: number;
  /** The number of citations of removed statements. */
  droppedCitations: number;
  grounding: number | null;
  confidence: number | null;
};

type Settling = {
  sources: readonly CitableSource[];
  /** The judge's findings about open statements, by id. */
  judged?: ReadonlyMap<string, JudgeFinding>;
};

/**
 * Gives every statement its verdict, and every citation number the weakest verdict of its statements. An open statement that no judge
 * decided is `unchecked`.
 */
export const settleAnswer = (
  { answer, statements: found, used: shown, droppedMarkers }: CitedText,
  { sources, judged = new Map() }: Settling,
): CitedAnswer => {
  const numbering = createLateNumbering(shown, sources);
  const isMarked = createMark(sources);
  const statements = found
    .map((statement) => settle(statement, judged.get(idOf(statement)), numbering.numberOf))
    .map((statement) => withMark(statement, isMarked));
  const used = numbering.used();
  const grounding = groundingOf(statements);
  const cited = used.flatMap(({ sourceIndexes }) =>
    sourceIndexes.flatMap((at) => sources[at] ?? []),
  );
  return {
    answer,
    citations: used.map((source) => toCitation(source, statements, sources)),
    statements,
    droppedMarkers,
    droppedCitations: 0,
    grounding,
    confidence: confidenceOfStatements(statements, cited),
  };
};

/** Numbers that were already shown never change; a passage found later gets the next number. */
const createLateNumbering = (shown: readonly UsedSource[], sources: readonly CitableSource[]) => {
  const used = new Map(shown.map((source) => [source.key, source]));
  return {
    numberOf: (sourceIndex: number): number => {
      const key = keyOf(sources, sourceIndex);
      const known = used.get(key) ?? { number: used.size + 1, key, sourceIndexes: [] };
      const sourceIndexes = [...new Set([...known.sourceIndexes, sourceIndex])];
      used.set(key, { ...known, sourceIndexes });
      return known.number;
    },
    used: (): UsedSource[] => [...used.values()],
  };
};

const settle = (
  { number, start, end, text, lead, cited, finding }: FoundStatement,
  judged: JudgeFinding | undefined,
  numberOf: (sourceIndex: number) => number,
): SettledStatement => {
  const known = isDecisive(judged, finding) ? ofJudge(judged) : ofRules(finding);
  const { sourceIndex, words } = judged ?? { sourceIndex: null, words: null };
  const sourceIndexes = [
    ...new Set([...(sourceIndex === null ? [] : [sourceIndex]), ...finding.sourceIndexes]),
  ];
  const carrying = isCarried(known.verdict) ? sourceIndexes : [];
  const isCited = cited.some((index) => carrying.includes(index));
  const added = isCited ? [] : carrying.slice(0, 1);
  const citations = [...new Set([...cited, ...added].map(numberOf))].sort(
    (one, other) => one - other,
  );
  return {
    number,
    charStart: start,
    charEnd: end,
    ...known,
    citations,
    sum: finding.sum ?? null,
    figureOfSource: finding.figureOfSource ?? null,
    text,
    lead,
    cited,
    sourceIndexes,
    words: sourceIndex === null || words === null ? null : { sourceIndex, ...words },
  };
};

/** Detects sources that contain instructions for an assistant; each source is checked once. */
const createMark = (sources: readonly CitableSource[]) => {
  const known = new Map<number, boolean>();
  return (index: number): boolean => {
    const isMarked = known.get(index) ?? addressesAssistant(sources[index]?.content ?? '');
    known.set(index, isMarked);
    return isMarked;
  };
};

/** Keeps the verdict of a statement that is supported only by passages with instructions for an assistant, but says so in its reason. */
const withMark = (
  statement: SettledStatement,
  isMarked: (sourceIndex: number) => boolean,
): SettledStatement =>
  isCarried(statement.verdict) &&
  statement.sourceIndexes.length > 0 &&
  statement.sourceIndexes.every(isMarked)
    ? { ...statement, reason: 'instructions_alone' }
    : statement;

/** The judge overrules the rules only if it names words of a passage. */
const isDecisive = (
  judged: JudgeFinding | undefined,
  { verdict }: RuleFinding,
): judged is JudgeFinding => judged !== undefined && (verdict === 'open' || judged.words !== null);

type Known = Pick<StoredStatement, 'verdict' | 'checkedBy' | 'reason'>;

const ofRules = ({ verdict, reason }: FoundStatement['finding']): Known =>
  verdict === 'open'
    ? { verdict: 'unchecked', checkedBy: null, reason }
    : { verdict, checkedBy: 'rule', reason };

const ofJudge = ({ verdict, reason }: JudgeFinding): Known => ({
  verdict,
  reason,
  checkedBy: verdict === 'unchecked' ? null : 'judge',
});

const toCitation = (
  { number, sourceIndexes }: UsedSource,
  statements: readonly SettledStatement[],
  sources: readonly CitableSource[],
): CheckedCitation => {
  const own = byStrength(statements.filter(({ citations }) => citations.includes(number)));
  const [best] = own;
  const sourceIndex =
    best?.sourceIndexes.find((index) => sourceIndexes.includes(index)) ??
    best?.cited.find((index) => sourceIndexes.includes(index)) ??
    sourceIndexes[0] ??
    0;
  const source = sources[sourceIndex] ?? { content: '', language: 'en' };
  return {
    number,
    sourceIndex,
    sourceIndexes,
    verification: own.at(-1)?.verdict ?? 'unchecked',
    ...(best === undefined ? bestQuote('', source) : quoteOf(best, sourceIndex, source)),
    highlights: [],
  };
};

const quoteOf = (
  { words, text, lead }: SettledStatement,
  sourceIndex: number,
  source: Pick<CitableSource, 'content' | 'language' | 'span'>,
) =>
  words?.sourceIndex === sourceIndex
    ? {
        quote: source.content.slice(words.start, words.end),
        ...toSpan(source, words.start, words.end),
      }
    : bestQuote(`${lead} ${text}`, source);

/** Verdicts, strongest first. */
const STRENGTH = [
  'exact',
  'supported',
  'computed',
  'unchecked',
  'unsupported',
  'contradicted',
] as const satisfies readonly Verdict[];

const byStrength = (statements: readonly SettledStatement[]): SettledStatement[] =>
  [...statements].sort(
    (one, other) => STRENGTH.indexOf(one.verdict) - STRENGTH.indexOf(other.verdict),
  );

/** A statement as stored; its offsets are shifted by the number of characters that the server puts before the answer. */
export const toStored = (
  {
    text: _,
    lead: _lead,
    cited: _cited,
    sourceIndexes: _indexes,
    words: _words,
    ...stored
  }: SettledStatement,
  before: number,
): StoredStatement => ({
  ...stored,
  charStart: stored.charStart + before,
  charEnd: stored.charEnd + before,
});

/** The id of a statement in the API. */
export const idOf = ({ number }: { number: number }): string => `s${number}`;

/** Sources with the same key are shown as one citation. */
export const keyOf = (sources: readonly CitableSource[], sourceIndex: number): string =>
  sources[sourceIndex]?.key ?? String(sourceIndex);
