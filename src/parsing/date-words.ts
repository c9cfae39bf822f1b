/** A date, with a time of day if there is one, in the zone's local time. */
export type Moment = {
  year: number;
  month: number;
  day: number;
  /** Minutes since midnight; null for a whole day. */
  minutes: number | null;
  /** The name of a time zone; empty if none is given. */
  zone: string;
};

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

export const monthName = (month: number): string => MONTHS[month - 1] ?? '';

export const weekdayName = (day: number): string => WEEKDAYS[day] ?? '';

const MOMENT = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?\d{2})?(?:[.,]\d+)?(Z)?)?/u;

/** A moment as calendars write it: 20261204T090000Z; null if the value is not a moment. */
export const readMoment = (value: string, zone = ''): Moment | null => {
  const [, year, month, day, hours, minutes, utc] = MOMENT.exec(value.trim()) ?? [];
  if (year === undefined) return null;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31) return null;
  if (hours === undefined) return { ...date, minutes: null, zone: '' };
  const time = Number(hours) * 60 + Number(minutes);
  return { ...date, minutes: time, zone: utc === undefined ? zone : 'UTC' };
};

/** Later by this many minutes; a whole day can only move by whole days. */
export const addMinutes = (moment: Moment, added: number): Moment => {
  const { year, month, day, minutes } = moment;
  const at = new Date(Date.UTC(year, month - 1, day, 0, (minutes ?? 0) + added));
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    minutes: minutes === null ? null : at.getUTCHours() * 60 + at.getUTCMinutes(),
    zone: moment.zone,
  };
};

/** The local time of a zone at a moment in UTC; the moment itself if the zone is unknown. */
export const inZone = (moment: Moment, zone: string): Moment => {
  if (moment.zone !== 'UTC' || moment.minutes === null || zone === '') return moment;
  const { year, month, day, minutes } = moment;
  try {
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(Date.UTC(year, month - 1, day, 0, minutes));
    return readMoment(shown, zone) ?? moment;
  } catch {
    return moment;
  }
};

/** "Friday, 4 December 2026" */
export const dateWords = ({ year, month, day }: Moment): string => {
  const weekday = weekdayName(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
  return `${weekday}, ${day} ${monthName(month)} ${year}`;
};

/** "Friday, 4 December 2026, 09:00 (Europe/Berlin)" */
export const momentWords = (moment: Moment): string =>
  moment.minutes === null
    ? dateWords(moment)
    : `${dateWords(moment)}, ${clockOf(moment)}${zoneWords(moment)}`;

/** From one moment to another; if both are days, the second one is the last day: "Friday, 4 December 2026, 09:00–11:30 (Europe/Berlin)" */
export const spanWords = (from: Moment, to: Moment | null): string => {
  if (to === null || isSame(from, to)) {
    return from.minutes === null ? `${dateWords(from)}, all day` : momentWords(from);
  }
  if (from.minutes === null) return `${dateWords(from)} to ${dateWords(to)}, all day`;
  if (from.zone !== to.zone) return `${momentWords(from)} to ${momentWords(to)}`;
  return dateWords(from) === dateWords(to)
    ? `${dateWords(from)}, ${clockOf(from)}–${clockOf(to)}${zoneWords(from)}`
    : `${dateWords(from)}, ${clockOf(from)} to ${momentWords(to)}`;
};

const isSame = (one: Moment, other: Moment): boolean =>
  dateWords(one) === dateWords(other) && one.minutes === other.minutes;

const clockOf = ({ minutes }: Moment): string => {
  const digits = (value: number): string => String(value).padStart(2, '0');
  return `${digits(Math.floor((minutes ?? 0) / 60))}:${digits((minutes ?? 0) % 60)}`;
};

const zoneWords = ({ zone }: Moment): string => {
  if (zone === '') return '';
  return zone === 'UTC' ? ' UTC' : ` (${zone})`;
};
