import { correctStatements, leaveStatementsOut, type Source } from '../answering/index.js';
import {
  idOf,
  isCarried,
  saysNotFound,
  settleAnswer,
  toStatement,
  toStored,
  type CitableSource,
  type CitedAnswer,
  type CitedText,
  type RuleFinding,
  type SettledStatement,
} from '../citations/index.js';
import type { BeforeRepair } from '../conversations/index.js';
import type { Degradation } from '../shared/execution.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { ModelAnswer } from './model-answer.js';
import type { Judged, OpenStatement } from './judge-statements.js';
import type { NodeRuntime } from './node.js';
import { warningOf } from './outcomes.js';
import { answerLanguageOf } from './question.js';
import { quoteContradiction } from './quote-contradiction.js';
import { isRefused, type Repair } from './repair-answer.js';
import type { RouterState } from './state.js';

/** Asks a model about statements; null if no model checks statements. */
export type Judge = {
  mode: 'open' | 'all';
  ask: (open: readonly OpenStatement[], sources: readonly CitableSource[]) => Promise<Judged>;
} | null;

type Settling = {
  state: RouterState;
  runtime: NodeRuntime;
  judge: Judge;
  /** Null if the model cannot be asked again. */
  repair: Repair | null;
};

export type Settled = {
  cited: CitedAnswer;
  degraded: readonly Degradation[];
  /** True if statements needed a judge, even if its verdicts were cached. */
  isJudged: boolean;
};

/**
 * Gives each statement of a model's answer its verdict, and removes what the policy forbids: statements that a source contradicts are
 * corrected; for a strict tenant they are removed like unsupported ones. The model may repair the answer once, as long as the reader has
 * not seen any of it. The reader gets the verdicts of the rules first, then those of the judge.
 */
export const settle = async (
  settling: Settling,
  written: ModelAnswer,
  sources: readonly Source[],
): Promise<Settled> => {
  const first = await check(settling, written.text, sources);
  const settled = mayRepair(settling, written)
    ? await repairOnce(settling, { written, first, sources })
    : first;
  const cited = applyPolicy(settling, settled.cited, sources);
  if (isHeldBack(settling)) await tellVerdicts(settling, cited);
  return { ...settled, cited };
};

/** A strict tenant's answer is not shown before its statements are checked, so verdicts are sent only once, at the end. */
const isHeldBack = ({ state, runtime: { turn } }: Settling): boolean =>
  isStrict(state) && turn.record.spoken === '';

const check = async (
  settling: Settling,
  text: CitedText,
  sources: readonly Source[],
): Promise<Settled> => {
  const citable = sources.map((source) => source.citable);
  const tell = (cited: CitedAnswer): Promise<void> =>
    isHeldBack(settling) ? Promise.resolve() : tellVerdicts(settling, cited);
  const byRules = settleAnswer(text, { sources: citable });
  await tell(byRules);
  const open = settling.judge === null ? [] : findOpen(text, settling.judge);
  if (settling.judge === null || open.length === 0) {
    return { cited: byRules, degraded: [], isJudged: false };
  }
  const { findings: judged, failure } = await settling.judge.ask(open, citable);
  const cited = settleAnswer(text, { sources: citable, judged });
  await tell(cited);
  return {
    cited,
    isJudged: true,
    degraded:
      failure === null
        ? []
        : [{ node: 'finalize', reason: failure, effect: 'unchecked_statements' }],
  };
};

/** True for a complete answer that the reader has not seen yet: one that is not streamed, or one for a strict tenant. */
const mayRepair = (
  { state, runtime: { turn } }: Settling,
  { cutReason, text }: ModelAnswer,
): boolean =>
  cutReason === null &&
  turn.record.spoken === '' &&
  (!turn.isStreamed || isStrict(state)) &&
  !saysNotFound(text.answer);

type Repairing = { written: ModelAnswer; first: Settled; sources: readonly Source[] };

/** The repaired answer is used only if it has fewer refused statements and at least as many supported ones. */
const repairOnce = async (
  settling: Settling,
  { written, first, sources }: Repairing,
): Promise<Settled> => {
  const text = await settling.repair?.(written, first.cited, sources);
  if (!text) return first;
  const second = await check(settling, text, sources);
  const isJudged = first.isJudged || second.isJudged;
  const count = (which: Settled, isCounted: (statement: SettledStatement) => boolean) =>
    which.cited.statements.filter(isCounted).length;
  const isCarriedOne = ({ verdict }: SettledStatement): boolean => isCarried(verdict);
  const isBetter =
    text.answer !== '' &&
    count(second, isRefused) < count(first, isRefused) &&
    count(second, isCarriedOne) >= count(first, isCarriedOne);
  if (isBetter) settling.runtime.turn.record.beforeRepair = toBeforeRepair(first, sources);
  return { ...(isBetter ? second : first), isJudged };
};

