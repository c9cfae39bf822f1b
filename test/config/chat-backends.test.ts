import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';

const BIG = { LLM_BIG_BASE_URL: 'https://big.example/v1', LLM_BIG_MODEL: 'big-1' };
const LOCAL = { LLM_LOCAL_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_LOCAL_MODEL: 'small-1' };
const BOTH = { LLM_BACKENDS: 'big, local', ...BIG, ...LOCAL };

const parse = (variables: Record<string, string>) => parseConfig(variables).chatModels;

describe('chat endpoints', () => {
  it('are those of LLM_BACKENDS, in their order', () => {
    expect(
      parse({
        ...BOTH,
        ...{ LLM_BIG_API_KEY: 'key', LLM_BIG_PROVIDER: 'anthropic', LLM_LOCAL_PROTOCOL: 'react' },
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

  it('may be one, set by OPENAI_MODEL and its like', () => {
    expect(parse({ OPENAI_MODEL: 'gpt-4o-mini', OPENAI_API_KEY: 'key' })).toMatchObject({
      backends: [{ name: 'main', baseUrl: 'https://api.openai.com/v1', protocol: 'auto' }],
      order: { decide: ['main'], answer: ['main'] },
    });
  });

  it('may be forced to one while the other stays described', () => {
    const models = parse({ ...BOTH, LLM_BACKENDS: 'local' });

    expect(models?.backends.map(({ name }) => name)).toEqual(['local']);
    expect(models?.order.answer).toEqual(['local']);
  });

  it('have their order for each purpose', () => {
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

  it('do without failover when told so', () => {
    expect(parse({ ...BOTH, LLM_FAILOVER: 'off' })?.failover).toBe(false);
  });

  it.each<[Record<string, string>, string]>([
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
  ])('refuses %j and names %s', (variables, name) => {
    expect(() => parse(variables)).toThrow(name);
  });

  it('say nothing of a key in a refusal', () => {
    expect(() => parse({ ...BOTH, LLM_BIG_API_KEY: 'sk-secret', LLM_BIG_URL: 'x' })).toThrow(
      /^(?![^]*sk-secret)/,
    );
  });
});
