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

describe('a foreign image that seems to be in code', () => {
  it.each([
    ['behind a closing fence with blanks in front', `\`\`\`\nx\n   \`\`\`\n${IMAGE}`],
    ['behind a line that ends by CR LF', `\`\`\`\nx\n\`\`\`\r\n${IMAGE}`],
    ['behind a line that ends by CR', `\`\`\`\rx\r\`\`\`\r${IMAGE}`],
    ['behind a line of one no-break space', `\`a\n\u00A0\n\` ${IMAGE} \``],
    ['behind a line of one form feed', `\`a\n\f\n\` ${IMAGE} \``],
    ['behind a line of one em space', `\`a\n\u2003\n\` ${IMAGE} \``],
    ['behind a line of one ideographic space', `\`a\n\u3000\n\` ${IMAGE} \``],
    ['behind a fence that is one without its marker', `\`\`\`\nx\n[9]\`\`\`\n${IMAGE}`],
    ['behind a fence that an empty link stands in', `\`\`[](x)\`\n\n\`\`\`\n${IMAGE}\n\`\`\``],
    ['between backticks that a marker parts', `\`${IMAGE}\`[9]\``],
    ['behind HTML in a paragraph with a backtick', `a \`\n<pre>\n\n\`\`\`\n</pre>\n${IMAGE}`],
    ['behind white space that is not written', `\u00A0\`\`\`\n\n\`\`\`\n${IMAGE}\n\`\`\``],
    ['behind the end of the list item of a block', `- a\n  \`\`\`\n  x\n${IMAGE}`],
    [
      'behind a fence with more blanks than a sentence has letters',
      `\`\`\`\n\`\`\`${' '.repeat(4_700)}x\n\`\`\`\n${IMAGE}`,
    ],
  ])('is none: %s', (_, answer) => {
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

  it('is none in whatever a renderer reads', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom('numbered', 'inline'), (answer, style) => {
        expect(targetsOf(cite(answer, style))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('is the same wherever the text is cut', () => {
    fc.assert(
      fc.property(answers, fc.nat({ max: 200 }), (answer, at) => {
        expect(citeInTwo(answer, at)).toBe(cite(answer));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a block of code', () => {
  it.each([
    ['in a list item', '1. So:\n\n   ```html\n   <img src=x>\n   ```\n\nDone.'],
    ['deep in a list', '- a\n  - b\n\n    ```html\n    <img src=x>\n    ```\n\nDone.'],
    ['between tildes', '~~~\n```\n<img src=x>\n~~~\nDone.'],
    ['in a longer fence', '````\n```\n<img src=x>\n```\n````\nDone.'],
  ])('stays as it was written: %s', (_, text) => {
    expect(cite(text)).toBe(text);
  });
});

describe('a statement behind what is not a block of code', () => {
  const LIMIT = 'The limit is 9,999 euros.';

  it.each([
    ['a line that begins with code', `\`\`\`x\`\`\` is code.\n${LIMIT}`],
    ['backticks behind four blanks', `a\n\n    \`\`\`\n\n${LIMIT}`],
    ['backticks between tildes', `~~~\nx\n\`\`\`\ny\n~~~\n\n${LIMIT}`],
    ['the fence of a quotation', `> \`\`\`\n\n${LIMIT}`],
    ['a shorter fence in a block', `\`\`\`\`\n\`\`\`\n\`\`\`\`\n${LIMIT}`],
    ['a closing fence with blanks in front', `\`\`\`\nx\n  \`\`\`\n${LIMIT}`],
    ['the end of the list item of a block', `- a\n  \`\`\`\n  x\n${LIMIT}`],
  ])('is checked: %s', (_, answer) => {
    const { statements } = citeAnswer(`Paid well [1].\n\n${answer}`, SOURCES, { language: 'en' });

    expect(statements.map(({ text }) => text)).toContain(LIMIT);
  });

  it('is not looked for inside a block of code', () => {
    const answer = `Paid well [1].\n\n- a:\n\n  \`\`\`js\n  ${LIMIT}\n\n  x [1]\n  \`\`\``;

    const { statements } = citeAnswer(answer, SOURCES, { language: 'en' });

    expect(statements.map(({ text }) => text)).toEqual(['Paid well.']);
  });
});
