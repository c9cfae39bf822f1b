import { z } from 'zod';
import { StoredCitation } from '../citations/index.js';
import {
  listOf,
  listQueryFields,
  readList,
  timeField,
  userRoute,
  type Route,
} from '../http/index.js';
import { beyond, olderThan } from '../platform/database/page.js';
import { emptySql, sql } from '../platform/database/sql.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound } from '../shared/errors.js';
import { ExecutionId, MessageId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireUser, type Scope, type UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { loadReadableCitations, toShownAnswer } from './readable-citations.js';
import { Feedback, Rating } from './schema.js';
import { CITATIONS } from './sessions-repository.js';

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;

type Deps = { database: Pick<Database, 'withScope'> };

export type FeedbackDeps = {
  giveFeedback: ReturnType<typeof createGiveFeedback>;
  readFeedback: ReturnType<typeof createReadFeedback>;
};

const words = z.string().nullable().describe('Null unless the person shares it with admins.');

/** One person's word on one answer, as an admin reads it. */
const FeedbackEntry = Feedback.extend({
  messageId: MessageId,
  executionId: ExecutionId,
  userId: UserId,
  comment: words,
  question: words,
  answer: words,
  createdAt: z.date(),
  updatedAt: z.date(),
}).meta({ id: 'FeedbackEntry' });
type FeedbackEntry = z.infer<typeof FeedbackEntry>;

/** With what its answer cites, for whoever shows the answer. */
const StoredFeedback = FeedbackEntry.extend({
  language: z.string().nullable(),
  citations: z.array(StoredCitation),
});
type StoredFeedback = z.infer<typeof StoredFeedback>;

type Filter = PageRequest & {
  rating?: z.infer<typeof Rating> | undefined;
  userId?: UserId | undefined;
  shareWithAdmin?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Goes with the message it is about. */
export const createFeedbackRepository = (tx: Transaction, scope: Scope) => ({
  /** Replaces what was said before; null unless the message is an answer in a session of the scope's own user. */
  save: async (
    messageId: MessageId,
    { rating, comment, shareWithAdmin }: Feedback,
  ): Promise<Feedback | null> => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO feedback (tenant_id, message_id, user_id, rating, comment, share_with_admin)
      SELECT m.tenant_id, m.id, s.user_id, ${rating}, ${comment === null ? null : toStorableText(comment)}, ${shareWithAdmin}
      FROM messages m JOIN sessions s ON s.tenant_id = m.tenant_id AND s.id = m.session_id
      WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${messageId}::uuid AND m.role = 'assistant'
        AND s.user_id = ${userId}::uuid
      ON CONFLICT (tenant_id, message_id) DO UPDATE
        SET rating = excluded.rating, comment = excluded.comment, share_with_admin = excluded.share_with_admin, updated_at = now()
      RETURNING rating, comment, share_with_admin AS "shareWithAdmin"`;
    return rows[0] ? Feedback.parse(rows[0]) : null;
  },
  /** The whole tenant's, of the newest answer first. Words that are not shared never leave the database. */
  list: async (filter: Filter): Promise<Page<StoredFeedback>> => {
    const { rating, userId, shareWithAdmin, from, to } = filter;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT f.message_id AS "messageId", m.execution_id AS "executionId", f.user_id AS "userId", f.rating,
        f.share_with_admin AS "shareWithAdmin", f.created_at AS "createdAt", f.updated_at AS "updatedAt",
        CASE WHEN f.share_with_admin THEN f.comment END AS comment,
        CASE WHEN f.share_with_admin THEN q.content END AS question,
        CASE WHEN f.share_with_admin THEN m.content END AS answer, m.language, ${CITATIONS}
      FROM feedback f JOIN messages m ON m.tenant_id = f.tenant_id AND m.id = f.message_id
      LEFT JOIN messages q ON q.tenant_id = m.tenant_id AND q.execution_id = m.execution_id AND q.role = 'user'
      WHERE f.tenant_id = ${scope.tenantId}::uuid ${olderThan(sql`f.message_id`, filter)}
        ${rating === undefined ? emptySql : sql`AND f.rating = ${rating}`}
        ${userId === undefined ? emptySql : sql`AND f.user_id = ${userId}::uuid`}
        ${shareWithAdmin === undefined ? emptySql : sql`AND f.share_with_admin = ${shareWithAdmin}`}
        ${from === undefined ? emptySql : sql`AND f.updated_at >= ${from}`}
        ${to === undefined ? emptySql : sql`AND f.updated_at < ${to}`}
      ORDER BY f.message_id DESC LIMIT ${beyond(filter)}`;
    const items = StoredFeedback.array().parse(rows.slice(0, filter.limit));
    const isMore = rows.length > filter.limit;
    return { items, nextAfter: isMore ? (items.at(-1)?.messageId ?? null) : null };
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

/** An answer is shown as far as the admin may read what it rests on now, like a message. */
export const createReadFeedback =
  ({ database }: Deps) =>
  (scope: UserScope, filter: Filter): Promise<Page<FeedbackEntry>> =>
    database.withScope(scope, async (tx) => {
      const { items, nextAfter } = await tx.feedback.list(filter);
      const cited = items.flatMap(({ answer, citations }) => (answer === null ? [] : citations));
      const readable = await loadReadableCitations(tx, cited);
      return {
        nextAfter,
        items: items.map(({ language, citations, ...entry }) => ({
          ...entry,
          answer:
            entry.answer && toShownAnswer({ content: entry.answer, language, citations }, readable),
        })),
      };
    });

const FeedbackQuery = z.strictObject({
  ...listQueryFields,
  rating: Rating.optional(),
  userId: UserId.optional(),
  shareWithAdmin: z.enum(['true', 'false']).optional(),
  from: timeField.optional().describe('Said at or after.'),
  to: timeField.optional().describe('Said before.'),
});

export const createFeedbackRoutes = ({ giveFeedback, readFeedback }: FeedbackDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/feedback',
    summary: 'Read what people think of answers; words only of those who share them',
    roles: ['admin'],
    permission: 'admin',
    query: FeedbackQuery,
    responses: {
      200: { description: 'Newest answer first', schema: listOf(FeedbackEntry, 'FeedbackList') },
    },
    answer: ({ scope, query: { from, to, shareWithAdmin: shared, ...query } }) => {
      const filters = { ...query, from, to, shareWithAdmin: shared };
      return readList({ list: 'feedback', scope }, filters, (page) =>
        readFeedback(scope, {
          ...page,
          rating: query.rating,
          userId: query.userId,
          shareWithAdmin: shared === undefined ? undefined : shared === 'true',
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        }),
      );
    },
  }),
  userRoute({
    method: 'post',
    path: '/v1/messages/:id/feedback',
    summary: 'Say what you think of an answer; saying it again replaces what was said before',
    permission: 'chat',
    params: z.strictObject({ id: MessageId }),
    body: z
      .strictObject({
        rating: Rating,
        comment: z.string().trim().min(1).max(2000).optional(),
        shareWithAdmin: z
          .boolean()
          .default(false)
          .describe('Lets admins read the comment, and the question and answer that it is about.'),
      })
      .meta({ id: 'FeedbackRequest' }),
    responses: {
      200: { description: 'The feedback as saved', schema: Feedback.meta({ id: 'Feedback' }) },
    },
    answer: ({ scope, params: { id }, body: { comment = null, ...said } }) =>
      giveFeedback(scope, id, { ...said, comment }),
  }),
];
