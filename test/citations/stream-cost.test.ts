import { describe, expect, it } from '@jest/globals';
import { citeAnswer, createCitationStream } from '../../src/citations/cite-answer.js';
import { createThoughtFilter } from '../../src/platform/models/reasoning-tags.js';

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
  ])('costs next to nothing per piece: %j', (piece) => {
    const text = `A.\n${piece.repeat(8_000 / piece.length)}`;
    const started = performance.now();

    const answer = streamByCharacter(text);

    expect(performance.now() - started).toBeLessThan(4_000);
    expect(answer).toBe(citeAnswer(text, [], { language: 'en' }).answer);
  });
});
