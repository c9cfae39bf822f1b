import { z } from 'zod';
import { ChatOptions, type TurnInput, type ChatAnswer } from '../conversations/index.js';
import { SessionId, type ExecutionId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { ChatOnce, ChatOutcome } from './chat-once.js';
import type { TurnEvent } from './turn.js';
import { ChatAnswerView, ChatEvent, streamTurn } from './chat-events.js';
import {
  IdempotencyHeaders,
  parseIdempotencyKey,
  toReplayHeaders,
  createParallelLimit,
  userRoute,
  untilShutdown,
  type OpenStream,
  type Route,
} from '../http/index.js';
import { toolNamesField } from '../tenancy/index.js';

export type ChatDeps = {
  runTurn: (turn: {
    scope: UserScope;
    input: TurnInput;
    signal: AbortSignal;
    executionId?: ExecutionId;
    emit?: (event: TurnEvent) => Promise<void>;
    isStreamed?: boolean;
  }) => Promise<ChatAnswer>;
  chatOnce: ChatOnce;
  maxQueryChars: number;
  maxParallelChatsPerUser: number;
  /** Of every tool there is: a request can name no other. */
  toolNames: readonly string[];
  /** Fires when running turns must give up, for the server is about to end. */
  shutdownSignal: AbortSignal;
};

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

type How = { signal: AbortSignal; emit?: (event: TurnEvent) => Promise<void> };

export const createChatRoutes = (deps: ChatDeps): Route[] => {
  const ask = createAsk(deps);
  return [
    userRoute({
      method: 'post',
      path: '/v1/chat',
      summary: 'Ask a question and get a cited answer, whole or as it is written',
      permission: 'chat',
      produces: [JSON_TYPE, EVENTS_TYPE],
      headers: IdempotencyHeaders,
      body: toRequestSchema(deps),
      responses: {
        200: { description: 'The answer', schema: ChatAnswerView, events: ChatEvent },
      },
      handle: async ({ scope, body: input, signal, request, accepted }) => {
        const question = { scope, input, key: parseIdempotencyKey(request) };
        if (accepted === EVENTS_TYPE) {
          return { events: (stream) => streamAsked(stream, (how) => ask(question, how)) };
        }
        const { answer, isReplayed } = await ask(question, { signal });
        return { status: 200, body: answer, headers: toReplayHeaders({ isReplayed }) };
      },
    }),
  ];
};

type Question = { scope: UserScope; input: TurnInput; key: string | null };

/** Runs a turn within the user's share, or finds the answer that the key's first request got. */
const createAsk = (deps: ChatDeps) => {
  const limitParallel = createParallelLimit({
    max: deps.maxParallelChatsPerUser,
    refusal: { code: 'too_many_parallel_chats', message: 'Too many questions at once.' },
  });
  return async ({ scope, input, key }: Question, how: How): Promise<ChatOutcome> => {
    const { signal, emit } = how;
    const streamed = emit === undefined ? {} : { emit, isStreamed: true };
    const run = (attempt: { input: TurnInput; executionId?: ExecutionId }) =>
      limitParallel(`${scope.tenantId}/${scope.userId}`, () =>
        untilShutdown({ signal, shutdownSignal: deps.shutdownSignal }, (either) =>
          deps.runTurn({ scope, ...attempt, ...streamed, signal: either }),
        ),
      );
    if (key === null) return { answer: await run({ input }), isReplayed: false };
    return deps.chatOnce({ scope, input, key }, run);
  };
};

const toRequestSchema = ({ maxQueryChars, toolNames }: ChatDeps) =>
  z
    .strictObject({
      message: z.string().trim().min(1).max(maxQueryChars),
      sessionId: SessionId.optional(),
      options: ChatOptions.extend({ tools: toolNamesField(toolNames).optional() }).default({}),
    })
    .meta({ id: 'ChatRequest' });

const streamAsked = (
  { send, setHeader, signal }: OpenStream,
  ask: (how: How) => Promise<ChatOutcome>,
): Promise<void> =>
  streamTurn(send, async (emit) => {
    const { answer, isReplayed } = await ask({ signal, emit });
    for (const [name, value] of Object.entries(toReplayHeaders({ isReplayed }))) {
      setHeader(name, value);
    }
    return answer;
  });
