import { OUTCOMES, outcomeOf, type Outcome } from '../../src/evaluation/score.js';
import { UNANSWERABLE, type Question } from './question.js';

/** The reply to a question, its citations as file names. */
export type Reply = { responseType: string; answer: string; citedFiles: readonly string[] };

/** A question as the rules of a run see it: its expressions are facts, its files are documents. */
export const judge = (question: Question, { citedFiles, ...reply }: Reply): Outcome =>
  outcomeOf(
    {
      isRefusal: question.kind === UNANSWERABLE,
      facts: question.accept.map((pattern) => (text) => new RegExp(pattern, 'iu').test(text)),
      absent: [],
      documents: question.doc.map((document) => ({ document })),
    },
    { ...reply, cited: citedFiles.map((document) => ({ document })) },
  );

type Judged = { kind: string; outcome: Outcome };

/** One row for each kind of question and one for all that can be answered; `score` counts closest passages half. */
export const toKindTable = (judged: readonly Judged[]): string[] => {
  const toKind = (wanted: string): Judged[] => judged.filter(({ kind }) => kind === wanted);
  const answerable = judged.filter(({ kind }) => kind !== UNANSWERABLE);
  const kinds = [...new Set(answerable.map(({ kind }) => kind))];
  return [
    `| kind | asked | ${OUTCOMES.join(' | ')} | score |`,
    `| --- | ${OUTCOMES.map(() => '---').join(' | ')} | --- | --- |`,
    ...kinds.map((kind) => toRow(kind, toKind(kind))),
    toRow('all answerable', answerable),
    toRow(UNANSWERABLE, toKind(UNANSWERABLE)),
  ];
};

/** Share of right answers among the questions that have one; closest passages count half. */
export const scoreOf = (judged: readonly Judged[]): number => {
  const answerable = judged.filter(({ kind }) => kind !== UNANSWERABLE);
  const points = count(answerable, 'right') + count(answerable, 'closest') / 2;
  return answerable.length === 0 ? 0 : points / answerable.length;
};

const toRow = (name: string, judged: readonly Judged[]): string => {
  const counts = OUTCOMES.map((outcome) => count(judged, outcome));
  const score = name === UNANSWERABLE ? '' : scoreOf(judged).toFixed(3);
  return `| ${[name, judged.length, ...counts, score].join(' | ')} |`;
};

const count = (judged: readonly Judged[], wanted: Outcome): number =>
  judged.filter(({ outcome }) => outcome === wanted).length;
