import { describe, expect, it } from '@jest/globals';
import { collectUrls, neutralizeLinks } from '../../src/citations/links.js';
import { growthOf, LINEAR } from '../support/growth.js';

const allowedUrls = collectUrls([
  'Forms: https://hr.example.com/forms. See (https://wiki.example.org/a_(b)), 见https://zh.example.cn/页，好, hr@example.com',
]);
const neutralize = (text: string) => neutralizeLinks(text, { allowedUrls, linkRemoved: '(X)' });

describe('a link that no cited source contains', () => {
  it.each([
    ['inline', 'a [text](https://evil.example/x) b', 'a text b'],
    ['longer than any sensible one', `a https://evil.example/${'x'.repeat(5_000)} b`, 'a (X) b'],
    ['inline with a title', '[text]( https://evil.example "t" )', 'text'],
    ['inline in angle brackets', '[text](<https://evil.example/a b>)', 'text'],
    ['inline over a line break', '[text](\nhttps://evil.example)', 'text'],
    ['inline with a script', '[text](javascript:alert(1))', 'text'],
    ['inline and relative', '[text](/v1/documents)', 'text'],
    ['inline and protocol-relative', '[text](//evil.example/x)', 'text'],
    ['a citation made a link', 'Three days [1](https://evil.example).', 'Three days [1].'],
    ['by reference', '[text][r]\n\n[r]: https://evil.example/x "t"', '[text][r]\n\n[r] : (X) "t"'],
    ['by reference with the target on the next line', '[r]:\n  //evil.example/x', '[r] :\n  (X)'],
    ['by reference inside a quotation', '> [r]: /relative', '> [r] : /relative'],
    ['an autolink', 'see <https://evil.example/?q=1>', 'see (X)'],
    ['bare', 'see https://evil.example/?q=secret.', 'see (X)'],
    ['bare with www', 'see www.evil.example/x', 'see (X)'],
    ['bare after a letter', '见https://evil.example/x', '见(X)'],
    ['bare after another', 'https://evil.example)https://evil.example', '(X))(X)'],
    ['an allowed one with more text appended', 'https://hr.example.com/forms?q=secret', '(X)'],
    [
      'an allowed one used as the start of another host',
      'https://hr.example.com.evil.example/forms',
      '(X)',
    ],
    ['in HTML', '<a href="https://evil.example">text</a>', 'text'],
    [
      'inside the words of an allowed one',
      '[https://evil.example](https://hr.example.com/forms)',
      '[(X)](https://hr.example.com/forms)',
    ],
    ['too long to be parsed', `[a](https://evil.example/${'x'.repeat(5_000)})`, '[a] ((X))'],
  ])('loses its target: %s', (_, text, expected) => {
    expect(neutralize(text)).toBe(expected);
  });
});

describe('an image', () => {
  it.each([
    ['inline', '![alt](https://evil.example/x.png)', 'alt'],
    ['inline, even if a source contains it', '![alt](https://hr.example.com/forms)', 'alt'],
    ['inside a link', '[![alt](i.png)](https://evil.example)', 'alt'],
    ['by reference', '![alt][r]\n\n[r]: https://evil.example/x', '[alt][r]\n\n[r] : (X)'],
    [
      'by reference to an allowed target',
      '![alt][r]\n\n[r]: https://hr.example.com/forms',
      '[alt][r]\n\n[r]: https://hr.example.com/forms',
    ],
    ['in HTML', '<img src="https://evil.example/x" alt="pic">', 'pic'],
    ['in HTML that is never closed', '<img src="https://evil.example/x', '‹img src="(X)'],
    ['in SVG', '<svg/onload=x><image href="//evil.example/x"/></svg>', '‹svg/onload=x>‹/svg>'],
    [
      'in CSS',
      '<div style="background:url(//evil.example/x)">',
      '‹div style="background:url((X))">',
    ],
  ])('is never loaded: %s', (_, text, expected) => {
    expect(neutralize(text)).toBe(expected);
  });
});

describe('a link or tag that appears only when something is removed', () => {
  it.each([
    ['a tag around a tag', '<<a>img src=x onerror=alert(1)>', ''],
    ['a tag around a link', '<[svg onload=x](/y)>', '‹svg onload=x>'],
    ['a tag in the words of an image', `<img alt='<svg/onload=x '>>`, '‹svg/onload=x >'],
    ['an image after an exclamation mark', '!![a](https://hr.example.com/forms)', '!a'],
    ['a scheme around a tag', 'ht<a>tps://evil.example/x', '(X)'],
    ['tags in many layers', '<<<<<<a>a>a>a>a>img src=x>', '‹‹a>img src=x>'],
    ['a definition whose label began before', 'bar]: /evil', 'bar] : /evil'],
  ])('is neutralised: %s', (_, text, expected) => {
    expect(neutralize(text)).toBe(expected);
  });
});

describe('answer text that stays unchanged', () => {
  it.each([
    ['a link of a source', 'see https://hr.example.com/forms.'],
    ['a link of a source with words', '[forms](https://hr.example.com/forms)'],
    ['a link with brackets of its own', 'see (https://wiki.example.org/a_(b)).'],
    ['a link in Chinese text', '见https://zh.example.cn/页，好'],
    ['markers', 'Three days [1][2]. [3]'],
    ['brackets', 'a [b] (c) and f(x)[0]'],
    ['formatting', '**bold** <b>x</b> 3 < 5 > 2 // comment'],
  ])('includes %s', (_, text) => {
    expect(neutralize(text)).toBe(text);
  });

  it('includes a mail address, without its angle brackets', () => {
    expect(neutralize('write to <hr@example.com>')).toBe('write to hr@example.com');
  });
});

describe('hostile answer text', () => {
  it.each([
    '[',
    '](',
    '[](',
    '<',
    '<a ',
    '![',
    'http://',
    '[a]:',
    '(',
    '\\',
    '<a href="',
    '//a.b',
    'http://a)',
  ])('of nothing but %s is processed in linear time', (piece) => {
    const growth = growthOf((size) => neutralize(piece.repeat(size / piece.length)), 50_000);

    expect(growth).toBeLessThan(LINEAR);
  });
});
