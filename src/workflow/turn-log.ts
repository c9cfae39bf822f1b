import type { Logger } from '../platform/telemetry/telemetry.js';
import type { RouterState, RouterUpdate } from './state.js';
import type { Turn } from './turn.js';
import type { NodeName } from '../shared/execution.js';

type AskedTurn = Pick<Turn, 'executionId' | 'input'>;

export type TurnLogPolicy = {
  /** Questions and rewrites. */
  userQueries: boolean;
  /** All of a turn's content: implies the questions. */
  turnContent: boolean;
};

type NodeRun = {
  name: NodeName;
  turn: AskedTurn;
  state: Pick<RouterState, 'iterationCount' | 'maxIterations' | 'degraded'>;
  update: RouterUpdate;
};

export type TurnLog = {
  started(turn: AskedTurn): void;
  nodeEnded(run: NodeRun): void;
  /** The node's failure is the turn's. */
  failed(run: Pick<NodeRun, 'name' | 'turn'> & { errorCode: string | null }): void;
};

type Write = (fields: Record<string, unknown>, message: string) => void;
type Step = (run: NodeRun, write: Write, policy: TurnLogPolicy) => void;

/** A turn as lines of the log: what was decided and done, in codes, counts and argument names; content only under the policy. */
export const createTurnLog = (
  logger: Pick<Logger, 'info' | 'warn'>,
  policy: TurnLogPolicy,
): TurnLog => {
  const writerFor =
    ({ executionId }: AskedTurn): Write =>
    (fields, message) =>
      logger.info({ executionId, ...fields }, message);
  return {
    started: (turn) => {
      ask(turn, writerFor(turn), policy);
    },
    nodeEnded: (run) => {
      STEPS[run.name]?.(run, writerFor(run.turn), policy);
    },
    failed: ({ name, turn, errorCode }) => {
      const fields = { executionId: turn.executionId, step: 'failure', node: name, errorCode };
      if (errorCode === 'cancelled') logger.info(fields, 'Turn cancelled');
      else logger.warn(fields, 'Turn failed');
    },
  };
};

/**
 * The fields `user…` and `turn…` hold content. They are written here alone and under the policy alone: elsewhere the redaction masks
 * content by the names it goes by.
 */
const ask = ({ input: { message } }: AskedTurn, write: Write, policy: TurnLogPolicy): void => {
  const isShown = policy.userQueries || policy.turnContent;
  write(
    { step: 'question', characters: message.length, ...(isShown && { userQuery: message }) },
    'Question asked',
  );
};

const rewrite: Step = ({ update }, write, policy) => {
  const { rewrittenQuery } = update;
  if (typeof rewrittenQuery !== 'string') return;
  const isShown = policy.userQueries || policy.turnContent;
  write(
    {
      step: 'rewrite',
      characters: rewrittenQuery.length,
      ...(isShown && { userRewrite: rewrittenQuery }),
    },
    'Question rewritten',
  );
};

const MAX_KEYS = 20;

const decide: Step = ({ state, update }, write, policy) => {
  const { decision } = update;
  if (!decision) return;
  const calls = decision.decision === 'CALL_TOOLS' ? decision.tools : [];
  const made = update.decisions?.at(-1);
  write(
    {
      step: 'decision',
      round: state.iterationCount + 1,
      rounds: state.maxIterations,
      decision: decision.decision,
      protocol: made?.protocol,
      calls: calls.map((call) => ({
        tool: toName(call.name),
        keys: Object.keys(call.arguments).slice(0, MAX_KEYS).map(toName),
      })),
      ...(policy.turnContent && {
        turnReasoning: decision.reasoning,
        turnArguments: calls.map((call) => JSON.stringify(call.arguments)),
      }),
    },
    'Decision made',
  );
};

/** Names come from the model, too: what is none is not written. */
const toName = (name: string): string => (/^\w{1,48}$/.test(name) ? name : 'other');

const useTools: Step = ({ update }, write, policy) => {
  for (const call of update.toolCalls ?? []) {
    write(
      {
        step: 'tool',
        round: update.iterationCount,
        tool: toName(call.name),
        outcome: call.error?.code ?? 'ok',
        cached: call.cached,
        durationMs: Math.round(call.durationMs),
        ...(policy.turnContent && { turnSummary: call.summary }),
      },
      'Tool finished',
    );
  }
};

const answer: Step = ({ state, update }, write, policy) => {
  const { outcome } = update;
  if (!outcome) return;
  write(
    {
      step: 'answer',
      status: outcome.status,
      stopReason: outcome.stopReason,
      rounds: state.iterationCount,
      citations: outcome.citations.length,
      characters: outcome.answer.length,
      degraded: [...state.degraded, ...(update.degraded ?? [])].map(({ reason }) => reason),
      ...(policy.turnContent && { turnAnswer: outcome.answer }),
    },
    'Question answered',
  );
};

const STEPS: Readonly<Partial<Record<NodeName, Step>>> = {
  prepare_query: rewrite,
  agent_decide: decide,
  tools: useTools,
  finalize: answer,
};
