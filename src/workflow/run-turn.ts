import { randomUUID } from 'node:crypto';
import type { FinishedTurn } from '../conversations/index.js';
import type { ChatAnswer, TurnInput } from './chat.js';
import { AppError, isAppError } from '../shared/errors.js';
import { ExecutionId, MessageId, newId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { toStorableText } from '../shared/storable-text.js';
import type { Database } from './database.js';
import type { ChatModel } from '../platform/models/model.js';
import { NO_TRACING } from '../platform/telemetry/no-tracing.js';
import type { Logger, Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import { runWithin } from '../shared/async.js';
import type { TenantLanguages } from '../search/index.js';
import type { Tool } from '../tools/index.js';
import { DECISION_PROTOCOLS } from './decide/index.js';
import { speak } from './ask-for-answer.js';
import { compileGraph, RECURSION_LIMIT } from './graph.js';
import { createAgentDecide } from './nodes/agent_decide.js';
import { createFinalize } from './nodes/finalize.js';
import { createInitialize } from './nodes/initialize.js';
import { createPrepareQuery } from './nodes/prepare_query.js';
import { createToolsNode } from './nodes/tools.js';
import { createRecorder } from './recorder.js';
import { createRecovery } from './recovery.js';
import { toInitialState, type RouterState, type RouterUpdate } from './state.js';
import { createSupervisor, type NodeLimits } from './supervisor.js';
import type { Turn, TurnEvent } from './turn.js';
import {
  FINAL_KEYS,
  toChatAnswer,
  toFailedTurn,
  toFinishedTurn,
  type FinalState,
} from './receipt.js';
import type { TurnLog } from './turn-log.js';
import type { NodeName } from '../shared/execution.js';

/** What a call of the model may write, and how freely. */
type ModelLimits = { maxTokens: number; temperature: number };

export type WorkflowSettings = NodeLimits & {
  decide: ModelLimits;
  answer: ModelLimits;
  requestTimeoutMs: number;
  maxAgentIterations: number;
  toolConcurrency: number;
  rewriteQueries: boolean;
  classifyIntent: boolean;
  maxUserSessions: number;
};

type Deps = {
  database: Pick<Database, 'withScope'>;
  languages: TenantLanguages;
  tools: readonly Tool[];
  /** Null: the extractive reasoner decides and answers. */
  chat: ChatModel | null;
  metrics: Metrics;
  tracer?: Tracer;
  turnLog?: TurnLog;
  /** Keeps what every node changed in the state. */
  logsStates?: boolean;
  logger: Logger;
  settings: WorkflowSettings;
  now: () => Date;
};

type TurnRequest = {
  scope: UserScope;
  input: TurnInput;
  signal: AbortSignal;
  emit?: (event: TurnEvent) => void | Promise<void>;
  /** For a caller who has to know it before the turn begins. */
  executionId?: ExecutionId;
  isStreamed?: boolean;
};

type NodeRequest = TurnRequest & { name: NodeName; state: RouterState };

export type Workflow = {
  runTurn: (request: TurnRequest) => Promise<ChatAnswer>;
  /** For debugging: one node as a turn would run it, with its limit and its recovery; nothing is saved but what the node itself saves. */
  runNode: (request: NodeRequest) => Promise<RouterUpdate>;
};

/** One turn from question to saved answer. The graph is compiled once; everything of a turn lives in its own context. */
export const createWorkflow = (deps: Deps): Workflow => {
  const { settings, tools, metrics, now, tracer = NO_TRACING } = deps;
  const recovery = createRecovery({ tools });
  const supervise = createSupervisor({ ...deps, limits: settings, recovery });
  const nodes = createNodes(deps);
  const graph = compileGraph(nodes, supervise);

  const complete = async (turn: Turn, startedAt: number): Promise<ChatAnswer> => {
    const state: FinalState = await graph.invoke(toInitialState(turn.input.message), {
      context: { turn },
      recursionLimit: RECURSION_LIMIT,
      outputKeys: [...FINAL_KEYS],
    });
    const { outcome } = state;
    if (!outcome) throw new Error('The graph ended without an outcome.');
    await speakRest(turn, outcome.answer);
    const completed = {
      turn,
      state,
      outcome,
      messageId: newId(MessageId),
      completedAt: now(),
      totalMs: performance.now() - startedAt,
    };
    await save(deps, turn, toFinishedTurn(completed));
    metrics.executionFinished({ outcome: outcome.status, iterations: state.iterationCount });
    return toChatAnswer(completed);
  };

  return {
    runTurn: async (request) => {
      refuseDebugOfMembers(request);
      const startedAt = performance.now();
      const turn = toTurn(request, deps);
      metrics.executionStarted();
      return tracer.inSpan(spanOf(turn), async (span) => {
        try {
          const answer = await complete(turn, startedAt);
          span.set({ 'kr.status': answer.status, 'kr.stop_reason': answer.stopReason });
          return answer;
        } catch (error) {
          await closeFailed(deps, turn, { error, totalMs: performance.now() - startedAt });
          throw error;
        }
      });
    },
    runNode: ({ name, state, ...request }) =>
      supervise(name, nodes[name])(state, toTurn(request, deps)),
  };
};

const createNodes = (deps: Deps) => {
  const { database, languages, tools, chat, metrics, logger, settings } = deps;
  return {
    initialize: createInitialize({ database, languages, limits: settings }),
    prepare_query: createPrepareQuery({ chat, ...settings }),
    agent_decide: createAgentDecide({
      chat,
      tools,
      protocols: DECISION_PROTOCOLS,
      limits: settings.decide,
    }),
    tools: createToolsNode({ tools, concurrency: settings.toolConcurrency, metrics, logger }),
    finalize: createFinalize({ chat, tools, limits: settings.answer, metrics, logger }),
  };
};

/** Gives out what of a finished answer has not been read yet; who does not take it in time gets it with the answer as a whole. */
const speakRest = async (turn: Turn, answer: string): Promise<void> => {
  const spoken = turn.recorder.spoken();
  if (!answer.startsWith(spoken)) throw new Error('The answer is another than was streamed.');
  const limitMs = turn.deadlineAt - turn.now().getTime();
  await runWithin({ signal: turn.signal, limitMs }, () => speak(turn, answer.slice(spoken.length)));
};

/** How long after the deadline a turn may still be being saved: twice in the promised second, as answered and then as failed. */
const SAVE_GRACE_MS = 450;

/** Saved also when the caller is gone: what happened, happened. */
const save = async (
  { database, now }: Pick<Deps, 'database' | 'now'>,
  turn: Turn,
  finished: FinishedTurn,
): Promise<void> => {
  const limitMs = Math.max(SAVE_GRACE_MS, turn.deadlineAt + SAVE_GRACE_MS - now().getTime());
  const attempt = await runWithin({ signal: new AbortController().signal, limitMs }, () =>
    database.withScope(turn.scope, (tx) => tx.executions.finish(finished)),
  );
  if (attempt.kind === 'done') return;
  const cause = attempt.kind === 'error' ? attempt.error : undefined;
  throw new AppError('storage_unavailable', 'The answer could not be saved.', { cause });
};

/** A state diff can be read by administrators alone, so nobody else asks for one. */
const refuseDebugOfMembers = ({ scope, input }: TurnRequest): void => {
  if (input.options.debug === true && scope.role !== 'admin') {
    throw new AppError('forbidden', 'Only an administrator may ask for debugging.');
  }
};

const toTurn = (
  { scope, input, signal, emit = () => undefined, executionId, isStreamed = false }: TurnRequest,
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
): Turn =>
  Object.freeze({
    scope,
    // The model reads what the next turn's history will hold.
    input: { ...input, message: toStorableText(input.message) },
    signal,
    emit,
    isStreamed,
    now,
    executionId: executionId ?? newId(ExecutionId),
    messageId: newId(MessageId),
    nonce: randomUUID(),
    deadlineAt: now().getTime() + settings.requestTimeoutMs,
    recorder: createRecorder(),
  });

const spanOf = ({ executionId }: Turn) => ({
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
  const isCancelled = isAppError(error) && error.code === 'cancelled';
  deps.metrics.executionFinished({
    outcome: isCancelled ? 'cancelled' : 'error',
    iterations: turn.recorder.progress().iterationCount,
  });
  const sessionId = turn.recorder.sessionId();
  if (sessionId === null) return;
  const failed = toFailedTurn({ turn, sessionId, error, completedAt: deps.now(), totalMs });
  await save(deps, turn, failed).catch((cause: unknown) =>
    deps.logger.error({ executionId: turn.executionId, err: cause }, 'A failed turn was not saved'),
  );
};
