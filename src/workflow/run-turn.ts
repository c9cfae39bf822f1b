import { randomUUID } from 'node:crypto';
import { createChooseAssistant } from '../assistants/index.js';
import { toStatement } from '../citations/index.js';
import type { FinishedTurn } from '../conversations/index.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import { resultWithin, runWithin } from '../shared/async.js';
import { AppError, isAppError } from '../shared/errors.js';
import type { NodeName } from '../shared/execution.js';
import { ExecutionId, MessageId, newId } from '../shared/ids.js';
import { toStorableText } from '../shared/storable-text.js';
import { createOwnWords } from '../tools/index.js';
import { toTurnScope, type ChatAnswer, type ToldMessage, type UnstoredAnswer } from './chat.js';
import { toChoice } from './chosen-model.js';
import { createDeadline, type Deadline } from './deadline.js';
import { compileGraph, RECURSION_LIMIT, type Nodes } from './graph.js';
import { keepLocks, type RenewLock } from './keep-locks.js';
import { parseNodeState, type NodeDeps } from './node.js';
import { createAgentDecide } from './nodes/agent_decide.js';
import { createFinalize } from './nodes/finalize.js';
import { createInitialize } from './nodes/initialize.js';
import { createPrepareQuery } from './nodes/prepare_query.js';
import { createToolsNode } from './nodes/tools.js';
import { toChatAnswer, toFinishedTurn, toUnstoredAnswer } from './receipt.js';
import { toInitialState, type RouterUpdate, type TurnOutcome } from './state.js';
import { createSupervisor } from './supervisor.js';
import type { TurnLog } from './turn-log.js';
import { createTurnShares, tellOutside } from './turn-shares.js';
import { speak, type Turn } from './turn.js';

type Deps = NodeDeps & {
  metrics: Metrics;
  logger: Logger;
  tracer?: Tracer;
  turnLog?: TurnLog;
  /** True to record what every node changes in the state. */
  logsStates?: boolean;
  now: () => Date;
};

/** The caller passes the execution's id if it has to know the id before the turn begins. */
type TurnRequest = Pick<Turn, 'scope' | 'input' | 'signal'> &
  Partial<Pick<Turn, 'assistant' | 'emit' | 'executionId' | 'isStreamed'>> & {
    /** Renews the caller's locks for this turn while a model's stream extends the turn. */
    renewLock?: RenewLock;
  };

/** A question in a conversation that is stored by the caller. */
type UnstoredRequest = TurnRequest & { told: readonly ToldMessage[] };

/** A question whose time limit is already running, whether or not the turn has started. */
type Begun = TurnRequest & Pick<Turn, 'assistant' | 'told' | 'deadline' | 'outside'>;

/** A turn that is ready to be saved. */
type Done = { turn: Turn; outcome: TurnOutcome; finished: FinishedTurn; messageId: MessageId };

type NodeRequest = Omit<TurnRequest, 'input'> & {
  name: NodeName;
  /** The state as read from a file, not yet checked. */
  state: unknown;
};

/** Fields about the end of a turn that every form of an answer contains. */
type Told = Pick<ChatAnswer, 'status' | 'stopReason' | 'degraded'>;

export type Workflow = ReturnType<typeof createWorkflow>;

