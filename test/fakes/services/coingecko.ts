import type { Service } from './service-double.js';

const toCoin = (id: string, [name, symbol]: [string, string], rank: number | null) => ({
  id,
  name,
  api_symbol: id,
  symbol,
  market_cap_rank: rank,
  thumb: `https://coin-images.coingecko.com/coins/images/1/thumb/${id}.png`,
  large: `https://coin-images.coingecko.com/coins/images/1/large/${id}.png`,
});

const COINS = [
  toCoin('batcat', ['batcat', 'BTC'], null),
  toCoin('bitcoin', ['Bitcoin', 'BTC'], 1),
  toCoin('bitcoin-cash', ['Bitcoin Cash', 'BCH'], 20),
  toCoin('shiba-inu', ['Shiba Inu', 'SHIB'], 24),
];

const PRICES: Record<string, Record<string, number>> = {
  bitcoin: { usd: 67_187.33, eur: 61_918.2, huf: 24_488_648 },
  'bitcoin-cash': { usd: 412.05, eur: 379.7 },
  'shiba-inu': { usd: 0.000_008_124 },
};

/** CoinGecko: the search, which finds parts of names, too, and the simple price. */
export const coingecko: Service = ({ path, query }) => {
  if (path === '/api/v3/search') {
    const asked = (query['query'] ?? '').toLowerCase();
    const coins = COINS.filter((coin) =>
      [coin.id, coin.name, coin.symbol].some((word) => word.toLowerCase().includes(asked)),
    );
    return { body: { coins, exchanges: [], icos: [], categories: [], nfts: [] } };
  }
  if (path === '/api/v3/simple/price') {
    const { ids = '', vs_currencies: currency = '' } = query;
    const prices = PRICES[ids];
    if (prices === undefined) return { body: {} };
    const price = prices[currency];
    const priced = { ...(price !== undefined && { [currency]: price }) };
    return { body: { [ids]: { ...priced, last_updated_at: 1_795_437_900 } } };
  }
  return { status: 404, body: { error: 'incorrect path' } };
};
