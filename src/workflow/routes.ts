import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ChooseAssistant, NamedModels } from '../assistants/index.js';
import { Citation, Statement } from '../citations/index.js';
import { Receipt } from '../conversations/index.js';
import {
  eventsOf,
  Problem,
  IdempotencyHeaders,
  parseIdempotencyKey,
  toReplayHeaders,
  userRoute,
  untilShutdown,
  type StreamEvent,
  type OpenStream,
  type ParallelLimit,
  type Route,
} from '../http/index.js';
import { SUPPORTED_LANGUAGES } from '../language/index.js';
import { NodeName, NodeStatus } from '../shared/execution.js';
import { ExecutionId, MessageId, SessionId } from '../shared/ids.js';
import { ModelName } from '../shared/model-choice.js';
import type { UserScope } from '../shared/scope.js';
import type { ChatOnce, ChatOutcome } from './chat-once.js';
import { ChatAnswer, ChatOptions, type TurnInput } from './chat.js';
import type { RenewLock } from './keep-locks.js';
import type { Workflow } from './run-turn.js';
import type { TurnEvent } from './turn.js';

export type ChatDeps = Pick<Workflow, 'runTurn'> & {
  chatOnce: ChatOnce;
  chooseAssistant: ChooseAssistant;
  namedModels: Pick<NamedModels, 'require'>;
  maxQueryChars: number;
  limitChats: ParallelLimit;
  /** Aborted when running turns must stop because the server is shutting down. */
  shutdownSignal: AbortSignal;
};

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

type How = { signal: AbortSignal; emit?: (event: TurnEvent) => Promise<void> };

const ChatAnswerView = ChatAnswer.meta({ id: 'ChatAnswer' });

const EVENTS = {
  execution: z.object({ executionId: ExecutionId, sessionId: SessionId }),
  node: z.object({
    node: NodeName,
    phase: z.enum(['start', 'end']),
    durationMs: z.number().optional(),
    status: NodeStatus.optional(),
  }),
  decision: Receipt.shape.decisions.element.omit({ protocol: true }),
  tool: z.object({ phase: z.enum(['start', 'end']), name: z.string(), ok: z.boolean().optional() }),
  status: z.object({
    phase: z.enum(['writing']),
    heldChars: z.int().describe('Characters that the model wrote since the last `delta`.'),
  }),
  sources: z.object({
    citations: z.array(Citation).describe('What is quoted if the model does not answer in time.'),
  }),
  delta: z.object({ text: z.string() }),
  verdicts: z.object({
    verdicts: z
      .array(Statement)
      .describe(
        'What is known about the statements, with offsets into all `delta` texts concatenated.',
      ),
  }),
  correction: z.object({
    statementId: z.string(),
    start: z.int().describe('Offset into all `delta` texts concatenated, in UTF-16 units.'),
    end: z.int(),
    text: z.string().describe('The text that replaces this range in `answer`.'),
    notice: z.string().describe('The same as a separate paragraph.'),
  }),
  answer: ChatAnswerView,
  error: Problem,
};

export const ChatEvent = eventsOf(
  'ChatEvent',
  EVENTS,
  'The first is `execution`, the last `answer` or `error`; the texts of all `delta` concatenated are the `answer`, with each `correction` applied. ' +
    '`verdicts` says what is known of its statements; the last one counts. ' +
    'While a model writes what cannot be sent yet, `status` says how much; `sources` comes once where it is slow. ' +
    'Pass over events that you do not know. ' +
    'A stream cannot be resumed (`Last-Event-ID` is not read): ask again with the same `Idempotency-Key`.',
);

export const createChatRoutes = (deps: ChatDeps): Route[] => {
  const ask = createAsk(deps);
  return [
    userRoute({
      method: 'post',
      path: '/v1/chat',
      operationId: 'askQuestion',
      tag: 'chat',
      errors: [
        'not_found',
        'session_busy',
        'quota_exceeded',
        'too_many_parallel_chats',
        'deadline_exceeded',
      ],
      example: { message: 'How many days may I work from home?' },
      summary: 'Ask a question and get a cited answer, streamed or not',
      permission: 'chat',
      openTo: 'pages',
      produces: [JSON_TYPE, EVENTS_TYPE],
      headers: IdempotencyHeaders,
      body: toRequestSchema(deps),
      responses: {
        200: { description: 'The answer', schema: ChatAnswerView, events: ChatEvent },
      },
      handle: async ({ scope, body: { model, ...body }, signal, request, accepted }) => {
        await deps.namedModels.require(scope, model);
        const choice = model === undefined ? {} : { choice: { model } };
        const input = { ...body, ...choice, interfaceLanguage: parseLanguage(request) };
        const question = { scope, input, key: parseIdempotencyKey(request) };
        if (accepted === EVENTS_TYPE) {
          return { events: (stream) => streamTurn(stream, (how) => ask(question, how)) };
        }
        const { answer, isReplayed } = await ask(question, { signal });
        return { status: 200, body: answer, headers: toReplayHeaders({ isReplayed }) };
      },
    }),
  ];
};

