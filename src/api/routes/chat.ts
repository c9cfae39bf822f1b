import { z } from 'zod';
import type { TurnInput } from '../../domain/chat.js';
import { ChatAnswer, ChatOptions } from '../../domain/chat.js';
import { SessionId } from '../../domain/ids.js';
import type { UserScope } from '../../domain/scope.js';
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
          options: ChatOptions.default({}),
        })
        .meta({ id: 'ChatRequest' }),
      responses: {
        200: { description: 'The answer', schema: ChatAnswer.meta({ id: 'ChatAnswer' }) },
      },
      handle: async ({ scope, body, signal }) => {
        const key = `${scope.tenantId}/${scope.userId}`;
        const answer = await limitParallel(key, () => deps.runTurn({ scope, input: body, signal }));
        return { status: 200, body: answer };
      },
    }),
  ];
};
