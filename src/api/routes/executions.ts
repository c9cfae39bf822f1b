import { z } from 'zod';
import { Citation } from '../../domain/conversation.js';
import {
  ExecutionRecord,
  ModelCall,
  NodeExecution,
  Receipt,
  ToolCallRecord,
} from '../../domain/execution.js';
import { ExecutionId } from '../../domain/ids.js';
import type { UserScope } from '../../domain/scope.js';
import type { Route } from '../route.js';
import { userRoute } from '../route.js';

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
    }).nullable(),
    nodes: z.array(NodeExecution.omit({ executionId: true })),
    toolCalls: z.array(
      ToolCallRecord.extend({
        arguments: ToolCallRecord.shape.arguments.nullable(),
        summary: z.string().nullable(),
      }),
    ),
    modelCalls: z.array(ModelCall),
  })
  .meta({ id: 'Execution' });
type ExecutionReceipt = z.input<typeof ExecutionReceipt>;

export type ExecutionDeps = {
  readExecution: (scope: UserScope, id: ExecutionId) => Promise<ExecutionReceipt>;
};

export const createExecutionRoutes = ({ readExecution }: ExecutionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/executions/:id',
    summary: 'Read the receipt of a turn: why the answer is what it is',
    permission: 'chat',
    params: z.strictObject({ id: ExecutionId }),
    responses: { 200: { description: 'The receipt', schema: ExecutionReceipt } },
    handle: async ({ scope, params: { id } }) => ({
      status: 200,
      body: await readExecution(scope, id),
    }),
  }),
];
