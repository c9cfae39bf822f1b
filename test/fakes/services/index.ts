import { coingecko } from './coingecko.js';
import { frankfurter } from './frankfurter.js';
import { ipwhois } from './ipwhois.js';
import { nominatim } from './nominatim.js';
import { openMeteo } from './open-meteo.js';
import type { Service } from './service-double.js';
import { brave, BRAVE_KEY, searxng, tavily, TAVILY_KEY } from './web-search.js';

export type AskingTool = {
  /** With the provider where a tool has several. */
  name: string;
  tool: string;
  service: Service;
  /** The environment that makes the tool ask a server at this address. */
  variables: (url: string) => Record<string, string>;
  /** A call that asks the service once and succeeds. */
  arguments: Record<string, unknown>;
};

/** Every tool that asks a service, with that service. */
export const ASKING_TOOLS: readonly AskingTool[] = [
  {
    name: 'weather',
    tool: 'weather',
    service: openMeteo,
    variables: (url) => ({ WEATHER_URL: `${url}/v1`, WEATHER_PLACES_URL: `${url}/v1` }),
    arguments: { latitude: 47.4979, longitude: 19.0402 },
  },
  {
    name: 'geocode',
    tool: 'geocode',
    service: nominatim,
    variables: (url) => ({ GEOCODE_URL: url, GEOCODE_INTERVAL_MS: '0' }),
    arguments: { latitude: 47.4979, longitude: 19.0402 },
  },
  {
    name: 'ip_geolocation',
    tool: 'ip_geolocation',
    service: ipwhois,
    variables: (url) => ({ IP_GEOLOCATION_URL: url }),
    arguments: { ip: '8.8.4.4' },
  },
  {
    name: 'fx_rates',
    tool: 'fx_rates',
    service: frankfurter,
    variables: (url) => ({ FX_RATES_URL: `${url}/v1` }),
    arguments: { base: 'EUR', target: 'HUF', amount: 500 },
  },
  {
    name: 'crypto_price',
    tool: 'crypto_price',
    service: coingecko,
    variables: (url) => ({ CRYPTO_PRICE_URL: `${url}/api/v3` }),
    arguments: { coin: 'bitcoin' },
  },
  {
    name: 'web_search by SearXNG',
    tool: 'web_search',
    service: searxng,
    variables: (url) => ({ WEB_SEARCH_PROVIDER: 'searxng', WEB_SEARCH_URL: url }),
    arguments: { query: 'remote work' },
  },
  {
    name: 'web_search by Brave',
    tool: 'web_search',
    service: brave,
    variables: (url) => ({
      WEB_SEARCH_PROVIDER: 'brave',
      WEB_SEARCH_URL: `${url}/res/v1`,
      WEB_SEARCH_API_KEY: BRAVE_KEY,
    }),
    arguments: { query: 'remote work' },
  },
  {
    name: 'web_search by Tavily',
    tool: 'web_search',
    service: tavily,
    variables: (url) => ({
      WEB_SEARCH_PROVIDER: 'tavily',
      WEB_SEARCH_URL: url,
      WEB_SEARCH_API_KEY: TAVILY_KEY,
    }),
    arguments: { query: 'remote work' },
  },
];
