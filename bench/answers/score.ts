import { MESSAGE_LANGUAGES, messagesFor } from '../../src/shared/i18n/index.js';
import { UNANSWERABLE, type Question } from './question.js';

/** The reply to a question, its citations as file names. */
export type Reply = { responseType: string; answer: string; citedFiles: readonly string[] };

/**
 * - right: an answer with all that is accepted, and every file that holds it is cited
 * - closest: the same, among passages that are said to be only the closest
 * - uncited: an answer with all that is accepted, but other files are cited, or none
 * - wrong: any other answer; of what cannot be answered, any answer at all
 * - beside: passages said to be only the closest, without what was asked
 * - refused: nothing found, or a question in return
 */
const OUTCOMES = ['right', 'closest', 'uncited', 'wrong', 'beside', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const judge = (question: Question, { responseType, answer, citedFiles }: Reply): Outcome => {
  if (responseType !== 'answer' && responseType !== 'closest') return 'refused';
  const isSure = responseType === 'answer';
  const text = withoutSourceList(answer).replace(/\s+/gu, ' ').replaceAll('’', "'");
  const isAnswered =
    question.kind !== UNANSWERABLE &&
    question.accept.every((pattern) => new RegExp(pattern, 'iu').test(text));
  if (!isAnswered) return isSure ? 'wrong' : 'beside';
  if (question.doc.every((file) => citedFiles.includes(file))) return isSure ? 'right' : 'closest';
  return isSure ? 'uncited' : 'beside';
};

/** Titles and chapters below an answer are not part of what it says. */
export const withoutSourceList = (answer: string): string => {
  const labels = MESSAGE_LANGUAGES.map((language) => messagesFor(language).sourcesLabel);
  const starts = labels.map((label) => answer.lastIndexOf(`\n${label}`)).filter((at) => at >= 0);
  return answer.slice(0, Math.min(answer.length, ...starts));
};

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
