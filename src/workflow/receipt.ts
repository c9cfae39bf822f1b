import type { StoredCitation } from '../citations/index.js';
import type { Evidence, FinishedTurn, MessageRecord, Receipt } from '../conversations/index.js';
import type { ChatAnswer } from './chat.js';
import type { FoundChunk } from '../search/index.js';
import type { ModelCall } from '../shared/execution.js';
import type { MessageId, SessionId } from '../shared/ids.js';
import type { TurnOutcome } from './state.js';
import type { Turn, TurnRecord } from './turn.js';

export type EndedTurn = {
  turn: Turn;
  sessionId: SessionId;
  /** Of the answer. */
  messageId: MessageId;
  completedAt: Date;
  totalMs: number;
};

type End = { outcome: TurnOutcome; errorCode: null } | { outcome: null; errorCode: string };

/** What is stored of a turn, answered or not: all of it in one go, from what its record holds at its end. */
export const toFinishedTurn = (ended: EndedTurn & End): FinishedTurn => {
  const { turn, sessionId, outcome, errorCode, completedAt, totalMs } = ended;
  const { state, nodes, stateDiffs, modelCalls } = turn.record;
  const message = toMessage(ended);
  return {
    execution: {
      id: turn.executionId,
      sessionId,
      status: outcome?.status ?? (errorCode === 'cancelled' ? 'cancelled' : 'error'),
      responseType: outcome?.responseType ?? null,
      stopReason: outcome?.stopReason ?? null,
      errorCode,
      iterationCount: state.iterationCount,
      workflowPath: [...state.workflowPath],
      language: outcome?.responseLanguage ?? null,
      confidence: outcome?.confidence ?? null,
      grounding: outcome?.grounding ?? null,
      ...sumUsage(modelCalls),
      degraded: [...state.degraded],
      receipt: toReceipt(turn.record),
      completedAt,
      totalMs,
    },
    answer: message && { message, citations: outcome?.storedCitations ?? [] },
    nodeExecutions: nodes,
    toolCalls: state.toolCalls,
    modelCalls,
    stateDiffs,
  };
};

export const toChatAnswer = ({
  turn: {
    executionId,
    record: { state, nodes, modelCalls },
  },
  sessionId,
  messageId,
  outcome,
  totalMs,
}: EndedTurn & { outcome: TurnOutcome }): ChatAnswer => ({
  executionId,
  sessionId,
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
  usage: sumUsage(modelCalls),
  timings: {
    totalMs,
    nodes: nodes.map(({ nodeName, iteration, durationMs, status }) => ({
      node: nodeName,
      iteration,
      durationMs,
      status,
    })),
  },
});

type Usage = { promptTokens: number; completionTokens: number; costUsd: number | null };

/** A call of unknown price makes the sum unknown; no call costs nothing. */
export const sumUsage = (calls: readonly ModelCall[]): Usage => ({
  promptTokens: calls.reduce((sum, call) => sum + call.promptTokens, 0),
  completionTokens: calls.reduce((sum, call) => sum + call.completionTokens, 0),
  costUsd: calls.reduce<number | null>(
    (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  ),
});

/** The answer, or what its reader had been given of one that broke off; no later prompt repeats that. */
const toMessage = ({
  turn,
  sessionId,
  messageId,
  outcome,
  completedAt,
  totalMs,
}: EndedTurn & Pick<End, 'outcome'>): MessageRecord | null => {
  const { state, spoken } = turn.record;
  if (outcome === null && spoken === '') return null;
  const content = outcome?.answer ?? spoken;
  return {
    id: messageId,
    sessionId,
    role: 'assistant',
    content,
    status: outcome === null ? 'error' : 'ok',
    language:
      outcome?.responseLanguage ?? turn.input.options.language ?? state.queryLanguage ?? null,
    executionId: turn.executionId,
    confidence: outcome?.confidence ?? null,
    citationCount: outcome?.citations.length ?? 0,
    lengthChars: content.length,
    totalMs: Math.round(totalMs),
    toolsUsed: [...new Set(state.toolCalls.map(({ name }) => name))],
    createdAt: completedAt,
  };
};

/** Why the answer is what it is, or how far it came; null when not even the question was understood. */
const toReceipt = (record: TurnRecord): Receipt | null => {
  const { state } = record;
  if (state.queryLanguage === undefined) return null;
  const used = toUsed(record);
  return {
    queries: [...state.searchQueries],
    decisions: [...state.decisions],
    candidates: toCandidates(state.candidates, used),
    sources: toSources(state.evidence, used),
    droppedMarkers: state.outcome?.droppedMarkers ?? 0,
    droppedCitations: state.outcome?.droppedCitations ?? 0,
    outOfScope: state.outOfScope,
  };
};

type Used = { inPrompt: ReadonlySet<string>; citations: readonly StoredCitation[] };

/** What the answer was written from; of one that broke off, what its shown part cites. */
const toUsed = ({ state: { outcome }, answering, spoken }: TurnRecord): Used => ({
  inPrompt: new Set(outcome?.inPrompt ?? answering?.inPrompt ?? []),
  citations: outcome?.storedCitations ?? answering?.citedIn(spoken) ?? [],
});

type ReceiptSource = Receipt['sources'][number];

/** What became of each piece of evidence; without anything in the prompt no answer was written from any. */
const toSources = (
  evidence: readonly Evidence[],
  { inPrompt, citations }: Used,
): ReceiptSource[] => {
  const left = inPrompt.size === 0 ? 'unused' : 'over_budget';
  return evidence.map((item) => {
    const used = isCited(item, citations) ? 'cited' : 'in_prompt';
    return {
      ...toIds(item),
      coverage: item.kind === 'tool' ? null : item.coverage,
      outcome: inPrompt.has(item.id) ? used : left,
    };
  });
};

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
const toCandidates = (
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
