import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import { notFound } from '../shared/errors.js';
import { NodeName } from '../shared/execution.js';
import { ExecutionId, SessionId, UserId } from '../shared/ids.js';
import type { PageRequest } from '../shared/page.js';
import { filterOfKey, type UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { ExecutionReceipt, ExecutionSummary, type Receipt } from './execution.js';
import { createFigureRoutes } from './call-figures-route.js';
import type { Range } from './call-figures.js';
import type { ExecutionFilter } from './executions-repository.js';
import {
  loadReadableCitations,
  sourcesOf,
  toCitationJoin,
  toShownAnswer,
  toShownStatements,
  toShownTextBeforeRepair,
} from './readable-citations.js';
import { createReadUnansweredQuestions } from './unanswered.js';
import {
  listOf,
  listQueryFields,
  listTotal,
  readList,
  readRange,
  timeField,
  totalField,
} from '../shared/lists.js';

type Deps = { database: Pick<Database, 'withScope'> };

type ListRequest = Omit<ExecutionFilter, 'ownerId'> & PageRequest & { withTotal?: boolean };

export type ExecutionDeps = ReturnType<typeof createExecutions>;

const permission = 'chat';

const ExecutionList = listOf(
  ExecutionSummary.meta({ id: 'ExecutionSummary' }),
  'ExecutionList',
  listTotal,
);

const MAX_NODE_MS = 3_600_000;

const ExecutionQuery = z.strictObject({
  ...listQueryFields,
  status: ExecutionSummary.shape.status.optional(),
  sessionId: SessionId.optional(),
  userId: UserId.optional().describe('Whose: for admins.'),
  degraded: z
    .string()
    .regex(/^[a-z_]{1,64}$/, 'must be a reason, as vector_leg_failed')
    .optional()
    .describe('A reason from `degraded` of a turn.'),
  node: NodeName.optional().describe('Turns in which this node ran.'),
  nodeMinMs: z.coerce
    .number()
    .min(0)
    .max(MAX_NODE_MS)
    .default(0)
    .describe('With `node`: turns in which it ran for at least this long.'),
  from: timeField.optional().describe('Started at or after.'),
  to: timeField.optional().describe('Started before.'),
  total: totalField,
});

export const createExecutions = ({ database }: Deps) => ({
  /**
   * Reads the receipt of a turn under its reader's scope. If an admin reads another user's receipt, it contains the figures and what the
   * tenant may see, but not the text of question or answer, and the access is audited.
   */
  readExecution: (scope: UserScope, id: ExecutionId): Promise<ExecutionReceipt> =>
    database.withScope(scope, async (tx) => {
      const found = await tx.executions.find(id);
      if (found === null) throw notFound();
      const isOwn = found.execution.userId === scope.userId;
      const isAdmin = scope.permissions.includes('admin');
      if (!isOwn && !isAdmin) throw notFound();
      if (!isOwn) {
        await tx.audit.append({
          actorId: scope.userId,
          action: 'execution.read_foreign',
          subjectId: id,
        });
      }
      const whole = await join(tx, found);
      const isLost =
        hasLostSource(whole) ||
        whole.citations.some(({ verification }) => verification === 'stale');
      const isBeyondKey = filterOfKey(scope) !== null && isLost;
      const own = isLost ? withoutThoughts(whole) : whole;
      const shown = isOwn && !isBeyondKey ? own : withoutWords(whole);
      return isAdmin ? shown : { ...shown, stateDiffs: null };
    }),
  /** Lists figures and codes of turns, without text: all of the tenant for an admin, their own for a member. */
  listExecutions: (scope: UserScope, { withTotal = false, ...asked }: ListRequest) => {
    const ownerId = scope.permissions.includes('admin') ? undefined : scope.userId;
    const request = { ...asked, ownerId };
    return database.withScope(scope, async (tx) => ({
      ...(await tx.executions.list(request)),
      ...(withTotal && { total: await tx.executions.count(request) }),
    }));
  },
  readCallFigures: (scope: UserScope, range: Range) =>
    database.withScope(scope, (tx) => tx.executions.callFigures(range)),
  readDailyFigures: (scope: UserScope, range: Range) =>
    database.withScope(scope, (tx) => tx.executions.dailyFigures(range)),
  readUnanswered: createReadUnansweredQuestions({ database }),
});

export const createExecutionRoutes = (executions: ExecutionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/executions',
    operationId: 'listExecutions',
    tag: 'executions',
    summary: "List turns with their figures: an admin the tenant's, a member their own",
    permission,
    query: ExecutionQuery,
    responses: { 200: { description: 'Newest first', schema: ExecutionList } },
    answer: ({ scope, query }) => {
      const { status, sessionId, userId, degraded, total: withTotal } = query;
      const node = query.node && { name: query.node, minMs: query.nodeMinMs };
      const which = { ...readRange(query), status, sessionId, userId, degraded, node };
      return readList({ list: 'executions', scope }, query, (page) =>
        executions.listExecutions(scope, { ...page, ...which, withTotal }),
      );
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/executions/:id',
    operationId: 'getExecution',
    tag: 'executions',
    summary: 'Read the receipt of a turn: why the answer is what it is',
    permission,
    params: z.strictObject({ id: ExecutionId }),
    responses: { 200: { description: 'The receipt', schema: ExecutionReceipt } },
    answer: ({ scope, params: { id } }) => executions.readExecution(scope, id),
  }),
  ...createFigureRoutes(executions),
];

