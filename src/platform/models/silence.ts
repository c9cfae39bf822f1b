import { linkSignals } from '../../shared/async.js';

export type SilenceLimits = {
  /** The longest wait for the first piece of a stream. */
  firstTokenMs: number;
  /** The longest wait between two pieces. */
  streamIdleMs: number;
};

type OnText = (text: string) => void | Promise<void>;

type Heard = {
  /** Fires with the caller's signal, or when nothing was heard for too long. */
  signal: AbortSignal;
  /** To be called for each piece, whether anybody reads it or not. */
  heard: () => void;
  /** The same reader; the time that it takes is no silence of the endpoint. */
  notCounted: (onText: OnText) => OnText;
};

/** A limit longer than any request: nothing is counted while a reader takes its time. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** Runs a call that is limited by its silence alone, however long it takes in all. */
export const withinSilence = async <Result>(
  { signal, firstTokenMs, streamIdleMs }: SilenceLimits & { signal: AbortSignal },
  call: (heard: Heard) => Promise<Result>,
): Promise<Result> => {
  const limit = linkSignals([signal], { limitMs: firstTokenMs });
  const heard = (): void => {
    limit.restart(streamIdleMs);
  };
  const notCounted =
    (onText: OnText): OnText =>
    async (text) => {
      limit.restart(NO_LIMIT_MS);
      try {
        await onText(text);
      } finally {
        heard();
      }
    };
  try {
    return await call({ signal: limit.signal, heard, notCounted });
  } finally {
    limit.unlink();
  }
};
