import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../config/index.js';
import { createTools, TOOLS } from '../../../src/tools/index.js';
import { ASKING_TOOLS } from '../../fakes/services/index.js';
import { SERVICE_FAULTS } from '../../fakes/services/faults.js';
import { openAskingTool, type OpenTool } from '../../support/asking-tool.js';
import { createToolDeps } from '../../support/tool-deps.js';

const KEY = 'k3y-that-nobody-is-to-see';
/** Those of the searches are in their doubles. */
const KEYS = {
  WEATHER_API_KEY: KEY,
  IP_GEOLOCATION_API_KEY: KEY,
  CRYPTO_PRICE_API_KEY: KEY,
};
const KEYS_OF_ALL = [KEY, 'brave-key-of-the-test', 'tvly-key-of-the-test'];

const SHORT_MS = 400;

describe.each(ASKING_TOOLS)('the tool $name', ({ name, arguments: call }) => {
  let open: OpenTool;
  beforeAll(async () => {
    open = await openAskingTool(name, KEYS);
  });
  afterAll(() => open.server.close());

  it('returns sentences of one line for a call that its service answers', async () => {
    open.server.failWith(null);

    const { summary, evidence } = await open.call(call);

    expect(evidence.length).toBeGreaterThan(0);
    for (const item of evidence) {
      expect(item).toMatchObject({ kind: 'value', text: expect.stringMatching(/^.{20,1000}$/) });
    }
    expect(summary).toMatch(/^[a-z0-9 -]+$/);
    expect(inspect({ summary, evidence }, { depth: 9 })).not.toContain(KEY);
  });

  it.each(SERVICE_FAULTS)(
    'reports the reason if its service $name',
    async ({ answer, code, message, isSlow }) => {
      open.server.failWith(answer);
      const askedBefore = open.server.asked.length;

      const error: unknown = await open
        .call(call, { leftMs: isSlow ? SHORT_MS : 10_000 })
        .catch((failure: unknown) => failure);

      expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
      expect(open.server.asked.length - askedBefore).toBe(1);
      // Neither in what the model is told nor in the cause that we log.
      const told = inspect(error, { depth: 9 });
      for (const key of KEYS_OF_ALL) expect(told).not.toContain(key);
      expect(String(error)).not.toMatch(/127\.0\.0\.1|localhost|secret of the vendor/);
    },
  );

  it('reports when it may be called again after too many requests', async () => {
    open.server.failWith((_, response) => response.writeHead(429, { 'Retry-After': '30' }).end());

    await expect(open.call(call)).rejects.toMatchObject({ retryAfterSec: 30 });
  });

  it('has no identity, address or unknown key among its arguments', async () => {
    open.server.failWith(null);
    const askedBefore = open.server.asked.length;

    for (const key of ['tenantId', 'userId', 'scope', 'url', 'baseUrl', 'apiKey', 'constructor']) {
      const asked = open.call({ ...call, [key]: 'x' });
      await expect(asked).rejects.toMatchObject({ code: 'invalid_arguments' });
    }

    expect(open.server.asked).toHaveLength(askedBefore);
  });
});

describe('the web search tool', () => {
  it.each([
    [{ WEB_SEARCH_PROVIDER: 'searxng' }, 'WEB_SEARCH_URL: required'],
    [{ WEB_SEARCH_PROVIDER: 'brave' }, 'WEB_SEARCH_API_KEY: required'],
    [{ WEB_SEARCH_PROVIDER: 'tavily' }, 'WEB_SEARCH_API_KEY: required'],
    [{ WEB_SEARCH_URL: 'https://search.example' }, 'WEB_SEARCH_PROVIDER: required'],
    [{ WEB_SEARCH_API_KEY: 'k' }, 'WEB_SEARCH_PROVIDER: required'],
    [{ WEB_SEARCH_PROVIDER: 'google' }, 'WEB_SEARCH_PROVIDER'],
    [{ WEATHER_URL: 'ftp://weather.example' }, 'WEATHER_URL: must start with http'],
  ])('configured incompletely as %p is refused at startup', (variables, problem) => {
    expect(() => parseConfig(variables, TOOLS)).toThrow(problem);
  });

  it('does not exist until a provider is set', () => {
    const names = createTools({ ...createToolDeps(), ...parseConfig({}, TOOLS).tools }).map(
      (tool) => tool.name,
    );

    expect(names).toContain('weather');
    expect(names).not.toContain('web_search');
  });
});
