import { describe, expect, it } from '@jest/globals';
import {
  createThoughtFilter,
  removeThoughts,
} from '../../../src/platform/models/reasoning-tags.js';

/** All that a filter lets through of a reply in pieces; what turned out to be a thought later is dropped. */
const filtered = (pieces: readonly string[]): string => {
  const filter = createThoughtFilter();
  let text = '';
  for (const piece of pieces) {
    const pushed = filter.push(piece);
    text = pushed.isLate ? pushed.text : text + pushed.text;
  }
  return text + filter.end();
};

describe('a reply with thoughts', () => {
  it.each([
    ['a block', '<think>Hm.</think>Four weeks.', 'Four weeks.'],
    ['a block in the middle', 'Four <THINK>hm</THINK>weeks.', 'Four weeks.'],
    ['one that is never closed', 'Four weeks.<think>Or is it', 'Four weeks.'],
    ['one whose end alone is marked', 'Hm.</think>Four weeks.', 'Four weeks.'],
    [
      'one more end than there are beginnings',
      'a<think>b</think>c</think>Four weeks.',
      'Four weeks.',
    ],
    ['two of them', '<think>a</think>Four <think>b</think>weeks.', 'Four weeks.'],
    ['a block of another name', '<thinking>Hm.</thinking>Four weeks.', 'Four weeks.'],
    ['a block in square brackets', '[THINK]Hm.[/THINK]Four weeks.', 'Four weeks.'],
    ['none, but a sign like it', 'a < b, [1] and <thinker>', 'a < b, [1] and <thinker>'],
  ])('is left without %s, in one piece and letter by letter', (_, reply, text) => {
    expect(removeThoughts(reply)).toBe(text);
    expect(filtered(Array.from(reply))).toBe(text);
  });
});

describe('a piece of a reply', () => {
  it('holds nothing back but what could become a tag', () => {
    const filter = createThoughtFilter();

    expect(filter.push('Four <thi').text).toBe('Four ');
    expect(filter.push('rd').text).toBe('<third');
  });

  it('says that what came before was a thought when only its end is marked', () => {
    const filter = createThoughtFilter();
    filter.push('Hm, let me see.');

    expect(filter.push('</think>Four')).toEqual({ text: 'Four', isLate: true });
  });

  it('waits for the other half of a character, and stores none alone', () => {
    expect(filtered(['a\ud83d', '\udc4d'])).toBe('a👍');
    expect(filtered(['a\ud83d'])).toBe('a\uFFFD');
    expect(filtered(['a\0b'])).toBe('a\uFFFDb');
  });
});
