import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';

const BIG = { LLM_BIG_BASE_URL: 'https://big.example/v1', LLM_BIG_MODEL: 'big-1' };
const LOCAL = { LLM_LOCAL_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_LOCAL_MODEL: 'small-1' };
const BOTH = { LLM_BACKENDS: 'big, local', ...BIG, ...LOCAL };

const parse = (variables: Record<string, string>) => parseConfig(variables).chatModels;

describe('the settings of chat endpoints', () => {
  it('list those of LLM_BACKENDS in order', () => {
    expect(
      parse({
        ...BOTH,
        LLM_BIG_API_KEY: 'key',
        LLM_BIG_PROVIDER: 'anthropic',
        LLM_LOCAL_PROTOCOL: 'react',
      }),
    ).toEqual({
      backends: [
        {
          name: 'big',
          provider: 'anthropic',
          baseUrl: 'https://big.example/v1',
          apiKey: 'key',
          model: 'big-1',
          protocol: 'auto',
        },
        {
          name: 'local',
          provider: 'openai',
          baseUrl: 'http://127.0.0.1:11434/v1',
          apiKey: '',
          model: 'small-1',
          protocol: 'react',
        },
      ],
      order: {
        decide: ['big', 'local'],
        rewrite: ['big', 'local'],
        answer: ['big', 'local'],
        verify: ['big', 'local'],
        summary: ['big', 'local'],
      },
      failover: true,
      firstTokenMs: 30_000,
      streamIdleMs: 15_000,
    });
  });

  it('may describe a single one by OPENAI_MODEL and related variables', () => {
    expect(parse({ OPENAI_MODEL: 'gpt-4o-mini', OPENAI_API_KEY: 'key' })).toMatchObject({
      backends: [{ name: 'main', baseUrl: 'https://api.openai.com/v1', protocol: 'auto' }],
      order: { decide: ['main'], answer: ['main'] },
    });
  });

  it('may force one endpoint while the other stays described', () => {
    const models = parse({ ...BOTH, LLM_BACKENDS: 'local' });

    expect(models?.backends.map(({ name }) => name)).toEqual(['local']);
    expect(models?.order.answer).toEqual(['local']);
  });

  it('have a separate order for each purpose', () => {
    expect(
      parse({ ...BOTH, DECIDE_BACKENDS: 'local', ANSWER_BACKENDS: 'local,big' })?.order,
    ).toEqual({
      decide: ['local'],
      rewrite: ['big', 'local'],
      answer: ['local', 'big'],
      verify: ['big', 'local'],
      summary: ['big', 'local'],
    });
  });

  it('can turn failover off', () => {
    expect(parse({ ...BOTH, LLM_FAILOVER: 'off' })?.failover).toBe(false);
  });

  it('include prices, lengths and limits per endpoint, even with underscores in its name', () => {
    const models = parse({
      LLM_BACKENDS: 'my_first,local',
      ...LOCAL,
      LLM_FIRST_TOKEN_SEC: '40',
      LLM_MY_FIRST_BASE_URL: 'https://big.example/v1',
      LLM_MY_FIRST_MODEL: 'big-1',
      LLM_MY_FIRST_PRICE: '2.5/1.25/10',
      LLM_MY_FIRST_CONTEXT_TOKENS: '32000',
      LLM_MY_FIRST_CONCURRENCY: '4',
      LLM_MY_FIRST_FIRST_TOKEN_SEC: '90',
      LLM_MY_FIRST_STREAM_IDLE_SEC: '20',
      LLM_LOCAL_PRICE: '0/0',
    });

    expect(models?.firstTokenMs).toBe(40_000);
    expect(models?.backends).toMatchObject([
      {
        name: 'my_first',
        price: { input: 2.5, cachedInput: 1.25, output: 10 },
        contextTokens: 32_000,
        concurrency: 4,
        firstTokenMs: 90_000,
        streamIdleMs: 20_000,
      },
      { name: 'local', price: { input: 0, output: 0 } },
    ]);
    expect(models?.backends[1]).not.toHaveProperty('firstTokenMs');
  });

  it('do not mask a time limit as if it were a credential', () => {
    const { credentials } = parseConfig({
      ...BOTH,
      LLM_BIG_API_KEY: 'sk-secret',
      LLM_BIG_FIRST_TOKEN_SEC: '90',
    });

    expect(credentials).toContain('sk-secret');
    expect(credentials).not.toContain('90');
  });

  it.each<[Record<string, string>, string]>([
    ...['1', '1/2/3/4', '-1/2', '1/x', '1e3/2', '1/'].map(
      (price): [Record<string, string>, string] => [
        { ...BOTH, LLM_BIG_PRICE: price },
        'LLM_BIG_PRICE: must be input/output or input/cached/output',
      ],
    ),
    [{ ...BOTH, LLM_BIG_CONTEXT_TOKENS: '12' }, 'LLM_BIG_CONTEXT_TOKENS'],
    [{ ...BOTH, LLM_BIG_CONCURRENCY: '0' }, 'LLM_BIG_CONCURRENCY'],
    [{ ...BOTH, LLM_BIG_FIRST_TOKEN_SEC: '0' }, 'LLM_BIG_FIRST_TOKEN_SEC'],
    [{ ...BOTH, LLM_BIG_STREAM_IDLE_SEC: '1.5' }, 'LLM_BIG_STREAM_IDLE_SEC'],
    [{ ...BOTH, LLM__FIRST_TOKEN_SEC: '1' }, 'LLM__FIRST_TOKEN_SEC'],
    [{ LLM_BACKENDS: 'big' }, 'LLM_BIG_BASE_URL'],
    [{ LLM_BACKENDS: 'big', LLM_BIG_BASE_URL: 'https://big.example/v1' }, 'LLM_BIG_MODEL'],
    [{ ...BOTH, LLM_BIG_BASE_URL: 'ftp://big.example' }, 'LLM_BIG_BASE_URL'],
    [{ ...BOTH, LLM_BIG_BASE_URL: 'big.example' }, 'LLM_BIG_BASE_URL'],
    [{ ...BOTH, LLM_BIG_PROTOCOL: 'xml' }, 'LLM_BIG_PROTOCOL'],
    [{ ...BOTH, LLM_BIG_PROVIDER: 'nobody' }, 'LLM_BIG_PROVIDER'],
    [{ ...BOTH, LLM_BIG_URL: 'https://big.example/v1' }, 'LLM_BIG_URL'],
    [{ ...BOTH, LLM_BGI_PROTOCOL: 'react' }, 'LLM_BGI_PROTOCOL'],
    [{ ...BOTH, LLM_BACKENDS: 'Big' }, 'LLM_BACKENDS'],
    [{ ...BOTH, LLM_BACKENDS: 'big,' }, 'LLM_BACKENDS'],
    [{ ...BOTH, LLM_BACKENDS: 'big,big' }, 'LLM_BACKENDS'],
    [{ ...BOTH, LLM_BACKENDS: 'x'.repeat(33) }, 'LLM_BACKENDS'],
    [BIG, 'LLM_BACKENDS'],
    [{ ...BOTH, OPENAI_MODEL: 'gpt-4o' }, 'OPENAI_MODEL'],
    [{ ...BOTH, OPENAI_API_KEY: 'key' }, 'OPENAI_API_KEY'],
    [{ ...BOTH, LLM_FAILOVER: 'yes' }, 'LLM_FAILOVER'],
    [{ ...BOTH, DECIDE_BACKENDS: 'other' }, 'DECIDE_BACKENDS'],
    [{ ...BOTH, LLM_BACKENDS: 'local', ANSWER_BACKENDS: 'big' }, 'ANSWER_BACKENDS'],
    [{ SUMMARY_BACKENDS: 'main' }, 'SUMMARY_BACKENDS'],
    [{ DECIDE_MAX_TOKENS: '0' }, 'DECIDE_MAX_TOKENS'],
    [{ ANSWER_TEMPERATURE: '3' }, 'ANSWER_TEMPERATURE'],
  ])('reject %j and name %s', (variables, name) => {
    expect(() => parse(variables)).toThrow(name);
  });

  it('do not show a key in an error', () => {
    expect(() => parse({ ...BOTH, LLM_BIG_API_KEY: 'sk-secret', LLM_BIG_URL: 'x' })).toThrow(
      /^(?![^]*sk-secret)/,
    );
  });

  it.each(['PROVIDER', 'HEADERS', 'API_VERSION', 'PRICE'])(
    'reject OPENAI_%s and refer to LLM_BACKENDS',
    (suffix) => {
      const variables = { OPENAI_MODEL: 'gpt-5', [`OPENAI_${suffix}`]: 'anything' };

      expect(() => parseConfig(variables)).toThrow(
        `OPENAI_${suffix}: unknown; name the server in LLM_BACKENDS and set LLM_<NAME>_${suffix}`,
      );
    },
  );
});