const toBeforeRepair = ({ cited }: Settled, sources: readonly Source[]): BeforeRepair => ({
  text: cited.answer,
  sources: sources.flatMap(({ evidence }) => {
    if (evidence.kind === 'tool') return [];
    if (evidence.kind === 'chunk') return { chunkId: evidence.chunk.id, memoryId: null };
    return { chunkId: null, memoryId: evidence.memory.id };
  }),
});

const isStrict = ({ userContext }: RouterState): boolean =>
  userContext.policy.groundedOnly === 'strict';

/** Verbatim statements and calculations never need a judge. */
const SETTLED = new Set<RuleFinding['verdict']>(['exact', 'computed']);

const findOpen = (text: CitedText, { mode }: NonNullable<Judge>): OpenStatement[] =>
  text.statements
    .filter(
      ({ finding: { verdict, sourceIndexes } }) =>
        sourceIndexes.length > 0 &&
        (verdict === 'open' || (mode === 'all' && !SETTLED.has(verdict))),
    )
    .map(({ finding, ...statement }) => ({
      id: idOf(statement),
      statement,
      sourceIndexes: finding.sourceIndexes,
    }));

/** Sends verdicts with offsets that refer to the text shown so far. */
const tellVerdicts = async (
  { state, runtime: { turn } }: Settling,
  { statements }: CitedAnswer,
): Promise<void> => {
  if (!turn.isStreamed || statements.length === 0) return;
  const before = warningOf(state).length;
  const verdicts = statements.map((statement) => toStatement(toStored(statement, before)));
  await turn.emit({ type: 'verdicts', verdicts });
};

const applyPolicy = (
  settling: Settling,
  cited: CitedAnswer,
  sources: readonly Source[],
): CitedAnswer => {
  const { state } = settling;
  if (isStrict(state)) return leaveOut(cited, state);
  const corrections = findCorrections(cited, state, sources);
  if (corrections.length === 0) return cited;
  const texts = corrections.map(({ number, text }) => [number, text] as const);
  const corrected = correctStatements(cited, new Map(texts));
  keepForReader(settling, { from: cited.answer, to: corrected.answer, corrections });
  return corrected;
};

type Correction = { number: number; start: number; end: number; text: string };

/** For each statement that a source contradicts, the source's own words with its number. */
const findCorrections = (
  { statements }: CitedAnswer,
  state: RouterState,
  sources: readonly Source[],
): Correction[] => {
  const language = answerLanguageOf(state);
  return statements.flatMap((statement) => {
    const { number, charStart, charEnd, citations } = statement;
    const said = quoteContradiction(statement, { sources, language });
    if (said === null) return [];
    const marks = citations.map((one) => `[${one}]`).join('');
    return [{ number, start: charStart, end: charEnd, text: `${said} ${marks}`.trim() }];
  });
};

/** Text that was shown stays as it is; corrections to it are sent after the whole text. */
const keepForReader = (
  { state, runtime: { turn } }: Settling,
  { from, to, corrections }: { from: string; to: string; corrections: readonly Correction[] },
): void => {
  if (!turn.isStreamed || turn.record.spoken === '') return;
  const before = warningOf(state).length;
  const { correction } = messagesFor(answerLanguageOf(state));
  turn.record.corrected = {
    from,
    to,
    corrections: corrections.map(({ number, start, end, text }) => ({
      statementId: idOf({ number }),
      start: start + before,
      end: end + before,
      text,
      notice: correction(text),
    })),
  };
};

/** Keeps only statements that are supported or could not be checked, and tells the reader that something was removed. */
const leaveOut = (cited: CitedAnswer, state: RouterState): CitedAnswer => {
  const left = leaveStatementsOut(
    cited,
    ({ verdict }) => !isCarried(verdict) && verdict !== 'unchecked',
  );
  const out = cited.statements.length - left.statements.length;
  if (out === 0 || left.statements.length === 0) return left;
  const { statementsLeftOut } = messagesFor(answerLanguageOf(state));
  return { ...left, answer: `${left.answer}\n\n${statementsLeftOut(out)}` };
};
