import { describe, expect, it } from '@jest/globals';
import { besides, toPairs, upTo } from '../../console/src/ask/pairs.js';

const message = (id: string, role: 'user' | 'assistant') => ({
  id,
  role,
  executionId: id.slice(1),
});
const TALK = [message('q1', 'user'), message('a1', 'assistant'), message('q2', 'user')];

describe('question and answer pairs in a conversation', () => {
  it('stay together, even if one of the two is missing', () => {
    const pairs = toPairs([message('a0', 'assistant'), ...TALK]);

    expect(pairs.map(({ question, answer }) => [question?.id, answer?.id])).toEqual([
      [undefined, 'a0'],
      ['q1', 'a1'],
      ['q2', undefined],
    ]);
  });

  it.each([
    ['the answer before it', 'a1', ['1']],
    ['a question without an answer', 'q2', ['1', '2']],
    ['nothing', null, []],
    ['what is on an older page', 'a0', ['1', '2']],
    ['the newest message', undefined, ['1', '2']],
  ])('are shown up to the point where a question follows %s', (_, parentId, shown) => {
    expect(upTo(toPairs(TALK), parentId).map(({ executionId }) => executionId)).toEqual(shown);
  });
});

describe('an alternative version of a question', () => {
  it.each([
    ['q1', { number: 1, previous: null, next: 'q2' }],
    ['q2', { number: 2, previous: 'q1', next: 'q3' }],
    ['q3', { number: 3, previous: 'q2', next: null }],
    ['other', { number: 0, previous: null, next: null }],
  ])('knows the versions before and after it: %s', (id, expected) => {
    expect(besides(['q1', 'q2', 'q3'], id)).toEqual(expected);
  });
});
