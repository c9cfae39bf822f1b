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

describe('a reply that contains thoughts', () => {
  it.each([
    ['a block', '<think>Hm.</think>Four weeks.', 'Four weeks.'],
    ['a block in the middle', 'Four <THINK>hm</THINK>weeks.', 'Four weeks.'],
    ['a block that is never closed', 'Four weeks.<think>Or is it', 'Four weeks.'],
    ['a block of which only the end is marked', 'Hm.</think>Four weeks.', 'Four weeks.'],
    ['more ends than beginnings', 'a<think>b</think>c</think>Four weeks.', 'Four weeks.'],
    ['two blocks', '<think>a</think>Four <think>b</think>weeks.', 'Four weeks.'],
    ['a block of another name', '<thinking>Hm.</thinking>Four weeks.', 'Four weeks.'],
    ['a block in square brackets', '[THINK]Hm.[/THINK]Four weeks.', 'Four weeks.'],
    ['no block, but a similar sign', 'a < b, [1] and <thinker>', 'a < b, [1] and <thinker>'],
  ])('has its thoughts removed, in one piece and letter by letter: %s', (_, reply, text) => {
    expect(removeThoughts(reply)).toBe(text);
    expect(filtered(Array.from(reply))).toBe(text);
  });
});

describe('the stream of a reply with thoughts', () => {
  it('holds nothing back but what could become a tag', () => {
    const filter = createThoughtFilter();

    expect(filter.push('Four <thi').text).toBe('Four ');
    expect(filter.push('rd').text).toBe('<third');
  });

  it('reports that the text so far was a thought if only its end is marked', () => {
    const filter = createThoughtFilter();
    filter.push('Hm, let me see.');

    expect(filter.push('</think>Four')).toEqual({ text: 'Four', isLate: true });
  });

  it('waits for the other half of a character and never passes half of one on', () => {
    expect(filtered(['a\ud83d', '\udc4d'])).toBe('a👍');
    expect(filtered(['a\ud83d'])).toBe('a\uFFFD');
    expect(filtered(['a\0b'])).toBe('a\uFFFDb');
  });
});
