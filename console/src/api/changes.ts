import { useLayoutEffect, useState } from 'preact/hooks';

type Changes = { tell: () => void; listen: (listener: () => void) => () => void };

/** The changes of something that lives outside of the page's parts: who listens is told of each, until the function that `listen` returns is called. */
export const createChanges = (): Changes => {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

/** Draws anew at each change, from the step on in which the part is drawn: what changed before its first frame would never be shown. */
export const useChanges = ({ listen }: Changes): void => {
  const [, setCount] = useState(0);
  useLayoutEffect(() => listen(() => setCount((count) => count + 1)), []);
};
