import type { Citation } from '../../domain/conversation.js';
import type { ReadableChunk } from '../../domain/document.js';
import { notFound } from '../../domain/errors.js';
import type {
  ExecutionRecord,
  ModelCall,
  NodeExecution,
  Receipt,
  ToolCallRecord,
} from '../../domain/execution.js';
import type { ChunkId, ExecutionId } from '../../domain/ids.js';
import type { UserScope } from '../../domain/scope.js';
import type { Database, ScopedRepositories } from '../../ports/database/index.js';
import { loadCitationJoin } from './join-citations.js';

type Deps = { database: Pick<Database, 'withScope'> };

type Found = NonNullable<Awaited<ReturnType<ScopedRepositories['executions']['find']>>>;
type Decision = Receipt['decisions'][number];
type Candidate = Receipt['candidates'][number];
type CandidateText = Pick<
  ReadableChunk,
  'documentId' | 'title' | 'chapter' | 'pageStart' | 'pageEnd' | 'content'
>;

type ReadReceipt = {
  queries: string[] | null;
  decisions: (Omit<Decision, 'reasoning'> & { reasoning: string | null })[];
  candidates: (Candidate & { text: CandidateText | null })[];
  droppedMarkers: number;
};

export type ReadExecution = Omit<ExecutionRecord, 'receipt'> & {
  question: string | null;
  answer: string | null;
  citations: Citation[];
  receipt: ReadReceipt | null;
  nodes: NodeExecution[];
  toolCalls: (Omit<ToolCallRecord, 'arguments' | 'summary'> & {
    arguments: ToolCallRecord['arguments'] | null;
    summary: string | null;
  })[];
  modelCalls: ModelCall[];
};

/**
 * The receipt of a turn under its reader's scope. An admin who reads another user's gets its figures and what the tenant may see,
 * without the words of either side, and the reading is audited.
 */
export const createReadExecution =
  ({ database }: Deps) =>
  (scope: UserScope, id: ExecutionId): Promise<ReadExecution> =>
    database.withScope(scope, async (tx) => {
      const found = await tx.executions.find(id);
      if (found === null) throw notFound();
      const isOwn = found.execution.userId === scope.userId;
      if (!isOwn && !scope.permissions.includes('admin')) throw notFound();
      if (!isOwn) {
        await tx.audit.append({
          actorId: scope.userId,
          action: 'execution.read_foreign',
          subjectId: id,
          result: 'ok',
        });
      }
      const whole = await join(tx, found);
      return isOwn ? whole : withoutWords(whole);
    });

const join = async (tx: ScopedRepositories, found: Found): Promise<ReadExecution> => {
  const { receipt, ...execution } = found.execution;
  const joinCitation = await loadCitationJoin(tx, found.citations);
  const candidateIds = (receipt?.candidates ?? []).map(({ chunkId }) => chunkId);
  const chunks = await tx.chunks.readLive(candidateIds);
  return {
    ...execution,
    question: found.question,
    answer: found.answer,
    citations: found.citations.map(joinCitation),
    receipt: receipt && joinReceipt(receipt, new Map(chunks.map((chunk) => [chunk.id, chunk]))),
    nodes: found.nodeExecutions,
    toolCalls: found.toolCalls,
    modelCalls: found.modelCalls,
  };
};

const joinReceipt = (
  receipt: Receipt,
  chunks: ReadonlyMap<ChunkId, ReadableChunk>,
): ReadReceipt => ({
  ...receipt,
  candidates: receipt.candidates.map((candidate) => ({
    ...candidate,
    text: chunks.get(candidate.chunkId) ?? null,
  })),
});

/** Rewrites, reasons, arguments and summaries are the question in other words. */
const withoutWords = (whole: ReadExecution): ReadExecution => ({
  ...whole,
  question: null,
  answer: null,
  citations: whole.citations.map((citation) =>
    citation.type === 'document' ? citation : { ...citation, quote: null },
  ),
  receipt: whole.receipt && {
    ...whole.receipt,
    queries: null,
    decisions: whole.receipt.decisions.map((decision) => ({ ...decision, reasoning: null })),
  },
  toolCalls: whole.toolCalls.map((call) => ({
    ...call,
    arguments: null,
    summary: null,
    error: null,
  })),
});
