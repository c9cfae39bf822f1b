import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { COLUMNS, renderLanguageTable } from '../../scripts/language-table.js';
import type { Locale } from '../../src/language/locale.js';
import { LOCALES } from '../../src/language/locales/index.js';

const withoutBlanks = (table: string): string => table.replace(/[ -]+/g, '');

describe('the generated table of document languages', () => {
  it('is what `npm run languages` makes of the current locales', async () => {
    const written = await readFile(new URL('../../docs/languages.md', import.meta.url), 'utf8');

    expect(withoutBlanks(written)).toBe(withoutBlanks(renderLanguageTable()));
  });

  it('counts every part that a language provides, each once', () => {
    const used = new Set(Object.values<Locale>(LOCALES).flatMap((locale) => Object.keys(locale)));
    const counted = Object.values(COLUMNS).flat();

    expect(counted).toHaveLength(new Set(counted).size);
    expect([...used].filter((part) => !counted.includes(part as keyof Locale))).toEqual([]);
  });
});
