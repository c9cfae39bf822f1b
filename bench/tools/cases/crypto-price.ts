import type { ServiceDouble } from '../../../test/fakes/services/service-double.js';
import { createServiceBench, whenAnswered } from '../service-cases.js';
import type { ToolCase } from '../tool-bench.js';

const BITCOIN =
  /^1 Bitcoin \(BTC\) = 67187.33 USD \(on 2026-11-23 at 12:45 UTC; source: CoinGecko\)/;
const UNREADABLE = { code: 'tool_unavailable', message: /form that cannot be read/ } as const;

export const cryptoPriceBench = createServiceBench({
  name: 'crypto_price',
  cases: (server) => [...successes, ...refusals, ...lies(server)],
});

const priced = (name: string, given: unknown, text = BITCOIN): ToolCase => ({
  name,
  arguments: given,
  asks: 2,
  expected: { texts: [text] },
});

const successes: readonly ToolCase[] = [
  priced('an id', { coin: 'bitcoin' }),
  priced('a symbol that two coins have', { coin: 'BTC' }),
  priced('a symbol in small letters', { coin: ' btc ' }),
  priced('a name', { coin: 'Bitcoin' }),
  priced('a name of two words', { coin: 'bitcoin cash' }, /^1 Bitcoin Cash \(BCH\) = 412.05 USD/),
  priced('another currency', { coin: 'bitcoin', currency: 'EUR' }, /= 61918.2 EUR/),
  priced('forints', { coin: 'bitcoin', currency: 'huf' }, /= 24488648 HUF/),
  priced('a price with many zeros', { coin: 'SHIB' }, /= 0.000008124 USD/),
];

const refused = (name: string, given: unknown): ToolCase => ({
  name,
  arguments: given,
  asks: 0,
  expected: { code: 'invalid_arguments', message: /./ },
});

const unknown = (name: string, coin: string): ToolCase => ({
  name,
  arguments: { coin },
  asks: 1,
  expected: { code: 'not_found', message: /No coin has that id, symbol or name/ },
});

const refusals: readonly ToolCase[] = [
  refused('a coin of blanks', { coin: '  ' }),
  refused('a coin that is a number', { coin: 1 }),
  refused('a currency of one letter', { coin: 'bitcoin', currency: 'x' }),
  refused('a currency of twenty letters', { coin: 'bitcoin', currency: 'x'.repeat(20) }),
  unknown('a coin that does not exist', 'xyzzycoin'),
  unknown('a part of a name', 'bitco'),
  unknown('two coins', 'bitcoin,shiba-inu'),
  unknown('a coin with a path', '../simple/price'),
  unknown('a coin with a query', 'bitcoin?vs_currencies=usd'),
  unknown('a coin with a line break', 'bitcoin\r\nX-Evil: 1'),
  unknown('a key that objects are born with', '__proto__'),
  {
    name: 'a currency that does not exist',
    arguments: { coin: 'bitcoin', currency: 'zzz' },
    asks: 2,
    expected: { code: 'not_found', message: /no price for this coin in that currency/ },
  },
  {
    name: 'a name that objects are born with as currency',
    arguments: { coin: 'bitcoin', currency: 'toString' },
    asks: 2,
    expected: { code: 'not_found', message: /no price for this coin in that currency/ },
  },
];

const COIN = { id: 'bitcoin', name: 'Bitcoin', symbol: 'BTC', market_cap_rank: 1 };

const lies = (server: ServiceDouble): ToolCase[] => [
  ...[
    { coins: 'bitcoin' },
    { coins: [{ ...COIN, id: 7 }] },
    { coins: [{ ...COIN, name: null }] },
    { coins: [{ ...COIN, market_cap_rank: 'first' }] },
    { coins: { 0: COIN } },
  ].map((body, position) => ({
    name: `coins of wrong types (${position})`,
    arguments: { coin: 'bitcoin' },
    ...whenAnswered(server, body),
    asks: 1,
    expected: UNREADABLE,
  })),
  ...[{ usd: '67187' }, { usd: [67_187] }, { usd: { value: 1 } }, 67_187].map((prices, at) => ({
    name: `prices of wrong types (${at})`,
    arguments: { coin: 'bitcoin' },
    ...answeringPrices(server, prices),
    asks: 2,
    expected: UNREADABLE,
  })),
  ...[-1, 1e300].map((usd) => ({
    name: `a price of ${usd}`,
    arguments: { coin: 'bitcoin' },
    ...answeringPrices(server, { usd }),
    expected: { code: 'tool_unavailable', message: /impossible price/ } as const,
  })),
  {
    name: 'a coin that is found, and has no price',
    arguments: { coin: 'batcat' },
    asks: 2,
    expected: { code: 'not_found', message: /no price for this coin/ },
  },
  {
    name: 'a price of null',
    arguments: { coin: 'bitcoin' },
    ...answeringPrices(server, { usd: null }),
    expected: { code: 'not_found', message: /no price for this coin/ },
  },
  {
    name: 'an impossible time',
    arguments: { coin: 'bitcoin' },
    ...answeringPrices(server, { usd: 5, last_updated_at: 1e15 }),
    expected: { texts: [/^1 Bitcoin \(BTC\) = 5 USD \(source: CoinGecko\)/] },
  },
];

/** The coin is found, and its prices are these. */
const answeringPrices = (server: ServiceDouble, bitcoin: unknown) => ({
  prepare: () => {
    server.failWith((request, response) => {
      const isSearch = request.url?.startsWith('/api/v3/search') === true;
      response.end(JSON.stringify(isSearch ? { coins: [COIN] } : { bitcoin }));
    });
  },
});
