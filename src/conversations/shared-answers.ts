import { z } from 'zod';
import { Citation, Statement, toStatement } from '../citations/index.js';
import { userRoute, type Route } from '../http/index.js';
import { AppError, notFound } from '../shared/errors.js';
import { MessageId, newId, SharedAnswerId } from '../shared/ids.js';
import { ListQuery, listOf, readList } from '../shared/lists.js';
import type { PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { isReadable, loadReadableCitations, toCitationJoin } from './readable-citations.js';
import { SharedAnswerRecord, type SourcesOfAnswer } from './shared-answers-repository.js';

type Deps = { database: Pick<Database, 'withScope'>; now?: () => Date };

export type SharedAnswerDeps = { sharedAnswers: ReturnType<typeof createSharedAnswers> };

const DAY_MS = 86_400_000;

/** Answers that a person deliberately shares with colleagues. A reader sees an answer completely or not at all. */
export const createSharedAnswers = ({ database, now = () => new Date() }: Deps) => ({
  /** Shares an answer. Rejects with `conflict` if nobody else could ever open it. */
  share: (scope: UserScope, { messageId, days }: { messageId: MessageId; days: number }) =>
    database.withScope(scope, async (tx) => {
      const sources = await tx.sharedAnswers.sourcesOf(messageId);
      if (sources === null) throw notFound();
      const readable = await loadReadableCitations(tx, [...sources.citations, ...sources.read]);
      if (isOfDocuments(sources) && isReadable([...sources.citations, ...sources.read], readable)) {
        const expiresAt = new Date(now().getTime() + days * DAY_MS);
        return tx.sharedAnswers.save({ id: newId(SharedAnswerId), messageId, expiresAt });
      }
      throw new AppError(
        'conflict',
        'This answer rests on what no colleague may see, such as your memories, files or results of tools, or on a document that has changed.',
      );
    }),
  list: (scope: UserScope, page: PageRequest) =>
    database.withScope(scope, (tx) => tx.sharedAnswers.list(page)),
  revoke: (scope: UserScope, id: SharedAnswerId) =>
    database.withScope(scope, async (tx) => {
      if (!(await tx.sharedAnswers.revoke(id))) throw notFound();
    }),
  /**
   * Opens a shared answer. All its sources are read again with the rights of the reader; if one is missing, the answer is `not_found`, as
   * if it had never been shared.
   */
  open: (scope: UserScope, id: SharedAnswerId) =>
    database.withScope(scope, async (tx) => {
      const shared = await tx.sharedAnswers.open(id);
      if (shared === null) throw notFound();
      const { citations, read, statements, content, ...rest } = shared;
      const readable = await loadReadableCitations(tx, [...citations, ...read]);
      if (!isOfDocuments(shared) || !isReadable([...citations, ...read], readable)) {
        throw notFound();
      }
      return {
        ...rest,
        answer: content,
        citations: citations.map(toCitationJoin(readable)),
        statements: statements.map(toStatement),
      };
    }),
});

/** Memories, files and tool results belong to the person who asked, so only answers from document passages may be shared. */
const isOfDocuments = ({ citations, read }: SourcesOfAnswer): boolean =>
  citations.every(({ type }) => type === 'document') &&
  read.every(({ chunkId }) => chunkId !== null);

const SharedAnswer = SharedAnswerRecord.meta({ id: 'SharedAnswer' });
const OpenedSharedAnswer = SharedAnswerRecord.extend({
  answer: z.string(),
  language: z.string().nullable(),
  citations: z.array(Citation),
  statements: z.array(Statement),
}).meta({ id: 'OpenedSharedAnswer' });

const access = { permission: 'chat', tag: 'sessions' } as const;
const ofOne = {
  path: '/v1/shared-answers/:id',
  params: z.strictObject({ id: SharedAnswerId }),
  ...access,
} as const;

export const createSharedAnswerRoutes = ({ sharedAnswers }: SharedAnswerDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/shared-answers',
    operationId: 'shareAnswer',
    summary: 'Share a question with its answer; sharing it again moves the end',
    ...access,
    example: { messageId: '0197e0b2-0000-7000-8000-000000000000', days: 30 },
    body: z
      .strictObject({
        messageId: MessageId.describe('An answer in a session of the caller.'),
        days: z.int().min(1).max(365).default(30).describe('How long it can be opened.'),
      })
      .meta({ id: 'ShareRequest' }),
    errors: ['not_found', 'conflict'],
    responses: { 201: { description: 'The shared answer', schema: SharedAnswer } },
    answer: ({ scope, body }) => sharedAnswers.share(scope, body),
  }),
  userRoute({
    method: 'get',
    path: '/v1/shared-answers',
    operationId: 'listSharedAnswers',
    summary: 'List the answers that the caller shares',
    ...access,
    query: ListQuery,
    responses: {
      200: { description: 'Newest first', schema: listOf(SharedAnswer, 'SharedAnswerList') },
    },
    answer: ({ scope, query }) =>
      readList({ list: 'shared-answers', scope }, query, (page) => sharedAnswers.list(scope, page)),
  }),
  userRoute({
    method: 'get',
    ...ofOne,
    operationId: 'openSharedAnswer',
    summary: 'Open an answer that a colleague shares, whose sources are all open to the caller',
    responses: { 200: { description: 'The shared answer', schema: OpenedSharedAnswer } },
    answer: ({ scope, params: { id } }) => sharedAnswers.open(scope, id),
  }),
  userRoute({
    method: 'delete',
    ...ofOne,
    operationId: 'revokeSharedAnswer',
    summary: 'Stop sharing an answer',
    responses: { 204: { description: 'Nobody can open it any more' } },
    answer: ({ scope, params: { id } }) => sharedAnswers.revoke(scope, id),
  }),
];
