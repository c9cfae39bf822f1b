import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { micromark } from 'micromark';
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from 'micromark-extension-gfm-autolink-literal';
import { citeAnswer, createCitationStream } from '../../src/citations/cite-answer.js';

const IMAGE = '![i](https://evil.example/i)';
const SOURCES = ['Paid.', 'Well.'].map((content) => ({ key: content, content, language: 'en' }));

/** Renders Markdown as GitHub and chat clients do, which make links of bare addresses. */
const targetsOf = (markdown: string): string[] =>
  micromark(markdown, {
    allowDangerousProtocol: true,
    extensions: [gfmAutolinkLiteral()],
    htmlExtensions: [gfmAutolinkLiteralHtml()],
  }).match(/(?:src|href)="[^"]*"/g) ?? [];

const cite = (answer: string, style: 'numbered' | 'inline' = 'numbered'): string =>
  citeAnswer(answer, SOURCES, { language: 'en', style }).answer;

const citeInTwo = (answer: string, at: number): string => {
  const stream = createCitationStream(SOURCES, { language: 'en' });
  stream.push(answer.slice(0, at));
  stream.push(answer.slice(at));
  return stream.end().answer;
};

describe('a foreign image that seems to be inside code', () => {
  it.each([
    ['after a closing fence indented by spaces', `\`\`\`\nx\n   \`\`\`\n${IMAGE}`],
    ['after a line that ends with CR LF', `\`\`\`\nx\n\`\`\`\r\n${IMAGE}`],
    ['after a line that ends with CR', `\`\`\`\rx\r\`\`\`\r${IMAGE}`],
    ['after a line with only a no-break space', `\`a\n\u00A0\n\` ${IMAGE} \``],
    ['after a line with only a form feed', `\`a\n\f\n\` ${IMAGE} \``],
    ['after a line with only an em space', `\`a\n\u2003\n\` ${IMAGE} \``],
    ['after a line with only an ideographic space', `\`a\n\u3000\n\` ${IMAGE} \``],
    ['after a fence that becomes one without its marker', `\`\`\`\nx\n[9]\`\`\`\n${IMAGE}`],
    ['after a fence that contains an empty link', `\`\`[](x)\`\n\n\`\`\`\n${IMAGE}\n\`\`\``],
    ['between backticks separated by a marker', `\`${IMAGE}\`[9]\``],
    ['after HTML in a paragraph with a backtick', `a \`\n<pre>\n\n\`\`\`\n</pre>\n${IMAGE}`],
    ['after white space that is not output', `\u00A0\`\`\`\n\n\`\`\`\n${IMAGE}\n\`\`\``],
    ['after the end of the list item of a block', `- a\n  \`\`\`\n  x\n${IMAGE}`],
    [
      'after a fence with more spaces than a sentence has letters',
      `\`\`\`\n\`\`\`${' '.repeat(4_700)}x\n\`\`\`\n${IMAGE}`,
    ],
  ])('is removed: %s', (_, answer) => {
    expect(targetsOf(cite(answer))).toEqual([]);
    const places = Array.from({ length: Math.min(answer.length, 80) }, (_, at) => at);
    for (const at of places) expect(citeInTwo(answer, at)).toBe(cite(answer));
  });

  const line = fc
    .tuple(
      fc.constantFrom('', '', '', ' ', '   ', '    ', '- ', '2. ', '> ', '\u00A0', '[9]', '[1]'),
      fc.constantFrom(
        ...['```', '```', '```', '````', '~~~', '``', '`', '', '', 'x. ', '` ', '`a` ', '$$'],
        ...[IMAGE, IMAGE, `\`${IMAGE}\``, '[](x)', '<b>', '<pre>', '</pre>', '* * *', '\\`', '|'],
      ),
      fc.constantFrom('', '', '', ' ', '[9]', '[1]', '`', '```', 'js', '\u00A0', IMAGE, '[](x)`'),
      fc.constantFrom('\n', '\n', '\n', '\n\n', '\r\n', '\r'),
    )
    .map((parts) => parts.join(''));
  const answers = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join(''));

  it('is removed wherever a renderer would show it', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom('numbered', 'inline'), (answer, style) => {
        expect(targetsOf(cite(answer, style))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('is handled the same way wherever the text is cut', () => {
    fc.assert(
      fc.property(answers, fc.nat({ max: 200 }), (answer, at) => {
        expect(citeInTwo(answer, at)).toBe(cite(answer));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a code block in an answer', () => {
  it.each([
    ['in a list item', '1. So:\n\n   ```html\n   <img src=x>\n   ```\n\nDone.'],
    ['deep in a list', '- a\n  - b\n\n    ```html\n    <img src=x>\n    ```\n\nDone.'],
    ['between tildes', '~~~\n```\n<img src=x>\n~~~\nDone.'],
    ['in a longer fence', '````\n```\n<img src=x>\n```\n````\nDone.'],
  ])('is kept as written: %s', (_, text) => {
    expect(cite(text)).toBe(text);
  });
});

describe('a statement after something that is not a code block', () => {
  const LIMIT = 'The limit is 9,999 euros.';

  it.each([
    ['a line that begins with code', `\`\`\`x\`\`\` is code.\n${LIMIT}`],
    ['backticks after four spaces', `a\n\n    \`\`\`\n\n${LIMIT}`],
    ['backticks between tildes', `~~~\nx\n\`\`\`\ny\n~~~\n\n${LIMIT}`],
    ['the fence of a quoted block', `> \`\`\`\n\n${LIMIT}`],
    ['a shorter fence in a block', `\`\`\`\`\n\`\`\`\n\`\`\`\`\n${LIMIT}`],
    ['a closing fence indented by spaces', `\`\`\`\nx\n  \`\`\`\n${LIMIT}`],
    ['the end of the list item of a block', `- a\n  \`\`\`\n  x\n${LIMIT}`],
  ])('is checked: %s', (_, answer) => {
    const { statements } = citeAnswer(`Paid well [1].\n\n${answer}`, SOURCES, { language: 'en' });

    expect(statements.map(({ text }) => text)).toContain(LIMIT);
  });

  it('is only looked for outside of code blocks', () => {
    const answer = `Paid well [1].\n\n- a:\n\n  \`\`\`js\n  ${LIMIT}\n\n  x [1]\n  \`\`\``;

    const { statements } = citeAnswer(answer, SOURCES, { language: 'en' });

    expect(statements.map(({ text }) => text)).toEqual(['Paid well.']);
  });
});
