import { linkSignals } from '../../shared/async.js';

export type SilenceLimits = {
  /** The longest wait for the first piece of a stream. */
  firstTokenMs: number;
  /** The longest wait between two pieces. */
  streamIdleMs: number;
};

type OnText = (text: string) => void | Promise<void>;

type Heard = {
  /** Aborts with the caller's signal, or when nothing arrived for too long. */
  signal: AbortSignal;
  /** Call this for each piece, whether or not anyone reads it. */
  heard: () => void;
  /** The same reader, whose own time does not count as silence of the endpoint. */
  notCounted: (onText: OnText) => OnText;
};

/** Longer than any request: effectively no limit while a reader takes its time. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** Runs a call that is only limited by its silence, however long it takes in total. */
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
