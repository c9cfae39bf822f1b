import { describe, expect, it } from '@jest/globals';
import { refuseFalsifying, toIgnoredHeader } from '../../src/openai-api/parameters.js';

describe('a parameter that would falsify the answer', () => {
  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['logprobs', { top_logprobs: 3 }],
    ['audio', { audio: { voice: 'x' } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice', { tool_choice: { type: 'function', function: { name: 'x' } } }],
    ['function_call', { function_call: { name: 'x' } }],
  ])('%s is refused by name: %j', (param, body) => {
    expect(() => refuseFalsifying(body)).toThrow(
      expect.objectContaining({
        code: 'unsupported_parameter',
        errors: [expect.objectContaining({ path: param })],
      }),
    );
  });

  it.each([
    { n: 1, logprobs: false, top_logprobs: 0, audio: null, modalities: ['text'] },
    { tool_choice: 'auto', function_call: 'none' },
    {},
  ])('is not seen in %j', (body) => {
    expect(() => refuseFalsifying(body)).not.toThrow();
  });
});

describe('the header that lists parameters without effect', () => {
  const known = new Set(['model', 'messages']);

  it('names the unknown parameters that were sent, but none that are null', () => {
    const body = { model: 'm', seed: 7, top_p: null };

    expect(toIgnoredHeader(body, { known, alsoIgnored: ['tools', 'seed'] })).toEqual({
      'X-Knowledge-Router-Ignored': 'seed, tools',
    });
  });

  it('contains no name that could break it, and no endless list', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, 1]));
    const [header = ''] = Object.values(toIgnoredHeader(many, { known }));

    expect(header.split(', ')).toHaveLength(30);
    expect(toIgnoredHeader({ 'a\r\nSet-Cookie: x': 1, ä: 1 }, { known })).toEqual({});
  });
});
