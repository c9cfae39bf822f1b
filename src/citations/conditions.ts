import {
  findScopeWords,
  byLanguage,
  phrasesOf,
  splitWords,
  wordSetsOf,
} from '../language/index.js';

const CONDITIONS = wordSetsOf(({ conditions }) => conditions);
const INSIDE = byLanguage(({ conditionsInside }) => conditionsInside);

/** True for a part of a sentence that limits the rest: a condition, an exception, or a restriction to certain people. */
export const limitsRest = (part: string, language: string): boolean => {
  if (INSIDE.get(language)?.test(part.toLowerCase()) === true) return true;
  const list = CONDITIONS.get(language);
  if (list !== undefined && splitWords(part).some((word) => list.has(word))) return true;
  return findScopeWords(part, { language, scope: 'only' }).length > 0;
};

const { words, parts } = phrasesOf(({ provisos }) => provisos);
const PROVISO = new RegExp(String.raw`^\s*(?:${parts}|(?:${words})(?!\p{L}))`, 'iu');

/** True for a sentence that states an exception to the previous one. */
export const isProviso = (sentence: string): boolean => PROVISO.test(sentence);
