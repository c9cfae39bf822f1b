import type { Locale, Phrases } from './locale.js';
import { LOCALES } from './locales/index.js';

/** One part of every language that has it, by language code. */
export const byLanguage = <Part>(
  read: (locale: Locale) => Part | undefined,
): ReadonlyMap<string, Part> =>
  new Map(
    Object.entries<Locale>(LOCALES).flatMap(([code, locale]): [string, Part][] => {
      const part = read(locale);
      return part === undefined ? [] : [[code, part]];
    }),
  );

/** The words of one list of every language that has it. */
export const wordSetsOf = (
  read: (locale: Locale) => string | undefined,
): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([...byLanguage(read)].map(([code, words]) => [code, new Set(words.trim().split(/\s+/))]));

/** The words of one list of all languages together. */
export const allWordsOf = (read: (locale: Locale) => string | undefined): ReadonlySet<string> =>
  new Set([...wordSetsOf(read).values()].flatMap((words) => [...words]));

/** The alternatives of all languages together, separated by a bar; matches nothing if no language has any. */
export const alternativesOf = (read: (locale: Locale) => string | undefined): string =>
  [...byLanguage(read).values()].join('|') || '(?!)';

/** The alternatives of all languages together, ready for a pattern; a kind that no language has matches nothing. */
export const phrasesOf = (read: (locale: Locale) => Phrases | undefined): Required<Phrases> => {
  return {
    words: alternativesOf((locale) => read(locale)?.words),
    parts: alternativesOf((locale) => read(locale)?.parts),
  };
};

/** Each word of a list with its number; forms of the same word are separated by a slash. */
export const numbered = (list: string, first = 1, step = 1): [string, number][] =>
  list
    .trim()
    .split(/\s+/)
    .flatMap((forms, position) =>
      forms.split('/').map((form): [string, number] => [form, first + position * step]),
    )
    .filter(([form]) => form !== '');

/** The base of each form, from a list of "base form form" separated by commas. */
export const toBases = (list: string | undefined): ReadonlyMap<string, string> | undefined =>
  list === undefined
    ? undefined
    : new Map(
        list.split(',').flatMap((words) => {
          const [base = '', ...forms] = words.trim().split(/\s+/);
          return forms.map((form): [string, string] => [form, base]);
        }),
      );
