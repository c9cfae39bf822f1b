import { describe, expect, it } from '@jest/globals';
import { acceptSummary, withoutSmallTalk } from '../../src/conversations/summaries.js';

const SAID = ['Who pays for the 25 boxes of HR-1234?'];

describe('a conversation summary written by a model', () => {
  it.each([
    'They asked who pays for 25 boxes of HR-1234.',
    'Azt kérdezte, ki fizet a 25 dobozért.',
    'Er fragte nach einer Rechnung.',
  ])('is accepted if it only contains what was said: %j', (reply) => {
    expect(acceptSummary(reply, SAID)).toBe(reply);
  });

  it.each([
    ['contains a number that nobody said', 'They asked about 99 boxes.'],
    ['contains an identifier that nobody said', 'They asked about AB-7777.'],
    ['contains a day that nobody said', 'They asked about boxes on Friday.'],
    ['contains only model reasoning', '<think>25 boxes.</think>'],
    ['is empty', ' … '],
  ])('is refused if it %s', (_, reply) => {
    expect(acceptSummary(reply, SAID)).toBeNull();
  });

  it('is cut to whole sentences of 500 characters', () => {
    const summary = acceptSummary('They asked who pays for the boxes.\n'.repeat(30), SAID);

    expect(summary?.length).toBeLessThanOrEqual(500);
    expect(summary).toMatch(/^They asked .* for the boxes\.$/);
  });
});

describe('the input of a summary', () => {
  it('excludes greetings and thanks', () => {
    expect(withoutSmallTalk(['Szia!', 'Hol a kulcs?', 'Köszönöm!'])).toEqual(['Hol a kulcs?']);
  });
});
