import type { Evidence, Receipt, MessageRecord, FinishedTurn } from '../conversations/index.js';
import type { ChatAnswer } from './chat.js';
import type { FoundChunk } from '../search/index.js';
import type { StoredCitation } from '../citations/index.js';
import { isAppError } from '../shared/errors.js';
import { MessageId, newId, type SessionId } from '../shared/ids.js';
import { sumUsage } from './recorder.js';
import type { RouterState, TurnOutcome } from './state.js';
import type { Turn } from './turn.js';

/** What is left of the state when the graph has ended; LangGraph copies all that it is asked for after every step. */
export const FINAL_KEYS = [
  'sessionId',
  'outcome',
  'iterationCount',
  'toolCalls',
  'degraded',
  'workflowPath',
  'decisions',
  'searchQueries',
] as const satisfies readonly (keyof RouterState)[];

export type FinalState = Pick<RouterState, (typeof FINAL_KEYS)[number]>;

type CompletedTurn = {
  turn: Turn;
  state: FinalState;
  outcome: TurnOutcome;
  messageId: MessageId;
  completedAt: Date;
  totalMs: number;
};

type FailedTurn = {
  turn: Turn;
  sessionId: SessionId;
  error: unknown;
  completedAt: Date;
  totalMs: number;
};

type ReceiptSource = Receipt['sources'][number];

export type Used = {
  /** Ids of the evidence that the answer was written from. */
  inPrompt: ReadonlySet<string>;
  citations: readonly Pick<StoredCitation, 'chunkId' | 'memoryId' | 'toolCallId'>[];
};

/** What is stored of a turn that was answered: all of it in one go. */
export const toFinishedTurn = (completed: CompletedTurn): FinishedTurn => {
  const { turn, state, outcome, completedAt, totalMs } = completed;
  const { recorder } = turn;
  return {
    execution: {
      id: turn.executionId,
      sessionId: state.sessionId,
      status: outcome.status,
      responseType: outcome.responseType,
      stopReason: outcome.stopReason,
      errorCode: null,
      iterationCount: state.iterationCount,
      workflowPath: [...state.workflowPath],
      language: outcome.responseLanguage,
      confidence: outcome.confidence,
      grounding: outcome.grounding,
      ...sumUsage(recorder.models),
      degraded: [...state.degraded],
      receipt: {
        queries: [...state.searchQueries],
        decisions: [...state.decisions],
        candidates: outcome.candidates,
        sources: outcome.sources,
        droppedMarkers: outcome.droppedMarkers,
        droppedCitations: outcome.droppedCitations,
        outOfScope: recorder.outOfScope(),
      },
      completedAt,
      totalMs,
    },
    answer: { message: toMessage(completed), citations: outcome.storedCitations },
    nodeExecutions: recorder.nodes,
    toolCalls: recorder.tools,
    modelCalls: recorder.models,
    stateDiffs: recorder.stateDiffs,
  };
};

const toMessage = ({
  turn,
  state,
  outcome,
  messageId,
  completedAt,
  totalMs,
}: CompletedTurn): MessageRecord => ({
  id: messageId,
  sessionId: state.sessionId,
  role: 'assistant',
  content: outcome.answer,
  status: 'ok',
  language: outcome.responseLanguage,
  executionId: turn.executionId,
  confidence: outcome.confidence,
  citationCount: outcome.citations.length,
  lengthChars: outcome.answer.length,
  totalMs: Math.round(totalMs),
  toolsUsed: [...new Set(state.toolCalls.map(({ name }) => name))],
  createdAt: completedAt,
});

/** What is stored of a turn that ended without an answer. */
export const toFailedTurn = (failed: FailedTurn): FinishedTurn => {
  const { turn, sessionId, error, completedAt, totalMs } = failed;
  const errorCode = isAppError(error) ? error.code : 'internal_error';
  const { recorder } = turn;
  const { workflowPath, degraded, iterationCount, receipt } = recorder.progress();
  const message = toBrokenMessage(failed);
  return {
    execution: {
      id: turn.executionId,
      sessionId,
      status: errorCode === 'cancelled' ? 'cancelled' : 'error',
      responseType: null,
      stopReason: null,
      errorCode,
      iterationCount,
      workflowPath: [...workflowPath],
      language: null,
      confidence: null,
      grounding: null,
      ...sumUsage(recorder.models),
      degraded: [...degraded],
      receipt: receipt && { ...receipt, outOfScope: recorder.outOfScope() },
      completedAt,
      totalMs,
    },
    answer: message && { message, citations: [] },
    nodeExecutions: recorder.nodes,
    toolCalls: recorder.tools,
    modelCalls: recorder.models,
    stateDiffs: recorder.stateDiffs,
  };
};

