type Close = () => Promise<void>;

/** What was opened, to be closed in reverse. */
export type Closers = { add(close: Close): void; closeAll(): Promise<void> };

/** Closes each part once, the last opened first; a part that fails to close does not keep the others open. */
export const createClosers = (): Closers => {
  const closers: Close[] = [];
  return {
    add: (close) => {
      closers.push(close);
    },
    closeAll: async () => {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).reverse()) {
        await close().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not close.');
    },
  };
};
