import type { DayRange } from '../../src/tenancy/usage.js';

const DAY_MS = 86_400_000;

const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Yesterday to tomorrow: a test may begin before midnight and end after it. */
export const aroundToday = (): DayRange => ({ from: dayIn(-1), to: dayIn(1) });
