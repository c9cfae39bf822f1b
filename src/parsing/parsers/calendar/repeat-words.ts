import { dateWords, inZone, monthName, readMoment, weekdayName } from '../../date-words.js';

const UNITS = new Map([
  ['SECONDLY', 'second'],
  ['MINUTELY', 'minute'],
  ['HOURLY', 'hour'],
  ['DAILY', 'day'],
  ['WEEKLY', 'week'],
  ['MONTHLY', 'month'],
  ['YEARLY', 'year'],
]);

/**
 * A repetition rule in words: FREQ=WEEKLY;BYDAY=MO;COUNT=3 becomes "every week on Monday, 3 times". Rules that cannot be put into words
 * stay as they are.
 */
export const repeatWords = (rule: string, zone: string): string => {
  const parts = new Map(
    rule
      .trim()
      .toUpperCase()
      .split(';')
      .map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)] as const),
  );
  const unit = UNITS.get(parts.get('FREQ') ?? '');
  const isKnown = [...parts.keys()].every((name) => KNOWN.has(name));
  if (unit === undefined || !isKnown) return rule.trim();
  const interval = Number(parts.get('INTERVAL') ?? 1);
  return [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    daysOf(parts),
    monthDaysOf(parts),
    listOf(parts.get('BYMONTH'), (month) => monthName(Number(month)), 'in '),
    endOf(parts, zone),
  ].join('');
};

const KNOWN: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYSETPOS',
  'COUNT',
  'UNTIL',
  'WKST',
]);

type Parts = ReadonlyMap<string, string>;

const listOf = (
  values: string | undefined,
  shown: (value: string) => string,
  before: string,
): string => {
  if (values === undefined || values === '') return '';
  const words = values.split(',').map(shown);
  const last = words.pop() ?? '';
  return ` ${before}${words.length > 0 ? `${words.join(', ')} and ${last}` : last}`;
};

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const daysOf = (parts: Parts): string => {
  const place = parts.get('BYSETPOS');
  const before = place === undefined ? 'on ' : `on the ${ordinal(Number(place))} of `;
  return listOf(parts.get('BYDAY'), dayWords, before);
};

const dayWords = (written: string): string => {
  const [, place = '', day = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/u.exec(written.trim()) ?? [];
  const name = weekdayName(DAYS.indexOf(day)) || written;
  return place === '' ? name : `the ${ordinal(Number(place))} ${name}`;
};

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

const ordinal = (place: number): string => {
  if (place === -1) return 'last';
  if (place < 0) return `${ordinal(-place)} to last`;
  return ORDINALS[place - 1] ?? `${place}th`;
};

const monthDaysOf = (parts: Parts): string =>
  listOf(
    parts.get('BYMONTHDAY'),
    (day) => (Number(day) < 0 ? `the ${ordinal(Number(day))} day` : `day ${Number(day)}`),
    'on ',
  );

const endOf = (parts: Parts, zone: string): string => {
  const count = parts.get('COUNT');
  if (count !== undefined) return `, ${count} times`;
  const until = readMoment(parts.get('UNTIL') ?? '');
  return until === null ? '' : ` until ${dateWords(inZone(until, zone))}`;
};
