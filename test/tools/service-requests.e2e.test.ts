import { afterEach, describe, expect, it } from '@jest/globals';
import { openAskingTool, type OpenTool } from '../support/asking-tool.js';

const opened: OpenTool[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

const open = async (name: string, variables?: Record<string, string>): Promise<OpenTool> => {
  const tool = await openAskingTool(name, variables);
  opened.push(tool);
  return tool;
};

describe('the tool weather', () => {
  it('requests the place first, then its forecast for three days', async () => {
    const { server, call } = await open('weather', { WEATHER_API_KEY: 'a key&more' });

    await call({ city: 'Budapest' });

    expect(server.asked).toMatchObject([
      {
        method: 'GET',
        path: '/v1/search',
        query: { name: 'Budapest', count: '1', format: 'json', apikey: 'a key&more' },
      },
      {
        path: '/v1/forecast',
        query: {
          latitude: '47.49835',
          longitude: '19.04045',
          forecast_days: '3',
          timezone: 'auto',
          apikey: 'a key&more',
        },
      },
    ]);
  });

  it('gives the current weather and each day in a sentence of its own, with a link for people', async () => {
    const { call } = await open('weather');

    const { evidence } = await call({ city: 'Budapest' });

    const url = 'https://open-meteo.com/en/docs?latitude=47.49835&longitude=19.04045';
    expect(evidence).toEqual(
      [
        'Weather in Budapest, Hungary on 2026-11-23 at 13:45 (Europe/Budapest): 15 °C, feels like 13.6 °C, overcast, relative humidity 70 %, wind 12.2 km/h, precipitation 0 mm (source: Open-Meteo).',
        'Forecast for Budapest, Hungary on 2026-11-23: 6.1 to 15.8 °C, overcast, precipitation 0 mm, chance of rain 5 %, wind up to 18.4 km/h (source: Open-Meteo).',
        'Forecast for Budapest, Hungary on 2026-11-24: 4 to 11.2 °C, light rain, precipitation 3.4 mm, chance of rain 80 %, wind up to 25.2 km/h (source: Open-Meteo).',
        'Forecast for Budapest, Hungary on 2026-11-25: -1.5 to 3 °C, light snow, precipitation 1.2 mm, wind up to 30 km/h (source: Open-Meteo).',
      ].map((text) => ({ kind: 'value', text, url })),
    );
  });

  it('distinguishes places of the same name by region and country', async () => {
    const { texts } = await open('weather');

    expect((await texts({ city: 'Paris' }))[0]).toContain('France');
    expect((await texts({ city: 'Paris, Texas' }))[0]).toContain('Texas, United States');
    expect((await texts({ city: 'paris,,us' }))[0]).toContain('Texas, United States');
    await expect(texts({ city: 'Paris, Ohio' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'No place of that name is known in that region or country; write both in full.',
    });
  });

  it('says in its description and in its arguments that it has no past and no distant future', async () => {
    const { server, call } = await open('weather');

    await expect(call({ city: 'Budapest', day: 'yesterday' })).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('"today"|"tomorrow"|"day_after_tomorrow"'),
    });
    expect(server.asked).toEqual([]);
  });
});

// Each of them is to arrive as it is, in the one parameter that it belongs to.
const AWKWARD = [
  'a?b=c&d#e',
  '../../etc/passwd',
  'Budapest\r\nX-Evil: 1',
  '100 % + "quotes"',
  'Győr 東京',
  '{"$ne":null}',
];

describe.each([
  ['weather', 'city', { path: '/v1/search', parameter: 'name' }],
  ['geocode', 'query', { path: '/search', parameter: 'q' }],
  ['crypto_price', 'coin', { path: '/api/v3/search', parameter: 'query' }],
  ['web_search by SearXNG', 'query', { path: '/search', parameter: 'q' }],
  ['web_search by Brave', 'query', { path: '/res/v1/web/search', parameter: 'q' }],
])('the text that %s passes on', (name, argument, { path, parameter }) => {
  it.each(AWKWARD)('stays one parameter of the same path: %j', async (text) => {
    const { server, call } = await open(name);

    await call({ [argument]: text }).catch(() => undefined);

    expect(server.asked).toMatchObject([{ path, query: { [parameter]: text } }]);
    expect(Object.keys(server.asked[0]!.headers)).not.toContain('x-evil');
  });
});

