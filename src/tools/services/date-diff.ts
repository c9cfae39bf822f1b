import type { Temporal as TemporalTypes } from 'temporal-polyfill';
import { z } from 'zod';
import { createLazy } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { declareTool } from '../tool.js';

const when = z.string().trim().min(1).max(60);

const Input = z.strictObject({
  from: when.describe('2026-03-03, 2026-03-03T14:30, with an offset if need be, or "today".'),
  to: when.describe('Like from; may lie before it.'),
  timeZone: z
    .string()
    .max(60)
    .optional()
    .describe("Such as Europe/Budapest; the user's own where it is not given."),
});

export const dateDiff = declareTool({
  name: 'date_diff',
  description:
    'The time between two dates, or two dates with times of day: days, weeks, months, years and working days (Monday to Friday), with changes of the clocks. It does not know public holidays, and no dates before the year 1 or after 9999.',
  input: Input,
  risk: 'safe',
  create: ({ now }) => {
    // Imported by the first call, because the server does not need it to start.
    const library = createLazy(() => import('temporal-polyfill'));
    return async ({ from, to, timeZone }, context) => {
      const { Temporal } = await library.get();
      const clock = { Temporal, timeZone: timeZone ?? context.timeZone, nowMs: now().getTime() };
      if (timeZone !== undefined) requireTimeZone(clock);
      const text = describeSpan(
        clock,
        readMoment(clock, 'from', from),
        readMoment(clock, 'to', to),
      );
      return { summary: '1 value', evidence: [{ kind: 'value', text }] };
    };
  },
});

type Clock = { Temporal: typeof TemporalTypes; timeZone: string; nowMs: number };

/** `time` is null if only the day was given. */
type Moment = { date: TemporalTypes.PlainDate; time: TemporalTypes.ZonedDateTime | null };

const refuse = (reason: string): AppError => new AppError('invalid_arguments', reason);

