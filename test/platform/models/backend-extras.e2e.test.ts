import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../config/index.js';
import { askEndpoint } from '../../../src/platform/models/probe-endpoints.js';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server/index.js';
import { closeServers, setUp } from './chat-model-setup.js';

const AZURE = {
  LLM_BACKENDS: 'azure',
  LLM_AZURE_API_KEY: 'secret-key',
  LLM_AZURE_MODEL: 'gpt-4o',
  LLM_AZURE_BASE_URL: 'https://one.openai.azure.com/openai/deployments/four',
  LLM_AZURE_API_VERSION: '2024-10-21',
};

const backendOf = (variables: Record<string, string>) =>
  parseConfig({ ...AZURE, ...variables }).chatModels?.backends[0];

let probed: OpenAiServer | undefined;
afterEach(async () => {
  await closeServers();
  await probed?.close();
});

describe('the extra headers and fields that a backend sends with every request', () => {
  it('override our own headers and fields of the same name', async () => {
    const backend = backendOf({
      LLM_AZURE_HEADERS: 'X-Title=Knowledge, HTTP-Referer=https://kb.example/?a=b',
      LLM_AZURE_BODY: '{"reasoning_effort": "low", "temperature": 0}',
    });
    const { headers, query, body } = backend ?? {};
    const { server, complete } = await setUp(() => 'Fine.', {
      headers,
      query,
      body,
    });

    await complete();

    const [request] = server.requests;
    expect(request?.body).toMatchObject({
      reasoning_effort: 'low',
      temperature: 0,
      max_tokens: 100,
    });
    expect(request?.headers).toMatchObject({
      'x-title': 'Knowledge',
      'http-referer': 'https://kb.example/?a=b',
    });
  });

  it('can carry the key in its own header and the version in the URL, as Azure requires', async () => {
    const { headers, query } = backendOf({}) ?? {};
    const { server, complete } = await setUp(() => 'Fine.', {
      headers,
      query,
    });

    await complete();

    expect(server.requests[0]?.path).toMatch(/\/chat\/completions\?api-version=2024-10-21$/u);
    expect(server.requests[0]?.headers).toMatchObject({ 'api-key': 'secret-key' });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it("are also sent when the endpoint's health is checked", async () => {
    const { headers, query } = backendOf({}) ?? {};
    probed = await startOpenAiServer({ chat: () => 'Fine.' });
    const { signal } = new AbortController();

    const answer = await askEndpoint(
      { baseUrl: probed.baseUrl, apiKey: 'secret-key', headers, query },
      { signal },
    );

    expect(answer.kind).toBe('answers');
  });

  it.each([
    ['HEADERS', 'no header', 'must be name=value'],
    ['HEADERS', 'a=b,,c=d', 'must be name=value'],
    ['BODY', 'temperature: 0', 'must be a JSON object'],
    ['BODY', '{"messages": []}', 'must be a JSON object without model, messages'],
    ['BODY', '[1]', 'must be a JSON object'],
  ])('are refused as %s=%s, without showing the value', (suffix, value, problem) => {
    const parse = () => backendOf({ [`LLM_AZURE_${suffix}`]: value });

    expect(parse).toThrow(`LLM_AZURE_${suffix}: ${problem}`);
  });
});
