import type { SessionId } from '../../src/shared/ids.js';
import type { ChatModel } from '../../src/platform/models/model.js';
import { createSummariseSession } from '../../src/conversations/summaries.js';
import { createSummariseSessions } from '../../src/maintenance/summarise.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';
import type { TestDatabase } from './database.js';
import type { TestTenant } from './tenant.js';
import { finishTurn, openSession, startTurn, turnOf } from './turn.js';

export const HOUR_MS = 3_600_000;

/** The answer to every question; none of it may enter a summary. */
const ANSWER = 'The secret of the handbook is Bluebird [1].';

/** Sessions of a tenant's member, and the rounds that sum them up. */
export const createTalks = (
  { database }: Pick<TestDatabase, 'database'>,
  { member, system }: TestTenant,
) => {
  const say = async (id: SessionId, message: string): Promise<void> => {
    const turn = await startTurn(database, member, turnOf(id, message));
    await finishTurn(database, member, { ...turn, content: ANSWER });
  };
  const close = () => database.withScope(system, (tx) => tx.sessions.closeIdle(-HOUR_MS));
  return {
    say,
    close,
    /** A closed session in which the user said this. */
    talk: async (...messages: string[]): Promise<SessionId> => {
      const id = await openSession(database, member);
      for (const message of messages) await say(id, message);
      await close();
      return id;
    },
    summarise: async (chat: ChatModel, { now = () => new Date() } = {}): Promise<void> => {
      const metrics = createSilentMetrics();
      const summariseSession = createSummariseSession({ database, chat, metrics });
      const round = createSummariseSessions({
        database,
        summariseSession,
        now,
        sessionTimeoutMs: HOUR_MS,
      });
      await round(system, new AbortController().signal);
    },
    memories: async () => {
      const { items } = await database.withScope(member, (tx) => tx.memories.list({ limit: 10 }));
      return items;
    },
    uncovered: () =>
      database.withScope(system, (tx) =>
        tx.sessions.uncovered({ activeSince: new Date(0), limit: 20 }),
      ),
  };
};
