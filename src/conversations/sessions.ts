import type { MessageRecord, SessionRecord } from './schema.js';
import { notFound } from '../shared/errors.js';
import type { Feedback } from './feedback.js';
import type { SessionId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import { loadCitationJoin } from './join-citations.js';
import type { Citation } from '../citations/index.js';

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

const find = async (
  tx: Pick<ScopedRepositories, 'sessions'>,
  id: SessionId,
): Promise<SessionRecord> => {
  const session = await tx.sessions.find(id);
  if (session === null) throw notFound();
  return session;
};
