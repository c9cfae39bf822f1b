import type { Logger } from '../platform/telemetry/telemetry.js';
import type { Database } from './database.js';
import type { Turn } from './turn.js';

/** The session's lock outlives the deadline by this much, for the turn to be saved. */
export const SAVE_ALLOWANCE_MS = 5_000;

/** Locks are renewed so far ahead of the deadline, and so seldom: a process that dies leaves its session locked no longer than that. */
const AHEAD_MS = 10_000;
/** The deadline moves a little with each piece; so much of the allowance may be used up before it costs a transaction. */
const SLACK_MS = 2_000;

type Deps = { database: Pick<Database, 'withScope'>; logger: Pick<Logger, 'warn'> };

/** Renews a lock of the caller's own, which ends later by so much than it was first set to. */
export type RenewLock = (laterByMs: number) => Promise<void>;

type Locked = {
  turn: Pick<Turn, 'scope' | 'executionId' | 'told' | 'deadline'>;
  renewLock: RenewLock | undefined;
};

/**
 * What is locked for a turn ends by itself, in case its process dies. While a model's stream moves the turn's deadline, the locks are
 * renewed along with it, so that the same question asked again meanwhile finds them.
 */
export const keepLocks = ({ database, logger }: Deps, { turn, renewLock }: Locked): void => {
  const { scope, executionId, told, deadline } = turn;
  const firstDeadlineAt = deadline.at();
  let lockedFor = firstDeadlineAt;
  let isRenewing = false;

  const renew = async (until: number): Promise<void> => {
    const busyUntil = new Date(until + SAVE_ALLOWANCE_MS);
    // A turn whose caller keeps the conversation has locked no session.
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
