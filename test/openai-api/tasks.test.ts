import { describe, expect, it } from '@jest/globals';
import { answerByRule } from '../../src/openai-api/tasks.js';
import { growthOf, LINEAR } from '../support/growth.js';

const titleOf = (prompt: string): string | null => answerByRule({ kind: 'title', prompt }, null);

const LINE_ENDS = ['\n', '\r', '\u2028', '\n  '];

describe('the title of a conversation', () => {
  it('is the first thing that the user said', () => {
    const prompt = 'Title?\n\nConversation:\nAI: Hello.\n\n  User :\n  Remote work\nUser: Holidays';

    expect(titleOf(prompt)).toBe('Remote work');
  });

  it.each(LINE_ENDS)('takes no more time per empty line for many lines that end in %j', (end) => {
    const work = (size: number): void => void titleOf(`a${end.repeat(size)}b`);

    expect(growthOf(work, 24_000)).toBeLessThan(LINEAR);
  });
});
