/**
 * The advisory locks of this process's transactions, by name. A transaction whose lock is taken returns its connection and waits here, so
 * any number of waiters occupies none; between processes, PostgreSQL decides.
 */
export const createLockLine = () => {
  const waiting = new Map<string, (() => void)[]>();
  return {
    /** Takes the lock if it is free, and returns whether it was. */
    take: (key: string): boolean => {
      if (waiting.has(key)) return false;
      waiting.set(key, []);
      return true;
    },
    /** Resolves once the caller holds the lock; callers get it in the order they asked. */
    untilTaken: (key: string): Promise<void> =>
      new Promise((resolve) => {
        const others = waiting.get(key);
        if (others === undefined) waiting.set(key, []);
        if (others === undefined) resolve();
        else others.push(resolve);
      }),
    leave: (key: string): void => {
      const next = waiting.get(key)?.shift();
      if (next === undefined) waiting.delete(key);
      else next();
    },
  };
};

export type LockLine = ReturnType<typeof createLockLine>;

/** Ends a transaction whose lock is taken within this process, so that it is retried once the lock is free. */
class LockTaken extends Error {
  override readonly name = 'LockTaken';
  readonly key: string;

  constructor(key: string) {
    super('Somebody else has this lock.');
    this.key = key;
  }
}

/** After this many waits for locks, a transaction waits in PostgreSQL, which also detects deadlocks. */
const MAX_WAITS = 5;

/** Called by an attempt before it asks PostgreSQL for a lock; throws if that would wait for another caller in this process. */
export type ClaimLock = (key: string) => void;

/** Runs a transaction and restarts it each time it has waited for a lock; the locks are kept until it ends. */
export const withLocksOf = async <Result>(
  line: LockLine,
  attempt: (claim: ClaimLock) => Promise<Result>,
): Promise<Result> => {
  const own = new Set<string>();
  for (let waits = 0; ; waits += 1) {
    const claim: ClaimLock = (key) => {
      if (own.has(key)) return;
      if (line.take(key)) own.add(key);
      else if (waits < MAX_WAITS) throw new LockTaken(key);
    };
    const ended = await attempt(claim)
      .then((result) => ({ result }), toTaken)
      .finally(() => {
        for (const key of own) line.leave(key);
        own.clear();
      });
    if ('result' in ended) return ended.result;
    await line.untilTaken(ended.taken);
    own.add(ended.taken);
  }
};

const toTaken = (error: unknown): { taken: string } => {
  if (error instanceof LockTaken) return { taken: error.key };
  throw error;
};
