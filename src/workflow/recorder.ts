import type { ToolCallRecord, StateDiff } from '../conversations/index.js';
import type { SessionId } from '../shared/ids.js';
import { createProgress, type Progress } from './progress.js';
import type { Used } from './receipt.js';
import type { RouterUpdate } from './state.js';
import type { ModelCall, NodeExecution } from '../shared/execution.js';

export type Usage = { promptTokens: number; completionTokens: number; costUsd: number | null };

/** What happened in one turn, kept beside the state so that it is there also when the turn fails. */
export type Recorder = {
  /** The turn is in the database from here on and has to be closed there. */
  started(session: { sessionId: SessionId }): void;
  sessionId(): SessionId | null;
  /** `changes`: what the run changed in the state, where that is to be kept. */
  node(execution: NodeExecution, changes?: StateDiff['changes']): void;
  modelCall(call: ModelCall): void;
  /** Hits that were dropped for being outside the reader's scope or the search's filter. */
  droppedOutOfScope(count: number): void;
  outOfScope(): number;
  toolCalls(calls: readonly ToolCallRecord[]): void;
  /** What a node changed in the state. */
  changed(update: RouterUpdate): void;
  progress(): Progress;
  /** What the answer that is being written has in its prompt, and cites by now. */
  uses(used: Used): void;
  /** A piece of the answer that its reader has been given. */
  spoke(text: string): void;
  /** All of them so far. */
  spoken(): string;
  readonly nodes: readonly NodeExecution[];
  readonly stateDiffs: readonly StateDiff[];
  readonly models: readonly ModelCall[];
  readonly tools: readonly ToolCallRecord[];
};

export const createRecorder = (): Recorder => {
  const nodes: NodeExecution[] = [];
  const stateDiffs: StateDiff[] = [];
  const models: ModelCall[] = [];
  const tools: ToolCallRecord[] = [];
  let session: SessionId | null = null;
  let outOfScope = 0;
  let spoken = '';
  const progress = createProgress();
  return {
    started: ({ sessionId }) => {
      session = sessionId;
    },
    sessionId: () => session,
    node: (execution, changes) => {
      if (changes !== undefined) stateDiffs.push({ position: nodes.length, changes });
      nodes.push(execution);
    },
    modelCall: (call) => models.push(call),
    droppedOutOfScope: (count) => {
      outOfScope += count;
    },
    outOfScope: () => outOfScope,
    toolCalls: (calls) => tools.push(...calls),
    changed: progress.add,
    progress: progress.current,
    uses: progress.uses,
    spoke: (text) => {
      spoken += text;
    },
    spoken: () => spoken,
    nodes,
    stateDiffs,
    models,
    tools,
  };
};

/** A call of unknown price makes the sum unknown; no call costs nothing. */
export const sumUsage = (calls: readonly ModelCall[]): Usage => ({
  promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
  completionTokens: calls.reduce((sum, call) => sum + call.completionTokens, 0),
  costUsd: calls.reduce<number | null>(
    (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  ),
});
