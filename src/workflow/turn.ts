import type { TurnInput } from './chat.js';
import type { ExecutionId, MessageId, SessionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { ChatModel } from '../platform/models/model.js';
import type { Recorder } from './recorder.js';
import type { RouterState, RouterUpdate } from './state.js';
import type { NodeName, NodeStatus, ModelCall } from '../shared/execution.js';

/** What a caller can watch while a turn runs. */
export type TurnEvent =
  | { type: 'execution'; executionId: ExecutionId; sessionId: SessionId }
  | { type: 'node'; node: NodeName; phase: 'start' }
  | { type: 'node'; node: NodeName; phase: 'end'; durationMs: number; status: NodeStatus }
  | {
      type: 'decision';
      iteration: number;
      decision: string;
      reasoning: string;
      tools: readonly string[];
      confidence: number | null;
    }
  | { type: 'tool'; name: string; phase: 'start' }
  | { type: 'tool'; name: string; phase: 'end'; ok: boolean }
  /** The next piece of the answer: all of them concatenated are `answer`, byte for byte. */
  | { type: 'delta'; text: string };

/** Identity, deadline and everything a node may use but never change; frozen, and no part of the state. */
export type Turn = Readonly<{
  scope: UserScope;
  input: TurnInput;
  executionId: ExecutionId;
  /** Of the user's message. */
  messageId: MessageId;
  /** Delimits data in prompts; nobody who wrote that data can know it. */
  nonce: string;
  deadlineAt: number;
  signal: AbortSignal;
  /** A promise is awaited after a `delta`, so that a slow reader slows the model down. */
  emit: (event: TurnEvent) => void | Promise<void>;
  /** Somebody reads the answer as it is written. */
  isStreamed: boolean;
  recorder: Recorder;
  now: () => Date;
}>;

/** A node's own view of the turn: its signal fires at its limit or when the turn is cancelled. */
export type NodeRuntime = Readonly<{
  turn: Turn;
  signal: AbortSignal;
  endsAt: number;
  /** The same model, every call of it recorded for this node. */
  metered: (chat: ChatModel) => ChatModel;
  /** A call of a model other than through `metered`, for this node's figures and the turn's ledger. */
  recordModelCall: (call: ModelCall) => void;
  /** What is to count if this node is cut off. */
  keep: (update: RouterUpdate) => void;
}>;

export type RouterNode = (state: RouterState, runtime: NodeRuntime) => Promise<RouterUpdate>;