/** Runs a turn from the question to the saved answer. The graph is compiled once; everything specific to a turn is in its context. */
export const createWorkflow = (deps: Deps) => {
  const { metrics, tracer = NO_TRACING } = deps;
  const shares = createTurnShares();
  const supervise = createSupervisor({ ...deps, ...deps.settings });
  const nodes = createNodes(deps);
  const graph = compileGraph(nodes, supervise);
  const choose = createChoose(deps);
  const complete = createComplete(deps, graph);

  const run = async <Answer extends Told>(
    request: TurnRequest & Pick<Turn, 'told'>,
    toAnswer: (done: Done) => Answer,
  ): Promise<Answer> => {
    refuseDebugOfMembers(request);
    const startedAt = performance.now();
    const assistant = request.assistant ?? (await choose(request));
    const { tenantId, userId } = request.scope;
    const deadline = toDeadline(deps);
    return shares.run({ tenantId, userId }, request.signal, (outside) => {
      const turn = toTurn({ ...request, assistant, deadline, outside }, deps);
      metrics.executionStarted();
      return tracer.inSpan(toSpan(turn), async (span) => {
        try {
          const answer = await complete(turn, { startedAt, toAnswer });
          span.set({ 'kr.status': answer.status, 'kr.stop_reason': answer.stopReason });
          return answer;
        } catch (error) {
          await closeFailed(deps, turn, { error, totalMs: performance.now() - startedAt });
          throw error;
        }
      });
    });
  };

  return {
    runTurn: (request: TurnRequest): Promise<ChatAnswer> =>
      run({ ...request, told: null }, ({ outcome, finished, messageId }) => {
        const { answer, citations, proposedMemories } = outcome;
        const statements = outcome.statements.map(toStatement);
        const said = { answer, messageId, citations, statements, proposedMemories };
        return toChatAnswer({ ...finished, ...said });
      }),
    /** Runs a turn and stores its figures, ids and codes but none of its text, because the caller stores the conversation. */
    runUnstored: (request: UnstoredRequest): Promise<UnstoredAnswer> =>
      run(request, ({ turn, outcome, finished }) =>
        toUnstoredAnswer(
          finished,
          { ...outcome, statements: outcome.statements.map(toStatement) },
          turn.record,
        ),
      ),
    /** For debugging: runs one node as a turn would, with its time limit and recovery. Only the node itself saves anything. */
    runNode: async ({ name, state: given, ...request }: NodeRequest): Promise<RouterUpdate> => {
      const state = parseNodeState(nodes[name], given);
      const input = { message: state.originalQuery, options: {} };
      const assistant = await choose({ ...request, input });
      const around = { told: null, deadline: toDeadline(deps), outside: alone };
      const begun = { ...request, ...around, input, assistant };
      return supervise(nodes[name])(state, toTurn(begun, deps));
    },
  };
};

/** Runs the graph to its end and saves the result before the caller gets it. */
const createComplete =
  (deps: Deps, graph: ReturnType<typeof compileGraph>) =>
  async <Answer extends Told>(
    turn: Turn,
    { startedAt, toAnswer }: { startedAt: number; toAnswer: (done: Done) => Answer },
  ): Promise<Answer> => {
    // The turn's record has the state even if this call fails. LangGraph would copy everything requested after every step.
    await graph.invoke(toInitialState(turn.input.message), {
      context: { turn },
      recursionLimit: RECURSION_LIMIT,
      outputKeys: ['outcome'],
    });
    const { outcome, sessionId, iterationCount } = turn.record.state;
    if (!outcome || sessionId === undefined) throw new Error('The graph ended without an outcome.');
    await speakRest(turn, outcome.answer);
    const messageId = newId(MessageId);
    const totalMs = performance.now() - startedAt;
    const ended = { turn, sessionId, messageId, outcome, errorCode: null, totalMs };
    const finished = toFinishedTurn(ended);
    const sent = toAnswer({ turn, outcome, finished, messageId });
    const isSaved = await save(deps, turn, finished);
    const answer = isSaved ? sent : asNotSaved(sent);
    deps.metrics.executionFinished({ outcome: answer.status, iterations: iterationCount });
    return answer;
  };

const createNodes = (deps: Deps): Nodes => ({
  initialize: createInitialize(deps),
  prepare_query: createPrepareQuery(deps),
  agent_decide: createAgentDecide(deps),
  tools: createToolsNode(deps),
  finalize: createFinalize(deps),
});

/**
 * Sends the rest of a finished answer, and then corrections to the part already shown; a reader who is too slow gets them with the complete
 * answer.
 */
const speakRest = async (turn: Turn, answer: string): Promise<void> => {
  const { spoken, corrected } = turn.record;
  const written = corrected === null ? answer : withoutCorrections(answer, corrected);
  if (!written.startsWith(spoken)) throw new Error('The answer is another than was streamed.');
  const limitMs = turn.deadline.at() - turn.now().getTime();
  await runWithin({ signal: turn.signal, limitMs }, async () => {
    await speak(turn, written.slice(spoken.length));
    for (const correction of corrected?.corrections ?? []) {
      await turn.emit({ type: 'correction', ...correction });
    }
  });
};

const withoutCorrections = (
  answer: string,
  { from, to }: NonNullable<Turn['record']['corrected']>,
): string => {
  const start = answer.indexOf(to);
  return `${answer.slice(0, start)}${from}${answer.slice(start + to.length)}`;
};

/** How long after the deadline a turn may still be saved. Both attempts, as answered and then as failed, fit into the promised second. */
const SAVE_GRACE_MS = 450;

/** Marks an answer as not saved: the reader gets it even if the database has no space left. */
const asNotSaved = <Answer extends Told>(answer: Answer): Answer => ({
  ...answer,
  status: answer.status === 'success' ? 'degraded' : answer.status,
  degraded: [
    ...answer.degraded,
    { node: 'finalize', reason: 'not_saved', effect: 'the answer is missing in the session' },
  ],
});

