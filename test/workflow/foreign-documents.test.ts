import { describe, expect, it } from '@jest/globals';
import { MESSAGE_LANGUAGES } from '../../src/shared/i18n/index.js';
import { renderForeignLanguages } from '../../src/workflow/outcomes.js';
import type { Source } from '../../src/answering/sources.js';

const sourceIn = (language: string): Pick<Source, 'evidence'> => {
  const chunk = { language } as unknown;
  const evidence = { kind: 'chunk', chunk } as unknown;
  // Only the language of a passage is looked at.
  return { evidence: evidence as Source['evidence'] };
};

describe('an answer from documents in other languages', () => {
  it('says which, in the language of the answer', () => {
    expect(renderForeignLanguages([sourceIn('ja')], 'en')).toBe(
      '\n\nThe documents found are in Japanese.',
    );
    expect(renderForeignLanguages([sourceIn('ja'), sourceIn('vi')], 'de')).toBe(
      '\n\nSprache der gefundenen Dokumente: Japanisch, Vietnamesisch.',
    );
  });

  it.each(MESSAGE_LANGUAGES.filter((language) => language !== 'el'))(
    'names a language by its word in the language %s',
    (language) => {
      const line = renderForeignLanguages([sourceIn('el')], language);

      const name = new Intl.DisplayNames([language], { type: 'language' }).of('el') ?? '';
      expect(line).toContain(name);
      expect(line).not.toContain('undefined');
    },
  );

  it('says nothing where one of the passages is in the language of the answer', () => {
    expect(renderForeignLanguages([sourceIn('ja'), sourceIn('en')], 'en')).toBe('');
  });

  it('says nothing of memories, of tools and of languages that nobody could tell', () => {
    const tool = { id: 'e', kind: 'tool', toolCallId: 'c', origin: 'service', text: '3' } as const;
    const others = [{ evidence: tool }];

    expect(renderForeignLanguages(others, 'en')).toBe('');
    expect(renderForeignLanguages([sourceIn('und')], 'en')).toBe('');
    expect(renderForeignLanguages([sourceIn('no such code')], 'en')).toBe('');
    expect(renderForeignLanguages([], 'en')).toBe('');
  });
});
