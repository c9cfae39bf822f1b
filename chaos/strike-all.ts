import { setTimeout as delay } from 'node:timers/promises';
import type { Excuse } from './check/evidence.js';
import type { Fault, Scene } from './faults/fault.js';

/** `times` is null for a fault that was not reached. */
export type Struck = { fault: Fault; times: number | null; trouble: string | null };

type Striking = {
  scene: Scene;
  faults: readonly Fault[];
  /** No fault starts after this time; one that is running finishes. */
  limitMs: number;
  /** Stops the run as the time limit does. */
  signal: AbortSignal;
  tell: (line: string) => void;
};

/** A failure that a fault explains may come to light so much later. */
const EXCUSE_MS = 20_000;

/** Strikes each fault once, and then again in the same order while there is time. */
export const strikeAll = async ({ scene, faults, limitMs, signal, tell }: Striking) => {
  const { ledger } = scene;
  const untilMs = ledger.nowMs() + limitMs;
  const isOver = () => signal.aborted || ledger.nowMs() >= untilMs;
  const struck: Struck[] = faults.map((fault) => ({ fault, times: null, trouble: null }));
  const excuses: Excuse[] = [];
  if (faults.length === 0) await delay(limitMs, undefined, { signal }).catch(() => undefined);
  while (!isOver() && faults.length > 0) {
    for (const entry of struck) {
      if (isOver()) break;
      const { fault } = entry;
      const fromMs = ledger.nowMs();
      ledger.note(`fault ${fault.number}: ${fault.title}`);
      const { times, trouble } = await strike(fault, scene);
      entry.times = (entry.times ?? 0) + times;
      entry.trouble = trouble ?? entry.trouble;
      const toMs = ledger.nowMs();
      excuses.push({
        fromMs,
        toMs: toMs + EXCUSE_MS,
        codes: fault.codes ?? [],
        repairedAtMs: toMs + (fault.repairMs ?? 0),
      });
      tell(
        `  ${(fromMs / 1000).toFixed(1)} s  ${fault.number}  ${fault.title}: ${trouble ?? `${times} times in ${((toMs - fromMs) / 1000).toFixed(1)} s`}`,
      );
      await delay(scene.random.between(100, 600));
    }
  }
  return { struck, excuses };
};

const strike = async (
  fault: Fault,
  scene: Scene,
): Promise<{ times: number; trouble: string | null }> => {
  try {
    return { times: await fault.strike(scene), trouble: null };
  } catch (error) {
    return { times: 0, trouble: error instanceof Error ? error.message : String(error) };
  }
};
