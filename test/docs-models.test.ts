import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { providerOf } from '../src/platform/models/providers/index.js';

const page = await readFile(join(import.meta.dirname, '../docs/models.md'), 'utf8');

const [servers = ''] = /^## Servers$[^]*?(?=^The addresses)/mu.exec(page) ?? [];

/** The rows of the table of servers: name, address in backticks, what else is to be set. */
const ROWS = [...servers.matchAll(/^\| ([^|`]+?) +\| (`https?:[^`]+`) +\| ([^|]*?) *\|$/gmu)].map(
  ([, server = '', address = '', also = '']) => ({ server, address, also }),
);

const EXAMPLES: Readonly<Record<string, string>> = {
  PROVIDER: 'anthropic',
  API_VERSION: '2024-10-21',
  HEADERS: 'X-Title=Knowledge',
};

/** The settings of a row of the table. */
const settingsOf = ({ address, also }: (typeof ROWS)[number]): Record<string, string> => {
  const url = address.replaceAll('`', '').replaceAll(/RESOURCE|DEPLOYMENT|REGION/gu, 'one');
  const more = [...also.matchAll(/LLM_<NAME>_([A-Z_]+)/gu)].map(([, name = '']) => [
    `LLM_MINE_${name}`,
    EXAMPLES[name] ?? '',
  ]);
  return {
    LLM_BACKENDS: 'mine',
    LLM_MINE_BASE_URL: url,
    LLM_MINE_MODEL: 'some-model',
    ...(!also.includes('no key') && { LLM_MINE_API_KEY: 'key' }),
    ...(Object.fromEntries(more) as Record<string, string>),
  };
};

describe('the page about models', () => {
  it('has a row for each supported server', () => {
    expect(ROWS.map(({ server }) => server)).toEqual([
      'OpenAI',
      'Azure, with a version',
      'Azure, without one',
      'Anthropic',
      'Google Gemini',
      'Mistral',
      'Amazon Bedrock',
      'OpenRouter',
      'Ollama',
      'vLLM',
      'llama.cpp',
      'LM Studio',
    ]);
  });

  it.each(ROWS)('has settings for $server that pass the configuration check', (row) => {
    const backend = parseConfig(settingsOf(row)).chatModels?.backends[0];

    expect(backend).toMatchObject({ model: 'some-model' });
    const { provider = 'openai', baseUrl = '', ...endpoint } = backend ?? {};
    const { url } = providerOf(provider).toProbe({ apiKey: '', baseUrl, ...endpoint });
    expect(url).toMatch(/^https?:\/\/[^?]+\/models(?:\?|$)/u);
    expect(provider === 'anthropic').toBe(row.server === 'Anthropic');
  });
});
