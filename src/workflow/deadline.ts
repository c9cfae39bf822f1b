type Options = {
  startedAtMs: number;
  requestTimeoutMs: number;
  /** The maximum duration of the request, even if a model keeps writing. */
  answerMaxMs: number;
};

export type Deadline = ReturnType<typeof createDeadline>;

/**
 * When a turn's time ends, in epoch milliseconds. The deadline moves on while a model's stream makes progress, but never beyond `latest`.
 */
export const createDeadline = ({ startedAtMs, requestTimeoutMs, answerMaxMs }: Options) => {
  let deadlineAt = startedAtMs + requestTimeoutMs;
  let told: ((deadlineAt: number) => void) | null = null;
  const latest = Math.max(deadlineAt, startedAtMs + answerMaxMs);
  return {
    at: (): number => deadlineAt,
    latest,
    moveTo: (wanted: number): void => {
      const next = Math.min(latest, wanted);
      if (next <= deadlineAt) return;
      deadlineAt = next;
      told?.(deadlineAt);
    },
    /** Calls this one listener with the new deadline each time it moves. */
    onMoved: (listener: (deadlineAt: number) => void): void => {
      told = listener;
    },
  };
};
