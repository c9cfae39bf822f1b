import { describe, expect, it } from '@jest/globals';
import { micromark } from 'micromark';
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from 'micromark-extension-gfm-autolink-literal';
import { citeAnswer, createCitationStream } from '../../src/citations/cite-answer.js';

/** Renders Markdown as GitHub and chat clients do, which make links of bare addresses. */
const render = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfmAutolinkLiteral()],
    htmlExtensions: [gfmAutolinkLiteralHtml()],
  });

const SOURCE = {
  key: 'one',
  content:
    'Ask HR@example.com or xmpp:help@chat.example.com about leave. Guests write to guests@example.org.',
  language: 'en',
};
const cite = (answer: string) => citeAnswer(answer, [SOURCE], { language: 'en' }).answer;

describe('a mail address that no cited source contains', () => {
  it.each([
    'Ask a@evil.example about leave [1].',
    'Ask mailto:a@evil.example about leave [1].',
    'Ask xmpp:a@evil.example about leave [1].',
    'Ask xmpp:a@evil.example/room about leave [1].',
    'Ask <a@evil.example> about leave [1].',
    'Ask <mailto:a@evil.example> about leave [1].',
    'Ask <xmpp:a@evil.example> about leave [1].',
    'Ask [HR](mailto:a@evil.example) about leave [1].',
    'Ask [HR](xmpp:a@evil.example) about leave [1].',
    'Ask mailto:hr@example.com?bcc=a@evil.example about leave [1].',
    'Ask hr@example.com.evil.example about leave [1].',
    'Ask evil-hr@example.com about leave [1].',
    'Ask xmpp:hr@example.com about leave [1].',
    'Ask **a@evil.example** about leave [1].',
    'Ask (a@evil.example) or "a@evil.example" about leave [1].',
    'Ask a@evil.example, b@evil.example;c@evil.example about leave [1].',
    `Ask ${'a'.repeat(100)}@evil.example about leave [1].`,
  ])('is not a live link: %s', (answer) => {
    const written = cite(answer);

    expect(render(written)).not.toContain('href');
    expect(written).not.toMatch(/@evil\.example/);
  });

  it.each([
    ['an escaped sign', 'Ask a\\@evil.example about leave [1].'],
    ['an escaped dot', 'Ask a@evil\\.example about leave [1].'],
    ['a numbered reference', 'Ask a&#64;evil.example about leave [1].'],
    ['a hexadecimal reference', 'Ask a&#x40;evil&#x2e;example about leave [1].'],
    ['a named reference', 'Ask a&commat;evil&period;example about leave [1].'],
    ['a letter as a reference', 'Ask a@&#101;vil.example about leave [1].'],
    ['an escaped scheme', 'Ask https\\://evil.example about leave [1].'],
    ['an escaped www', 'Ask www\\.evil.example about leave [1].'],
  ])('is recognised after %s', (_, answer) => {
    expect(cite(answer)).toBe('Ask (link removed) about leave [1].');
  });

  it('is not reassembled by the pieces of a stream', () => {
    const answer = 'Ask a@evil.example about leave [1]. 写信给a@evil.例え。';
    for (const size of [1, 2, 3, 5, 7]) {
      const stream = createCitationStream([SOURCE], { language: 'en' });
      let shown = '';
      for (let at = 0; at < answer.length; at += size) {
        shown += stream.push(answer.slice(at, at + size));
      }
      const { answer: whole } = stream.end();

      expect(whole.startsWith(shown)).toBe(true);
      expect(whole).not.toMatch(/@evil/);
    }
  });
});

describe('a mail address that a cited source contains', () => {
  it.each([
    ['bare', 'Ask hr@example.com about leave [1].'],
    ['at the end of a sentence', 'About leave ask hr@example.com [1].'],
    ['in other upper and lower case', 'Ask Hr@Example.com about leave [1].'],
    ['with its scheme', 'Ask mailto:hr@example.com about leave [1].'],
    ['as a chat address', 'Ask xmpp:help@chat.example.com about leave [1].'],
    ['as a link', 'Ask [HR](mailto:hr@example.com) about leave [1].'],
  ])('is kept: %s', (_, answer) => {
    expect(cite(answer)).toBe(answer);
  });

  it('is not kept while that source is not cited', () => {
    expect(cite('Ask hr@example.com about leave.')).toBe('Ask (link removed) about leave.');
  });
});

describe('text that only looks like a mail address', () => {
  it.each([
    'Meet @ noon [1].',
    'Use a@b for that [1].',
    'It costs 5 @ 3 EUR [1].',
    'Say &lt;hello&gt; \\* [1].',
    'snake\\_case stays [1].',
  ])('is kept: %s', (answer) => {
    expect(cite(answer)).toBe(answer);
  });
});
