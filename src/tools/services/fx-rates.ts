import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { serviceUrl } from '../../shared/variable-types.js';
import { readAnswer, writeNumber } from './service-answer.js';
import { declareTool } from '../tool.js';

const currency = z
  .string()
  .trim()
  .length(3)
  .refine((code) => /^[A-Za-z]{3}$/.test(code), 'must be three letters')
  .transform((code) => code.toUpperCase());

const MAX_AMOUNT = 1e12;

const Input = z.strictObject({
  base: currency.describe('Currency to convert from, ISO 4217: EUR.'),
  target: currency.describe('Currency to convert to, ISO 4217: HUF.'),
  amount: z.number().positive().max(MAX_AMOUNT).optional().describe('Of the base; 1 unless set.'),
  date: z.iso.date().optional().describe('YYYY-MM-DD, today or earlier; unset: the latest rate.'),
});
type Input = z.infer<typeof Input>;

const settings = {
  FX_RATES_URL: serviceUrl('http', 'https')
    .default('https://api.frankfurter.dev/v1')
    .describe(
      'Frankfurter or a service compatible with its first version, up to and including /v1.',
    ),
};

export const fxRates = declareTool({
  name: 'fx_rates',
  description:
    'Exchange rates of the European Central Bank between about 30 currencies, the latest or of a past working day since 1999-01-04, and amounts converted at them. It has no forecasts, no rates within a day, no bank fees and no cryptocurrencies.',
  input: Input,
  settings,
  risk: 'external',
  cacheSec: 3600,
  create:
    ({ askService, now }, { FX_RATES_URL: baseUrl }) =>
    async (input, { signal }) => {
      requirePossible(input, now());
      const { base, target, date = 'latest' } = input;
      const answer = await askService(
        { service: SERVICE, baseUrl, path: date, query: { base, symbols: target } },
        signal,
      );
      const isUnknown = answer.status === 404 || answer.status === 422;
      const read = isUnknown ? null : readAnswer(Rates, SERVICE, answer);
      const rate = read?.rates[target];
      if (!read || rate === undefined) throw unknownPair(input);
      return {
        summary: `1 rate of ${read.date}`,
        evidence: [{ kind: 'value', text: write(input, rate, read.date), url: PAGE }],
      };
    },
});

const SERVICE = 'the exchange rate service';

/** The page for people that shows the same rates. */
const PAGE =
  'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html';

const FIRST_DATE = '1999-01-04';

/** In the earliest time zone it is already tomorrow. */
const AHEAD_MS = 14 * 3_600_000;

const requirePossible = ({ base, target, date }: Input, now: Date): void => {
  if (base === target) {
    throw new AppError('invalid_arguments', 'base and target are the same currency.');
  }
  if (date === undefined) return;
  const today = new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10);
  if (date > today) {
    throw new AppError('invalid_arguments', 'date is in the future; there are no forecasts.');
  }
  if (date < FIRST_DATE) {
    throw new AppError('invalid_arguments', `date is too early; the first is ${FIRST_DATE}.`);
  }
};

const Rates = z.object({
  date: z.iso.date(),
  rates: z.record(z.string(), z.number().positive().max(MAX_AMOUNT)),
});

const unknownPair = ({ base, target, date }: Input): AppError => {
  const when = date === undefined ? '' : ` on ${date}`;
  return new AppError(
    'not_found',
    `There is no rate from ${base} to ${target}${when}: one of them is not a currency that the service knows.`,
  );
};

const write = ({ base, target, amount, date }: Input, rate: number, rateDate: string): string => {
  const asked = date === undefined || date === rateDate ? '' : `, the last one up to ${date}`;
  const quoted = `1 ${base} = ${writeNumber(rate)} ${target}`;
  const converted =
    amount === undefined
      ? ''
      : `${writeNumber(amount)} ${base} = ${writeMoney(amount * rate)} ${target}, at `;
  return `${converted}${quoted} (reference rate of ${rateDate}${asked}; source: European Central Bank, by Frankfurter).`;
};

/** Hundredths, rounded as usual; below one, significant digits. */
const writeMoney = (value: number): string =>
  value < 1
    ? writeNumber(value, 6)
    : writeNumber(Math.round(Number((value * 100).toPrecision(15))) / 100);
