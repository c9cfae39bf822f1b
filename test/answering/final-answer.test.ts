import { describe, expect, it } from '@jest/globals';
import { MESSAGE_LANGUAGES, messagesFor } from '../../src/shared/i18n/index.js';
import { renderFileList, renderForeignLanguages } from '../../src/answering/final-answer.js';
import type { Source } from '../../src/answering/sources.js';
import { toFileUrl } from '../../src/workspace/index.js';

const sourceIn = (language: string): Pick<Source, 'evidence'> => {
  const chunk = { language } as unknown;
  const evidence = { kind: 'chunk', chunk } as unknown;
  // Only the language of a passage is looked at.
  return { evidence: evidence as Source['evidence'] };
};

describe('an answer from documents in another language', () => {
  it('names that language, in the language of the answer', () => {
    expect(renderForeignLanguages([sourceIn('ja')], 'en')).toBe(
      '\n\nThe documents found are in Japanese.',
    );
    expect(renderForeignLanguages([sourceIn('ja'), sourceIn('vi')], 'de')).toBe(
      '\n\nSprache der gefundenen Dokumente: Japanisch, Vietnamesisch.',
    );
  });

  it.each(MESSAGE_LANGUAGES.filter((language) => language !== 'el'))(
    'names a language by its word in %s',
    (language) => {
      const line = renderForeignLanguages([sourceIn('el')], language);

      const name = new Intl.DisplayNames([language], { type: 'language' }).of('el') ?? '';
      expect(line).toContain(name);
      expect(line).not.toContain('undefined');
    },
  );

  it('says nothing if one of the passages is in the language of the answer', () => {
    expect(renderForeignLanguages([sourceIn('ja'), sourceIn('en')], 'en')).toBe('');
  });

  it('says nothing about memories, tools and undetected languages', () => {
    const tool = { id: 'e', kind: 'tool', toolCallId: 'c', origin: 'service', text: '3' } as const;
    const others = [{ evidence: tool }];

    expect(renderForeignLanguages(others, 'en')).toBe('');
    expect(renderForeignLanguages([sourceIn('und')], 'en')).toBe('');
    expect(renderForeignLanguages([sourceIn('no such code')], 'en')).toBe('');
    expect(renderForeignLanguages([], 'en')).toBe('');
  });
});

const made = (...names: string[]) => ({
  files: names.map((name) => ({ name, url: toFileUrl(name) })),
});

describe('the list of files below an answer', () => {
  it.each(MESSAGE_LANGUAGES)('has a heading in the language %s', (language) => {
    expect(renderFileList([made('report.md')], language)).toBe(
      `\n\n${messagesFor(language).filesLabel}\n- [report.md](/v1/files/report.md)`,
    );
  });

  it('is left out if no tool made a file', () => {
    expect(renderFileList([made(), made()], 'en')).toBe('');
  });

  it('names each file once, however often it was written', () => {
    const list = renderFileList([made('a.txt'), made('b.txt', 'a.txt')], 'en');

    expect(list).toBe('\n\nFiles:\n- [a.txt](/v1/files/a.txt)\n- [b.txt](/v1/files/b.txt)');
  });

  it.each([
    ['](http://evil.example)', '\\](http://evil.example)'],
    ['![x](y)', '\\!\\[x\\](y)'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['*a* `b` _c_ d_e &amp; ~~f~~', '\\*a\\* \\`b\\` \\_c\\_ d_e \\&amp; \\~\\~f\\~\\~'],
  ])('shows the name %j literally, with one link', (name, text) => {
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
  ])('contains no link to other places: %s', (url) => {
    expect(renderFileList([{ files: [{ name: 'a', url }] }], 'en')).toBe('');
  });

  it('names at most twenty, and counts the others', () => {
    const names = Array.from({ length: 23 }, (_, index) => `f${index}`);

    const lines = renderFileList([made(...names)], 'en')
      .trim()
      .split('\n');

    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('- … +3');
  });
});
