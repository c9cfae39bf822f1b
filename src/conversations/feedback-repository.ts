import { Feedback } from './feedback.js';
import type { Scope } from '../shared/scope.js';
import type { FeedbackRepository } from './feedback-port.js';
import { requireUser } from '../platform/database/owner.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';

export const createFeedbackRepository = (tx: Transaction, scope: Scope): FeedbackRepository => ({
  save: async (messageId, { rating, comment }) => {
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
