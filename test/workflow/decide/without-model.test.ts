import { describe, expect, it } from '@jest/globals';
import { MessageId, newId } from '../../../src/shared/ids.js';
import { understandQuestion } from '../../../src/questions/question.js';
import { toCallByRule } from '../../../src/workflow/decide/without-model.js';

const messageId = newId(MessageId);

const callFor = (originalQuery: string) =>
  toCallByRule(understandQuestion(originalQuery, 'en'), messageId);

describe('the tool call that a rule makes from a question', () => {
  it('calculates an expression written in signs and digits', () => {
    expect(callFor('15 * 8 = ?')).toEqual({
      name: 'math_calc',
      arguments: { expression: '15 * 8' },
    });
  });

  it('saves a memory if the user asks only for that', () => {
    expect(callFor('Hi! Please remember that my desk is in Berlin.')).toEqual({
      name: 'create_memory',
      arguments: { messageId, quote: 'my desk is in Berlin.' },
    });
    expect(callFor('Remember that my desk is in Berlin. Who has a desk there?')).toBeNull();
  });

  it.each(['Who signed on 3 March?', 'What is 15 * 8?', '500 EUR in HUF'])(
    'is not made for a question in words, which is searched: %s',
    (question) => {
      expect(callFor(question)).toBeNull();
    },
  );
});
