/**
 * What each unit measures, and its size relative to the first unit of its kind. Months convert to years, so that twelve months are one
 * year.
 */
const SCALES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  duration: { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 },
  calendar: { month: 1, quarter: 3, year: 12 },
  length: { millimetre: 1, centimetre: 10, metre: 1000, kilometre: 1_000_000, mile: 1_609_344 },
  mass: { gram: 1, kilogram: 1000, tonne: 1_000_000 },
  bytes: { kilobyte: 1, megabyte: 1000, gigabyte: 1_000_000, terabyte: 1_000_000_000 },
  share: { permille: 1, percent: 10 },
};

const DIMENSIONS: ReadonlyMap<string, { dimension: string; factor: number }> = new Map(
  Object.entries(SCALES).flatMap(([dimension, units]) =>
    Object.entries(units).map(([unit, factor]) => [unit, { dimension, factor }] as const),
  ),
);

export type Quantity = { value: number; unit?: string | undefined };

/** Words that multiply a number. */
export const MULTIPLIERS: Readonly<Record<string, number>> = {
  thousand: 1000,
  tenthousand: 10_000,
  million: 1_000_000,
  billion: 1_000_000_000,
};

const CLOSE = 1e-9;

export const isSame = (left: number, right: number): boolean =>
  Math.abs(left - right) <= CLOSE * Math.max(1, Math.abs(left), Math.abs(right));

/** The unit, or the kind it belongs to: two quantities of the same kind may be added. */
export const kindOf = (unit: string | undefined): string =>
  unit === undefined ? '' : (DIMENSIONS.get(unit)?.dimension ?? unit);

/** The value in the first unit of its kind. */
export const toBase = ({ value, unit }: Quantity): number =>
  value * (unit === undefined ? 1 : (DIMENSIONS.get(unit)?.factor ?? 1));

export const fromBase = (base: number, unit: string | undefined): number =>
  base / (unit === undefined ? 1 : (DIMENSIONS.get(unit)?.factor ?? 1));

/** In contracts a month has 30 or 31 days, and a year has 365 or 366 days, or 52 weeks. */
const CALENDAR_DAYS: Readonly<Record<string, readonly number[]>> = {
  month: [30, 31],
  quarter: [90, 91, 92],
  year: [365, 366, 364, 360],
};

/** The factor by which one quantity converts to the other; null if it does not. */
export const findConversion = (from: Quantity, to: Quantity): number | null => {
  const { unit: fromUnit, value } = from;
  const { unit: toUnit } = to;
  if (fromUnit === undefined || toUnit === undefined || fromUnit === toUnit) return null;
  if (kindOf(fromUnit) === kindOf(toUnit)) {
    return isSame(toBase(from), toBase(to))
      ? toBase(from) / value / toBase({ value: 1, unit: toUnit })
      : null;
  }
  const days = (unit: string): readonly number[] =>
    CALENDAR_DAYS[unit] ?? (kindOf(unit) === 'duration' ? [toBase({ value: 1, unit }) / DAY] : []);
  const isMixed = [kindOf(fromUnit), kindOf(toUnit)].sort().join(' ') === 'calendar duration';
  if (!isMixed) return null;
  for (const left of days(fromUnit)) {
    for (const right of days(toUnit)) {
      if (Math.abs((value * left) / right - to.value) < 0.01) return left / right;
    }
  }
  return null;
};

const DAY = 86_400;
