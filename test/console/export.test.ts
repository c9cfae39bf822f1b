import { describe, expect, it } from '@jest/globals';
import { toDocx } from '../../console/src/ask/conversation-docx.js';
import { toFileName, toMarkdown } from '../../console/src/ask/written-conversation.js';
import { parseBytes } from '../support/parsing.js';

const TALK = {
  title: 'Working from home',
  turns: [
    {
      question: 'How many days?',
      answer:
        'Up to **three** days [1], if A < B & "C".\n\n| Day | Where |\n| - | - |\n| Tuesday | office |\n\n- first\n- second',
      sources: ['[1] Employee Handbook, page 4'],
    },
    { question: 'And on\nMondays?', answer: '', sources: [] },
  ],
};

describe('a conversation as Markdown', () => {
  it('has a heading for each question, its answer unchanged, and the sources', () => {
    const text = toMarkdown(TALK, 'Sources');

    expect(text).toContain('# Working from home\n\n## How many days?\n\nUp to **three** days [1]');
    expect(text).toContain('**Sources**\n\n- [1] Employee Handbook, page 4\n\n## And on Mondays?');
  });
});

describe('a conversation as a Word document', () => {
  it('can be read back with its headings, tables and sources', async () => {
    const { text } = await parseBytes(Buffer.from(toDocx(TALK, 'Sources')), 'talk.docx');

    for (const line of ['Working from home', 'And on Mondays?', '• first', 'Tuesday']) {
      expect(text).toContain(line);
    }
    expect(text).toContain('Up to three days [1], if A < B & "C".');
    expect(text).toContain('[1] Employee Handbook, page 4');
  });

  it('can be read back if an answer has characters that XML does not allow', async () => {
    const turns = [{ question: 'a\u0000b\u000Bc\uD800', answer: 'x\uFFFFy', sources: [] }];

    const { text } = await parseBytes(
      Buffer.from(toDocx({ title: 'Signs', turns }, '')),
      'talk.docx',
    );

    expect(text).toContain('a b c');
    expect(text).toContain('x y');
  });
});

describe('the name of an exported file', () => {
  it.each([
    ['a/b: what?', 'a b what'],
    ['..', 'conversation'],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('made from %j is %j', (title, name) => {
    expect(toFileName(title)).toBe(name);
  });
});
