import { hostileArguments } from '../service-cases.js';
import type { ToolBench, ToolCase } from '../tool-bench.js';

export const dateDiffBench: ToolBench = {
  tool: 'date_diff',
  open: async () => ({
    cases: [
      ...hostileArguments({ from: '2026-03-03', to: '2026-06-01' }),
      ...spans(),
      ...elapsed(),
      ...refusals(),
    ],
  }),
};

const spans = (): ToolCase[] =>
  (
    [
      [
        '2026-03-03',
        '2026-06-01',
        /: 90 days\.\n.*12 weeks and 6 days.*\n.*not known\): 64, or 65/,
      ],
      ['2026-06-01', '2026-03-03', /: -90 days\./],
      ['2026-01-01', '2026-01-01', /: 0 days\./],
      ['2026-01-01', '2026-01-02', /: 1 day\./],
      ['2024-02-28', '2024-03-01', /: 2 days\./],
      ['2023-02-28', '2023-03-01', /: 1 day\./],
      ['1900-02-28', '1900-03-01', /: 1 day\./],
      ['2000-02-28', '2000-03-01', /: 2 days\./],
      ['2026-01-31', '2026-02-28', /28 days[^]*0 months and 28 days/],
      ['2020-01-01', '2026-01-01', /72 months and 0 days \(6 years/],
      ['0001-01-01', '9999-12-31', /: 3652058 days/],
      ['1582-10-04', '1582-10-15', /: 11 days/],
      ['2026-11-20', '2026-11-23', /not known\): 1, or 2/],
      ['2026-11-21', '2026-11-22', /not known\): 0, or 0/],
      ['today', '2026-12-24', /2026-11-23 \(Monday\) .*: 31 days/],
      ['2026-01-01', 'Today', /to 2026-11-23 \(Monday\)/],
      ['now', 'now', /Elapsed time: 0 hours/],
    ] satisfies [string, string, RegExp][]
  ).map(([from, to, text]) => ({
    name: `from ${from} to ${to}`,
    arguments: { from, to },
    expected: { texts: [text] },
  }));

const elapsed = (): ToolCase[] =>
  (
    [
      ['2026-03-28T12:00', '2026-03-29T12:00', 'Europe/Berlin', '23 hours, 0 minutes'],
      ['2026-10-24T12:00', '2026-10-25T12:00', 'Europe/Berlin', '25 hours, 0 minutes'],
      ['2026-03-07 12:00', '2026-03-08 12:00', 'America/New_York', '23 hours, 0 minutes'],
      ['2026-03-29T01:59', '2026-03-29T03:00', 'Europe/Berlin', '0 hours, 1 minute'],
      ['2026-01-01T00:00Z', '2026-01-01T00:00-05:00', 'UTC', '5 hours, 0 minutes'],
      [
        '2026-01-01',
        '2026-01-01T18:45:10',
        'Asia/Kathmandu',
        '18 hours, 45 minutes and 10 seconds',
      ],
      ['2026-01-02T00:00', '2026-01-01T00:00', 'UTC', '-24 hours, 0 minutes'],
    ] satisfies [string, string, string, string][]
  ).map(([from, to, timeZone, time]) => ({
    name: `from ${from} to ${to} in ${timeZone}`,
    arguments: { from, to, timeZone },
    expected: { texts: [new RegExp(`Elapsed time: ${time}\\.`)] },
  }));

const refusals = (): ToolCase[] =>
  (
    [
      ['2026-02-30', /there is no 2026-02-30/],
      ['2026-02-29', /there is no/],
      ['2026-04-31', /there is no/],
      ['2026-00-10', /there is no/],
      ['2026-13-01', /there is no/],
      ['2026-01-00', /there is no/],
      ['0000-01-01', /there is no/],
      ['-0001-01-01', /cannot be read/],
      ['12026-01-01', /cannot be read/],
      ['26-01-01', /cannot be read/],
      ['03/04/2026', /cannot be read/],
      ['3 March 2026', /cannot be read/],
      ['tomorrow', /cannot be read/],
      ['2026-W10', /cannot be read/],
      ['2026-01-01T24:30', /time of day/],
      ['2026-01-01T10:00+99:00', /time of day/],
      ['2026-03-29T02:30', /put forward/],
      ['2026-10-25T02:30', /comes twice/],
      ['1e9', /cannot be read/],
      ['NaN', /cannot be read/],
    ] satisfies [string, RegExp][]
  ).flatMap(([when, message]) => [
    {
      name: `a date like ${when}`,
      arguments: { from: when, to: '2026-12-24', timeZone: 'Europe/Berlin' },
      expected: { code: 'invalid_arguments', message } as const,
    },
  ]);
