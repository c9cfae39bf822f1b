import { z } from 'zod';
import { Citation, Statement } from '../citations/index.js';
import { changes, userRoute, type Route } from '../http/index.js';
import { notFound } from '../shared/errors.js';
import { MessageId, SessionId } from '../shared/ids.js';
import type { PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import {
  loadReadableCitations,
  sourcesOf,
  toCitationJoin,
  toShownAnswer,
  toShownOutcome,
  toShownStatements,
  toShownTextBeforeRepair,
} from './readable-citations.js';
import { AnswerOutcome } from './execution.js';
import { SessionRecord, textBeforeRepair } from './schema.js';
import { findSessionsWithText } from './sessions-with-text.js';
import { ListedMessage } from './messages-repository.js';
import {
  SessionSort,
  type SessionChanges,
  type SessionListRequest,
} from './sessions-repository.js';
import {
  listOf,
  listQueryFields,
  listTotal,
  readList,
  readRange,
  timeField,
  totalField,
} from '../shared/lists.js';

type Deps = { database: Pick<Database, 'withScope'> };

export type SessionDeps = { sessions: ReturnType<typeof createSessions> };

const Session = SessionRecord.meta({ id: 'Session' });
const Message = ListedMessage.omit({ beforeRepair: true })
  .extend({
    parentMessageId: ListedMessage.shape.parentMessageId.describe(
      'The message that this one follows in its branch; null for the first.',
    ),
    branches: ListedMessage.shape.branches.describe(
      'The questions that were asked in the same place, oldest first and with this one; empty where it is the only one.',
    ),
    citations: z.array(Citation),
    statements: z
      .array(Statement)
      .describe('For an answer written by a model; empty while its text is withheld.'),
    textBeforeRepair,
    outcome: AnswerOutcome.nullable().describe(
      'How an answer came about; null for other messages.',
    ),
  })
  .meta({ id: 'Message' });
const params = z.strictObject({ id: SessionId });
const access = { permission: 'chat', openTo: 'pages', tag: 'sessions' } as const;
const ofOne = { path: '/v1/sessions/:id', params, ...access } as const;

const SessionQuery = z.strictObject({
  ...listQueryFields,
  status: SessionRecord.shape.status.optional(),
  title: z.string().min(1).max(200).optional().describe('Part of the title.'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Words that all stand in the title, in one question, or in one answer that is still shown. Looks at the 10,000 newest messages.',
    ),
  pinned: z.enum(['true', 'false']).optional(),
  from: timeField.optional().describe('With activity at or after.'),
  to: timeField.optional().describe('With activity before.'),
  sort: SessionSort.default('-createdAt'),
  total: totalField,
});

type ListedRequest = Omit<SessionListRequest, 'either'> & {
  withTotal?: boolean;
  text?: string | undefined;
};

/** What the owner of a session may do with it; another user's session is `not_found`. */
export const createSessions = ({ database }: Deps) => ({
  list: (scope: UserScope, { withTotal = false, text, ...asked }: ListedRequest) =>
    database.withScope(scope, async (tx) => {
      const either = text === undefined ? undefined : await findSessionsWithText(tx, text);
      const request = { ...asked, either };
      const total = withTotal ? { total: await tx.sessions.count(request) } : {};
      return { ...(await tx.sessions.list(request)), ...total };
    }),
  get: (scope: UserScope, id: SessionId) => database.withScope(scope, (tx) => find(tx, id)),
  change: (scope: UserScope, id: SessionId, wanted: SessionChanges) =>
    database.withScope(scope, (tx) => tx.sessions.change(id, wanted)),
  delete: (scope: UserScope, id: SessionId) =>
    database.withScope(scope, (tx) => tx.sessions.delete(id)),
  /** The messages of one branch: the newest, or the newest one that contains a given message; `all` reads every branch. */
  messages: (
    scope: UserScope,
    id: SessionId,
    page: PageRequest & { through?: MessageId | 'all' | undefined },
  ) =>
    database.withScope(scope, async (tx) => {
      await find(tx, id);
      const { through } = page;
      const isNamed = through !== undefined && through !== 'all';
      if (isNamed && !(await tx.sessions.holds(id, through))) throw notFound();
      const { items, nextAfter } = await tx.sessions.messages(id, page);
      const readable = await loadReadableCitations(tx, items.flatMap(sourcesOf));
      const join = toCitationJoin(readable);
      return {
        items: items.map(({ beforeRepair, ...message }) => ({
          ...message,
          content: toShownAnswer(message, readable),
          citations: message.citations.map(join),
          statements: toShownStatements(message, readable),
          outcome: message.outcome && toShownOutcome(message.outcome, message.citations, readable),
          textBeforeRepair: toShownTextBeforeRepair({ ...message, beforeRepair }, readable),
        })),
        nextAfter,
      };
    }),
});

export const createSessionRoutes = (deps: SessionDeps): Route[] => [
  ...createListRoutes(deps),
  ...createRoutesOfOne(deps),
];

const createListRoutes = ({ sessions }: SessionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/sessions',
    operationId: 'listSessions',
    summary: "List the caller's sessions",
    ...access,
    query: SessionQuery,
    responses: {
      200: {
        description: 'Newest first, or as `sort` says',
        schema: listOf(Session, 'SessionList', listTotal),
      },
    },
    answer: ({ scope, query }) => {
      const { status, title, text, sort, total: withTotal } = query;
      const pinned = query.pinned === undefined ? undefined : query.pinned === 'true';
      const range = readRange(query);
      return readList({ list: 'sessions', scope, position: 'order' }, query, (page) =>
        sessions.list(scope, { ...page, ...range, status, title, text, pinned, sort, withTotal }),
      );
    },
  }),
];

const createRoutesOfOne = ({ sessions }: SessionDeps): Route[] => [
  userRoute({
    method: 'get',
    ...ofOne,
    operationId: 'getSession',
    summary: 'Read a session',
    responses: { 200: { description: 'The session', schema: Session } },
    answer: ({ scope, params: { id } }) => sessions.get(scope, id),
  }),
  userRoute({
    method: 'patch',
    ...ofOne,
    operationId: 'updateSession',
    example: { title: 'Working from home', pinned: true },
    summary: 'Rename a session, or pin it above the others',
    body: changes({
      title: z.string().trim().min(1).max(200).optional(),
      pinned: z.boolean().optional(),
    }).meta({ id: 'SessionChanges' }),
    responses: { 200: { description: 'The changed session', schema: Session } },
    answer: ({ scope, params: { id }, body }) => sessions.change(scope, id, body),
  }),
  userRoute({
    method: 'delete',
    ...ofOne,
    operationId: 'deleteSession',
    errors: ['under_hold'],
    summary: 'Delete a session and its messages',
    responses: { 204: { description: 'Deleted' } },
    answer: ({ scope, params: { id } }) => sessions.delete(scope, id),
  }),
  userRoute({
    method: 'get',
    path: '/v1/sessions/:id/messages',
    operationId: 'listMessages',
    summary: 'List the messages of a session with their citations',
    ...access,
    params,
    query: z.strictObject({
      ...listQueryFields,
      through: MessageId.optional().describe(
        'A message of the branch that is wanted; without it the newest branch is listed.',
      ),
    }),
    responses: { 200: { description: 'Newest first', schema: listOf(Message, 'MessageList') } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `messages/${id}`, scope }, query, (page) =>
        sessions.messages(scope, id, { ...page, through: query.through }),
      ),
  }),
];

const find = async (tx: ScopedRepositories, id: SessionId): Promise<SessionRecord> => {
  const session = await tx.sessions.find(id);
  if (session === null) throw notFound();
  return session;
};