describe('the tool geocode', () => {
  it('identifies itself, and requests names in one language, whoever asks', async () => {
    const { server, call } = await open('geocode');

    await call({ query: 'Budapest' });
    await call({ latitude: 47.507, longitude: 19.0457 });

    expect(server.asked).toMatchObject([
      {
        path: '/search',
        query: { q: 'Budapest', limit: '3', format: 'jsonv2', 'accept-language': 'en' },
        headers: { 'user-agent': 'knowledge-router-test' },
      },
      { path: '/reverse', query: { lat: '47.507', lon: '19.0457', format: 'jsonv2' } },
    ]);
  });

  it('sends one request at a time, no sooner than its interval after the last start', async () => {
    const { server, call } = await open('geocode', { GEOCODE_INTERVAL_MS: '120' });
    const starts: number[] = [];
    let underWay = 0;
    let most = 0;
    server.failWith((_, response) => {
      starts.push(performance.now());
      most = Math.max(most, (underWay += 1));
      response.once('close', () => {
        underWay -= 1;
      });
      response.end('[]');
    });

    await Promise.allSettled(['a', 'b', 'c'].map((query) => call({ query })));

    expect(most).toBe(1);
    const [first = 0, second = 0, third = 0] = starts;
    // The server sees a request a moment after the tool has begun it.
    expect(Math.min(second - first, third - second)).toBeGreaterThan(90);
  });

  it('gives up waiting for its turn at its time limit, and sends nothing later', async () => {
    const { server, call } = await open('geocode', { GEOCODE_INTERVAL_MS: '60000' });
    await call({ query: 'Budapest' });

    const waiting = call({ query: 'Springfield' }, { leftMs: 50 });

    await expect(waiting).rejects.toMatchObject({ code: 'tool_timeout' });
    expect(server.asked).toHaveLength(1);
  });

  it('returns the coordinates that the weather tool accepts', async () => {
    const geocode = await open('geocode');
    const weather = await open('weather');

    const [found = ''] = await geocode.texts({ query: 'Budapest' });
    const [, latitude, longitude] = /latitude ([\d.-]+), longitude ([\d.-]+)/.exec(found) ?? [];

    expect(
      await weather.texts({ latitude: Number(latitude), longitude: Number(longitude) }),
    ).toHaveLength(4);
  });
});

describe('the tool ip_geolocation', () => {
  it('sends only the address, with its key if it has one', async () => {
    const { server, call } = await open('ip_geolocation', { IP_GEOLOCATION_API_KEY: 'k' });

    await call({ ip: '2001:4860:4860::8844' });

    expect(server.asked).toMatchObject([{ path: '/2001:4860:4860::8844', query: { key: 'k' } }]);
  });
});

describe('the tool fx_rates', () => {
  it('requests the latest rate or that of a day, for one pair', async () => {
    const { server, call } = await open('fx_rates');

    await call({ base: 'eur', target: 'huf', amount: 500 });
    await call({ base: 'EUR', target: 'USD', date: '2024-02-29' });

    expect(server.asked).toMatchObject([
      { path: '/v1/latest', query: { base: 'EUR', symbols: 'HUF' } },
      { path: '/v1/2024-02-29', query: { base: 'EUR', symbols: 'USD' } },
    ]);
  });

  it('accepts a day that has begun somewhere on earth, and no later one', async () => {
    // It is 12:45 on the 23rd in UTC, and 02:45 on the 24th in the earliest time zone.
    const { texts } = await open('fx_rates');

    expect(await texts({ base: 'EUR', target: 'HUF', date: '2026-11-24' })).toEqual([
      expect.stringContaining('reference rate of 2026-11-20, the last one up to 2026-11-24'),
    ]);
    await expect(texts({ base: 'EUR', target: 'HUF', date: '2026-11-25' })).rejects.toMatchObject({
      message: 'date is in the future; there are no forecasts.',
    });
  });
});

describe('the tool crypto_price', () => {
  it('looks up the coin, then its price by id', async () => {
    const { server, call } = await open('crypto_price', { CRYPTO_PRICE_API_KEY: 'k' });

    await call({ coin: 'BTC', currency: 'EUR' });

    const headers = { 'x-cg-demo-api-key': 'k' };
    expect(server.asked).toMatchObject([
      { path: '/api/v3/search', query: { query: 'BTC' }, headers },
      {
        path: '/api/v3/simple/price',
        query: { ids: 'bitcoin', vs_currencies: 'eur', include_last_updated_at: 'true' },
        headers,
      },
    ]);
  });
});

describe('the tool web_search', () => {
  it.each([
    ['SearXNG', { method: 'GET', query: { format: 'json' } }],
    ['Brave', { method: 'GET', query: { count: '2' } }],
    ['Tavily', { method: 'POST', body: { query: 'remote work', max_results: 2 } }],
  ])('returns each result of %s as a separate value with its address', async (provider, asked) => {
    const { server, call } = await open(`web_search by ${provider}`);

    const { summary, evidence } = await call({ query: 'remote work', limit: 2 });

    expect(server.asked).toMatchObject([asked]);
    expect(summary).toBe('2 results of the web');
    expect(evidence).toEqual([
      {
        kind: 'value',
        text: 'Remote work in Hungary: Since 2022 the labour code regulates remote work in its chapter 196. (source: law.example, 2026-03-01)',
        url: 'https://law.example/remote-work?lang=en',
      },
      {
        kind: 'value',
        text: 'Home office & taxes: Employers may pay an allowance without receipts. (source: tax.example)',
        url: 'https://tax.example/home-office',
      },
    ]);
  });

  it('reports that nothing was found, and that asking again will not help', async () => {
    const { call } = await open('web_search by Brave');

    expect(await call({ query: 'nothing' })).toEqual({
      summary: '0 results of the web; repeating it will not help',
      evidence: [],
    });
  });

  it('reports that its key was rejected', async () => {
    const { call } = await open('web_search by Tavily', { WEB_SEARCH_API_KEY: 'wrong' });

    await expect(call({ query: 'work' })).rejects.toMatchObject({
      code: 'tool_unavailable',
      message: 'The web search service does not accept our access (401).',
    });
  });
});
