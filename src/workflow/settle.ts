import { correctStatements, leaveStatementsOut, type Source } from '../answering/index.js';
import {
  idOf,
  isCarried,
  settleAnswer,
  type CitedAnswer,
  type JudgeFinding,
} from '../citations/index.js';
import type { Degradation } from '../shared/execution.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { ModelAnswer } from './ask-for-answer.js';
import type { OpenStatement } from './judge-statements.js';
import type { NodeRuntime } from './node.js';
import { answerLanguageOf } from './question.js';
import type { RouterState } from './state.js';

type Settling = { state: RouterState; runtime: NodeRuntime };

export type Settled = { cited: CitedAnswer; degraded: readonly Degradation[] };

/**
 * Gives each statement of a model's answer its verdict, and takes out what the policy does not allow: what a source contradicts is
 * corrected, and where the tenant is strict it is left out like what nothing says.
 */
export const settle = async (
  { state, runtime }: Settling,
  { text }: ModelAnswer,
  sources: readonly Source[],
): Promise<Settled> => {
  const open = text.statements
    .filter(({ finding }) => finding.verdict === 'open')
    .map(({ finding, ...statement }) => ({
      ...{ id: idOf(statement), statement, sourceIndexes: finding.sourceIndexes },
    }));
  const { judged, degraded } = await judgeOpen({ state, runtime, sources }, open);
  const citable = sources.map((source) => source.citable);
  const cited = settleAnswer(text, { sources: citable, judged });
  return { cited: applyPolicy(cited, state, sources), degraded };
};

type Judging = Settling & { sources: readonly Source[] };

/** No judge is asked: what rules leave open stays unchecked. */
const judgeOpen = (
  _judging: Judging,
  _open: readonly OpenStatement[],
): Promise<{
  judged: ReadonlyMap<string, JudgeFinding>;
  degraded: readonly Degradation[];
}> => Promise.resolve({ judged: new Map(), degraded: [] });

const applyPolicy = (
  cited: CitedAnswer,
  state: RouterState,
  sources: readonly Source[],
): CitedAnswer => {
  if (state.userContext.policy.groundedOnly === 'strict') return leaveOut(cited, state);
  const { quote } = messagesFor(answerLanguageOf(state));
  const corrections = cited.statements.flatMap(({ number, verdict, words, citations }) => {
    const said = words && sources[words.sourceIndex]?.citable.content.slice(words.start, words.end);
    if (verdict !== 'contradicted' || !said) return [];
    const marks = citations.map((one) => `[${one}]`).join('');
    return [[number, `${quote(said)} ${marks}`.trim()] as const];
  });
  return corrections.length === 0 ? cited : correctStatements(cited, new Map(corrections));
};

/** Nothing stays but what is carried or that nobody could check; the reader is told that something is missing. */
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
