import { describe, expect, it } from '@jest/globals';
import { citeAnswer, createCitationStream } from '../../src/citations/index.js';

const options = { language: 'en' };

/** The answer in one piece and letter by letter, which has to be the same. */
const write = (text: string): string => {
  const { answer } = citeAnswer(text, [], options);
  const stream = createCitationStream([], options);
  for (const letter of text) stream.push(letter);
  expect(stream.end().answer).toBe(answer);
  return answer;
};

describe('code in an answer', () => {
  it.each([
    ['a type', 'Return a `List<String>` here.'],
    ['a placeholder', 'Run `git clone <url> <subdir>` first.'],
    ['a tag', 'The tag `<img src="https://example.com/a.png">` shows a picture.'],
    ['a link', 'Write `[text](https://example.com)` for a link.'],
    ['code with backticks in it', 'Write ``a `<b>` c`` so.'],
    ['several pieces of code', 'Both `Map<K, V>` and `Set<T>` are there.'],
    [
      'a block',
      'So:\n\n```html\n<a href="https://example.com">x</a>. Then <img src=y>.\n```\n\nDone.',
    ],
    ['a block that is never closed', 'So:\n\n```\nList<String> x = <img src=y>'],
  ])('is kept as written: %s', (_, text) => {
    expect(write(text)).toBe(text);
  });

  it.each([
    ['a backtick without a partner', 'a ` b <img src=//evil.example>'],
    ['a partner in another sentence', 'One ` two. Three `<img src=//evil.example>` four.'],
    ['a partner in another line', 'One ` two\nthree `<img src=//evil.example>` four'],
    ['an escaped backtick', 'a \\`<img src=//evil.example>` b'],
    ['a cell of a table', '| `<img src=//evil.example> | ` |'],
    ['a tag around it', '<p>`<img src=//evil.example>`'],
    ['a tag before it', '<pre>\n```\n<img src=//evil.example>\n```'],
    ['a fence in a list', '- a\n  ```\n<img src=//evil.example>'],
    ['a fence in a quotation', '> ```\n<img src=//evil.example>'],
    ['a fence of the other kind', '~~~\n```\n~~~\n<img src=//evil.example>'],
    ['a fence whose name is more than that', '```a `b`\n<img src=//evil.example>'],
    ['the end of a block', '```\na\n```\n<img src=//evil.example>'],
    ['our own placeholder for code', 'a `\uE0000\uE001` `b` <img src=//evil.example>'],
    ['a backtick in a tag', '<img alt="`" src=//evil.example> `'],
  ])('is not confused with something that looks like it: %s', (_, text) => {
    expect(write(text)).not.toMatch(/<img|\/\/evil/);
  });
});
