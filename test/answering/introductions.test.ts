import { describe, expect, it } from '@jest/globals';
import { createIntroduction } from '../../src/answering/line-scores.js';

describe('a line with the name of an option', () => {
  const introduces = createIntroduction('--quiet');

  it.each([
    '--quiet',
    '- `--quiet`: no output',
    '-q, --quiet',
    '--silent, --mode=fast | --quiet\tLess',
  ])('introduces it: %j', (line) => {
    expect(introduces(line.replaceAll('`', ''))).toBe(true);
  });

  it.each([
    ['a sentence', 'Use --quiet when nobody reads the output.'],
    ['many options and something else', `${'--all '.repeat(400)}! --quiet`],
    ['many dashes', `${'-'.repeat(4_000)} ! --quiet`],
    ['many options with values', `${'-m=fast, '.repeat(400)}! --quiet`],
  ])('only mentions it after %s', (_, line) => {
    expect(introduces(line)).toBe(false);
  });
});