/** Saves the turn even if the caller has disconnected. False if the database disk is full. */
const save = async (
  { database, now }: Pick<Deps, 'database' | 'now'>,
  turn: Turn,
  finished: FinishedTurn,
): Promise<boolean> => {
  const limitMs = Math.max(SAVE_GRACE_MS, turn.deadline.at() + SAVE_GRACE_MS - now().getTime());
  const { signal } = new AbortController();
  const attempt = await runWithin({ signal, limitMs }, () =>
    database.withScope(turn.scope, (tx) => tx.executions.finish(finished)),
  );
  if (attempt.kind === 'done') return true;
  const cause = attempt.kind === 'error' ? attempt.error : undefined;
  if (isAppError(cause) && cause.code === 'insufficient_storage') return false;
  throw new AppError('storage_unavailable', 'The answer could not be saved.', { cause });
};

/** Chooses the assistant before the first node, but within its time limit, because the database may hang here as well. */
const createChoose = (deps: Deps) => {
  const chooseAssistant = createChooseAssistant(deps);
  const limitMs = deps.settings.nodeTimeoutMs.initialize;
  return ({ scope, input, signal }: Pick<TurnRequest, 'scope' | 'input' | 'signal'>) =>
    resultWithin({ signal, limitMs, tooLate: databaseTooSlow }, () =>
      chooseAssistant(scope, input.assistantId),
    );
};

const databaseTooSlow = (): AppError =>
  new AppError('storage_unavailable', 'The database did not answer in time.');

/** Only administrators may read a state diff, so only they may request one. */
const refuseDebugOfMembers = ({ scope, input }: TurnRequest): void => {
  if (input.options.debug === true && scope.role !== 'admin') {
    throw new AppError('forbidden', 'Only an administrator may turn on debugging.');
  }
};

const toDeadline = ({ now, settings }: Pick<Deps, 'now' | 'settings'>): Deadline =>
  createDeadline({ startedAtMs: now().getTime(), ...settings });

/** Used by a turn that does not share the process with others. */
const alone: Turn['outside'] = (work) => work();

const toTurn = (request: Begun, deps: Pick<Deps, 'now' | 'database' | 'logger'>): Turn => {
  const { emit = () => undefined, outside } = request;
  // The text is normalized first, so that the model reads what the history of the next turn will contain.
  const message = toStorableText(request.input.message);
  const turn: Turn = Object.freeze({
    executionId: newId(ExecutionId),
    isStreamed: false,
    ...request,
    emit: tellOutside(emit, outside),
    scope: toTurnScope(request.scope, request.assistant, request.input),
    input: { ...request.input, message },
    choice: toChoice(request.assistant, request.input.choice),
    now: deps.now,
    messageId: newId(MessageId),
    nonce: randomUUID(),
    takeOwnWords: createOwnWords(),
    record: {
      state: toInitialState(message),
      nodes: [],
      stateDiffs: [],
      modelCalls: [],
      spoken: '',
      corrected: null,
      beforeRepair: null,
      answering: null,
    },
  });
  keepLocks(deps, { turn, renewLock: request.renewLock });
  return turn;
};

const toSpan = ({ executionId }: Turn) => ({
  name: 'invoke_workflow',
  attributes: {
    'gen_ai.operation.name': 'invoke_workflow',
    'kr.execution.id': executionId,
  },
});

const closeFailed = async (
  deps: Pick<Deps, 'database' | 'now' | 'metrics' | 'logger'>,
  turn: Turn,
  { error, totalMs }: { error: unknown; totalMs: number },
): Promise<void> => {
  const { sessionId, iterationCount } = turn.record.state;
  const errorCode = isAppError(error) ? error.code : 'internal_error';
  const outcome = errorCode === 'cancelled' ? 'cancelled' : 'error';
  deps.metrics.executionFinished({ outcome, iterations: iterationCount });
  // Without a session, nothing of the turn is in the database yet.
  if (sessionId === undefined) return;
  const messageId = newId(MessageId);
  try {
    const ended = { turn, sessionId, messageId, outcome: null, errorCode, totalMs };
    await save(deps, turn, toFinishedTurn(ended));
  } catch (cause) {
    // If anything fails here, the caller still gets the error that ended the turn.
    const { executionId } = turn;
    deps.logger.error({ executionId, err: cause }, 'A failed turn was not saved');
  }
};
