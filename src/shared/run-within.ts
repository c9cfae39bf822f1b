import { AppError } from './errors.js';

export type Attempt<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'error'; error: unknown }
  | { kind: 'timeout' }
  | { kind: 'cancelled' };

type Limits = { signal: AbortSignal; limitMs: number };

/**
 * Runs work under a signal of its own that fires at the limit or when the caller's does, and comes back at that moment
 * whether the work listens or not. Linked by hand: AbortSignal.any on a long-lived signal leaks.
 */
export const runWithin = async <Result>(
  { signal, limitMs }: Limits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Attempt<Result>> => {
  if (signal.aborted) return { kind: 'cancelled' };
  if (limitMs <= 0) return { kind: 'timeout' };
  const controller = new AbortController();
  let interrupt: (attempt: Attempt<Result>) => void = () => undefined;
  const interrupted = new Promise<Attempt<Result>>((resolve) => {
    interrupt = resolve;
  });
  const cancel = (): void => {
    interrupt({ kind: 'cancelled' });
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    interrupt({ kind: 'timeout' });
    controller.abort(new DOMException('The time limit was reached.', 'TimeoutError'));
  }, limitMs);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const finished = work(controller.signal).then(
      (result): Attempt<Result> => ({ kind: 'done', result }),
      (error: unknown): Attempt<Result> => ({ kind: 'error', error }),
    );
    return await Promise.race([interrupted, finished]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
};

/** The result of work within its limits; throws what the work threw, `tooLate` at the limit, and `cancelled` when the caller's signal fires. */
export const resultWithin = async <Result>(
  { tooLate, ...limits }: Limits & { tooLate: AppError },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const attempt = await runWithin(limits, work);
  switch (attempt.kind) {
    case 'done':
      return attempt.result;
    case 'error':
      throw attempt.error;
    case 'timeout':
      throw tooLate;
    case 'cancelled':
      throw new AppError('cancelled', 'The request was cancelled.');
  }
};
