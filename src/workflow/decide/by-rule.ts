import { findRequest, type Request } from '../../questions/index.js';
import { findRequestedFact } from '../../memories/index.js';
import type { MessageId } from '../../shared/ids.js';
import type { RouterState } from '../state.js';
import type { ToolRequest } from './protocol.js';

type Asked = Pick<RouterState, 'originalQuery' | 'queryLanguage'>;

/** `today` as 2026-11-23, where the user is; `messageId` is of their question. */
export type TurnFacts = { today: string; messageId: MessageId };

/** The one call that does what a question asks for, and it asks for nothing but that; null for any other question. */
export const toCallByRule = (
  { originalQuery, queryLanguage }: Asked,
  { today, messageId }: TurnFacts,
): ToolRequest | null => {
  const fact = findRequestedFact(originalQuery);
  if (fact !== null) {
    return { name: 'create_memory', arguments: { messageId, quote: fact.content } };
  }
  const found = findRequest(originalQuery, queryLanguage);
  return found && toCall(found.request, today);
};

const toCall = (request: Request, today: string): ToolRequest => {
  switch (request.kind) {
    case 'calculation':
      return { name: 'math_calc', arguments: { expression: request.expression } };
    case 'date_span':
      return { name: 'date_diff', arguments: placeSpan(request, today) };
    case 'conversion': {
      const { amount, base, target } = request;
      return { name: 'fx_rates', arguments: { base, target, amount: Number(amount) } };
    }
  }
};

/** The years that a span was given by us, for the question names none: they are to be told. */
export const findAssumedYears = (
  { originalQuery, queryLanguage }: Asked,
  { name, arguments: given }: ToolRequest,
): string[] => {
  const request = findRequest(originalQuery, queryLanguage)?.request;
  if (request?.kind !== 'date_span' || name !== 'date_diff') return [];
  const days = (['from', 'to'] as const).flatMap((side) => {
    const day = request[side];
    return day === 'today' ? [] : [{ year: day.year, chosen: String(given[side]).slice(0, 4) }];
  });
  // A year that is named for one of two days is meant for both.
  return days.some(({ year }) => year !== null)
    ? []
    : [...new Set(days.map(({ chosen }) => chosen))];
};

type Span = Extract<Request, { kind: 'date_span' }>;
type Day = Exclude<Span['from'], 'today'>;

/** Both days with a year: where none was given, the first day is the nearest to today, and the last day the next one after it. */
const placeSpan = ({ from, to }: Span, today: string): { from: string; to: string } => {
  const start = toFixed(from, today);
  const end = toFixed(to, today);
  if (start !== null) return { from: start, to: end ?? next(to, start) };
  if (end !== null) return { from: last(from, end), to: end };
  const nearest = nearestTo(from, today);
  return { from: nearest, to: next(to, nearest) };
};

const toFixed = (day: Day | 'today', today: string): string | null => {
  if (day === 'today') return today;
  return day.year === null ? null : toDate(day, day.year);
};

const toDate = ({ month, day }: Day, year: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** In this many years around there is a 29th of February. */
const YEARS_AROUND = 8;

const datesAround = (day: Day | 'today', around: string): string[] => {
  if (day === 'today') return [around];
  const year = Number(around.slice(0, 4));
  return Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, at) =>
    toDate(day, year - YEARS_AROUND + at),
  ).filter(exists);
};

const exists = (date: string): boolean => {
  const time = new Date(date);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
};

const next = (day: Day | 'today', after: string): string =>
  datesAround(day, after).find((date) => date >= after) ?? after;

const last = (day: Day | 'today', before: string): string =>
  datesAround(day, before).findLast((date) => date <= before) ?? before;

const nearestTo = (day: Day | 'today', today: string): string =>
  datesAround(day, today).reduce((nearest, date) =>
    distance(date, today) < distance(nearest, today) ? date : nearest,
  );

const distance = (one: string, two: string): number => Math.abs(Date.parse(one) - Date.parse(two));
