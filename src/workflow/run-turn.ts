import { randomUUID } from 'node:crypto';
import type { FinishedTurn } from '../conversations/index.js';
import type { ChatAnswer, TurnInput } from './chat.js';
import { AppError, isAppError } from '../shared/errors.js';
import { ExecutionId, MessageId, newId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { toStorableText } from '../shared/storable-text.js';
import type { Database } from './database.js';
import type { ChatModel } from '../platform/models/model.js';
import {
  NO_TRACING,
  type Logger,
  type Metrics,
  type Tracer,
} from '../platform/telemetry/telemetry.js';
import { runWithin } from '../shared/async.js';
import type { TenantLanguages } from '../search/index.js';
import type { Tool } from '../tools/index.js';
import { DECISION_PROTOCOLS } from './decide/index.js';
import { compileGraph, RECURSION_LIMIT, type Nodes } from './graph.js';
import { parseNodeState } from './node.js';
import { createAgentDecide } from './nodes/agent_decide.js';
import { createFinalize } from './nodes/finalize.js';
import { createInitialize } from './nodes/initialize.js';
import { createPrepareQuery } from './nodes/prepare_query.js';
import { createToolsNode } from './nodes/tools.js';
import { toInitialState, type RouterUpdate } from './state.js';
import { createSupervisor } from './supervisor.js';
import { speak, type Turn, type TurnEvent } from './turn.js';
import { toChatAnswer, toFinishedTurn } from './receipt.js';
import type { TurnLog } from './turn-log.js';
import type { NodeName } from '../shared/execution.js';

/** What a call of the model may write, and how freely. */
type ModelLimits = { maxTokens: number; temperature: number };

export type WorkflowSettings = {
  nodeTimeoutMs: Readonly<Record<NodeName, number>>;
  /** Part of the deadline that only finalize may use. */
  finalizeReserveMs: number;
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

type NodeRequest = Omit<TurnRequest, 'input'> & {
  name: NodeName;
  /** As it was read from a file. */
  state: unknown;
};

export type Workflow = {
  runTurn: (request: TurnRequest) => Promise<ChatAnswer>;
  /** For debugging: one node as a turn would run it, with its limit and its recovery; nothing is saved but what the node itself saves. */
  runNode: (request: NodeRequest) => Promise<RouterUpdate>;
};

/** One turn from question to saved answer. The graph is compiled once; everything of a turn lives in its own context. */
export const createWorkflow = (deps: Deps): Workflow => {
  const { settings, metrics, now, tracer = NO_TRACING } = deps;
  const supervise = createSupervisor({ ...deps, ...settings });
  const nodes = createNodes(deps);
  const graph = compileGraph(nodes, supervise);

  const complete = async (turn: Turn, startedAt: number): Promise<ChatAnswer> => {
    const initial = toInitialState(turn.input.message);
    // The state is in the turn's record, also when this fails; LangGraph copies all that it is asked for after every step.
    await graph.invoke(initial, {
      ...{ context: { turn }, recursionLimit: RECURSION_LIMIT, outputKeys: ['outcome'] },
    });
    const { outcome, sessionId, iterationCount } = turn.record.state;
    if (!outcome || !sessionId) throw new Error('The graph ended without an outcome.');
    await speakRest(turn, outcome.answer);
    const ended = {
      ...{ turn, sessionId, outcome, errorCode: null, messageId: newId(MessageId) },
      ...{ completedAt: now(), totalMs: performance.now() - startedAt },
    };
    await save(deps, turn, toFinishedTurn(ended));
    metrics.executionFinished({ outcome: outcome.status, iterations: iterationCount });
    return toChatAnswer(ended);
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
    runNode: async ({ name, state: given, ...request }) => {
      const parsed = parseNodeState(nodes[name], given);
      if ('missing' in parsed) {
        const lacking = parsed.missing.join(', ');
        throw new AppError(
          'validation_failed',
          `The state has no ${lacking}, which ${name} needs.`,
        );
      }
      const input = { message: parsed.state.originalQuery, options: {} };
      return supervise(nodes[name])(parsed.state, toTurn({ ...request, input }, deps));
    },
  };
};

const createNodes = (deps: Deps): Nodes => {
  const { database, languages, tools, chat, metrics, logger, settings } = deps;
  const { nodeTimeoutMs: limitOf, toolConcurrency: concurrency } = settings;
  return {
    initialize: createInitialize({
      ...{ database, languages, limits: settings },
      timeoutMs: limitOf.initialize,
    }),
    prepare_query: createPrepareQuery({
      ...{ chat, rewriteQueries: settings.rewriteQueries, classifyIntent: settings.classifyIntent },
      timeoutMs: limitOf.prepare_query,
    }),
    agent_decide: createAgentDecide({
      ...{ chat, tools, protocols: DECISION_PROTOCOLS, limits: settings.decide },
      timeoutMs: limitOf.agent_decide,
    }),
    tools: createToolsNode({ tools, concurrency, metrics, logger, timeoutMs: limitOf.tools }),
    finalize: createFinalize({
      ...{ chat, tools, limits: settings.answer, metrics, logger },
      timeoutMs: limitOf.finalize,
    }),
  };
};

/** Gives out what of a finished answer has not been read yet; who does not take it in time gets it with the answer as a whole. */
const speakRest = async (turn: Turn, answer: string): Promise<void> => {
  const { spoken } = turn.record;
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
): Turn => {
  // The model reads what the next turn's history will hold.
  const message = toStorableText(input.message);
  return Object.freeze({
    scope,
    input: { ...input, message },
    signal,
    emit,
    isStreamed,
    now,
    executionId: executionId ?? newId(ExecutionId),
    messageId: newId(MessageId),
    nonce: randomUUID(),
    deadlineAt: now().getTime() + settings.requestTimeoutMs,
    record: {
      state: toInitialState(message),
      nodes: [],
      stateDiffs: [],
      modelCalls: [],
      spoken: '',
      answering: null,
    },
  });
};

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
  const { now, metrics, logger } = deps;
  const { sessionId, iterationCount } = turn.record.state;
  const errorCode = isAppError(error) ? error.code : 'internal_error';
  const outcome = errorCode === 'cancelled' ? 'cancelled' : 'error';
  metrics.executionFinished({ outcome, iterations: iterationCount });
  // Until there is a session, nothing of the turn is in the database.
  if (sessionId === undefined) return;
  const saveFailed = async (): Promise<void> => {
    const failed = toFinishedTurn({
      ...{ turn, sessionId, outcome: null, errorCode, messageId: newId(MessageId) },
      ...{ completedAt: now(), totalMs },
    });
    await save(deps, turn, failed);
  };
  // Whatever goes wrong here, the caller is told of what ended the turn.
  await saveFailed().catch((cause: unknown) =>
    logger.error({ executionId: turn.executionId, err: cause }, 'A failed turn was not saved'),
  );
};
