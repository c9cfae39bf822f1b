import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseConfig } from '../../config/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { compose, type Application } from '../../src/compose/index.js';
import { frankfurter } from '../fakes/services/frankfurter.js';
import { openMeteo } from '../fakes/services/open-meteo.js';
import { startServiceDouble, type ServiceDouble } from '../fakes/services/service-double.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import type { ChatScript } from '../fakes/openai-server/replies.js';
import { createSilentLogger } from '../fakes/silent-logger.js';

const QUESTION = "What's the weather in Budapest, and how much is 500 EUR in HUF?";

/** One source of the prompt, found by what it says. */
const numberOf = (prompt: string, text: RegExp): string =>
  [...prompt.matchAll(/source \[(\d+)\][^\n]*>>\n([^\n]*)/g)].find(([, , said = '']) =>
    text.test(said),
  )?.[1] ?? '99';

/** Calls both tools in one round, and then says what they said. */
const model: ChatScript = ({ messages, response_format: format }) => {
  const prompt = messages.map(({ content }) => content ?? '').join('\n');
  if (format?.json_schema?.name !== 'decision') {
    const [weather, money] = [numberOf(prompt, /^Weather in/), numberOf(prompt, /^500 EUR =/)];
    return `It is 15 °C and overcast in Budapest [${weather}]. 500 EUR is 197,750 HUF [${money}].`;
  }
  const hasCalled = messages.at(-1)?.content?.includes('observations') === true;
  const tools = [
    { name: 'weather', arguments: JSON.stringify({ city: 'Budapest' }) },
    { name: 'fx_rates', arguments: JSON.stringify({ base: 'EUR', target: 'HUF', amount: 500 }) },
  ];
  return JSON.stringify({
    reasoning: '',
    ...(hasCalled
      ? { decision: 'ANSWER', tools: [], then: null }
      : { decision: 'CALL_TOOLS', tools, then: 'answer' }),
    question: null,
    confidence: 0.9,
  });
};

let folder: string;
let services: { weather: ServiceDouble; rates: ServiceDouble; model: OpenAiServer };
let application: Application;
let call: (method: string, path: string, body?: unknown) => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-asking-turn-'));
  services = {
    weather: await startServiceDouble(openMeteo),
    rates: await startServiceDouble(frankfurter),
    model: await startOpenAiServer({ chat: model }),
  };
  // Nothing is set but where the services are: database, index and jobs are embedded.
  const config = parseConfig(
    {
      DATA_DIR: folder,
      PORT: '0',
      METRICS_PORT: '0',
      OPENAI_BASE_URL: services.model.baseUrl,
      OPENAI_MODEL: 'local-model',
      WEATHER_URL: `${services.weather.url}/v1`,
      WEATHER_PLACES_URL: `${services.weather.url}/v1`,
      FX_RATES_URL: `${services.rates.url}/v1`,
    },
    TOOLS,
  );
  application = await compose(config, { logger: createSilentLogger() });
  const { url } = await application.serve();
  const bootstrap: unknown = JSON.parse(await readFile(join(folder, 'bootstrap.json'), 'utf8'));
  const { adminKey } = z.object({ adminKey: z.string() }).parse(bootstrap);
  call = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
}, 120_000);

afterAll(async () => {
  await application.close();
  await Promise.all(Object.values(services).map(({ close }) => close()));
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('a question for two external services, over HTTP and without storage settings', () => {
  it('calls neither while the tenant has not enabled them', async () => {
    const answer = await call('POST', '/v1/chat', { message: QUESTION });

    expect(answer).toMatchObject({ citations: [] });
    expect([services.weather.connections(), services.rates.connections()]).toEqual([0, 0]);
  });

  it('is answered from both once the tenant has enabled them, citing each with its link', async () => {
    const tools = { weather: true, fx_rates: true };
    expect(await call('PATCH', '/v1/tenant', { policy: { tools } })).toMatchObject({
      policy: { tools },
    });

    const answer = await call('POST', '/v1/chat', { message: QUESTION });

    expect(answer).toMatchObject({
      answer: expect.stringMatching(
        /^It is 15 °C and overcast in Budapest \[1\]\. 500 EUR is 197,750 HUF \[2\]\./,
      ),
      status: 'success',
      language: 'en',
      citations: [
        {
          type: 'tool',
          url: 'https://open-meteo.com/en/docs?latitude=47.49835&longitude=19.04045',
          quote: expect.stringMatching(/^Weather in Budapest, Hungary on 2026-11-23 at 13:45/),
        },
        {
          type: 'tool',
          url: expect.stringMatching(/^https:\/\/www\.ecb\.europa\.eu\//),
          quote: expect.stringMatching(/^500 EUR = 197750 HUF, at 1 EUR = 395\.5 HUF/),
        },
      ],
    });
  });

  it('does not call a service again while its answer is valid', async () => {
    const askedBefore = services.weather.asked.length + services.rates.asked.length;

    const answer = await call('POST', '/v1/chat', { message: QUESTION });

    expect(answer).toMatchObject({ citations: [{ type: 'tool' }, { type: 'tool' }] });
    expect(services.weather.asked.length + services.rates.asked.length).toBe(askedBefore);
  });
});
