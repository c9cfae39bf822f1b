import { onAbort } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';

type Options = { atOnce: number; maxWaiting: number };
type Waiting = { tenantId: string; begin: () => void };

/** So many at once for all tenants together. One tenant has more than half of the places, or of the queue, only while nobody else wants any. */
export const createFairTurns = ({ atOnce, maxWaiting }: Options) => {
  const running: string[] = [];
  const waiting: Waiting[] = [];
  const countOf = (tenantId: string, turns: readonly string[]): number =>
    turns.filter((other) => other === tenantId).length;
  const isAlone = (tenantId: string): boolean =>
    [...running, ...waiting.map((turn) => turn.tenantId)].every((other) => other === tenantId);
  const hasRoom = (tenantId: string): boolean =>
    running.length < atOnce && (countOf(tenantId, running) < halfOf(atOnce) || isAlone(tenantId));
  const beginNext = (): void => {
    const next = waiting.find(({ tenantId }) => hasRoom(tenantId));
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.tenantId);
    next.begin();
    beginNext();
  };
  const isFull = (tenantId: string): boolean => {
    const tenants = waiting.map((turn) => turn.tenantId);
    return waiting.length >= maxWaiting || countOf(tenantId, tenants) >= halfOf(maxWaiting);
  };
  return {
    /** Runs work in its turn. Rejects with `tool_unavailable` when too many wait already, or with the signal's reason. */
    run: async <Result>(
      tenantId: string,
      signal: AbortSignal,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      signal.throwIfAborted();
      if (!hasRoom(tenantId) && isFull(tenantId)) {
        throw new AppError(
          'tool_unavailable',
          'Too much code is running at the moment; try again later.',
        );
      }
      await new Promise<void>((resolve, reject) => {
        const turn = { tenantId, begin: resolve };
        waiting.push(turn);
        const ignore = onAbort(signal, () => {
          const place = waiting.indexOf(turn);
          if (place === -1) return;
          waiting.splice(place, 1);
          reject(signal.reason as Error);
        });
        turn.begin = () => {
          ignore();
          resolve();
        };
        beginNext();
      });
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(tenantId), 1);
        beginNext();
      }
    },
  };
};

const halfOf = (places: number): number => Math.max(1, Math.floor(places / 2));
