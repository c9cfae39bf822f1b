import { AppError } from '../domain/errors.js';

/** What requests see of the end of the process: first it takes no more of them, later running turns have to give up. */
export const createShutdown = () => {
  const turns = new AbortController();
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
