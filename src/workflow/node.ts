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

/** Limits of a model call: the most tokens that it may write, and how freely. */
export type ModelLimits = { maxTokens: number; temperature: number };

/** Which statements of an answer a model checks, and within which time: those that no rule is sure of, or all. */
export type VerifySettings = { mode: 'off' | 'open' | 'all'; timeoutMs: number };

export type WorkflowSettings = {
  nodeTimeoutMs: Readonly<Record<NodeName, number>>;
  /** Part of the deadline that only finalize may use. */
  finalizeReserveMs: number;
  decide: ModelLimits;
  /** `auto`: a plain question is searched before the model is asked. `always`: a model decides about each question. */
  decideMode: 'auto' | 'always';
  answer: ModelLimits;
  requestTimeoutMs: number;
  /** The longest that a request may take while a model writes. */
  answerMaxMs: number;
  /** The longest silence of a stream that still counts as progress. */
  streamIdleMs: number;
  maxAgentIterations: number;
  toolConcurrency: number;
  rewriteQueries: boolean;
  classifyIntent: boolean;
  verify: VerifySettings;
  maxUserSessions: number;
  /** The hosts to which links may lead that services and MCP servers return. */
  trustedLinkHosts: readonly string[];
};

/** The services that the nodes work with; each node takes those that it uses. */
export type NodeDeps = {
  database: Pick<Database, 'withScope'>;
  languages: TenantLanguages;
  tools: readonly Tool[];
  /** Null: the extractive reasoner decides and answers. */
  chat: ChatModel | null;
  metrics: Pick<
    Metrics,
    'toolFinished' | 'citationResolved' | 'statementSettled' | 'answerChecked'
  >;
  logger: Pick<Logger, 'warn' | 'error'>;
  settings: WorkflowSettings;
};

/** One step of a turn with all that belongs to it; the supervisor runs it. */
export type RouterNode = Readonly<{
  name: NodeName;
  timeoutMs: number;
  /** Keys that earlier nodes have written and that this node cannot do without. */
  needs: readonly (keyof RouterState)[];
  run: (state: RouterState, runtime: NodeRuntime) => Promise<RouterUpdate>;
  /** The recovery of a turn whose node failed or ran out of time. Null: the turn fails, too. */
  recover: Recovery | null;
  /** Lines about the run, in codes, counts and names; content only in the fields that are for it. */
  log: (done: { state: RouterState; update: RouterUpdate }) => readonly LogLine[];
}>;

type Recovery = Readonly<{
  strategy: Exclude<RecoveryStrategy, 'fail_workflow'>;
  /** Pure, for a recovery must not fail in its turn. `kept` is what the node asked to keep. */
  toUpdate: (state: RouterState, kept: RouterUpdate) => RouterUpdate;
}>;

/** A node's own view of the turn: its signal fires at its limit or when the turn is cancelled. */
export type NodeRuntime = Readonly<{
  turn: Turn;
  signal: AbortSignal;
  /** The end of the node's time, which a stream may move. */
  endsAt: () => number;
  /** The same model, every call of it recorded for this node; where a node waits for an answer, its streams move the node's end. */
  metered: (chat: ChatModel) => ChatModel;
  /** A call of a model other than through `metered`, for this node's figures and the turn's ledger. */
  recordModelCall: (call: ModelCall) => void;
  /** Sets aside the update that counts if this node is cut off. */
  keep: (update: RouterUpdate) => void;
}>;

/** A state from a file: what a turn starts with, and over it what is given. Refuses one that lacks what the node cannot do without. */
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
  // Written by a developer for debugging: the keys are checked, their shapes are the developer's own.
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
