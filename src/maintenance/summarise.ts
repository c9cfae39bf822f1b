import { createSummariseSession, type SummariseSession } from '../conversations/index.js';
import { createSupersedeContradicted, type SupersedeContradicted } from '../memories/index.js';
import type { ChatModel } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { eachTenant, type Attempt } from './each-tenant.js';
import type { SystemScope } from '../shared/scope.js';
import type { Database } from './database.js';

type ModelDeps = {
  database: Pick<Database, 'withScope' | 'withLock' | 'platform'>;
  chat: ChatModel | null;
  metrics: Pick<Metrics, 'memoryOperation'>;
  sessionTimeoutMs: number;
  logger: Logger;
  now: () => Date;
};

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

/** What needs a model; without one no session is summed up and no memory superseded. */
export const createSummariseTenants = (deps: ModelDeps, attempt: Attempt, signal: AbortSignal) => {
  const { chat } = deps;
  if (chat === null) return () => Promise.resolve();
  const summariseSession = createSummariseSession({ ...deps, chat });
  const summariseSessions = createSummariseSessions({ ...deps, summariseSession });
  const supersedeContradicted = createSupersedeContradicted({ ...deps, chat });
  const compareMemories = createCompareMemories({ ...deps, supersedeContradicted });
  return async (): Promise<void> => {
    for await (const { scope, status } of eachTenant(deps.database.platform)) {
      if (signal.aborted) return;
      if (status !== 'active') continue;
      await attempt('compare_memories', () => compareMemories(scope, signal));
      await attempt('summarise_sessions', () => summariseSessions(scope, signal));
    }
  };
};

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
