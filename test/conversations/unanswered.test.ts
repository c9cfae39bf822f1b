import { describe, expect, it } from '@jest/globals';
import { toWordsOfMany } from '../../src/conversations/unanswered.js';
import { newId, UserId } from '../../src/shared/ids.js';

const askedBy = (people: number, question: string) =>
  Array.from({ length: people }, () => ({ userId: newId(UserId), question, language: 'en' }));

describe('topic words of unanswered questions', () => {
  it('are words that at least five people used, the most frequent first', () => {
    const words = toWordsOfMany([
      ...askedBy(5, 'Who repairs the lift?'),
      ...askedBy(6, 'Where is the parking?'),
      ...askedBy(4, 'What does Ms Novak earn?'),
    ]);

    expect(words).toEqual([
      { word: 'parking', people: 6 },
      { word: 'lift', people: 5 },
      { word: 'repairs', people: 5 },
    ]);
  });

  it('count a person once, however often they ask', () => {
    const [first] = askedBy(1, 'Who repairs the lift?');
    if (first === undefined) throw new Error('One person asks.');

    expect(toWordsOfMany(Array.from({ length: 9 }, () => first))).toEqual([]);
  });
});
