import { z } from 'zod';
import type { ChooseAssistant } from '../../assistants/index.js';
import { addressOf, Statement, type Citation } from '../../citations/index.js';
import { untilShutdown, type ParallelLimit } from '../../http/index.js';
import { Degradation } from '../../shared/execution.js';
import type {
  ChatAnswer,
  ChatDeps,
  TurnEvent,
  UnstoredAnswer,
  Workflow,
} from '../../workflow/index.js';
import { withinCollection, type FindCollection } from '../collection.js';
import { collectionField, declareTool, type Running } from './tool.js';

export type AskToolDeps = FindCollection &
  Pick<Workflow, 'runTurn' | 'runUnstored'> &
  Pick<ChatDeps, 'chatOnce'> & {
    chooseAssistant: ChooseAssistant;
    limitChats: ParallelLimit;
    /** Aborts when running turns must stop because the server is shutting down. */
    shutdownSignal: AbortSignal;
    maxQueryChars: number;
  };

const Cited = z.object({
  number: z.int().describe('Its marker in the answer.'),
  title: z.string(),
  url: z.string().optional().describe('A page that shows the passage.'),
  originalUrl: z.string().optional().describe('The original of the document at its source.'),
  readAt: z.string().optional().describe('When the source last read it.'),
  quote: z.string().nullable(),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
});

const Output = z.object({
  answer: z.string(),
  citations: z.array(Cited),
  statements: z
    .array(Statement)
    .describe("The answer's statements, each with whether its sources support it."),
  executionId: z.string().describe("Id of the answer's receipt."),
  status: z.string(),
  degraded: z.array(Degradation),
});

/** Answers a question with its sources, like `/v1/chat`. */
export const createAskTool = (deps: AskToolDeps) => {
  const ask = createAsk(deps);
  return declareTool({
    name: 'ask',
    title: 'Ask a question',
    description:
      "Answers a question from the organisation's documents, with numbered sources. It searches by itself and knows nothing of this conversation: ask a whole question.",
    permission: 'chat',
    input: z.object({
      question: z.string().trim().min(1).max(deps.maxQueryChars),
      assistant: z
        .string()
        .regex(/^[a-z0-9-]{1,64}$/)
        .optional()
        .describe('The slug of the assistant to ask; the default one if omitted.'),
      collection: collectionField,
    }),
    output: Output,
    run: async ({ question, assistant, collection }, call) => {
      const answer = await ask({ question, assistant, collection }, call);
      return { value: toOutput(answer, call.base), text: answer.answer };
    },
  });
};

type Answer = ChatAnswer | UnstoredAnswer;
type Asked = { question: string; assistant: string | undefined; collection: string | undefined };

/** Runs a turn without storing its text; with an idempotency key, a stored turn, so that the same answer can be repeated. */
const createAsk =
  (deps: AskToolDeps) =>
  async (asked: Asked, { scope, signal, ...call }: Running): Promise<Answer> => {
    const { idempotencyKey: key, tellProgress } = call;
    const filter = await withinCollection(deps, scope, asked.collection);
    const assistant = await deps.chooseAssistant(scope, asked.assistant);
    // Numbered, because the structured citations refer to their markers by number.
    const options = { citationStyle: 'numbered' as const, ...(filter && { filter }) };
    const input = { message: asked.question, options };
    const turn = { scope, assistant, ...(tellProgress && { emit: toEmit(tellProgress) }) };
    const limited = <Result>(run: (signal: AbortSignal) => Promise<Result>) =>
      deps.limitChats(scope, () =>
        untilShutdown({ signal, shutdownSignal: deps.shutdownSignal }, run),
      );
    if (key === null) {
      return limited((either) => deps.runUnstored({ ...turn, input, told: [], signal: either }));
    }
    const { answer } = await deps.chatOnce({ scope, input, assistant, key }, (attempt) =>
      limited((either) => deps.runTurn({ ...turn, ...attempt, signal: either })),
    );
    return answer;
  };

const toEmit =
  (tellProgress: (message: string) => Promise<void>) =>
  async (event: TurnEvent): Promise<void> => {
    if (event.type === 'node' && event.phase === 'start') await tellProgress(event.node);
  };

const toOutput = (
  { answer, citations, statements, executionId, status, degraded }: Answer,
  base: string,
): z.input<typeof Output> => ({
  answer,
  statements: [...statements],
  executionId,
  status,
  degraded,
  citations: citations.map((citation) => toCited(citation, base)),
});

const toCited = (citation: Citation, base: string): z.input<typeof Cited> => {
  const { number, title, type, quote, pageStart = null, pageEnd = null, readAt } = citation;
  const url = addressOf(citation, base);
  const original = type === 'document' ? citation.url : undefined;
  return {
    number,
    title: title ?? type,
    ...(url && { url }),
    ...(original !== undefined && { originalUrl: original }),
    ...(readAt && { readAt: readAt.toISOString() }),
    quote,
    pageStart,
    pageEnd,
  };
};
