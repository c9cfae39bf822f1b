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

/** The events that a caller can watch while a turn runs. */
export type TurnEvent =
  | { type: 'execution'; executionId: ExecutionId; sessionId: SessionId | null }
  | { type: 'node'; node: NodeName; phase: 'start' }
  | { type: 'node'; node: NodeName; phase: 'end'; durationMs: number; status: NodeStatus }
  | ({ type: 'decision' } & Omit<Receipt['decisions'][number], 'protocol'>)
  | { type: 'tool'; name: string; phase: 'start' }
  | { type: 'tool'; name: string; phase: 'end'; ok: boolean }
  /** A model writes, and nothing of it can be sent yet: the number of characters since the last piece. */
  | { type: 'status'; phase: 'writing'; heldChars: number }
  /** The model takes its time: what is quoted if it does not answer; of several the last counts. */
  | { type: 'sources'; citations: readonly Citation[] }
  /** The next piece of the answer: all of them concatenated are `answer`, byte for byte, unless a `correction` follows. */
  | { type: 'delta'; text: string }
  /** What is known of the statements so far, with offsets into the pieces put together; the last of these events counts. */
  | { type: 'verdicts'; verdicts: readonly Statement[] }
  /** A source contradicts what was shown: what stands in its place in `answer`, with offsets into the pieces put together. */
  | ({ type: 'correction' } & Correction);

type Correction = {
  statementId: string;
  start: number;
  end: number;
  text: string;
  /** The same as a paragraph of its own, for readers who can only be shown more text. */
  notice: string;
};

/** A record of everything that happened in a turn so far. The receipt is made of this alone, whether the turn is answered or fails. */
export type TurnRecord = {
  /** The graph's state, as the supervisor saw it when the last node ended. */
  state: Snapshot;
  nodes: NodeExecution[];
  stateDiffs: StateDiff[];
  modelCalls: ModelCall[];
  /** All pieces of the answer that its reader has been given. */
  spoken: string;
  /** What was shown in part and corrected afterwards: the text as it was written, as it is now, and each change. */
  corrected: { from: string; to: string; corrections: readonly Correction[] } | null;
  /** The answer as it was before the model mended it; null where it was not. */
  beforeRepair: BeforeRepair | null;
  /** An answer that a model is writing: ids of the evidence it is written from, and what the part of it that was shown cites. */
  answering: {
    inPrompt: readonly string[];
    citedIn: (shown: string) => readonly StoredCitation[];
  } | null;
};

/** Identity, deadline and everything a node may use but never change; frozen but for its record and its deadline, and no part of the state. */
export type Turn = Readonly<{
  scope: UserScope;
  input: TurnInput;
  /** Null: the conversation is a session here. Else its caller keeps it, and no word of the turn is stored. */
  told: readonly ToldMessage[] | null;
  /** The assistant as it was when the question came, even if it is changed meanwhile. */
  assistant: Assistant;
  /** The model and parameters of the assistant, overridden by the request. */
  choice: ModelChoice;
  executionId: ExecutionId;
  /** The id of the user's message. */
  messageId: MessageId;
  /** Delimits data in prompts; nobody who wrote that data can know it. */
  nonce: string;
  deadline: Deadline;
  signal: AbortSignal;
  /** A promise is awaited after a `delta`, so that a slow reader slows the model down. */
  emit: (event: TurnEvent) => void | Promise<void>;
  /** Somebody reads the answer as it is written. */
  isStreamed: boolean;
  /** For waiting: meanwhile another turn may be worked on. */
  outside: Outside;
  /** Counts what of the user's words has gone to strangers. */
  takeOwnWords: TakeOwnWords;
  record: TurnRecord;
  now: () => Date;
}>;

/** Hands the next piece of the answer out, and keeps it for the case that the turn fails. */
export const speak = async (
  { isStreamed, emit, record }: Pick<Turn, 'isStreamed' | 'emit' | 'record'>,
  text: string,
): Promise<void> => {
  if (!isStreamed || text === '') return;
  record.spoken += text;
  await emit({ type: 'delta', text });
};
