import { quotableEvidence } from '../answering/index.js';
import type { Citation, Statement } from '../citations/index.js';
import type {
  Evidence,
  FinishedTurn,
  Receipt,
  StoredMessage,
  ToolCallRecord,
} from '../conversations/index.js';
import type { MemoryRecord } from '../memories/index.js';
import type { ModelCall } from '../shared/execution.js';
import type { MessageId, SessionId } from '../shared/ids.js';
import { ChatAnswer, UnstoredAnswer } from './chat.js';
import type { TurnOutcome } from './state.js';
import type { Turn, TurnRecord } from './turn.js';

type EndedTurn = {
  turn: Turn;
  /** Null if the caller stores the conversation. */
  sessionId: SessionId | null;
  /** The id of the answer, not of the question. */
  messageId: MessageId;
  totalMs: number;
} & ({ outcome: TurnOutcome; errorCode: null } | { outcome: null; errorCode: string });

/** Collects from the record of a turn everything that is stored about it, whether or not it was answered. */
export const toFinishedTurn = (ended: EndedTurn): FinishedTurn => {
  const { turn, sessionId, outcome, errorCode, totalMs } = ended;
  const { state, nodes, stateDiffs, modelCalls } = turn.record;
  const completedAt = turn.now();
  const message = toMessage(ended, completedAt);
  return {
    execution: {
      id: turn.executionId,
      sessionId,
      status: outcome?.status ?? (errorCode === 'cancelled' ? 'cancelled' : 'error'),
      responseType: outcome?.responseType ?? null,
      stopReason: outcome?.stopReason ?? null,
      generatedBy: outcome?.generatedBy ?? null,
      notice: outcome?.notice ?? null,
      errorCode,
      iterationCount: state.iterationCount,
      workflowPath: [...state.workflowPath],
      language: outcome?.responseLanguage ?? null,
      confidence: outcome?.confidence ?? null,
      grounding: outcome?.grounding ?? null,
      ...sumUsage(modelCalls),
      degraded: [...state.degraded],
      receipt: sessionId === null ? withoutWords(toReceipt(turn.record)) : toReceipt(turn.record),
      completedAt,
      totalMs,
    },
    answer: message && {
      message,
      citations: outcome?.storedCitations ?? [],
      statements: outcome?.statements ?? [],
    },
    nodeExecutions: nodes,
    toolCalls: sessionId === null ? state.toolCalls.map(withoutContent) : state.toolCalls,
    modelCalls,
    stateDiffs,
  };
};

type AnsweredTurn = Pick<
  FinishedTurn,
  'execution' | 'nodeExecutions' | 'toolCalls' | 'modelCalls'
> & {
  answer: string;
  messageId: MessageId | null;
  /** The citations that their reader may see now. */
  citations: readonly Citation[];
  statements: readonly Statement[];
  /** Memories that the user has not confirmed yet. */
  proposedMemories: readonly MemoryRecord[];
};

/** Keeps only the codes, ids and numbers of a receipt, because searches and reasons repeat the question in other words. */
const withoutWords = (receipt: Receipt | null): Receipt | null =>
  receipt && {
    ...receipt,
    queries: [],
    corrections: [],
    decisions: receipt.decisions.map((decision) => ({ ...decision, reasoning: '' })),
  };

const withoutContent = (call: ToolCallRecord): ToolCallRecord => ({
  ...call,
  arguments: {},
  summary: '',
  error: call.error && { ...call.error, message: '' },
  files: [],
});

/** The answer as sent if its text is not stored; it is built from the turn itself. */
export const toUnstoredAnswer = (
  { execution, nodeExecutions, modelCalls }: FinishedTurn,
  { answer, citations, statements }: Pick<AnsweredTurn, 'answer' | 'citations' | 'statements'>,
  { state }: Pick<TurnRecord, 'state'>,
): UnstoredAnswer =>
  UnstoredAnswer.parse({
    ...execution,
    answer,
    citations,
    statements,
    proposedMemories: [],
    messageId: null,
    executionId: execution.id,
    corrections: state.corrections,
    toolCalls: state.toolCalls,
    modelCalls,
    usage: toUsage({ execution, modelCalls }),
    timings: toTimings({ execution, nodeExecutions }),
  });

const toUsage = ({ execution, modelCalls }: Pick<FinishedTurn, 'execution' | 'modelCalls'>) => ({
  ...execution,
  cachedTokens: modelCalls.reduce((sum, { cachedTokens }) => sum + cachedTokens, 0),
});

const toTimings = ({
  execution,
  nodeExecutions,
}: Pick<FinishedTurn, 'execution' | 'nodeExecutions'>) => ({
  totalMs: execution.totalMs,
  nodes: nodeExecutions.map(({ nodeName, ...node }) => ({ ...node, node: nodeName })),
});

