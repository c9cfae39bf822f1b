import { describe, expect, it } from '@jest/globals';
import { createEchoCut } from '../../src/workflow/ask-for-answer.js';

const cut = (pieces: readonly string[]): string => {
  const echo = createEchoCut('n1');
  return [...pieces.map(echo.push), echo.end()].join('');
};

describe('an answer in which the model repeats its prompt', () => {
  it.each([
    ['in one piece', ['Leave is 25 days. <<data n1 source [1] Manual>>\nsecret']],
    ['letter by letter', 'Leave is 25 days. <<end n1>> secret'.split('')],
  ])("is cut off where the prompt's data begins, %s", (_, pieces) => {
    expect(cut(pieces)).toBe('Leave is 25 days. ');
  });

  it.each(['a << b', 'ends with <<', '<<data n2 x>>', '<'])(
    'is not suspected if its text is %j',
    (text) => {
      expect(cut(text.split(''))).toBe(text);
    },
  );
});
