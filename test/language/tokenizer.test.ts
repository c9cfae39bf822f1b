import { describe, expect, it } from '@jest/globals';
import { countTokens } from '../../src/language/tokenizer.js';
import { growthOf, LINEAR } from '../support/growth.js';

describe('counting tokens', () => {
  it.each(['\u3000', '\u00a0', '\n', ' ', '好', 'x'])(
    'takes linear time for an unbroken run of %j',
    (sign) => {
      const growth = growthOf((size) => countTokens(`a${sign.repeat(size)}b`), 16_000);

      expect(growth).toBeLessThan(LINEAR);
    },
  );

  it('counts short runs exactly', () => {
    expect(countTokens('One  two\n\nthree.')).toBe(6);
  });
});
