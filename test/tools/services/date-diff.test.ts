import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateDiff } from '../../../src/tools/services/date-diff.js';
import { callTool, createToolDeps } from '../../support/tool-deps.js';

const tool = dateDiff.create(createToolDeps(), { timeoutMs: 10_000, settings: {} })!;

const ask = async (given: Record<string, unknown>): Promise<string> => {
  const { evidence } = await callTool(tool, given);
  return evidence.map((item) => (item.kind === 'value' ? item.text : '')).join('\n');
};

describe('the tool date_diff', () => {
  it('gives days, weeks, months and working days between two dates', async () => {
    expect(await ask({ from: '2026-03-03', to: '2026-06-01' })).toBe(
      [
        'From 2026-03-03 (Tuesday) to 2026-06-01 (Monday): 90 days.',
        'That is 12 weeks and 6 days, or 2 months and 29 days.',
        'Working days (Monday to Friday; public holidays are not known): 64, or 65 with 2026-06-01 itself. All days with it: 91.',
      ].join('\n'),
    );
  });

  it('gives calendar years', async () => {
    const text = await ask({ from: '2024-02-29', to: '2026-03-01' });

    expect(text).toContain('24 months and 1 day (2 years, 0 months and 1 day)');
  });

  it('counts backwards if the second date is the earlier one', async () => {
    const text = await ask({ from: '2026-06-01', to: '2026-03-03' });

    expect(text).toContain('-90 days');
    expect(text).toContain('lies before the first');
  });

  it("knows the current date in the user's time zone", async () => {
    expect(await ask({ from: 'today', to: '2026-12-24' })).toContain(
      'From 2026-11-23 (Monday) to 2026-12-24 (Thursday): 31 days.',
    );
    expect(
      await ask({ from: 'today', to: '2026-11-24', timeZone: 'Pacific/Kiritimati' }),
    ).toContain('From 2026-11-24 (Tuesday) to 2026-11-24 (Tuesday): 0 days.');
  });

  it.each([
    { put: 'forward', from: '2026-03-28T12:00', to: '2026-03-29T12:00', hours: '23' },
    { put: 'back', from: '2026-10-24T12:00', to: '2026-10-25T12:00', hours: '25' },
    { put: 'forward, backwards', from: '2026-03-29T12:00', to: '2026-03-28T12:00', hours: '-23' },
  ])('counts the hours of a day on which the clocks went $put', async ({ from, to, hours }) => {
    const text = await ask({ from, to, timeZone: 'Europe/Berlin' });

    expect(text).toContain(`Elapsed time: ${hours} hours, 0 minutes.`);
  });

  it('accepts times with offsets, and starts a day at midnight', async () => {
    expect(
      await ask({
        from: '2026-10-25T02:30+02:00',
        to: '2026-10-25T02:30+01:00',
        timeZone: 'Europe/Berlin',
      }),
    ).toContain('Elapsed time: 1 hour, 0 minutes.');
    expect(await ask({ from: '2026-01-01', to: '2026-01-02T06:30:15', timeZone: 'UTC' })).toContain(
      'Elapsed time: 30 hours, 30 minutes and 15 seconds.',
    );
  });

  it.each([
    [
      'a day that does not exist',
      { from: '2026-02-30', to: '2026-03-01' },
      /from: there is no 2026-02-30/,
    ],
    [
      '29 February of a common year',
      { from: '2026-03-01', to: '2100-02-29' },
      /to: there is no 2100-02-29/,
    ],
    [
      'a month that does not exist',
      { from: '2026-13-01', to: '2026-03-01' },
      /there is no 2026-13-01/,
    ],
    [
      'a time of a day that does not exist',
      { from: '2026-02-30T10:00', to: 'today' },
      /there is no/,
    ],
    ['the year 0', { from: '0000-01-01', to: 'today' }, /there is no 0000-01-01/],
    ['a year of five digits', { from: '12026-01-01', to: 'today' }, /cannot be read/],
    ['words', { from: 'next Friday', to: 'today' }, /cannot be read/],
    ['a day before a month', { from: '03/04/2026', to: 'today' }, /cannot be read/],
    ['the 25th hour', { from: '2026-01-01T25:00', to: 'today' }, /time of day/],
    ['an offset of 99 hours', { from: '2026-01-01T10:00+99:00', to: 'today' }, /time of day/],
    [
      'an invalid time zone',
      { from: 'today', to: 'today', timeZone: 'Mars/Olympus' },
      /not a time zone/,
    ],
    [
      'a time that the clocks skipped',
      { from: '2026-03-29T02:30', to: 'today', timeZone: 'Europe/Berlin' },
      /there is no 2026-03-29T02:30 in Europe\/Berlin: the clocks were put forward/,
    ],
    [
      'a time that occurred twice',
      { from: '2026-10-25T02:30', to: 'today', timeZone: 'Europe/Berlin' },
      /comes twice .* with \+02:00 or \+01:00/,
    ],
    ['an identity', { from: 'today', to: 'today', userId: 'a' }, /userId/],
  ])('refuses %s and says so', async (_, given, message) => {
    await expect(ask(given)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringMatching(message),
    });
  });

  it('agrees with Julian day numbers and with counting for any two dates', async () => {
    await fc.assert(
      fc.asyncProperty(date, date, async (a, b) => {
        const [first, last] = [julianDay(a), julianDay(b)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const text = await ask({ from: write(a), to: write(b) });

        const days = last - first;
        const sign = julianDay(b) < julianDay(a) ? '-' : '';
        expect(text).toContain(`: ${sign}${days} day${days === 1 ? '' : 's'}.`);
        expect(text).toContain(`All days with it: ${days + 1}.`);
        const working = countWorkingDays(first, last);
        expect(text).toContain(
          `not known): ${working}, or ${countWorkingDays(first, last + 1)} with`,
        );
      }),
      { numRuns: 200, seed: 20_261_123 },
    );
  });
});

type Day = { year: number; month: number; day: number };

const date = fc
  .record({
    year: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .filter(({ year, month, day }) => day <= daysOf(year, month));

const daysOf = (year: number, month: number): number => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
};

const write = ({ year, month, day }: Day): string =>
  [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-');

/** The formula of Fliegel and Van Flandern for the Gregorian calendar. */
const julianDay = ({ year, month, day }: Day): number => {
  const shift = Math.trunc((14 - month) / 12);
  const y = year + 4800 - shift;
  const m = month + 12 * shift - 3;
  const leaps = Math.trunc(y / 4) - Math.trunc(y / 100) + Math.trunc(y / 400);
  return day + Math.trunc((153 * m + 2) / 5) + 365 * y + leaps - 32045;
};

/** A Julian day that is a multiple of seven is a Monday. */
const countWorkingDays = (first: number, last: number): number => {
  let working = 0;
  for (let day = first; day < last; day += 1) if (day % 7 < 5) working += 1;
  return working;
};