const requireTimeZone = ({ Temporal, timeZone, nowMs }: Clock): void => {
  try {
    Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  } catch {
    throw refuse(`timeZone: "${timeZone}" is not a time zone; write one such as Europe/Budapest.`);
  }
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
  /^(\d{4}-\d{2}-\d{2})[T ]([0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

const readMoment = (clock: Clock, name: string, written: string): Moment => {
  const { Temporal, timeZone, nowMs } = clock;
  if (/^(?:today|now)$/i.test(written)) {
    const time = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
    return { date: time.toPlainDate(), time: /^now$/i.test(written) ? time : null };
  }
  if (DATE.test(written)) return { date: readDate(clock, name, written), time: null };
  const [, day, time, offset] = TIME.exec(written) ?? [];
  if (day === undefined || time === undefined) {
    throw refuse(
      `${name}: "${written}" cannot be read; write 2026-03-28, 2026-03-28T14:30 or "today", with years of four digits.`,
    );
  }
  readDate(clock, name, day);
  const local = `${day}T${time}`;
  const read =
    offset === undefined ? readLocal(clock, name, local) : readExact(clock, name, local + offset);
  return { date: read.toPlainDate(), time: read };
};

const readDate = ({ Temporal }: Clock, name: string, written: string): TemporalTypes.PlainDate => {
  const [, year, month, day] = (DATE.exec(written) ?? []).map(Number);
  try {
    if (year === 0) throw new RangeError('There is no year 0.');
    return Temporal.PlainDate.from(
      { year: year ?? 0, month: month ?? 0, day: day ?? 0 },
      { overflow: 'reject' },
    );
  } catch {
    throw refuse(`${name}: there is no ${written}.`);
  }
};

const readExact = ({ Temporal, timeZone }: Clock, name: string, written: string) => {
  try {
    return Temporal.Instant.from(written.toUpperCase()).toZonedDateTimeISO(timeZone);
  } catch {
    throw refuse(`${name}: "${written}" is not a time of day.`);
  }
};

/** A local time that was skipped or repeated by a clock change is refused instead of guessed. */
const readLocal = ({ Temporal, timeZone }: Clock, name: string, written: string) => {
  const local = readPlain({ Temporal }, name, written);
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timeZone, { disambiguation }),
  );
  if (earlier === undefined || later === undefined)
    throw refuse(`${name}: it is not a time of day.`);
  if (earlier.equals(later)) return earlier;
  if (earlier.toPlainDateTime().equals(later.toPlainDateTime())) {
    throw refuse(
      `${name}: ${written} comes twice in ${timeZone}, where the clocks were put back; write it with ${earlier.offset} or ${later.offset}.`,
    );
  }
  throw refuse(
    `${name}: there is no ${written} in ${timeZone}: the clocks were put forward over it.`,
  );
};

const readPlain = ({ Temporal }: Pick<Clock, 'Temporal'>, name: string, written: string) => {
  try {
    return Temporal.PlainDateTime.from(written, { overflow: 'reject' });
  } catch {
    throw refuse(`${name}: "${written}" is not a time of day.`);
  }
};

const describeSpan = (clock: Clock, from: Moment, to: Moment): string => {
  const isBackwards = clock.Temporal.PlainDate.compare(from.date, to.date) > 0;
  const [first, last] = isBackwards ? [to.date, from.date] : [from.date, to.date];
  const sign = isBackwards ? '-' : '';
  const days = first.until(last).days;
  const lines = [
    `From ${describeMoment(from)} to ${describeMoment(to)}: ${sign}${count(days, 'day')}.`,
    ...(isBackwards
      ? ['The second date is the earlier one, so all of this lies before the first.']
      : []),
    `That is ${describeWeeks(days)}, or ${describeMonths(first, last)}.`,
    `Working days (Monday to Friday; public holidays are not known): ${countWorkingDays(first, last)}, or ${countWorkingDays(first, last.add({ days: 1 }))} with ${last.toString()} itself. All days with it: ${days + 1}.`,
    ...describeElapsed(clock, from, to),
  ];
  return lines.join('\n');
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const describeMoment = ({ date, time }: Moment): string => {
  const weekday = WEEKDAYS[date.dayOfWeek - 1] ?? '';
  if (time === null) return `${date.toString()} (${weekday})`;
  const { offset, timeZoneId } = time;
  return `${date.toString()} ${time.toPlainTime().toString()} (${weekday}, UTC${offset}, ${timeZoneId})`;
};

const count = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? '' : 's'}`;

const describeWeeks = (days: number): string =>
  `${count(Math.floor(days / 7), 'week')} and ${count(days % 7, 'day')}`;

const describeMonths = (first: TemporalTypes.PlainDate, last: TemporalTypes.PlainDate): string => {
  const { months, days } = first.until(last, { largestUnit: 'month' });
  const inMonths = `${count(months, 'month')} and ${count(days, 'day')}`;
  if (months < 12) return inMonths;
  const years = `${count(Math.floor(months / 12), 'year')}, ${count(months % 12, 'month')} and ${count(days, 'day')}`;
  return `${inMonths} (${years})`;
};

/** From the first day, excluding the last. */
const countWorkingDays = (
  first: TemporalTypes.PlainDate,
  last: TemporalTypes.PlainDate,
): number => {
  const days = first.until(last).days;
  const rest = Array.from({ length: days % 7 }, (_, day) => (first.dayOfWeek - 1 + day) % 7);
  return Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday < 5).length;
};

/** By the local clock, including hours skipped or repeated by clock changes. */
const describeElapsed = ({ timeZone }: Clock, from: Moment, to: Moment): string[] => {
  if (from.time === null && to.time === null) return [];
  const start = from.time ?? from.date.toZonedDateTime(timeZone);
  const end = to.time ?? to.date.toZonedDateTime(timeZone);
  const elapsed = start.until(end, { largestUnit: 'hour' });
  const { hours, minutes, seconds } = elapsed.abs();
  const sign = elapsed.sign < 0 ? '-' : '';
  const rest = seconds === 0 ? '' : ` and ${count(seconds, 'second')}`;
  return [`Elapsed time: ${sign}${count(hours, 'hour')}, ${count(minutes, 'minute')}${rest}.`];
};
