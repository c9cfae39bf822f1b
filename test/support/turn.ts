import type { StoredMessage } from '../../src/conversations/schema.js';
import type {
  ExecutionRecord,
  Receipt,
  ToolCallRecord,
} from '../../src/conversations/execution.js';
import {
  ChunkId,
  DocumentId,
  ExecutionId,
  MessageId,
  newId,
  SessionId,
} from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import type { StoredCitation } from '../../src/citations/citation.js';
import type { StoredStatement } from '../../src/citations/statement.js';
import type { FinishedTurn } from '../../src/conversations/executions-repository.js';
import type { TurnStart } from '../../src/conversations/sessions-repository.js';
import type { NodeExecution } from '../../src/shared/execution.js';

export const openSession = async (database: Database, scope: UserScope, maxOpen = 10) => {
  const id = newId(SessionId);
  await database.withScope(scope, (tx) => tx.sessions.create({ id, maxOpen }));
  return id;
};

export const turnOf = (
  sessionId: SessionId,
  question = 'How long?',
  busyForMs = 60_000,
): TurnStart => ({
  sessionId,
  executionId: newId(ExecutionId),
  messageId: newId(MessageId),
  question,
  busyUntil: new Date(Date.now() + busyForMs),
  maxOpen: 10,
});

export const startTurn = async (database: Database, scope: UserScope, turn: TurnStart) => {
  await database.withScope(scope, (tx) => tx.sessions.startTurn(turn));
  return turn;
};

export const storedCitation: StoredCitation = {
  number: 1,
  type: 'document',
  documentId: newId(DocumentId),
  documentVersion: 1,
  chunkId: newId(ChunkId),
  memoryId: null,
  toolCallId: null,
  charStart: 0,
  charEnd: 5,
  score: 0.5,
  verification: 'exact',
  highlights: [],
};

type TurnOptions = Pick<TurnStart, 'sessionId' | 'executionId'> & {
  content: string;
  citations?: readonly StoredCitation[];
  statements?: readonly StoredStatement[];
  /** What the model read, cited or not. */
  read?: Receipt['sources'];
  durationMs?: number;
};

/** A turn of one round as finalize hands it to the database. */
export const finishedTurn = (
  options: TurnOptions,
): FinishedTurn & { toolCalls: ToolCallRecord[] } => ({
  execution: toExecution(options),
  answer: {
    message: toMessage(options),
    citations: options.citations ?? [],
    statements: options.statements ?? [],
  },
  nodeExecutions: [toNodeExecution(options)],
  toolCalls: [
    {
      id: 'call-1',
      name: 'rag_search',
      arguments: { query: 'how long' },
      ok: false,
      summary: '0 chunks',
      error: { code: 'tool_timeout', message: 'late' },
      durationMs: 9,
      cached: false,
      files: [],
    },
  ],
  modelCalls: [
    {
      purpose: 'decide',
      model: 'scripted',
      promptTokens: 10,
      completionTokens: 5,
      cachedTokens: 4,
      costUsd: 0.25,
      durationMs: 3,
      outcome: 'ok',
    },
  ],
  stateDiffs: [{ position: 0, changes: { iterationCount: { before: 0, after: 1 } } }],
});

const toExecution = ({
  sessionId,
  executionId,
  read = [],
}: TurnOptions): Omit<ExecutionRecord, 'userId' | 'assistantId' | 'startedAt'> => ({
  id: executionId,
  sessionId,
  status: 'success',
  responseType: 'answer',
  stopReason: 'answered',
  generatedBy: 'model',
  notice: null,
  errorCode: null,
  iterationCount: 1,
  workflowPath: ['iteration_1_tools'],
  language: 'en',
  confidence: 0.8,
  grounding: 1,
  promptTokens: 10,
  completionTokens: 5,
  costUsd: null,
  degraded: [{ node: 'tools', reason: 'timeout', effect: 'fewer sources' }],
  receipt: {
    queries: ['how long'],
    corrections: [],
    decisions: [],
    candidates: [
      { chunkId: newId(ChunkId), scores: { fused: 0.1 }, coverage: 0.7, outcome: 'cited' },
    ],
    sources: [...read],
    droppedMarkers: 0,
    droppedCitations: 0,
    outOfScope: 0,
  },
  completedAt: new Date(),
  totalMs: 640,
});

const toMessage = ({
  sessionId,
  executionId,
  content,
  citations = [],
}: TurnOptions): StoredMessage => ({
  id: newId(MessageId),
  sessionId,
  executionId,
  role: 'assistant',
  content,
  status: 'ok',
  language: 'en',
  confidence: 0.8,
  citationCount: citations.length,
  lengthChars: content.length,
  totalMs: 640,
  toolsUsed: ['rag_search'],
  createdAt: new Date(),
  beforeRepair: null,
});

const toNodeExecution = ({ executionId, durationMs = 12.5 }: TurnOptions): NodeExecution => ({
  executionId,
  nodeName: 'tools',
  iteration: 1,
  startedAt: new Date(),
  durationMs,
  status: 'success',
  strategy: null,
  inputSizeBytes: 100,
  outputSizeBytes: 200,
  promptTokens: 10,
  completionTokens: 5,
  llmCostUsd: null,
  model: null,
  errorCode: null,
});

export const finishTurn = async (
  database: Database,
  scope: UserScope,
  turn: Omit<TurnOptions, 'content'> & { content?: string },
) => {
  const citations = [storedCitation, { ...storedCitation, number: 2 }];
  const finished = finishedTurn({ content: 'Two weeks [1].', citations, ...turn });
  await database.withScope(scope, (tx) => tx.executions.finish(finished));
  return finished;
};
