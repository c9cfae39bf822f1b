import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { serviceUrl } from '../../shared/variable-types.js';
import { readAnswer, serviceText, writeNumber } from './service-answer.js';
import { declareTool, type ToolDeps } from '../tool.js';

const Input = z.strictObject({
  coin: z.string().trim().min(1).max(60).describe('Its id, symbol or name: bitcoin, BTC.'),
  currency: z
    .string()
    .trim()
    .min(2)
    .max(10)
    .default('usd')
    .describe('Code of the currency that the price is in: usd, eur.'),
});

const settings = {
  CRYPTO_PRICE_URL: serviceUrl('http', 'https')
    .default('https://api.coingecko.com/api/v3')
    .describe('CoinGecko, up to and including /api/v3.'),
  CRYPTO_PRICE_API_KEY: z
    .string()
    .optional()
    .describe(
      'Its key, from the demo plan, or from a paid plan with https://pro-api.coingecko.com.',
    ),
};

export const cryptoPrice = declareTool({
  name: 'crypto_price',
  description:
    'The current price of a cryptocurrency in a currency. It has no past prices, no forecasts, no charts, no wallets and no shares.',
  input: Input,
  settings,
  risk: 'external',
  cacheSec: 60,
  create: ({ askService }, { CRYPTO_PRICE_URL: baseUrl, CRYPTO_PRICE_API_KEY: key }) => {
    const headers = toHeaders(baseUrl, key);
    return async (input, { signal }) => {
      const currency = input.currency.toLowerCase();
      const ask: Ask = (path, query) =>
        askService({ service: SERVICE, baseUrl, path, query, headers }, signal);
      const coin = await findCoin(ask, input.coin);
      const { price, at } = await askPrice(ask, coin.id, currency);
      const when = at === null ? '' : `on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC; `;
      return {
        summary: '1 price',
        evidence: [
          {
            kind: 'value',
            text: `1 ${coin.name} (${coin.symbol.toUpperCase()}) = ${writeNumber(price)} ${currency.toUpperCase()} (${when}source: CoinGecko).`,
            url: `https://www.coingecko.com/en/coins/${encodeURIComponent(coin.id)}`,
          },
        ],
      };
    };
  },
});

const SERVICE = 'the crypto price service';

type Ask = (path: string, query: Record<string, string>) => ReturnType<ToolDeps['askService']>;

const toHeaders = (baseUrl: string, key: string | undefined): Record<string, string> => {
  if (key === undefined) return {};
  const isPaid = new URL(baseUrl).hostname.startsWith('pro-');
  return { [isPaid ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key };
};

const word = serviceText(100).pipe(z.string().min(1));

const Coin = z.object({
  id: word,
  name: word,
  symbol: word,
  market_cap_rank: z.number().nullish(),
});
const Coins = z.object({ coins: z.array(Coin) });

/** Symbols are not unique: of the coins with exactly this one, the coin with the highest market value. */
const findCoin = async (ask: Ask, asked: string): Promise<z.infer<typeof Coin>> => {
  const { coins } = readAnswer(Coins, SERVICE, await ask('search', { query: asked }));
  const [found] = coins
    .filter(({ id, name, symbol }) =>
      [id, name, symbol].some((word) => word.toLowerCase() === asked.toLowerCase()),
    )
    .sort((left, right) => rankOf(left) - rankOf(right));
  if (found) return found;
  throw new AppError('not_found', 'No coin has that id, symbol or name.');
};

const LAST = Number.MAX_SAFE_INTEGER;
const rankOf = ({ market_cap_rank: rank }: z.infer<typeof Coin>): number => rank ?? LAST;

const MAX_PRICE = 1e15;
const Prices = z.record(z.string(), z.record(z.string(), z.number().nullable()));

const askPrice = async (
  ask: Ask,
  id: string,
  currency: string,
): Promise<{ price: number; at: string | null }> => {
  const query = { ids: id, vs_currencies: currency, include_last_updated_at: 'true' };
  const prices = readAnswer(Prices, SERVICE, await ask('simple/price', query));
  const ofCoin = new Map(Object.entries(prices[id] ?? {}));
  const price = ofCoin.get(currency) ?? null;
  if (price === null) {
    throw new AppError('not_found', 'There is no price for this coin in that currency.');
  }
  if (price < 0 || price > MAX_PRICE) {
    throw new AppError(
      'tool_unavailable',
      'The crypto price service returned an impossible price.',
    );
  }
  return { price, at: toTime(ofCoin.get('last_updated_at')) };
};

const MAX_SECONDS = 1e11;

const toTime = (seconds: number | null | undefined): string | null =>
  seconds != null && seconds > 0 && seconds < MAX_SECONDS
    ? new Date(seconds * 1000).toISOString()
    : null;
