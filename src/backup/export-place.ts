import type { Limits } from '../platform/limits/limits.js';
import { AppError } from '../shared/errors.js';

const PER_MINUTE = 1;

type Exporting = { key: string; underWay: string; tooOften: string };

/**
 * Takes the only export slot of this key, and returns a function to release it; rejects with `conflict`, or with `rate_limited` within a
 * minute.
 */
export const takeExportPlace = async (
  limits: Pick<Limits, 'occupy' | 'take'>,
  { key, underWay, tooOften }: Exporting,
): Promise<() => Promise<void>> => {
  const leave = await limits.occupy({ key, max: 1 });
  if (leave === null) throw new AppError('conflict', underWay, { retryAfterSec: 5 });
  const verdict = await limits.take([{ key, perMinute: PER_MINUTE }]);
  if (verdict.allowed) return leave;
  await leave();
  throw new AppError('rate_limited', tooOften, verdict);
};
