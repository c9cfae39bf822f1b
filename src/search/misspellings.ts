import { ALPHABETS, analyze, functionWordsOf } from '../language/index.js';
import { editDistance } from '../shared/edit-distance.js';
import { isDenseScript } from '../evidence/index.js';

const LETTERS = Object.entries(ALPHABETS).map(([script, { letters }]) => ({
  begins: new RegExp(String.raw`^\p{sc=${script}}`, 'u'),
  letters,
}));

/** Mistaken for each other more often than other letters. */
const VOWELS = Object.values(ALPHABETS)
  .map(({ vowels }) => vowels)
  .join('');

/** Stems shorter than this are within one letter of too many words. */
const MIN_LENGTH = 4;
/** But a word of so many letters may have one: "setting". */
const MIN_LENGTH_OF_MENDED = 6;
/** A shorter word is one letter from too many right ones: "head" and "heard". */
const MIN_LENGTH_OF_TYPED = 5;
/** From so many letters on two slips are one word misspelt, and not another word. */
const MIN_LENGTH_FOR_TWO = 8;
const MAX_LENGTH = 24;

/** Costs of the kinds of misspelling: the lower, the likelier. */
const COST = { slip: 1, letter: 2, two: 3 } as const;

/**
 * The terms that a typed word may be a slip of, with how unlikely each is: two letters swapped, one doubled, too many, missing or wrong;
 * in words of eight and more letters also two slips of the commonest kinds. The first letter is taken to be right.
 */
export const misspellingsOf = (
  word: string,
  { forms, languages }: { forms: readonly string[]; languages: readonly string[] },
): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  const add = (term: string, cost: number, written = term): void => {
    const isShort = term.length < MIN_LENGTH && written.length < MIN_LENGTH_OF_MENDED;
    if (isShort || forms.includes(term)) return;
    found.set(term, Math.min(found.get(term) ?? Infinity, cost));
  };
  if (word.length < MIN_LENGTH_OF_TYPED || word.length > MAX_LENGTH) return found;
  // A slip in an ending hides it from the stemmer: these are mended before the word is cut.
  for (const mended of [...slipsOf(word), ...vowelsAdded(word)]) {
    for (const term of analyze(mended, { languages })) add(term, COST.slip, mended);
  }
  for (const form of forms.filter(({ length }) => length >= MIN_LENGTH)) {
    const slips = slipsOf(form);
    for (const slip of slips) add(slip, COST.slip);
    for (const other of lettersChanged(form)) add(other, COST.letter);
    if (word.length < MIN_LENGTH_FOR_TWO) continue;
    for (const slip of slips) for (const other of slipsOf(slip)) add(other, COST.two);
  }
  return found;
};

/** The letters are right, but for their order or for one that is written twice or once too few: "baterys", "lisecne". */
const slipsOfSameLetters = (word: string): string[] => {
  const slips: string[] = [];
  for (let at = 0; at < word.length; at += 1) {
    const [before, letter, next] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1)];
    const after = word.slice(at + 1);
    if (next !== '' && next !== letter) slips.push(before + next + letter + word.slice(at + 2));
    slips.push(before + letter + letter + after);
    if (next === letter) slips.push(before + after);
  }
  return slips;
};

/** Letters swapped, one too many, one doubled, a vowel for another. */
const slipsOf = (word: string): string[] => {
  const slips = slipsOfSameLetters(word);
  for (let at = 1; at < word.length; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    slips.push(before + after);
    if (VOWELS.includes(letter)) {
      for (const vowel of vowelsBeside(letter)) slips.push(before + vowel + after);
    }
  }
  return slips;
};

/** A vowel left out: "fixng", "basd". */
const vowelsAdded = (word: string): string[] =>
  word
    .split('')
    .flatMap((letter, at) =>
      vowelsBeside(letter).map((vowel) => word.slice(0, at + 1) + vowel + word.slice(at + 1)),
    );

/** Those of the letter's script. */
const vowelsBeside = (letter: string): string[] =>
  VOWELS.split('').filter((vowel) => isSameScript(vowel, letter));

const isSameScript = (left: string, right: string): boolean =>
  left.charCodeAt(0) >> 8 === right.charCodeAt(0) >> 8;

/** One letter missing, or another in its place. */
const lettersChanged = (word: string): string[] => {
  const { letters = '' } = LETTERS.find(({ begins }) => begins.test(word)) ?? {};
  const changed: string[] = [];
  for (let at = 1; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    for (const letter of letters) {
      changed.push(before + letter + word.slice(at));
      if (at < word.length) changed.push(before + letter + word.slice(at + 1));
    }
  }
  return changed;
};

/** Up to so many letters a word with another letter in it is as likely another word: "sing" and "song". */
const MAX_LENGTH_FOR_WORDS_ALIKE = 5;

/** True where somebody who typed the one word may have meant the other, both as written: stems hide endings, and have too much in common. */
export const isMisspelling = (typed: string, word: string): boolean => {
  const most = typed.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
  if (Math.abs(typed.length - word.length) > most) return false;
  const distance = editDistance(typed, word);
  if (distance === 0 || distance > most) return false;
  if (typed.length !== word.length || isSwapped(typed, word)) return true;
  // "starter" and "started", "expression" and "expressing" are forms of one word.
  const ending = distance === 1 ? 1 : 3;
  const isOtherEnding = typed.slice(0, -ending) === word.slice(0, -ending);
  return typed.length > MAX_LENGTH_FOR_WORDS_ALIKE && !isOtherEnding;
};

/** True where the typed word, with its letters put right, is a form of the term: "baterys" belongs to the term of "batteries", too. */
export const isMisspeltForm = (
  typed: string,
  { term, language }: { term: string; language: string },
): boolean =>
  term.length >= MIN_LENGTH &&
  slipsOfSameLetters(typed).some((mended) =>
    analyze(mended, { languages: [language] }).includes(term),
  );

/** The word that asks or links which this may be a slip of ("wich", "dose"); null where it is like none. */
export const findFunctionWord = (typed: string, languages: readonly string[]): string | null =>
  functionWordsOf(languages).find(
    (word) =>
      word.startsWith(typed.charAt(0)) &&
      isMisspelling(typed, word) &&
      word.length >= leastLengthOf(typed, word),
  ) ?? null;

const leastLengthOf = (typed: string, word: string): number => {
  if (isDenseScript(word)) return MIN_DENSE_FUNCTION_WORD;
  return isSwapped(typed, word) ? MIN_SWAPPED_FUNCTION_WORD : MIN_FUNCTION_WORD;
};

/** Every short word is like some of them, but for its letters in another order: "teh". */
const MIN_FUNCTION_WORD = 4;
const MIN_SWAPPED_FUNCTION_WORD = 3;
/** Without vowels longer ones are, too: Arabic "تكوين" is not a slip of "تكون". */
const MIN_DENSE_FUNCTION_WORD = 6;

const isSwapped = (typed: string, word: string): boolean =>
  typed.split('').sort().join('') === word.split('').sort().join('');
