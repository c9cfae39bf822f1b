import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import {
  ExecutionRecord,
  ExecutionSummary,
  Receipt,
  ReceiptSource,
  ToolCallRecord,
} from './execution.js';
import { Feedback } from './feedback.js';
import { ExecutionId, SessionId } from '../shared/ids.js';
import type { Page } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import {
  listOf,
  listQueryFields,
  toList,
  toPageRequest,
  timeField,
  userRoute,
  type Route,
} from '../http/index.js';
import { Citation } from '../citations/index.js';
import type { ExecutionFilter } from './executions-repository.js';
import { ModelCall, NodeExecution } from '../shared/execution.js';

const CandidateText = z.object({
  documentId: z.uuid(),
  title: z.string(),
  chapter: z.string().nullable(),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  content: z.string(),
});

/** A receipt as its reader sees it: live text where they may read it, null where they may not. */
const ExecutionReceipt = ExecutionRecord.omit({ receipt: true })
  .extend({
    question: z.string().nullable(),
    answer: z.string().nullable(),
    citations: z.array(Citation),
    receipt: Receipt.extend({
      queries: z.array(z.string()).nullable(),
      decisions: z.array(
        Receipt.shape.decisions.element.extend({ reasoning: z.string().nullable() }),
      ),
      candidates: z.array(
        Receipt.shape.candidates.element.extend({ text: CandidateText.nullable() }),
      ),
      sources: z.array(
        ReceiptSource.extend({ title: z.string().nullable(), content: z.string().nullable() }),
      ),
    }).nullable(),
    nodes: z.array(NodeExecution.omit({ executionId: true })),
    toolCalls: z.array(
      ToolCallRecord.extend({
        arguments: ToolCallRecord.shape.arguments.nullable(),
        summary: z.string().nullable(),
      }),
    ),
    modelCalls: z.array(ModelCall),
    feedback: Feedback.nullable(),
    stateDiffs: z.array(z.object({ position: z.int(), changes: z.unknown() })).nullable(),
  })
  .meta({ id: 'Execution' });
type ExecutionReceipt = z.input<typeof ExecutionReceipt>;

type ListFilter = Omit<ExecutionFilter, 'userId'>;

export type ExecutionDeps = {
  readExecution: (scope: UserScope, id: ExecutionId) => Promise<ExecutionReceipt>;
  listExecutions: (scope: UserScope, filter: ListFilter) => Promise<Page<ExecutionSummary>>;
};

const permission = 'chat';

const ExecutionList = listOf(ExecutionSummary.meta({ id: 'ExecutionSummary' }), 'ExecutionList');

const ExecutionQuery = z.strictObject({
  ...listQueryFields,
  status: ExecutionSummary.shape.status.optional(),
  sessionId: SessionId.optional(),
  from: timeField.optional().describe('Started at or after.'),
  to: timeField.optional().describe('Started before.'),
});

export const createExecutionRoutes = ({
  readExecution,
  listExecutions,
}: ExecutionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/executions',
    summary: "List turns with their figures: an admin the tenant's, a member their own",
    permission,
    query: ExecutionQuery,
    responses: { 200: { description: 'Newest first', schema: ExecutionList } },
    handle: async ({ scope, query }) => {
      const owner = { list: 'executions', scope };
      const { status, sessionId } = query;
      const range = { from: toDate(query.from), to: toDate(query.to) };
      refuseRange(range);
      const filter = { ...toPageRequest(owner, query), ...range, status, sessionId };
      const page = await listExecutions(scope, filter);
      return { status: 200, body: toList(owner, page, (execution) => execution) };
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/executions/:id',
    summary: 'Read the receipt of a turn: why the answer is what it is',
    permission,
    params: z.strictObject({ id: ExecutionId }),
    responses: { 200: { description: 'The receipt', schema: ExecutionReceipt } },
    handle: async ({ scope, params: { id } }) => ({
      status: 200,
      body: await readExecution(scope, id),
    }),
  }),
];

const toDate = (time: string | undefined): Date | undefined =>
  time === undefined ? undefined : new Date(time);

const refuseRange = ({ from, to }: Pick<ListFilter, 'from' | 'to'>): void => {
  if (from === undefined || to === undefined || from < to) return;
  throw new AppError('validation_failed', 'The range must be positive.', {
    errors: [{ path: 'from', message: 'must be before `to`' }],
  });
};
