import type { components } from '../../generated/api.js';

type DailyFigures = components['schemas']['DailyFigures'];
type Day = DailyFigures['days'][number];

const DAY_MS = 86_400_000;

/** The values of a figure on so many days up to today, the oldest first; null where a day has none. */
export const toSeries = (
  { days }: Pick<DailyFigures, 'days'>,
  figure: (day: Day) => number | null,
  { count, now }: { count: number; now: Date },
): (number | null)[] => {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const first = now.getTime() - (count - 1) * DAY_MS;
  return Array.from({ length: count }, (_, at) => {
    const day = byDay.get(new Date(first + at * DAY_MS).toISOString().slice(0, 10));
    return day === undefined ? null : figure(day);
  });
};

/** The range of the server's days that ends now. */
export const toRange = ({ count, now }: { count: number; now: Date }) => ({
  from: `${new Date(now.getTime() - (count - 1) * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
  to: now.toISOString(),
});
