import { Feedback } from './feedback.js';
import type { Scope } from '../shared/scope.js';
import { requireUser } from '../platform/database/owner.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { MessageId } from '../shared/ids.js';

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

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;
