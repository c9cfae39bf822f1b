import { z } from 'zod';
import { StoredCitation } from '../citations/citation.js';
import { beyond, olderThan } from '../platform/database/page.js';
import { fromRow, selectOf } from '../platform/database/rows.js';
import { emptySql, sql } from '../platform/database/sql.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { ExecutionId, MessageId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireUser, type Scope } from '../shared/scope.js';
import type { Rating } from './schema.js';
import { Feedback } from './schema.js';
import { CITATIONS, ownMessages } from './messages-repository.js';

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;

const words = z.string().nullable().describe('Null unless the person shares it with admins.');

/** One person's feedback on one answer, as an admin reads it. */
export const FeedbackEntry = Feedback.extend({
  messageId: MessageId,
  executionId: ExecutionId,
  userId: UserId,
  comment: words,
  question: words,
  answer: words,
  createdAt: z.date(),
  updatedAt: z.date(),
  resolvedAt: z.date().nullable().describe('Null until an admin resolves the feedback.'),
}).meta({ id: 'FeedbackEntry' });
export type FeedbackEntry = z.infer<typeof FeedbackEntry>;

/** Feedback with the citations of its answer, which are needed to show the answer. */
const StoredFeedback = FeedbackEntry.extend({
  language: z.string().nullable(),
  citations: z.array(StoredCitation),
});
type StoredFeedback = z.infer<typeof StoredFeedback>;

export type FeedbackFilter = PageRequest & {
  rating?: z.infer<typeof Rating> | undefined;
  userId?: UserId | undefined;
  shareWithAdmin?: boolean | undefined;
  resolved?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Records the events to be sent afterwards, in the transaction that saves feedback. */
export type FeedbackEvents = {
  feedbackGiven(
    feedback: Pick<Feedback, 'rating' | 'shareWithAdmin'> & {
      messageId: MessageId;
      executionId: ExecutionId;
      userId: UserId;
    },
  ): Promise<void>;
};

/** Feedback is deleted together with the message that it concerns. */
export const createFeedbackRepository = (
  tx: Transaction,
  scope: Scope,
  events: FeedbackEvents,
) => ({
  /** Saves feedback, replacing earlier feedback; null unless the message is an answer in a session of the scope's own user. */
  save: async (
    messageId: MessageId,
    { rating, comment, shareWithAdmin }: Feedback,
  ): Promise<Feedback | null> => {
    const { tenantId, userId } = requireUser(scope);
    const answer = await tx.models.message.findFirst({
      where: { ...ownMessages(scope), id: messageId, role: 'assistant' },
      select: { executionId: true },
    });
    if (answer === null) return null;
    const said = { rating, comment: comment && toStorableText(comment), shareWithAdmin };
    const saved = await tx.models.feedback.upsert({
      where: { tenantId_messageId: { tenantId, messageId } },
      create: { tenantId, messageId, userId, ...said },
      update: { ...said, updatedAt: await tx.$now(), resolvedAt: null },
      select: selectOf(Feedback),
    });
    const executionId = ExecutionId.parse(answer.executionId);
    await events.feedbackGiven({ rating, shareWithAdmin, messageId, executionId, userId });
    return fromRow(Feedback, saved);
  },
  /**
   * Resolves or reopens feedback of anyone in the tenant; false if the message has no feedback. Resolving it twice keeps the first time.
   */
  resolve: async (messageId: MessageId, { resolved }: { resolved: boolean }): Promise<boolean> => {
    const where = { tenantId: scope.tenantId, messageId };
    await tx.models.feedback.updateMany({
      where: resolved ? { ...where, resolvedAt: null } : where,
      data: { resolvedAt: resolved ? await tx.$now() : null },
    });
    return (await tx.models.feedback.count({ where })) === 1;
  },
  /** Lists the feedback of the whole tenant, newest answer first. Comments that are not shared never leave the database. */
  list: async (filter: FeedbackFilter): Promise<Page<StoredFeedback>> => {
    const { rating, userId, shareWithAdmin, resolved, from, to } = filter;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT f.message_id AS "messageId", m.execution_id AS "executionId", f.user_id AS "userId", f.rating,
        f.share_with_admin AS "shareWithAdmin", f.created_at AS "createdAt", f.updated_at AS "updatedAt",
        f.resolved_at AS "resolvedAt",
        CASE WHEN f.share_with_admin THEN f.comment END AS comment,
        CASE WHEN f.share_with_admin THEN q.content END AS question,
        CASE WHEN f.share_with_admin THEN m.content END AS answer, m.language, ${CITATIONS}
      FROM feedback f JOIN messages m ON m.tenant_id = f.tenant_id AND m.id = f.message_id
      LEFT JOIN messages q ON q.tenant_id = m.tenant_id AND q.execution_id = m.execution_id AND q.role = 'user'
      WHERE f.tenant_id = ${scope.tenantId}::uuid ${olderThan(sql`f.message_id`, filter)}
        ${rating === undefined ? emptySql : sql`AND f.rating = ${rating}`}
        ${userId === undefined ? emptySql : sql`AND f.user_id = ${userId}::uuid`}
        ${shareWithAdmin === undefined ? emptySql : sql`AND f.share_with_admin = ${shareWithAdmin}`}
        ${resolved === undefined ? emptySql : sql`AND (f.resolved_at IS NOT NULL) = ${resolved}`}
        ${from === undefined ? emptySql : sql`AND f.updated_at >= ${from}`}
        ${to === undefined ? emptySql : sql`AND f.updated_at < ${to}`}
      ORDER BY f.message_id DESC LIMIT ${beyond(filter)}`;
    const items = StoredFeedback.array().parse(rows.slice(0, filter.limit));
    const isMore = rows.length > filter.limit;
    return { items, nextAfter: isMore ? (items.at(-1)?.messageId ?? null) : null };
  },
});
