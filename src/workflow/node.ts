import type { ChatModel } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { TenantLanguages } from '../search/index.js';
import { AppError } from '../shared/errors.js';
import type { ModelCall, NodeName, RecoveryStrategy } from '../shared/execution.js';
import type { Tool } from '../tools/index.js';
import type { Database } from './database.js';
import { toInitialState, type RouterState, type RouterUpdate, type UserContext } from './state.js';
import type { LogLine } from './turn-log.js';
import type { Turn } from './turn.js';

/** Limits of a model call: the maximum number of tokens, and the temperature. */
export type ModelLimits = { maxTokens: number; temperature: number };

/** Which statements of an answer a model checks (those that no rule could decide, or all), and the model's time limit. */
export type VerifySettings = { mode: 'off' | 'open' | 'all'; timeoutMs: number };

export type WorkflowSettings = {
  nodeTimeoutMs: Readonly<Record<NodeName, number>>;
  /** Part of the deadline that only finalize may use. */
  finalizeReserveMs: number;
  decide: ModelLimits;
  /** `auto`: a plain question is searched before the model is asked. `always`: a model decides about every question. */
  decideMode: 'auto' | 'always';
  answer: ModelLimits;
  requestTimeoutMs: number;
  /** The maximum duration of a request while a model writes. */
  answerMaxMs: number;
  /** A stream that is silent for longer than this no longer counts as making progress. */
  streamIdleMs: number;
  maxAgentIterations: number;
  toolConcurrency: number;
  rewriteQueries: boolean;
  classifyIntent: boolean;
  verify: VerifySettings;
  maxUserSessions: number;
  /** The hosts to which links returned by services and MCP servers may lead. */
  trustedLinkHosts: readonly string[];
};

/** The services that the nodes use; each node takes those that it needs. */
export type NodeDeps = {
  database: Pick<Database, 'withScope'>;
  languages: TenantLanguages;
  tools: readonly Tool[];
  /** Null if the extractive reasoner decides and answers. */
  chat: ChatModel | null;
  metrics: Pick<
    Metrics,
    'toolFinished' | 'citationResolved' | 'statementSettled' | 'answerChecked'
  >;
  logger: Pick<Logger, 'warn' | 'error'>;
  settings: WorkflowSettings;
};

/** One step of a turn with everything that belongs to it; the supervisor runs it. */
export type RouterNode = Readonly<{
  name: NodeName;
  timeoutMs: number;
  /** Keys that earlier nodes must have written for this node. */
  needs: readonly (keyof RouterState)[];
  run: (state: RouterState, runtime: NodeRuntime) => Promise<RouterUpdate>;
  /** How a turn recovers if this node fails or times out. If null, the turn fails. */
  recover: Recovery | null;
  /** Log lines about the run, with codes, counts and names. Content is allowed only in the fields reserved for it. */
  log: (done: { state: RouterState; update: RouterUpdate }) => readonly LogLine[];
}>;

type Recovery = Readonly<{
  strategy: Exclude<RecoveryStrategy, 'fail_workflow'>;
  /** The function is pure, because a recovery must not fail itself. `kept` is the update that the node asked to keep. */
  toUpdate: (state: RouterState, kept: RouterUpdate) => RouterUpdate;
}>;

/** A node's own view of the turn: its signal aborts at the node's time limit or when the turn is cancelled. */
export type NodeRuntime = Readonly<{
  turn: Turn;
  signal: AbortSignal;
  /** Returns when the node's time ends, which a stream may extend. */
  endsAt: () => number;
  /**
   * Returns the same model with every call recorded for this node. If the node waits for an answer, the model's streams extend the node's
   * end.
   */
  metered: (chat: ChatModel) => ChatModel;
  /** Records a model call that was made without `metered`, for this node's metrics and the turn's record. */
  recordModelCall: (call: ModelCall) => void;
  /** Stores the update that is used if this node is interrupted. */
  keep: (update: RouterUpdate) => void;
}>;

/** Reads a state from a file: the given keys replace those of a turn's initial state. Refuses a state that lacks a key the node needs. */
export const parseNodeState = ({ name, needs }: RouterNode, given: unknown): RouterState => {
  const record = isRecord(given) ? given : {};
  const missing = needs.flatMap((key) => findMissing(key, record[key]));
  if (missing.length > 0) {
    const lacking = missing.join(', ');
    throw new AppError('validation_failed', `The state has no ${lacking}, which ${name} needs.`);
  }
  const state = {
    ...toInitialState(String(record['originalQuery'])),
    queryComplexity: 'simple' as const,
    ...record,
  };
  // Written by a developer for debugging: only the keys are checked.
  return state as RouterState;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const USER_CONTEXT: readonly (keyof UserContext)[] = [
  'language',
  'timezone',
  'preferences',
  'tenantPrompt',
  'answerLength',
  'userPrompt',
  'policy',
  'permissions',
  'allowedTools',
  'answerLanguage',
  'indexLanguages',
];

const findMissing = (key: keyof RouterState, value: unknown): string[] => {
  if (value === undefined) return [key];
  if (key !== 'userContext') return [];
  const context = isRecord(value) ? value : {};
  return USER_CONTEXT.filter((part) => context[part] === undefined).map(
    (part) => `userContext.${part}`,
  );
};
