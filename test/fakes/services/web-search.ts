import type { Service } from './service-double.js';

type Hit = { title: string; url: string; extract: string };

const HITS: Hit[] = [
  {
    title: 'Remote work in Hungary',
    url: 'https://law.example/remote-work?lang=en',
    extract: 'Since 2022 the labour code regulates remote work in its chapter 196.',
  },
  {
    title: 'Home office & taxes',
    url: 'https://tax.example/home-office',
    extract: 'Employers may pay an allowance without receipts.',
  },
  { title: 'A forum', url: 'http://forum.example/t/1', extract: 'Does anybody know?' },
];

const find = (query: string): Hit[] => (query.includes('nothing') ? [] : HITS);

/** SearXNG with the format json allowed. */
export const searxng: Service = ({ path, query }) => {
  if (path !== '/search') return { status: 404, body: '<html>Not Found</html>' };
  if (query['format'] !== 'json') return { status: 403, body: '<html>Forbidden</html>' };
  const results = find(query['q'] ?? '').map(({ title, url, extract }, position) => ({
    title,
    url,
    content: extract,
    engine: 'duckduckgo',
    engines: ['duckduckgo'],
    parsed_url: ['https', new URL(url).host, new URL(url).pathname, '', '', ''],
    template: 'default.html',
    positions: [position + 1],
    score: 1 / (position + 1),
    category: 'general',
    publishedDate: position === 0 ? '2026-03-01T00:00:00' : null,
  }));
  return {
    body: {
      query: query['q'],
      number_of_results: 0,
      results,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    },
  };
};

export const BRAVE_KEY = 'brave-key-of-the-test';

/** Brave: marks around the words that were looked for, and characters escaped; without a hit there is no part `web`. */
export const brave: Service = ({ path, query, headers }) => {
  if (headers['x-subscription-token'] !== BRAVE_KEY) {
    const error = { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422, detail: 'Invalid token.' };
    return { status: 422, body: { type: 'ErrorResponse', error } };
  }
  if (path !== '/res/v1/web/search') return { status: 404, body: { type: 'ErrorResponse' } };
  const results = find(query['q'] ?? '').map(({ title, url, extract }, position) => ({
    type: 'search_result',
    title: title.replace('&', '&amp;'),
    url,
    description: extract.replace('remote work', '<strong>remote work</strong>'),
    ...(position === 0 && { page_age: '2026-03-01T00:00:00', age: 'March 1, 2026' }),
    family_friendly: true,
    language: 'en',
  }));
  const web = { type: 'search', results: results.slice(0, Number(query['count'] ?? 20)) };
  return {
    body: {
      type: 'search',
      query: { original: query['q'], more_results_available: false },
      ...(results.length > 0 && { web }),
    },
  };
};

export const TAVILY_KEY = 'tvly-key-of-the-test';

export const tavily: Service = ({ path, method, headers, body }) => {
  if (path !== '/search' || method !== 'POST') {
    return { status: 404, body: { detail: 'Not Found' } };
  }
  if (headers['authorization'] !== `Bearer ${TAVILY_KEY}`) {
    const detail = { error: 'Unauthorized: missing or invalid API key.' };
    return { status: 401, body: { detail } };
  }
  const { query = '', max_results: most = 5 } = body as { query?: string; max_results?: number };
  const results = find(query).map(({ title, url, extract }, position) => ({
    title,
    url,
    content: extract,
    score: 0.9 - position / 10,
    raw_content: null,
    ...(position === 0 && { published_date: '2026-03-01' }),
  }));
  return {
    body: {
      query,
      follow_up_questions: null,
      answer: null,
      images: [],
      results: results.slice(0, most),
      response_time: 1.07,
      request_id: '123e4567-e89b-12d3-a456-426614174111',
    },
  };
};
