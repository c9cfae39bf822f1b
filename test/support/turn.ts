import type { StoredCitation } from '../../src/domain/conversation.js';
import { ChunkId, MessageId, newId } from '../../src/domain/ids.js';
import type { ExecutionId, SessionId } from '../../src/domain/ids.js';
import type { ToolCallRecord } from '../../src/domain/execution.js';
import type { FinishedTurn } from '../../src/ports/database/executions.js';

type TurnOptions = {
  sessionId: SessionId;
  executionId: ExecutionId;
  content: string;
  citations: readonly StoredCitation[];
  durationMs?: number;
};

/** A turn of one round as finalize hands it to the database. */
export const finishedTurn = (
  options: TurnOptions,
): FinishedTurn & { toolCalls: ToolCallRecord[] } => {
  const { sessionId, executionId, content, citations, durationMs = 12.5 } = options;
  const language = 'en';
  return {
    execution: {
      ...{
        id: executionId,
        sessionId,
        status: 'success',
        responseType: 'answer',
        stopReason: 'answered',
      },
      ...{ errorCode: null, iterationCount: 1, workflowPath: ['iteration_1_tools'], language },
      ...{ confidence: 0.8, grounding: 1, promptTokens: 10, completionTokens: 5, costUsd: null },
      degraded: [{ node: 'tools', reason: 'timeout', effect: 'fewer sources' }],
      receipt: {
        queries: ['how long'],
        decisions: [],
        candidates: [
          { chunkId: newId(ChunkId), scores: { fused: 0.1 }, coverage: 0.7, outcome: 'cited' },
        ],
        droppedMarkers: 0,
      },
      ...{ completedAt: new Date(), totalMs: 640 },
    },
    answer: {
      message: {
        ...{
          id: newId(MessageId),
          sessionId,
          executionId,
          role: 'assistant',
          content,
          status: 'ok',
        },
        ...{
          language,
          confidence: 0.8,
          citationCount: citations.length,
          lengthChars: content.length,
        },
        ...{ totalMs: 640, toolsUsed: ['rag_search'], createdAt: new Date() },
      },
      citations,
    },
    nodeExecutions: [
      {
        ...{ executionId, nodeName: 'tools', iteration: 1, startedAt: new Date(), durationMs },
        ...{ status: 'success', strategy: null, inputSizeBytes: 100, outputSizeBytes: 200 },
        ...{
          promptTokens: 10,
          completionTokens: 5,
          llmCostUsd: null,
          model: null,
          errorCode: null,
        },
      },
    ],
    toolCalls: [
      {
        ...{ id: 'call-1', name: 'rag_search', arguments: { query: 'how long' }, ok: false },
        ...{
          summary: '0 chunks',
          error: { code: 'tool_timeout', message: 'late' },
          durationMs: 9,
          cached: false,
        },
      },
    ],
    modelCalls: [
      {
        ...{ purpose: 'decide', model: 'scripted', promptTokens: 10, completionTokens: 5 },
        ...{ costUsd: 0.25, durationMs: 3, outcome: 'ok' },
      },
    ],
  };
};
