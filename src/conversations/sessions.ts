import { MessageRecord, SessionRecord, Feedback } from './schema.js';
import { notFound } from '../shared/errors.js';
import { SessionId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { loadCitationJoin } from './readable-citations.js';
import { Citation } from '../citations/index.js';
import { z } from 'zod';
import { ListQuery, listOf, readList, userRoute, type Route } from '../http/index.js';

type Deps = { database: Pick<Database, 'withScope'> };

/** What its owner may do with a session; another user's is `not_found`. */
export type Sessions = {
  list(scope: UserScope, page: PageRequest): Promise<Page<SessionRecord>>;
  get(scope: UserScope, id: SessionId): Promise<SessionRecord>;
  rename(scope: UserScope, id: SessionId, title: string): Promise<SessionRecord>;
  delete(scope: UserScope, id: SessionId): Promise<void>;
  messages(
    scope: UserScope,
    id: SessionId,
    page: PageRequest,
  ): Promise<Page<MessageRecord & { citations: Citation[]; feedback: Feedback | null }>>;
};

export type SessionDeps = { sessions: Sessions };

const Session = SessionRecord.meta({ id: 'Session' });
const Message = MessageRecord.extend({
  citations: z.array(Citation),
  feedback: Feedback.nullable(),
}).meta({ id: 'Message' });
const params = z.strictObject({ id: SessionId });
const permission = 'chat';

export const createSessions = ({ database }: Deps): Sessions => ({
  list: (scope, page) => database.withScope(scope, (tx) => tx.sessions.list(page)),
  get: (scope, id) => database.withScope(scope, (tx) => find(tx, id)),
  rename: (scope, id, title) =>
    database.withScope(scope, async (tx) => {
      await find(tx, id);
      return tx.sessions.rename(id, title);
    }),
  delete: (scope, id) =>
    database.withScope(scope, async (tx) => {
      await find(tx, id);
      await tx.sessions.delete(id);
    }),
  messages: (scope, id, page) =>
    database.withScope(scope, async (tx) => {
      await find(tx, id);
      const { items, nextAfter } = await tx.sessions.messages(id, page);
      const join = await loadCitationJoin(
        tx,
        items.flatMap(({ citations }) => citations),
      );
      return {
        items: items.map((message) => ({ ...message, citations: message.citations.map(join) })),
        nextAfter,
      };
    }),
});

export const createSessionRoutes = (deps: SessionDeps): Route[] => [
  ...createReadRoutes(deps),
  ...createOtherRoutes(deps),
];

const createReadRoutes = ({ sessions }: SessionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/sessions',
    summary: "List the caller's sessions",
    permission,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Session, 'SessionList') } },
    answer: ({ scope, query }) =>
      readList({ list: 'sessions', scope }, query, (page) => sessions.list(scope, page)),
  }),
  userRoute({
    method: 'get',
    path: '/v1/sessions/:id',
    summary: 'Read a session',
    permission,
    params,
    responses: { 200: { description: 'The session', schema: Session } },
    handle: async ({ scope, params: { id } }) => ({
      status: 200,
      body: await sessions.get(scope, id),
    }),
  }),
];

const createOtherRoutes = ({ sessions }: SessionDeps): Route[] => [
  userRoute({
    method: 'patch',
    path: '/v1/sessions/:id',
    summary: 'Rename a session',
    permission,
    params,
    body: z
      .strictObject({ title: z.string().trim().min(1).max(200) })
      .meta({ id: 'SessionChanges' }),
    responses: { 200: { description: 'The renamed session', schema: Session } },
    handle: async ({ scope, params: { id }, body }) => ({
      status: 200,
      body: await sessions.rename(scope, id, body.title),
    }),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/sessions/:id',
    summary: 'Delete a session and its messages',
    permission,
    params,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ scope, params: { id } }) => {
      await sessions.delete(scope, id);
      return { status: 204 };
    },
  }),
  userRoute({
    method: 'get',
    path: '/v1/sessions/:id/messages',
    summary: 'List the messages of a session with their citations',
    permission,
    params,
    query: ListQuery,
    responses: { 200: { description: 'Newest first', schema: listOf(Message, 'MessageList') } },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `messages/${id}`, scope }, query, (page) =>
        sessions.messages(scope, id, page),
      ),
  }),
];

const find = async (
  tx: Pick<ScopedRepositories, 'sessions'>,
  id: SessionId,
): Promise<SessionRecord> => {
  const session = await tx.sessions.find(id);
  if (session === null) throw notFound();
  return session;
};
