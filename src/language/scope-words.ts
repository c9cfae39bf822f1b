import { splitWords } from './words.js';
import type { Scope } from './locale.js';
import { byLanguage, wordSetsOf } from './word-lists.js';

const INSIDE = byLanguage(({ scopeInside }) => scopeInside);
const LISTS = {
  reversing: wordSetsOf(({ reversingWords }) => reversingWords),
  everybody: wordSetsOf(({ everybodyWords }) => everybodyWords),
  only: wordSetsOf(({ onlyWords }) => onlyWords),
};

/** The scope words of one kind in a text; empty in a language without a list. */
export const findScopeWords = (
  text: string,
  { language, scope }: { language: string; scope: Scope },
): readonly string[] => {
  const inside = INSIDE.get(language)?.[scope];
  if (inside !== undefined) return inside.exec(text.toLowerCase()) ?? [];
  const list = LISTS[scope].get(language);
  return list === undefined ? [] : splitWords(text).filter((word) => list.has(word));
};
