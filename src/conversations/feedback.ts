import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import type { Database } from '../platform/database/database.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound } from '../shared/errors.js';
import { MessageId } from '../shared/ids.js';
import { requireUser, type Scope, type UserScope } from '../shared/scope.js';
import { Feedback, Rating } from './schema.js';

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;

type Deps = { database: Pick<Database<{ feedback: FeedbackRepository }>, 'withScope'> };

export type FeedbackDeps = { giveFeedback: ReturnType<typeof createGiveFeedback> };

/** Goes with the message it is about. */
export const createFeedbackRepository = (tx: Transaction, scope: Scope) => ({
  /** Replaces what was said before; null unless the message is an answer in a session of the scope's own user. */
  save: async (messageId: MessageId, { rating, comment }: Feedback): Promise<Feedback | null> => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO feedback (tenant_id, message_id, user_id, rating, comment)
      SELECT m.tenant_id, m.id, s.user_id, ${rating}, ${comment === null ? null : toStorableText(comment)}
      FROM messages m JOIN sessions s ON s.tenant_id = m.tenant_id AND s.id = m.session_id
      WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${messageId}::uuid AND m.role = 'assistant'
        AND s.user_id = ${userId}::uuid
      ON CONFLICT (tenant_id, message_id) DO UPDATE
        SET rating = excluded.rating, comment = excluded.comment, updated_at = now()
      RETURNING rating, comment`;
    return rows[0] ? Feedback.parse(rows[0]) : null;
  },
});

/** What the owner of a session thinks of an answer in it; a question, or another's answer, is `not_found`. */
export const createGiveFeedback =
  ({ database }: Deps) =>
  (scope: UserScope, id: MessageId, feedback: Feedback): Promise<Feedback> =>
    database.withScope(scope, async (tx) => {
      const saved = await tx.feedback.save(id, feedback);
      if (saved === null) throw notFound();
      return saved;
    });

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
    answer: ({ scope, params: { id }, body: { rating, comment = null } }) =>
      giveFeedback(scope, id, { rating, comment }),
  }),
];
