/** The date where the user is, as 2026-11-21; in UTC where the zone is unknown. */
export const toLocalDate = (now: Date, timezone: string): string => {
  try {
    return formatterFor(timezone).format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
};

const MAX_ZONES = 600;
// Making a formatter costs a hundred times what using it does.
const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterFor = (timezone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timezone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
  if (formatters.size < MAX_ZONES) formatters.set(timezone, formatter);
  return formatter;
};
