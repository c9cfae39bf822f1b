import type { ChatModel } from '../platform/models/model.js';
import type { Deadline } from './deadline.js';

type Options = {
  /** The end of the node's time before any stream has moved it. */
  endsAt: number;
  /** The part of the deadline that this node must leave for others. */
  reservedMs: number;
  /** A stream that is silent for longer than this no longer counts as making progress. */
  streamIdleMs: number;
  deadline: Deadline;
  now: () => number;
};

/** Restarts the node's time with this limit. */
type Restart = (limitMs: number) => void;

/**
 * A time limit that a stream does not use up while it makes progress: the time between two pieces extends the node's end and the request's
 * deadline by the same amount, and after each piece there is time for the next one.
 */
export const createMovingLimit = (options: Options) => {
  const { reservedMs, streamIdleMs, deadline, now } = options;
  let { endsAt } = options;

  const last = deadline.latest - reservedMs;

  const progressed = (at: number, sinceMs: number): void => {
    const nextAt = at + streamIdleMs;
    deadline.moveTo(Math.max(deadline.at() + sinceMs, nextAt + reservedMs));
    const wanted = Math.max(endsAt + sinceMs, nextAt);
    endsAt = Math.max(endsAt, Math.min(wanted, last));
  };

  return {
    endsAt: (): number => endsAt,
    /** True if the limit can no longer move, because the request has reached its maximum duration. */
    isLast: (): boolean => endsAt >= last,
    /** Returns the same model with streams that extend the limit. */
    outlastedBy: (chat: ChatModel, restart: Restart): ChatModel => ({
      ...chat,
      complete: (request, call) => {
        const { onText, onProgress } = call;
        let lastAt: number | null = null;
        const note = (): void => {
          const at = now();
          progressed(at, at - (lastAt ?? at));
          lastAt = at;
          restart(endsAt - at);
        };
        return chat.complete(request, {
          ...call,
          onText:
            onText &&
            ((text) => {
              note();
              return onText(text);
            }),
          onProgress: () => {
            note();
            onProgress?.();
          },
        });
      },
    }),
  };
};
