import type { ReadableChunk } from '../documents/index.js';
import { notFound } from '../shared/errors.js';
import type { ExecutionRecord, Receipt, ToolCallRecord } from './execution.js';
import type { Rating } from './feedback.js';
import type { ExecutionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { loadCitationJoin } from './join-citations.js';
import type { Citation } from '../citations/index.js';
import type { StateDiff } from './executions-repository.js';
import type { ModelCall, NodeExecution } from '../shared/execution.js';

type Deps = { database: Pick<Database, 'withScope'> };

type Found = NonNullable<Awaited<ReturnType<ScopedRepositories['executions']['find']>>>;
type Decision = Receipt['decisions'][number];
type Candidate = Receipt['candidates'][number];
type Source = Receipt['sources'][number];
type CandidateText = Pick<
  ReadableChunk,
  'documentId' | 'title' | 'chapter' | 'pageStart' | 'pageEnd' | 'content'
>;

type ReadReceipt = Omit<Receipt, 'queries' | 'decisions' | 'candidates' | 'sources'> & {
  queries: string[] | null;
  decisions: (Omit<Decision, 'reasoning'> & { reasoning: string | null })[];
  candidates: (Candidate & { text: CandidateText | null })[];
  /** With the live text of a document or memory that its reader may see; what a tool said is not kept. */
  sources: (Source & { title: string | null; content: string | null })[];
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
  feedback: { rating: Rating; comment: string | null } | null;
  /** For admins, of turns whose states were logged: codes, ids and lengths, for texts are left out where they are written. */
  stateDiffs: StateDiff[] | null;
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
      const shown = isOwn ? whole : withoutWords(whole);
      return scope.permissions.includes('admin') ? shown : { ...shown, stateDiffs: null };
    });

const join = async (tx: ScopedRepositories, found: Found): Promise<ReadExecution> => {
  const { receipt, ...execution } = found.execution;
  const joinCitation = await loadCitationJoin(tx, found.citations);
  return {
    ...execution,
    question: found.question,
    answer: found.answer,
    citations: found.citations.map(joinCitation),
    receipt: receipt && (await joinReceipt(tx, receipt)),
    nodes: found.nodeExecutions,
    toolCalls: found.toolCalls,
    modelCalls: found.modelCalls,
    feedback: found.feedback,
    stateDiffs: found.stateDiffs,
  };
};

const distinct = <Id extends string>(ids: readonly (Id | null)[]): Id[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

const joinReceipt = async (
  tx: Pick<ScopedRepositories, 'chunks' | 'memories'>,
  receipt: Receipt,
): Promise<ReadReceipt> => {
  const { candidates, sources } = receipt;
  const chunkIds = [...candidates, ...sources].map(({ chunkId }) => chunkId);
  const memoryIds = distinct(sources.map(({ memoryId }) => memoryId));
  const chunks = await tx.chunks.readLive(distinct(chunkIds));
  const memories = memoryIds.length === 0 ? [] : await tx.memories.readByIds(memoryIds);
  const chunkById = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const memoryById = new Map(memories.map((memory) => [memory.id, memory]));
  return {
    ...receipt,
    candidates: candidates.map((candidate) => ({
      ...candidate,
      text: chunkById.get(candidate.chunkId) ?? null,
    })),
    sources: sources.map((source) => {
      const chunk = source.chunkId && chunkById.get(source.chunkId);
      const memory = source.memoryId && memoryById.get(source.memoryId);
      const found = chunk ?? memory;
      return {
        ...source,
        title: chunk ? chunk.title : null,
        content: found ? found.content : null,
      };
    }),
  };
};

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
    sources: whole.receipt.sources.map((source) =>
      source.type === 'document' ? source : { ...source, content: null },
    ),
  },
  feedback: whole.feedback && { ...whole.feedback, comment: null },
  toolCalls: whole.toolCalls.map((call) => ({
    ...call,
    arguments: null,
    summary: null,
    error: null,
  })),
});
