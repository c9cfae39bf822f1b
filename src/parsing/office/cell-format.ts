const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet, chosen so that all days after its false 29 February 1900 come out right. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1_462;
const MAX_SERIAL = 2_958_466;
const MAX_DECIMALS = 10;

/** The formats that every spreadsheet program knows by number alone; those left out show numbers as they are. */
const BUILT_IN = Object.entries({
  '0': [1],
  '0.00': [2],
  '#,##0': [3, 37, 38],
  '#,##0.00': [4, 39, 40],
  '0%': [9],
  '0.00%': [10],
  'yyyy-mm-dd': [14, 15, 16, 17],
  'hh:mm': [18, 20],
  'hh:mm:ss': [19, 21],
  'yyyy-mm-dd hh:mm': [22],
  'mm:ss': [45, 47],
  '[h]:mm:ss': [46],
});

export const builtInFormat = (id: number): string =>
  BUILT_IN.find(([, ids]) => ids.includes(id))?.[0] ?? 'General';

/** Reads `"text"`, `\x` and `[$€-407]` as what they show, and drops padding, colours and conditions. */
const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|[_*]./gu;
const PLACEHOLDER = /[0#?][0#?,. ]*/u;

const plain = (value: number): string => String(Number(value.toPrecision(15)));

const pad = (value: number): string => String(value).padStart(2, '0');

/** Written as ISO, because a date in the author's own format could be mistaken for another country's. */
const formatDate = (serial: number, code: string): string => {
  if (serial < 0 || serial >= MAX_SERIAL) return plain(serial);
  const moment = new Date(Math.round((EPOCH_MS + serial * DAY_MS) / 1000) * 1000);
  const seconds = moment.getUTCSeconds();
  const time = `${pad(moment.getUTCHours())}:${pad(moment.getUTCMinutes())}${seconds > 0 ? `:${pad(seconds)}` : ''}`;
  if (/\[h+\]/i.test(code)) {
    return `${Math.floor(serial * 24 + 1e-9)}:${pad(moment.getUTCMinutes())}:${pad(seconds)}`;
  }
  const date = moment.toISOString().slice(0, 10);
  const hasDate = /[yd]/i.test(code.replace(LITERAL, ''));
  const hasTime = /[hs]/i.test(code.replace(LITERAL, ''));
  if (!hasTime) return date;
  return hasDate ? `${date} ${time}` : time;
};

const isDateCode = (code: string): boolean =>
  /\[[hms]+\]/i.test(code) || /[ymdhs]/i.test(code.replace(LITERAL, ''));

const sectionFor = (code: string, value: number): { section: string; shown: number } => {
  const sections = code.split(';');
  if (value < 0 && sections[1]) return { section: sections[1], shown: -value };
  if (value === 0 && sections[2]) return { section: sections[2], shown: value };
  return { section: sections[0] ?? '', shown: value };
};

const withDecimals = (value: number, digits: string): string => {
  const [whole = '', decimals = ''] = digits.split('.');
  const fixed = value.toFixed(Math.min(decimals.length, MAX_DECIMALS));
  const number = decimals.includes('#') ? String(Number(fixed)) : fixed;
  // The leading zeros of a postal code or an order number belong to it.
  const least = whole.match(/0/gu)?.length ?? 0;
  const [shown = '', rest] = number.split('.');
  const padded = shown.startsWith('-')
    ? `-${shown.slice(1).padStart(least, '0')}`
    : shown.padStart(least, '0');
  return rest === undefined ? padded : `${padded}.${rest}`;
};

const ANY_DIGIT = /[0#?]/gu;

/** Telephone numbers and the like, with other characters between their digits: filled from the right. */
const fillTemplate = (value: number, template: string): string => {
  const places = template.match(ANY_DIGIT)?.length ?? 0;
  const digits = Math.abs(value).toFixed(0).padStart(places, '0');
  const surplus = digits.length - places;
  let at = surplus;
  const filled = template.replace(ANY_DIGIT, () => digits[at++] ?? '');
  const first = filled.search(/\d/u);
  const shown = filled.slice(0, first) + digits.slice(0, surplus) + filled.slice(first);
  return value < 0 ? `-${shown}` : shown;
};

/**
 * A number as its cell shows it, with the unit and the percent sign that only the format contains. Digits are not grouped, so the number
 * reads the same in every country.
 */
export const formatNumber = (
  value: number,
  { code, is1904 }: { code: string; is1904: boolean },
): string => {
  if (isDateCode(code)) return formatDate(is1904 ? value + DAYS_TO_1904 : value, code);
  const { section, shown } = sectionFor(code, value);
  const text = section.replace(LITERAL, (...found: (string | undefined)[]) =>
    (found[1] ?? found[2] ?? found[3] ?? '').replace(/[0#?%]/gu, ''),
  );
  const digits = PLACEHOLDER.exec(text)?.[0];
  // Conditions that choose between parts of a format, fractions, powers of ten and numbers shown in thousands: here the value itself says
  // more.
  const isSpecial = /general|@|[eE][+-]|\//iu.test(text) || /\[[<>=]/u.test(code);
  if (isSpecial || digits === undefined || /,[ ]*$/u.test(digits)) return plain(value);
  const percents = text.split('%').length - 1;
  const number = withDecimals(shown * 100 ** percents, digits.trimEnd());
  const start = text.indexOf(digits);
  const end = start + digits.trimEnd().length;
  if (text.slice(end).search(ANY_DIGIT) !== -1) return fillTemplate(shown, text).trim();
  return `${text.slice(0, start)}${number}${text.slice(end)}`.trim();
};
