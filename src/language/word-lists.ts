import type { Locale, Phrases } from './locale.js';
import { LOCALES } from './locales/index.js';

/** One part of every language that has it, by its code. */
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

/** The alternatives of all languages together, ready for a pattern: each kind matches nothing where no language has it. */
export const phrasesOf = (read: (locale: Locale) => Phrases | undefined): Required<Phrases> => {
  const all = [...byLanguage(read).values()];
  const join = (alternatives: readonly (string | undefined)[]): string =>
    alternatives.filter((text) => text !== undefined).join('|') || '(?!)';
  return { words: join(all.map(({ words }) => words)), parts: join(all.map(({ parts }) => parts)) };
};

/** Each word of a list with its number; the forms of one word stand side by side, parted by a slash. */
export const numbered = (list: string, first = 1, step = 1): [string, number][] =>
  list
    .trim()
    .split(/\s+/)
    .flatMap((forms, position) =>
      forms.split('/').map((form): [string, number] => [form, first + position * step]),
    )
    .filter(([form]) => form !== '');
