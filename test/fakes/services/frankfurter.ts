import type { Service } from './service-double.js';

/** The price of one euro, on any day. */
const PER_EURO: Record<string, number> = { EUR: 1, HUF: 395.5, USD: 1.08, JPY: 162.34, GBP: 0.83 };

const FRIDAY = '2026-11-20';

const NOT_FOUND = { status: 404, body: { message: 'not found' } };

/** The first version of Frankfurter. It is Monday, 23 November 2026; rates of the weekend are those of Friday. */
export const frankfurter: Service = ({ path, query }) => {
  const [, day] = /^\/v1\/(latest|\d{4}-\d\d-\d\d)$/.exec(path) ?? [];
  const { base = 'EUR', symbols = '' } = query;
  const from = PER_EURO[base];
  const to = PER_EURO[symbols];
  if (day === undefined || from === undefined || to === undefined) return NOT_FOUND;
  const isOfFriday = day === 'latest' || day > FRIDAY;
  const rate = Number((to / from).toPrecision(6));
  return {
    body: { amount: 1, base, date: isOfFriday ? FRIDAY : day, rates: { [symbols]: rate } },
  };
};
