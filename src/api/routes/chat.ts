import { z } from 'zod';
import type { TurnInput } from '../../domain/chat.js';
import { ChatAnswer, ChatOptions } from '../../domain/chat.js';
import { AppError } from '../../domain/errors.js';
import { SessionId } from '../../domain/ids.js';
import type { UserScope } from '../../domain/scope.js';
import { toolNamesField } from '../fields.js';
import { createParallelLimit } from '../middleware/limit-requests.js';
import type { Route } from '../route.js';
import { userRoute } from '../route.js';

export type ChatDeps = {
  runTurn: (turn: {
    scope: UserScope;
    input: TurnInput;
    signal: AbortSignal;
  }) => Promise<ChatAnswer>;
  maxQueryChars: number;
  maxParallelChatsPerUser: number;
  /** Of every tool there is: a request can name no other. */
  toolNames: readonly string[];
  /** Fires when running turns must give up, for the server is about to end. */
  shutdownSignal: AbortSignal;
};

export const createChatRoutes = (deps: ChatDeps): Route[] => {
  const limitParallel = createParallelLimit({ max: deps.maxParallelChatsPerUser });
  return [
    userRoute({
      method: 'post',
      path: '/v1/chat',
      summary: 'Ask a question and get a cited answer',
      permission: 'chat',
      produces: 'application/json',
      body: z
        .strictObject({
          message: z.string().trim().min(1).max(deps.maxQueryChars),
          sessionId: SessionId.optional(),
          options: ChatOptions.extend({
            tools: toolNamesField(deps.toolNames).optional(),
          }).default({}),
        })
        .meta({ id: 'ChatRequest' }),
      responses: {
        200: { description: 'The answer', schema: ChatAnswer.meta({ id: 'ChatAnswer' }) },
      },
      handle: async ({ scope, body, signal }) => {
        const key = `${scope.tenantId}/${scope.userId}`;
        const answer = await limitParallel(key, () =>
          untilShutdown({ signal, shutdownSignal: deps.shutdownSignal }, (either) =>
            deps.runTurn({ scope, input: body, signal: either }),
          ),
        );
        return { status: 200, body: answer };
      },
    }),
  ];
};

type Signals = { signal: AbortSignal; shutdownSignal: AbortSignal };

/** Under a signal that fires with either; linked by hand, since AbortSignal.any on a long-lived signal leaks. */
const untilShutdown = async <Result>(
  { signal, shutdownSignal }: Signals,
  work: (either: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const either = new AbortController();
  const leave = () => either.abort(signal.reason);
  const giveUp = () => either.abort(shutdownSignal.reason);
  if (shutdownSignal.aborted) giveUp();
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  shutdownSignal.addEventListener('abort', giveUp, { once: true });
  try {
    return await work(either.signal);
  } catch (cause) {
    if (!shutdownSignal.aborted) throw cause;
    throw new AppError('shutting_down', 'The server is shutting down.', {
      cause,
      retryAfterSec: 1,
    });
  } finally {
    signal.removeEventListener('abort', leave);
    shutdownSignal.removeEventListener('abort', giveUp);
  }
};
