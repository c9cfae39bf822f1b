import { describe, expect, it } from '@jest/globals';
import { toSessionTitle } from '../../src/conversations/sessions-repository.js';

describe('the title of a session', () => {
  it.each([
    ['a short question as it is', ' How long is\n\tthe notice? ', 'How long is the notice?'],
    [
      'a long one, cut after a word',
      'How many days of holiday does an employee have who works three days a week and began in the middle of the year?',
      'How many days of holiday does an employee have who works three days a week and…',
    ],
    ['text without spaces, cut anywhere', '假'.repeat(100), `${'假'.repeat(79)}…`],
    ['no half of a surrogate pair', `${'a'.repeat(78)}😀😀`, `${'a'.repeat(78)}…`],
    ['without invisible and direction characters', 'pay\u202E ereh\u0007', 'pay ereh'],
    ['empty if nothing is visible', '\u200B\n', null],
  ])('is %s', (_, question, title) => {
    expect(toSessionTitle(question)).toBe(title);
    expect((title ?? '').length).toBeLessThanOrEqual(80);
  });
});
