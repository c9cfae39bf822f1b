import type { ServiceDouble } from '../../../test/fakes/services/service-double.js';
import { createServiceBench, whenAnswered } from '../service-cases.js';
import type { ToolCase } from '../tool-bench.js';

const UNREADABLE = { code: 'tool_unavailable', message: /form that cannot be read/ } as const;

export const fxRatesBench = createServiceBench({
  name: 'fx_rates',
  cases: (server) => [...successes, ...refusals, ...unknownPairs, ...lies(server)],
});

const converted = (name: string, given: unknown, text: RegExp): ToolCase => ({
  name,
  arguments: given,
  asks: 1,
  expected: { texts: [text] },
});

const HUF = { base: 'EUR', target: 'HUF' };

const successes: readonly ToolCase[] = [
  converted(
    'an amount',
    { ...HUF, amount: 500 },
    /^500 EUR = 197750 HUF, at 1 EUR = 395.5 HUF \(reference rate of 2026-11-20; source: European/,
  ),
  converted('a rate', HUF, /^1 EUR = 395.5 HUF \(reference rate of 2026-11-20;/),
  converted('currencies in small letters', { base: 'eur', target: ' huf ' }, /^1 EUR = 395.5 HUF/),
  converted('a fraction', { ...HUF, amount: 0.1 }, /^0.1 EUR = 39.55 HUF,/),
  converted('an amount with cents', { ...HUF, amount: 19.99 }, /^19.99 EUR = 7906.05 HUF,/),
  converted('the largest amount', { ...HUF, amount: 1e12 }, /^1000000000000 EUR = 395500000000000/),
  converted(
    'little money',
    { base: 'HUF', target: 'EUR', amount: 1 },
    /^1 HUF = 0.00252845 EUR, at 1 HUF = 0.00252845 EUR/,
  ),
  converted('two other currencies', { base: 'USD', target: 'JPY' }, /^1 USD = 150.315 JPY/),
  converted('a day', { ...HUF, date: '2026-11-18' }, /\(reference rate of 2026-11-18; source/),
  converted(
    'a Sunday',
    { ...HUF, date: '2026-11-22' },
    /\(reference rate of 2026-11-20, the last one up to 2026-11-22; source/,
  ),
  converted('the 29th of February', { ...HUF, date: '2024-02-29' }, /rate of 2024-02-29/),
  converted('the first day', { ...HUF, date: '1999-01-04' }, /rate of 1999-01-04/),
];

const refused = (name: string, given: object, message = /./): ToolCase => ({
  name,
  arguments: { ...HUF, ...given },
  asks: 0,
  expected: { code: 'invalid_arguments', message },
});

const refusals: readonly ToolCase[] = [
  refused('a day to come', { date: '2026-12-24' }, /in the future/),
  refused('a day far ahead', { date: '9999-12-31' }, /in the future/),
  refused('a day before there was the euro', { date: '1998-12-31' }, /first is 1999-01-04/),
  refused('the 30th of February', { date: '2026-02-30' }, /date/),
  refused('the 29th of February of another year', { date: '2025-02-29' }, /date/),
  refused('a day of another form', { date: '20/11/2026' }),
  refused('a day with a path', { date: '2026-11-20/../latest' }),
  refused('a range of days', { date: '2026-11-01..2026-11-20' }),
  refused('a moment', { date: '2026-11-20T10:00:00Z' }),
  refused('one currency twice', { target: 'eur' }, /same currency/),
  refused('a currency of two letters', { target: 'HU' }),
  refused('a sign as currency', { target: '€€€' }),
  refused('two currencies in one', { target: 'HUF,USD' }),
  refused('a currency with a query', { target: 'H?F' }),
  refused('no money', { amount: 0 }),
  refused('less than no money', { amount: -5 }),
  refused('more money than there is', { amount: 1e13 }),
  refused('an amount that is a text', { amount: '500' }),
  refused('an amount without end', { amount: Number.POSITIVE_INFINITY }),
  refused('an amount that is not a number', { amount: Number.NaN }),
];

const unknownPairs: readonly ToolCase[] = [
  { ...HUF, target: 'XXX' },
  { ...HUF, base: 'BTC' },
].map((pair, position) => ({
  name: `a currency that the service does not know (${position})`,
  arguments: pair,
  asks: 1,
  expected: { code: 'not_found', message: /There is no rate from ... to .../ },
}));

const RATES = { amount: 1, base: 'EUR', date: '2026-11-20' };

const lies = (server: ServiceDouble): ToolCase[] => [
  ...[
    { ...RATES, rates: { HUF: '395.5' } },
    { ...RATES, rates: { HUF: -395.5 } },
    { ...RATES, rates: { HUF: 0 } },
    { ...RATES, rates: { HUF: 1e300 } },
    { ...RATES, rates: [395.5] },
    { ...RATES, date: 'today', rates: { HUF: 395.5 } },
    { ...RATES, date: '2026-13-01', rates: { HUF: 395.5 } },
    { rates: { HUF: 395.5 } },
  ].map((body, position) => ({
    name: `rates of wrong types (${position})`,
    arguments: HUF,
    ...whenAnswered(server, body),
    asks: 1,
    expected: UNREADABLE,
  })),
  {
    name: 'the rate of another currency',
    arguments: HUF,
    ...whenAnswered(server, { ...RATES, rates: { USD: 1.08 } }),
    expected: { code: 'not_found', message: /There is no rate from EUR to HUF/ },
  },
  {
    name: 'a status of 422 for a currency',
    arguments: { ...HUF, date: '2026-11-20' },
    ...whenAnswered(server, { message: 'invalid currency' }, 422),
    expected: { code: 'not_found', message: /There is no rate from EUR to HUF on 2026-11-20/ },
  },
];
