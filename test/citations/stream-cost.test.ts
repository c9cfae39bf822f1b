import { describe, expect, it } from '@jest/globals';
import { citeAnswer, createCitationStream } from '../../src/citations/cite-answer.js';
import { createThoughtFilter } from '../../src/platform/models/reasoning-tags.js';
import { growthOf, LINEAR } from '../support/growth.js';

const streamByCharacter = (text: string): string => {
  const thoughts = createThoughtFilter();
  const citations = createCitationStream([], { language: 'en' });
  for (const character of text.split('')) citations.push(thoughts.push(character).text);
  citations.push(thoughts.end());
  return citations.end().answer;
};

describe('text that arrives one character at a time', () => {
  it.each([
    ' ',
    '1.1.1.',
    '***',
    'Quellen',
    'x. ',
    '[',
    '[1,',
    '. ',
    '\\',
    'Sources: [1] x',
    'https://a.b',
    '<',
    '[a](b',
    '"',
    '。https://a',
  ])('takes constant time per piece, however much came before: %j', (piece) => {
    const toText = (size: number) => `A.\n${piece.repeat(size / piece.length)}`;
    const text = toText(8_000);

    const answer = streamByCharacter(text);
    const growth = growthOf((size) => streamByCharacter(toText(size)), 8_000);

    expect(growth).toBeLessThan(LINEAR);
    expect(answer).toBe(citeAnswer(text, [], { language: 'en' }).answer);
  });
});