type Found = NonNullable<Awaited<ReturnType<ScopedRepositories['executions']['find']>>>;

const join = async (
  tx: ScopedRepositories,
  { execution, nodeExecutions, answerMessageId: _, beforeRepair, ...found }: Found,
): Promise<ExecutionReceipt> => {
  const readable = await loadReadableCitations(tx, sourcesOf({ ...found, beforeRepair }));
  const { answer, citations } = found;
  return {
    ...execution,
    ...found,
    answer:
      answer &&
      toShownAnswer({ content: answer, language: execution.language, citations }, readable),
    citations: citations.map(toCitationJoin(readable)),
    statements: toShownStatements(found, readable),
    textBeforeRepair: toShownTextBeforeRepair({ ...found, beforeRepair }, readable),
    receipt: execution.receipt && (await joinReceipt(tx, execution.receipt)),
    nodes: nodeExecutions,
  };
};

const joinReceipt = async (
  tx: Pick<ScopedRepositories, 'chunks' | 'memories'>,
  receipt: Receipt,
): Promise<NonNullable<ExecutionReceipt['receipt']>> => {
  const { candidates, sources, corrections } = receipt;
  const { chunks, memories } = await loadReadableCitations(tx, [
    ...candidates.map(({ chunkId }) => ({ chunkId, memoryId: null })),
    ...sources,
  ]);
  const texts = [...chunks.values()].map(({ content }) => content.toLowerCase());
  return {
    ...receipt,
    corrections: corrections.filter(({ to }) =>
      texts.some((text) => text.includes(to.toLowerCase())),
    ),
    candidates: candidates.map((candidate) => ({
      ...candidate,
      text: chunks.get(candidate.chunkId) ?? null,
    })),
    sources: sources.map((source) => {
      const chunk = chunks.get(source.chunkId ?? '');
      const content = (chunk ?? memories.get(source.memoryId ?? ''))?.content ?? null;
      return { ...source, title: chunk?.title ?? null, content };
    }),
  };
};

/** Removes rewritten questions, reasons, arguments, summaries and file names, because they repeat the question in other words. */
const withoutWords = (whole: ExecutionReceipt): ExecutionReceipt => {
  const { receipt, ...known } = withoutThoughts(whole);
  return {
    ...known,
    question: null,
    answer: null,
    citations: whole.citations.map((citation) =>
      citation.type === 'document' ? citation : { ...citation, quote: null },
    ),
    textBeforeRepair: null,
    statements: whole.statements.map(({ sum: _, figureOfSource: _figure, ...known }) => known),
    receipt: receipt && {
      ...receipt,
      queries: null,
      corrections: null,
      sources: receipt.sources.map((source) =>
        source.type === 'document' ? source : { ...source, content: null },
      ),
    },
    feedback: whole.feedback && {
      ...whole.feedback,
      comment: whole.feedback.shareWithAdmin ? whole.feedback.comment : null,
    },
  };
};

/** True if the model read a document or a memory in this turn that the reader may no longer see, whether or not it was cited. */
const hasLostSource = ({ receipt }: ExecutionReceipt): boolean =>
  receipt?.sources.some(({ type, content }) => type !== 'tool' && content === null) ?? false;

/** Removes a model's reasoning and tool arguments, because they may repeat anything that the model has read. */
const withoutThoughts = (whole: ExecutionReceipt): ExecutionReceipt => ({
  ...whole,
  receipt: whole.receipt && {
    ...whole.receipt,
    decisions: whole.receipt.decisions.map((decision) => ({ ...decision, reasoning: null })),
  },
  toolCalls: whole.toolCalls.map((call) => ({
    ...call,
    arguments: null,
    summary: null,
    files: null,
    error: null,
  })),
});