type Question = { scope: UserScope; input: TurnInput; key: string | null };

/** The first language of `Accept-Language`, if we support it. */
const parseLanguage = ({ headers }: IncomingMessage): string | undefined => {
  const [, code = ''] = /^\s*([a-z]{2})(?![a-z])/i.exec(headers['accept-language'] ?? '') ?? [];
  return SUPPORTED_LANGUAGES.find((known) => known === code.toLowerCase());
};

/** Runs a turn within the user's limits, or returns the answer to the first request with the same idempotency key. */
const createAsk =
  (deps: ChatDeps) =>
  async ({ scope, input, key }: Question, how: How): Promise<ChatOutcome> => {
    const { signal, emit } = how;
    const assistant = await deps.chooseAssistant(scope, input.assistantId);
    const streamed = emit === undefined ? {} : { emit, isStreamed: true };
    const run = (attempt: { input: TurnInput; executionId?: ExecutionId; renewLock?: RenewLock }) =>
      deps.limitChats(scope, () =>
        untilShutdown({ signal, shutdownSignal: deps.shutdownSignal }, (either) =>
          deps.runTurn({
            scope,
            assistant,
            ...attempt,
            ...streamed,
            signal: either,
          }),
        ),
      );
    if (key === null) return { answer: await run({ input }), isReplayed: false };
    return deps.chatOnce({ scope, input, assistant, key }, run);
  };

const toRequestSchema = ({ maxQueryChars }: ChatDeps) =>
  z
    .strictObject({
      message: z.string().trim().min(1).max(maxQueryChars),
      sessionId: SessionId.optional(),
      parentMessageId: MessageId.nullable()
        .optional()
        .describe(
          'With `sessionId`: the message that the question follows, or null to begin anew, which makes a branch; without it the newest one.',
        ),
      assistantId: z
        .string()
        .regex(/^[a-z0-9-]{1,64}$/)
        .optional()
        .describe(
          'The slug or the id of the assistant that is to answer; without it the default one.',
        ),
      model: ModelName.optional().describe(
        'A model that GET /v1/models lists; default: that of the assistant. There is no failover from it.',
      ),
      options: ChatOptions.default({}),
    })
    .refine(({ sessionId, parentMessageId }) => sessionId !== undefined || !parentMessageId, {
      path: ['parentMessageId'],
      error: 'needs `sessionId`',
    })
    .meta({ id: 'ChatRequest' });

/**
 * Streams a turn while it runs. Nothing is sent before the turn is in the database, so that earlier failures can be reported with a status
 * code; until then, events that come before `execution` are held back.
 */
const streamTurn = async (
  { send, setHeader, signal }: OpenStream,
  ask: (how: How) => Promise<ChatOutcome>,
): Promise<void> => {
  const held: StreamEvent[] = [];
  const told = { hasBegun: false, hasText: false };
  const begin = async (execution: StreamEvent): Promise<void> => {
    told.hasBegun = true;
    await Promise.all([execution, ...held.splice(0)].map(send));
  };
  const emit = async ({ type, ...data }: TurnEvent): Promise<void> => {
    const event = { event: type, data };
    told.hasText ||= type === 'delta';
    if (type === 'execution') await begin(event);
    else if (told.hasBegun) await send(event);
    else held.push(event);
  };
  const { answer, isReplayed } = await ask({ signal, emit });
  for (const [name, value] of Object.entries(toReplayHeaders({ isReplayed }))) {
    setHeader(name, value);
  }
  const { executionId, sessionId } = answer;
  // A repeated answer has no events; text that was not streamed is sent in one piece.
  if (!told.hasBegun) await begin({ event: 'execution', data: { executionId, sessionId } });
  if (!told.hasText) await send({ event: 'delta', data: { text: answer.answer } });
  await send({ event: 'answer', data: answer });
};
