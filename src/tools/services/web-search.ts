import { z } from 'zod';
import { serviceUrl } from '../../shared/variable-types.js';
import { readAnswer, toLine } from './service-answer.js';
import { declareTool, type ToolDeps, type ToolEvidenceItem } from '../tool.js';

const Input = z.strictObject({
  query: z.string().trim().min(1).max(400).describe('What to look for, as for a search engine.'),
  limit: z.int().min(1).max(10).default(5).describe('Most results to return.'),
});
type Input = z.infer<typeof Input>;

const settings = {
  WEB_SEARCH_PROVIDER: z
    .enum(['searxng', 'brave', 'tavily'])
    .optional()
    .describe('The web search provider. Unset: the tool web_search does not exist.'),
  WEB_SEARCH_URL: serviceUrl('http', 'https')
    .optional()
    .describe(
      'Its address. Required for searxng, whose settings must allow the format json; the others have a default.',
    ),
  WEB_SEARCH_API_KEY: z.string().optional().describe('Its key; required for brave and tavily.'),
};
type Settings = z.infer<z.ZodObject<typeof settings>>;

export const webSearch = declareTool({
  name: 'web_search',
  description:
    'Searches the public web: title, address and a short extract of each result. It cannot open pages, and extracts may be old or wrong; it knows nothing of private documents.',
  input: Input,
  settings,
  problems: (own) => findProblems(own),
  risk: 'external',
  cacheSec: 900,
  create: ({ askService }, own) => {
    const provider = toProvider(own);
    if (provider === null) return null;
    return async (input, { signal }) => {
      const answer = await askService({ service: SERVICE, ...provider.toRequest(input) }, signal);
      const evidence = readAnswer(provider.Results, SERVICE, answer)
        .flatMap(toEvidence)
        .slice(0, input.limit);
      const found = `${evidence.length} results of the web`;
      return {
        summary: evidence.length === 0 ? `${found}; repeating it will not help` : found,
        evidence,
      };
    };
  },
});

const findProblems = (own: Settings): string[] => {
  const { WEB_SEARCH_PROVIDER: provider, WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: key } = own;
  if (provider === undefined) {
    return url === undefined && key === undefined
      ? []
      : ['WEB_SEARCH_PROVIDER: required with the other WEB_SEARCH_ variables'];
  }
  if (provider === 'searxng') {
    return url === undefined ? ['WEB_SEARCH_URL: required with WEB_SEARCH_PROVIDER=searxng'] : [];
  }
  return key === undefined
    ? [`WEB_SEARCH_API_KEY: required with WEB_SEARCH_PROVIDER=${provider}`]
    : [];
};

const SERVICE = 'the web search service';

type FoundPage = { title: string; url: string; extract: string; published: string | null };

type Provider = {
  toRequest: (input: Input) => Omit<Parameters<ToolDeps['askService']>[0], 'service'>;
  Results: z.ZodType<FoundPage[]>;
};

const toProvider = (own: Settings): Provider | null => {
  const { WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: key = '' } = own;
  switch (own.WEB_SEARCH_PROVIDER) {
    case undefined:
      return null;
    case 'searxng':
      return createSearxng(url ?? '', key);
    case 'brave':
      return createBrave(url ?? 'https://api.search.brave.com/res/v1', key);
    case 'tavily':
      return createTavily(url ?? 'https://api.tavily.com', key);
  }
};

const Page = z.object({ title: z.string(), url: z.string() });

const createSearxng = (baseUrl: string, key: string): Provider => ({
  toRequest: ({ query }) => ({
    baseUrl,
    path: 'search',
    query: { q: query, format: 'json' },
    ...(key !== '' && { headers: { Authorization: `Bearer ${key}` } }),
  }),
  Results: z
    .object({
      results: z.array(
        Page.extend({ content: z.string().nullish(), publishedDate: z.string().nullish() }),
      ),
    })
    .transform(({ results }) =>
      results.map(({ content, publishedDate, ...page }) => ({
        ...page,
        extract: content ?? '',
        published: publishedDate ?? null,
      })),
    ),
});

const createBrave = (baseUrl: string, key: string): Provider => ({
  toRequest: ({ query, limit }) => ({
    baseUrl,
    path: 'web/search',
    query: { q: query, count: limit, text_decorations: 'false' },
    headers: { 'X-Subscription-Token': key },
  }),
  // Without hits, the web part is missing completely.
  Results: z
    .object({
      type: z.literal('search'),
      web: z
        .object({
          results: z.array(
            Page.extend({ description: z.string().nullish(), page_age: z.string().nullish() }),
          ),
        })
        .nullish(),
    })
    .transform(({ web }) =>
      (web?.results ?? []).map(({ description, page_age: published, ...page }) => ({
        ...page,
        extract: description ?? '',
        published: published ?? null,
      })),
    ),
});

const createTavily = (baseUrl: string, key: string): Provider => ({
  toRequest: ({ query, limit }) => ({
    baseUrl,
    path: 'search',
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: { query, max_results: limit, search_depth: 'basic' },
  }),
  Results: z
    .object({
      results: z.array(
        Page.extend({ content: z.string().nullish(), published_date: z.string().nullish() }),
      ),
    })
    .transform(({ results }) =>
      results.map(({ content, published_date: published, ...page }) => ({
        ...page,
        extract: content ?? '',
        published: published ?? null,
      })),
    ),
});

const MAX_TITLE = 200;
const MAX_EXTRACT = 600;
const MAX_URL = 2000;

/** Empty if it is not a web address. */
const toEvidence = (page: FoundPage): ToolEvidenceItem[] => {
  const url = toWebAddress(page.url);
  const title = toLine(toText(page.title), MAX_TITLE);
  const extract = toLine(toText(page.extract), MAX_EXTRACT);
  if (url === null || title + extract === '') return [];
  const date = /^\d{4}-\d\d-\d\d/.exec(page.published ?? '')?.[0];
  const source = [url.hostname, ...(date === undefined ? [] : [date])].join(', ');
  const said = [title, extract].filter((part) => part !== '').join(': ');
  return [{ kind: 'value', text: `${said} (source: ${source})`, url: url.href }];
};

const toWebAddress = (address: string): URL | null => {
  if (address.length > MAX_URL || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isOfTheWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isOfTheWeb && url.username === '' && url.password === '' ? url : null;
};

const CHARACTERS = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Extracts are escaped, and mark the words that were searched for. */
const toText = (html: string): string =>
  html
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, (whole, entity: string) =>
      entity.startsWith('#')
        ? toCharacter(entity)
        : (CHARACTERS.get(entity.toLowerCase()) ?? whole),
    );

const toCharacter = (entity: string): string => {
  const point = Number(entity.replace(/^#x/i, '0x').replace('#', ''));
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
};
