import { onAbort } from '../../shared/async.js';
import { toAbortError } from './with-retries.js';

/** Places for so many calls at once; other calls wait in the order of asking, until their signal fires. */
export const createPlaces = (atOnce = Infinity) => {
  const waiting = new Set<() => void>();
  let taken = 0;

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      let stopListening = (): void => undefined;
      const begin = (): void => {
        stopListening();
        resolve();
      };
      waiting.add(begin);
      stopListening = onAbort(signal, () => {
        waiting.delete(begin);
        reject(toAbortError(signal));
      });
    });

  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else {
      // The place goes to the next one, so nobody who comes now is faster.
      waiting.delete(next);
      next();
    }
  };

  return {
    /** Resolves to what gives the place back. */
    enter: async (signal: AbortSignal): Promise<() => void> => {
      if (taken < atOnce) taken += 1;
      else await wait(signal);
      return leave;
    },
  };
};
