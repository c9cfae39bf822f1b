import type { Problem } from './problem.js';

const LONGEST_MS = 15_000;

/**
 * Says after how long to ask again whether somebody is signed in, or null where the answer stands: a server that is away, starting or
 * too busy has not said that nobody is.
 */
export const triesAfter = (
  { code, status, retryAfterSec }: Pick<Problem, 'code' | 'status' | 'retryAfterSec'>,
  tried: number,
): number | null => {
  const isAway = code === 'offline' || status === 429 || status >= 500;
  if (!isAway) return null;
  const backoffMs = 1000 * 2 ** Math.min(tried - 1, 4);
  const wantedMs = status === 429 ? retryAfterSec * 1000 : 0;
  return Math.min(LONGEST_MS, Math.max(backoffMs, wantedMs));
};
