import { z } from 'zod';
import { Feedback, Rating } from './feedback.js';
import { MessageId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { userRoute, type Route } from '../http/index.js';

export type FeedbackDeps = {
  giveFeedback: (scope: UserScope, id: MessageId, feedback: Feedback) => Promise<Feedback>;
};

export const createFeedbackRoutes = ({ giveFeedback }: FeedbackDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/messages/:id/feedback',
    summary: 'Say what you think of an answer; saying it again replaces what was said before',
    permission: 'chat',
    params: z.strictObject({ id: MessageId }),
    body: z
      .strictObject({ rating: Rating, comment: z.string().trim().min(1).max(2000).optional() })
      .meta({ id: 'FeedbackRequest' }),
    responses: {
      200: { description: 'The feedback as saved', schema: Feedback.meta({ id: 'Feedback' }) },
    },
    handle: async ({ scope, params: { id }, body: { rating, comment = null } }) => ({
      status: 200,
      body: await giveFeedback(scope, id, { rating, comment }),
    }),
  }),
];
