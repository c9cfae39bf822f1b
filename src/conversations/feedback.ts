import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import { notFound } from '../shared/errors.js';
import { MessageId, UserId } from '../shared/ids.js';
import type { Page } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { FeedbackEntry, type FeedbackFilter } from './feedback-repository.js';
import { loadReadableCitations, toShownAnswer } from './readable-citations.js';
import { Feedback, Rating } from './schema.js';
import { listOf, listQueryFields, readList, timeField } from '../shared/lists.js';

type Deps = { database: Pick<Database, 'withScope'> };

export type FeedbackDeps = {
  giveFeedback: ReturnType<typeof createGiveFeedback>;
  readFeedback: ReturnType<typeof createReadFeedback>;
  resolveFeedback: ReturnType<typeof createResolveFeedback>;
};

/** Saves a user's opinion about an answer in one of their sessions. For a question, or another user's answer, fails with `not_found`. */
export const createGiveFeedback =
  ({ database }: Deps) =>
  (scope: UserScope, id: MessageId, feedback: Feedback): Promise<Feedback> =>
    database.withScope(scope, async (tx) => {
      const saved = await tx.feedback.save(id, feedback);
      if (saved === null) throw notFound();
      return saved;
    });

/** Reads feedback. An answer is shown only if the admin may read its sources now, as with a message. */
export const createReadFeedback =
  ({ database }: Deps) =>
  (scope: UserScope, filter: FeedbackFilter): Promise<Page<FeedbackEntry>> =>
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

/** Resolves or reopens feedback, and records in the audit log who did it. */
export const createResolveFeedback =
  ({ database }: Deps) =>
  (scope: UserScope, id: MessageId, resolution: { resolved: boolean }): Promise<void> =>
    database.withScope(scope, async (tx) => {
      if (!(await tx.feedback.resolve(id, resolution))) throw notFound();
      const action = resolution.resolved ? 'feedback.resolve' : 'feedback.reopen';
      await tx.audit.append({ actorId: scope.userId, action, subjectId: id });
    });

const FeedbackQuery = z.strictObject({
  ...listQueryFields,
  rating: Rating.optional(),
  userId: UserId.optional(),
  shareWithAdmin: z.enum(['true', 'false']).optional(),
  resolved: z.enum(['true', 'false']).optional(),
  from: timeField.optional().describe('Sent at or after.'),
  to: timeField.optional().describe('Sent before.'),
});

const isTrue = (given: 'true' | 'false' | undefined): boolean | undefined =>
  given === undefined ? undefined : given === 'true';

export const createFeedbackRoutes = (deps: FeedbackDeps): Route[] => [
  ...createRoutesOfAdmins(deps),
  createGiveRoute(deps),
];

const createRoutesOfAdmins = ({ readFeedback, resolveFeedback }: FeedbackDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/feedback',
    operationId: 'listFeedback',
    tag: 'feedback',
    summary: 'Read what people think of answers; words only of those who share them',
    roles: ['admin'],
    permission: 'admin',
    query: FeedbackQuery,
    responses: {
      200: { description: 'Newest answer first', schema: listOf(FeedbackEntry, 'FeedbackList') },
    },
    answer: ({ scope, query: { from, to, shareWithAdmin, resolved, ...query } }) => {
      const filters = { ...query, from, to, shareWithAdmin, resolved };
      return readList({ list: 'feedback', scope }, filters, (page) =>
        readFeedback(scope, {
          ...page,
          rating: query.rating,
          userId: query.userId,
          shareWithAdmin: isTrue(shareWithAdmin),
          resolved: isTrue(resolved),
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        }),
      );
    },
  }),
  userRoute({
    method: 'patch',
    path: '/v1/feedback/:id',
    operationId: 'resolveFeedback',
    tag: 'feedback',
    example: { resolved: true },
    summary: 'Mark feedback as resolved, by the id of its message, or open it again',
    roles: ['admin'],
    permission: 'admin',
    params: z.strictObject({ id: MessageId }),
    body: z.strictObject({ resolved: z.boolean() }).meta({ id: 'FeedbackResolution' }),
    responses: { 204: { description: 'Marked' } },
    answer: ({ scope, params: { id }, body }) => resolveFeedback(scope, id, body),
  }),
];

const createGiveRoute = ({ giveFeedback }: FeedbackDeps): Route =>
  userRoute({
    method: 'post',
    path: '/v1/messages/:id/feedback',
    operationId: 'giveFeedback',
    tag: 'feedback',
    example: { rating: 'up', comment: 'Just what I needed.' },
    summary: 'Say what you think of an answer; saying it again replaces what was said before',
    permission: 'chat',
    openTo: 'pages',
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
  });
