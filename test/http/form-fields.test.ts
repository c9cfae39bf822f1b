import { describe, expect, it } from '@jest/globals';
import { toFields } from '../../src/http/uploads.js';

const read = (text: string) => toFields(new Map([['metadata', text]]), ['metadata']);

describe('a form field that contains JSON', () => {
  it('is parsed', () => {
    expect(read('{"team": ["zoo"]}')).toEqual({ metadata: { team: ['zoo'] } });
  });

  it.each([
    ['nests too deeply', `${'['.repeat(32_000)}${']'.repeat(32_000)}`, 'levels'],
    ['contains too many values', `[${'1,'.repeat(30_000)}1]`, '20000 values'],
  ])('is refused if it %s', (_, text, words) => {
    expect(() => read(text)).toThrow(words);
  });
});
