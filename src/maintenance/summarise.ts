import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { SupersedeContradicted } from '../memories/index.js';
import type { SummariseSession } from '../conversations/index.js';

type SummariseDeps = {
  database: Pick<Database, 'withScope' | 'withLock'>;
  summariseSession: SummariseSession;
  sessionTimeoutMs: number;
  now: () => Date;
};

const MAX_SESSIONS = 20;
/** What rested longer before anybody could sum it up is left alone. */
const MAX_AGE_MS = 7 * 86_400_000;

type CompareDeps = {
  database: Pick<Database, 'withScope' | 'withLock'>;
  supersedeContradicted: SupersedeContradicted;
};

const MAX_MEMORIES = 20;

/** Sums up some of a tenant's closed sessions; a model that fails ends the round, and the next one tries again. */
export const createSummariseSessions =
  ({ database, summariseSession, sessionTimeoutMs, now }: SummariseDeps) =>
  async (scope: SystemScope, signal: AbortSignal): Promise<void> => {
    const activeSince = new Date(now().getTime() - sessionTimeoutMs - MAX_AGE_MS);
    const find = () =>
      database.withScope(scope, (tx) =>
        tx.sessions.uncovered({ activeSince, limit: MAX_SESSIONS }),
      );
    if ((await find()).length === 0) return;
    // One process at a time, so that no session is paid for twice; what another has done meanwhile is gone from the list.
    await database.withLock({ key: `session-summaries/${scope.tenantId}`, signal }, async () => {
      for (const session of await find()) {
        signal.throwIfAborted();
        await summariseSession(scope, session, signal);
      }
    });
  };

/** Holds some of a tenant's new facts against earlier ones; a model that fails ends the round, and the next one tries again. */
export const createCompareMemories =
  ({ database, supersedeContradicted }: CompareDeps) =>
  async (scope: SystemScope, signal: AbortSignal): Promise<void> => {
    const find = () => database.withScope(scope, (tx) => tx.memories.uncompared(MAX_MEMORIES));
    if ((await find()).length === 0) return;
    // One process at a time, so that no comparison is paid for twice; oldest first, so that the latest word stands.
    await database.withLock({ key: `memory-comparisons/${scope.tenantId}`, signal }, async () => {
      for (const memory of await find()) {
        signal.throwIfAborted();
        await supersedeContradicted(scope, memory, signal);
      }
    });
  };
