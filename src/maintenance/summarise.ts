import { createSummariseSession, type SummariseSession } from '../conversations/index.js';
import { createSupersedeContradicted, type SupersedeContradicted } from '../memories/index.js';
import type { SystemScope } from '../shared/scope.js';
import { eachTenant, type Attempt, type Deps } from './chores.js';
import type { Database, ScopedRepositories } from './database.js';

type RoundDeps = { database: Pick<Database, 'withScope' | 'withLock'> };

const MAX_SESSIONS = 20;
/** Sessions that were idle for longer than this beyond their timeout before they could be summarized are skipped. */
const MAX_AGE_MS = 7 * 86_400_000;

const MAX_MEMORIES = 20;

/** Does the chores that need a model; without one, no session is summarized and no memory superseded. */
export const createSummariseTenants = (deps: Deps, attempt: Attempt, signal: AbortSignal) => {
  const { chat, database } = deps;
  if (chat === null) return () => Promise.resolve();
  const summariseSession = createSummariseSession({ ...deps, chat });
  const summariseSessions = createSummariseSessions({ ...deps, summariseSession });
  const supersedeContradicted = createSupersedeContradicted({ ...deps, chat });
  const compareMemories = createCompareMemories({ database, supersedeContradicted });
  return async (): Promise<void> => {
    for await (const { scope, status } of eachTenant(database)) {
      if (signal.aborted) return;
      if (status !== 'active') continue;
      await attempt('compare_memories', () => compareMemories(scope, signal));
      await attempt('summarise_sessions', () => summariseSessions(scope, signal));
    }
  };
};

/** Summarizes some of a tenant's closed sessions. */
export const createSummariseSessions = ({
  database,
  summariseSession,
  sessionTimeoutMs,
  now,
}: RoundDeps & Pick<Deps, 'sessionTimeoutMs' | 'now'> & { summariseSession: SummariseSession }) =>
  createRound(database, {
    name: 'session-summaries',
    find: (tx) => {
      const activeSince = new Date(now().getTime() - sessionTimeoutMs - MAX_AGE_MS);
      return tx.sessions.uncovered({ activeSince, limit: MAX_SESSIONS });
    },
    work: summariseSession,
  });

/** Compares some of a tenant's new facts with earlier ones, oldest first, so that the latest statement wins. */
export const createCompareMemories = ({
  database,
  supersedeContradicted,
}: RoundDeps & { supersedeContradicted: SupersedeContradicted }) =>
  createRound(database, {
    name: 'memory-comparisons',
    find: (tx) => tx.memories.uncompared(MAX_MEMORIES),
    work: supersedeContradicted,
  });

type Round<Item> = {
  name: string;
  find: (tx: ScopedRepositories) => Promise<readonly Item[]>;
  work: (scope: SystemScope, item: Item, signal: AbortSignal) => Promise<unknown>;
};

/** A failing model ends the round, and the next one tries again. */
const createRound =
  <Item>(database: RoundDeps['database'], { name, find, work }: Round<Item>) =>
  async (scope: SystemScope, signal: AbortSignal): Promise<void> => {
    if ((await database.withScope(scope, find)).length === 0) return;
    // One process at a time, so that nothing is paid for twice; items finished by another process meanwhile are no longer listed.
    await database.withLock({ key: `${name}/${scope.tenantId}`, signal }, async () => {
      for (const item of await database.withScope(scope, find)) {
        signal.throwIfAborted();
        await work(scope, item, signal);
      }
    });
  };
