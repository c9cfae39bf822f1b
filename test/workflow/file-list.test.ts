import { describe, expect, it } from '@jest/globals';
import { MESSAGE_LANGUAGES, messagesFor } from '../../src/shared/i18n/index.js';
import { toFileUrl } from '../../src/workspace/index.js';
import { renderFileList } from '../../src/workflow/outcomes.js';

const made = (...names: string[]) => ({
  files: names.map((name) => ({ name, url: toFileUrl(name) })),
});

describe('the files below an answer', () => {
  it.each(MESSAGE_LANGUAGES)('have a heading in the language %s', (language) => {
    expect(renderFileList([made('report.md')], language)).toBe(
      `\n\n${messagesFor(language).filesLabel}\n- [report.md](/v1/files/report.md)`,
    );
  });

  it('are none where no tool made one', () => {
    expect(renderFileList([made(), made()], 'en')).toBe('');
  });

  it('are named once, however often they were written', () => {
    const list = renderFileList([made('a.txt'), made('b.txt', 'a.txt')], 'en');

    expect(list).toBe('\n\nFiles:\n- [a.txt](/v1/files/a.txt)\n- [b.txt](/v1/files/b.txt)');
  });

  it.each([
    ['](http://evil.example)', '\\](http://evil.example)'],
    ['![x](y)', '\\!\\[x\\](y)'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['*a* `b` _c_ d_e &amp; ~~f~~', '\\*a\\* \\`b\\` \\_c\\_ d_e \\&amp; \\~\\~f\\~\\~'],
  ])('show the name %j as it is, with one link', (name, text) => {
    const list = renderFileList([made(name)], 'en');

    expect(list).toContain(`- [${text}](`);
    expect(list.split('](/v1/files/')).toHaveLength(2);
    expect(list.split('](/v1/files/')[1]).toMatch(/^[\w.~%-]+\)$/);
  });

  it.each([
    'https://evil.example/report.md',
    'javascript:alert(1)',
    '//evil.example/v1/files/a',
    '/v1/files/../me',
    '/v1/files/a)[b](c',
  ])('lead nowhere else: %s', (url) => {
    expect(renderFileList([{ files: [{ name: 'a', url }] }], 'en')).toBe('');
  });

  it('are at most twenty, and the others are counted', () => {
    const names = Array.from({ length: 23 }, (_, index) => `f${index}`);

    const lines = renderFileList([made(...names)], 'en')
      .trim()
      .split('\n');

    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('- … +3');
  });
});
