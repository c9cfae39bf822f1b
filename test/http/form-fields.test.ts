import { describe, expect, it } from '@jest/globals';
import { toFields } from '../../src/http/uploads.js';

const read = (text: string) => toFields(new Map([['metadata', text]]), ['metadata']);

describe('a field of a form that holds JSON', () => {
  it('is read', () => {
    expect(read('{"team": ["zoo"]}')).toEqual({ metadata: { team: ['zoo'] } });
  });

  it.each([
    ['nests without end', `${'['.repeat(32_000)}${']'.repeat(32_000)}`, 'levels'],
    ['holds very many values', `[${'1,'.repeat(30_000)}1]`, '20000 values'],
  ])('is refused where it %s', (_, text, words) => {
    expect(() => read(text)).toThrow(words);
  });
});