/** The answer as sent, built from what is stored about its turn. */
export const toChatAnswer = ({ execution, nodeExecutions, ...turn }: AnsweredTurn): ChatAnswer =>
  ChatAnswer.parse({
    ...execution,
    ...turn,
    executionId: execution.id,
    // Older answers do not have this stored.
    generatedBy:
      execution.generatedBy ?? (turn.modelCalls.some(isAnswering) ? 'model' : 'extractive'),
    // A word from a document that its reader may no longer see must not be repeated.
    corrections: turn.citations.some(({ verification }) => verification === 'stale')
      ? []
      : (execution.receipt?.corrections ?? []),
    usage: toUsage({ execution, ...turn }),
    timings: toTimings({ execution, nodeExecutions }),
  });

const isAnswering = ({ purpose }: ModelCall): boolean => purpose === 'answer';

/** If the price of one call is unknown, so is the sum; without calls the cost is 0. */
export const sumUsage = (calls: readonly ModelCall[]) => ({
  promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
  completionTokens: calls.reduce((sum, call) => sum + call.completionTokens, 0),
  costUsd: calls.reduce<number | null>(
    (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  ),
});

/** The message with the answer, or with the part of an interrupted answer that was shown, which no later prompt repeats. */
const toMessage = (ended: EndedTurn, createdAt: Date): StoredMessage | null => {
  const { turn, sessionId, messageId, outcome, totalMs } = ended;
  const { state, spoken, beforeRepair } = turn.record;
  if (sessionId === null || (outcome === null && spoken === '')) return null;
  const content = outcome?.answer ?? spoken;
  const asked = turn.input.options.language ?? state.queryLanguage ?? null;
  return {
    id: messageId,
    sessionId,
    role: 'assistant',
    content,
    status: outcome === null ? 'error' : 'ok',
    language: outcome?.responseLanguage ?? asked,
    executionId: turn.executionId,
    confidence: outcome?.confidence ?? null,
    citationCount: outcome?.citations.length ?? 0,
    lengthChars: content.length,
    totalMs: Math.round(totalMs),
    toolsUsed: [...new Set(state.toolCalls.map(({ name }) => name))],
    createdAt,
    beforeRepair,
  };
};

/** Explains how the answer was produced, or how far the turn got; null if not even the question was interpreted. */
const toReceipt = ({ state, answering, spoken }: TurnRecord): Receipt | null => {
  if (state.queryLanguage === undefined) return null;
  const { outcome } = state;
  // For an interrupted answer, these are the citations in the part that was shown.
  const citations = outcome?.storedCitations ?? answering?.citedIn(spoken) ?? [];
  const cited = new Set<string | null>(
    citations.map(({ chunkId, memoryId, toolCallId }) => chunkId ?? memoryId ?? toolCallId),
  );
  const inPrompt = new Set(outcome?.inPrompt ?? answering?.inPrompt);
  const handedOn = new Set([...quotableEvidence(state).map(({ id }) => id), ...inPrompt]);
  // If the prompt is empty, no answer was written from the evidence.
  const left = inPrompt.size === 0 ? 'unused' : 'over_budget';
  return {
    queries: [...state.searchQueries],
    corrections: [...state.corrections],
    decisions: [...state.decisions],
    candidates: state.candidates.map(({ chunk, scores, relevance, coverage }) => {
      const unused = handedOn.has(chunk.id) ? left : 'below_relevance';
      const used = inPrompt.has(chunk.id) ? 'in_prompt' : unused;
      const outcome = cited.has(chunk.id) ? 'cited' : used;
      return { chunkId: chunk.id, scores, relevance, coverage, outcome };
    }),
    sources: state.evidence
      .filter(({ id }) => handedOn.has(id))
      .map((item) => {
        const used = cited.has(idOf(item)) ? 'cited' : 'in_prompt';
        return { ...toSource(item), outcome: inPrompt.has(item.id) ? used : left };
      }),
    droppedMarkers: outcome?.droppedMarkers ?? 0,
    droppedCitations: outcome?.droppedCitations ?? 0,
    outOfScope: state.outOfScope,
  };
};

/** The id that a citation of this evidence would have. */
const idOf = (evidence: Evidence): string => {
  switch (evidence.kind) {
    case 'chunk':
      return evidence.chunk.id;
    case 'memory':
      return evidence.memory.id;
    case 'tool':
      return evidence.toolCallId;
  }
};

const toSource = (evidence: Evidence): Omit<Receipt['sources'][number], 'outcome'> => {
  const none = { chunkId: null, memoryId: null, toolCallId: null };
  switch (evidence.kind) {
    case 'chunk':
      return { ...none, type: 'document', chunkId: evidence.chunk.id, coverage: evidence.coverage };
    case 'memory':
      return { ...none, type: 'memory', memoryId: evidence.memory.id, coverage: evidence.coverage };
    case 'tool':
      return { ...none, type: 'tool', toolCallId: evidence.toolCallId, coverage: null };
  }
};
