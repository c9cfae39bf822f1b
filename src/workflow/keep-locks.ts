import type { Logger } from '../platform/telemetry/telemetry.js';
import type { Database } from './database.js';
import type { Turn } from './turn.js';

/** How long the session's lock lasts after the deadline, so that the turn can be saved. */
export const SAVE_ALLOWANCE_MS = 5_000;

/**
 * How far beyond the deadline locks are renewed, so that renewals are rare. If the process dies, its session stays locked at most this much
 * longer.
 */
const AHEAD_MS = 10_000;
/** The deadline moves a little with each piece of text; a lock is renewed only once this much of its allowance is used up. */
const SLACK_MS = 2_000;

type Deps = { database: Pick<Database, 'withScope'>; logger: Pick<Logger, 'warn'> };

/** Renews a lock of the caller, so that it ends this much later than first planned. */
export type RenewLock = (laterByMs: number) => Promise<void>;

type Locked = {
  turn: Pick<Turn, 'scope' | 'executionId' | 'told' | 'deadline'>;
  renewLock: RenewLock | undefined;
};

/**
 * The locks of a turn expire by themselves, in case its process dies. While a model's stream extends the turn's deadline, they are renewed,
 * so that the same question sent again meanwhile is still blocked.
 */
export const keepLocks = ({ database, logger }: Deps, { turn, renewLock }: Locked): void => {
  const { scope, executionId, told, deadline } = turn;
  const firstDeadlineAt = deadline.at();
  let lockedFor = firstDeadlineAt;
  let isRenewing = false;

  const renew = async (until: number): Promise<void> => {
    const busyUntil = new Date(until + SAVE_ALLOWANCE_MS);
    // If the caller stores the conversation, the turn has no session to lock.
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
      // The next piece of the stream triggers another attempt.
      logger.warn({ executionId, err }, 'The locks of a turn were not renewed');
    } finally {
      isRenewing = false;
    }
  };

  deadline.onMoved((deadlineAt) => void follow(deadlineAt));
};
