import { describe, expect, it } from '@jest/globals';
import { cutEarlierMessage } from '../../src/workflow/earlier-message.js';

describe('an earlier message in a prompt', () => {
  it('is kept whole up to 2,000 characters', () => {
    const message = 'a'.repeat(2_000);

    expect(cutEarlierMessage(message)).toBe(message);
  });

  it('is cut if it is longer, but never in the middle of a character', () => {
    expect(cutEarlierMessage('a'.repeat(490_000))).toHaveLength(2_000);
    expect(cutEarlierMessage(`${'a'.repeat(1_999)}👍`)).toBe('a'.repeat(1_999));
  });
});
