import { setMaxListeners } from 'node:events';
import { AppError } from '../shared/errors.js';

/** What requests see of the end of the process: first it takes no more of them, later running turns have to give up. */
export const createShutdown = () => {
  const turns = new AbortController();
  // A listener for every turn that runs, each removed at its end.
  setMaxListeners(0, turns.signal);
  let isShuttingDown = false;
  return {
    isShuttingDown: () => isShuttingDown,
    shutdownSignal: turns.signal,
    begin: () => {
      isShuttingDown = true;
    },
    giveUp: () => {
      turns.abort(new AppError('shutting_down', 'The server is shutting down.'));
    },
  };
};
