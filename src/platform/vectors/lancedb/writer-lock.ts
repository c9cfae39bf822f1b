/** Runs one piece of work at a time per name, in the order of asking. */
export type WriterLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Holds within this process; `outer` (an advisory lock, say) is taken inside it, so one process asks for it once. */
export const createWriterLock = (outer?: WriterLock): WriterLock => {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const previous = tails.get(name) ?? Promise.resolve();
    const turn = previous
      .catch(() => undefined)
      .then(() => (outer === undefined ? work() : outer(name, work)));
    tails.set(name, turn);
    try {
      return await turn;
    } finally {
      if (tails.get(name) === turn) tails.delete(name);
    }
  };
};
