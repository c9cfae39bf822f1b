import type { Assistant } from '../assistants/index.js';
import type { Citation, Statement, StoredCitation } from '../citations/index.js';
import type { BeforeRepair, Receipt, StateDiff } from '../conversations/index.js';
import type { ModelCall, NodeExecution, NodeName, NodeStatus } from '../shared/execution.js';
import type { ExecutionId, MessageId, SessionId } from '../shared/ids.js';
import type { ModelChoice } from '../shared/model-choice.js';
import type { Outside } from '../shared/fair-turns.js';
import type { UserScope } from '../shared/scope.js';
import type { TakeOwnWords } from '../tools/index.js';
import type { ToldMessage, TurnInput } from './chat.js';
import type { Deadline } from './deadline.js';
import type { Snapshot } from './state.js';

/** Events that a caller can watch while a turn runs. */
export type TurnEvent =
  | { type: 'execution'; executionId: ExecutionId; sessionId: SessionId | null }
  | { type: 'node'; node: NodeName; phase: 'start' }
  | { type: 'node'; node: NodeName; phase: 'end'; durationMs: number; status: NodeStatus }
  | ({ type: 'decision' } & Omit<Receipt['decisions'][number], 'protocol'>)
  | { type: 'tool'; name: string; phase: 'start' }
  | { type: 'tool'; name: string; phase: 'end'; ok: boolean }
  /** A model is writing, but none of its text can be sent yet: the number of characters since the last piece. */
  | { type: 'status'; phase: 'writing'; heldChars: number }
  /** The model is slow: these passages would be quoted if it does not answer; the last such event counts. */
  | { type: 'sources'; citations: readonly Citation[] }
  /** The next piece of the answer. All pieces joined together equal `answer`, byte for byte, unless a `correction` follows. */
  | { type: 'delta'; text: string }
  /** The verdicts on the statements so far, with offsets into the joined pieces; the last such event counts. */
  | { type: 'verdicts'; verdicts: readonly Statement[] }
  /** A source contradicts what was shown: the text that replaces it in `answer`, with offsets into the joined pieces. */
  | ({ type: 'correction' } & Correction);

type Correction = {
  statementId: string;
  start: number;
  end: number;
  text: string;
  /** The correction as a separate paragraph, for clients that can only add text. */
  notice: string;
};

/** Everything that has happened in a turn so far. The receipt is built from this record alone, whether the turn succeeds or fails. */
export type TurnRecord = {
  /** The graph's state after the last completed node. */
  state: Snapshot;
  nodes: NodeExecution[];
  stateDiffs: StateDiff[];
  modelCalls: ModelCall[];
  /** All pieces of the answer that were shown to its reader. */
  spoken: string;
  /** An answer that was corrected after part of it was shown: the text before and after, and each change. */
  corrected: { from: string; to: string; corrections: readonly Correction[] } | null;
  /** The answer before the model repaired it; null if it was not repaired. */
  beforeRepair: BeforeRepair | null;
  /** An answer that a model is writing: the ids of the evidence in its prompt, and what the part shown so far cites. */
  answering: {
    inPrompt: readonly string[];
    citedIn: (shown: string) => readonly StoredCitation[];
  } | null;
};

/**
 * Identity, deadline and everything else that a node may use but not change; frozen except for its record and deadline, and not part of the
 * state.
 */
export type Turn = Readonly<{
  scope: UserScope;
  input: TurnInput;
  /** Null if the conversation is a session on this server. Otherwise the caller stores it, and none of the turn's text is stored here. */
  told: readonly ToldMessage[] | null;
  /** The assistant as it was when the question arrived, even if somebody changes it meanwhile. */
  assistant: Assistant;
  /** The model and parameters of the assistant, overridden by those of the request. */
  choice: ModelChoice;
  executionId: ExecutionId;
  /** The id of the user's message. */
  messageId: MessageId;
  /** Marks the boundaries of data in prompts; the authors of that data cannot know it. */
  nonce: string;
  deadline: Deadline;
  signal: AbortSignal;
  /** After a `delta`, the promise is awaited, so that a slow reader slows the model down. */
  emit: (event: TurnEvent) => void | Promise<void>;
  /** True if the answer is read while it is written. */
  isStreamed: boolean;
  /** Waits for something without using the turn's share, so that another turn can be worked on. */
  outside: Outside;
  /** Counts how much of the user's words was sent to outside services. */
  takeOwnWords: TakeOwnWords;
  record: TurnRecord;
  now: () => Date;
}>;

/** Sends the next piece of the answer and records it in case the turn fails. */
export const speak = async (
  { isStreamed, emit, record }: Pick<Turn, 'isStreamed' | 'emit' | 'record'>,
  text: string,
): Promise<void> => {
  if (!isStreamed || text === '') return;
  record.spoken += text;
  await emit({ type: 'delta', text });
};
