import type { Logger } from '../platform/telemetry/telemetry.js';
import type { Database } from './database.js';
import type { Turn } from './turn.js';

/** How long the session's lock outlives the deadline, so that the turn can be saved. */
export const SAVE_ALLOWANCE_MS = 5_000;

/**
 * How far ahead of the deadline locks are renewed, which keeps renewals rare: if the process dies, its session stays locked at most this
 * much longer.
 */
const AHEAD_MS = 10_000;
/** The deadline moves a little with each piece; this much of the allowance may be used up before a transaction is spent. */
const SLACK_MS = 2_000;

type Deps = { database: Pick<Database, 'withScope'>; logger: Pick<Logger, 'warn'> };

/** Renews a lock of the caller, so that it ends this much later than first set. */
export type RenewLock = (laterByMs: number) => Promise<void>;

type Locked = {
  turn: Pick<Turn, 'scope' | 'executionId' | 'told' | 'deadline'>;
  renewLock: RenewLock | undefined;
};

/**
 * Locks taken for a turn expire by themselves, in case its process dies. While a model's stream extends the turn's deadline, they are
 * renewed, so that the same question sent again meanwhile finds them.
 */
export const keepLocks = ({ database, logger }: Deps, { turn, renewLock }: Locked): void => {
  const { scope, executionId, told, deadline } = turn;
  const firstDeadlineAt = deadline.at();
  let lockedFor = firstDeadlineAt;
  let isRenewing = false;

  const renew = async (until: number): Promise<void> => {
    const busyUntil = new Date(until + SAVE_ALLOWANCE_MS);
    // A turn whose caller stores the conversation has no session to lock.
    if (told === null) {
      await database.withScope(scope, (tx) => tx.sessions.extendTurn({ executionId, busyUntil }));
    }
    await renewLock?.(until - firstDeadlineAt);
  };

  const follow = async (deadlineAt: number): Promise<void> => {
    if (isRenewing || deadlineAt <= lockedFor + SLACK_MS) return;
    isRenewing = true;
    const until = Math.min(deadline.latest, deadlineAt + AHEAD_MS);
    try {
      await renew(until);
      lockedFor = until;
    } catch (err) {
      // The next piece of the stream tries again.
      logger.warn({ executionId, err }, 'The locks of a turn were not renewed');
    } finally {
      isRenewing = false;
    }
  };

  deadline.onMoved((deadlineAt) => void follow(deadlineAt));
};