/** What its reader had been given of an answer that broke off; no later prompt repeats it. */
const toBrokenMessage = ({
  turn,
  sessionId,
  completedAt,
  totalMs,
}: FailedTurn): MessageRecord | null => {
  const content = turn.recorder.spoken();
  if (content === '') return null;
  return {
    id: newId(MessageId),
    sessionId,
    role: 'assistant',
    content,
    status: 'error',
    language: turn.input.options.language ?? turn.recorder.progress().language,
    executionId: turn.executionId,
    confidence: null,
    citationCount: 0,
    lengthChars: content.length,
    totalMs: Math.round(totalMs),
    toolsUsed: [...new Set(turn.recorder.tools.map(({ name }) => name))],
    createdAt: completedAt,
  };
};

export const toChatAnswer = ({
  turn,
  state,
  outcome,
  messageId,
  totalMs,
}: CompletedTurn): ChatAnswer => ({
  executionId: turn.executionId,
  sessionId: state.sessionId,
  messageId,
  status: outcome.status,
  responseType: outcome.responseType,
  stopReason: outcome.stopReason,
  answer: outcome.answer,
  language: outcome.responseLanguage,
  confidence: outcome.confidence,
  grounding: outcome.grounding,
  citations: [...outcome.citations],
  toolCalls: state.toolCalls.map(({ id, name, arguments: given, ok, durationMs, cached }) => ({
    id,
    name,
    arguments: given,
    ok,
    durationMs,
    cached,
  })),
  degraded: [...state.degraded],
  usage: sumUsage(turn.recorder.models),
  timings: {
    totalMs,
    nodes: turn.recorder.nodes.map(({ nodeName, iteration, durationMs, status }) => ({
      node: nodeName,
      iteration,
      durationMs,
      status,
    })),
  },
});

/** What became of each piece of evidence; without anything in the prompt no answer was written from any. */
export const toReceiptSources = (
  evidence: readonly Evidence[],
  { inPrompt, citations }: Used,
): ReceiptSource[] =>
  evidence.map((item) => {
    const left = inPrompt.size === 0 ? 'unused' : 'over_budget';
    const used = isCited(item, citations) ? 'cited' : 'in_prompt';
    return {
      ...toIds(item),
      coverage: item.kind === 'tool' ? null : item.coverage,
      outcome: inPrompt.has(item.id) ? used : left,
    };
  });

const isCited = (evidence: Evidence, citations: Used['citations']): boolean =>
  citations.some(({ chunkId, memoryId, toolCallId }) => {
    switch (evidence.kind) {
      case 'chunk':
        return evidence.parts.some(({ id }) => id === chunkId);
      case 'memory':
        return evidence.memory.id === memoryId;
      case 'tool':
        return evidence.toolCallId === toolCallId;
    }
  });

const toIds = (
  evidence: Evidence,
): Pick<ReceiptSource, 'type' | 'chunkId' | 'memoryId' | 'toolCallId'> => {
  const none = { chunkId: null, memoryId: null, toolCallId: null };
  switch (evidence.kind) {
    case 'chunk':
      return { ...none, type: 'document', chunkId: evidence.chunk.id };
    case 'memory':
      return { ...none, type: 'memory', memoryId: evidence.memory.id };
    case 'tool':
      return { ...none, type: 'tool', toolCallId: evidence.toolCallId };
  }
};

/** What became of each chunk that a search found. */
export const toReceiptCandidates = (
  candidates: readonly FoundChunk[],
  { inPrompt, citations }: Used,
): Receipt['candidates'] => {
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  const left = inPrompt.size === 0 ? 'unused' : 'over_budget';
  return candidates.map(({ chunk, parts, scores, coverage, evidence }) => {
    const isCitedChunk = parts.some(({ id }) => cited.has(id));
    const unused = evidence ? left : 'below_relevance';
    return {
      chunkId: chunk.id,
      scores,
      coverage,
      outcome: isCitedChunk ? 'cited' : inPrompt.has(chunk.id) ? 'in_prompt' : unused,
    };
  });
};
