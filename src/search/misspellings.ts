import {
  JOINTS,
  ALPHABETS,
  analyze,
  functionWordsOf,
  analyzeQueryWords,
  detectQuestionLanguage,
} from '../language/index.js';
import { editDistance } from '../shared/edit-distance.js';
import { isDenseScript } from '../evidence/index.js';
import type { LegHit } from '../platform/vectors/vector-store.js';
import { hasUnspaced } from '../shared/scripts.js';

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

/** Shorter parts are endings more often than words. */
const MIN_PART = 4;

type Part = { typed: string; term: string };
/** The two words that a compound may be made of, each with its term. */
export type Parts = readonly [Part, Part];

/** Every way to read a word as two; none in languages that join no words, or where it is too short. */
export const splitCompound = (word: string, language: string): Parts[] => {
  const joints = JOINTS.get(language);
  if (joints === undefined) return [];
  const languages = [language];
  const termOf = (part: string): string | undefined => {
    const [found, ...others] = analyzeQueryWords(part, { languages });
    const isWord = found !== undefined && others.length === 0 && !found.isFunctionWord;
    return isWord ? analyze(part, { languages })[0] : undefined;
  };
  const cuts = Array.from({ length: Math.max(0, word.length - 2 * MIN_PART + 1) }, (_, at) => at);
  return cuts.flatMap((cut) => {
    const [left, right] = [word.slice(0, cut + MIN_PART), word.slice(cut + MIN_PART)];
    const last = termOf(right);
    return joints.flatMap((joint): Parts[] => {
      const part = left.slice(0, left.length - joint.length);
      if (!left.endsWith(joint) || part.length < MIN_PART) return [];
      const first = termOf(part);
      if (first === undefined || last === undefined) return [];
      return [
        [
          { typed: part, term: first },
          { typed: right, term: last },
        ],
      ];
    });
  });
};

/** The reading whose parts stand in most passages together; else of whose parts the rarer one is in most. Null where one is in none. */
export const findReading = <Id>(
  readings: readonly Parts[],
  hits: readonly LegHit<Id>[],
): Parts | null => {
  const holding = (terms: readonly string[]): number =>
    hits.filter((hit) => terms.every((term) => hit.terms.includes(term))).length;
  const [best] = readings
    .map((parts) => ({
      parts,
      both: holding(parts.map(({ term }) => term)),
      least: Math.min(...parts.map(({ term }) => holding([term]))),
    }))
    .filter(({ least }) => least > 0)
    .sort((left, right) => right.both - left.both || right.least - left.least);
  return best?.parts ?? null;
};

/** The language of a question, and those of the index. */
type Asked = { language: string; languages: readonly string[] };

export type TypedWord = {
  /** The word as it stands in the question. */
  typed: string;
  word: string;
  /** In all languages of the index: as it is searched. */
  forms: readonly string[];
  /** Forms in the question's own language: that "batery" is a stem in Polish does not mean that a passage has this word. */
  ownForms: readonly string[];
};

/** The words of a question that may be slips: no names, numbers, symbols, words in quotation marks, nor short ones. */
export const findTypedWords = (query: string, { language, languages }: Asked): TypedWord[] => {
  if (query.length > MAX_QUERY_CHARS || isForeign(query, languages)) return [];
  const own = ownLanguages({ language, languages });
  const tokens = query.replace(QUOTED, ' " ').match(TOKEN) ?? [];
  const plain = tokens.map((token) => token.replace(EDGES, ''));
  const isOpening = (at: number): boolean => at === 0 || ENDS_SENTENCE.test(tokens[at - 1] ?? '');
  const isCapital = (at: number): boolean => CAPITAL.test(plain[at] ?? '') && !isOpening(at);
  const isName = (at: number): boolean =>
    isCapital(at) && (!CAPITALISES_NOUNS.has(language) || isCapital(at - 1) || isCapital(at + 1));
  return plain.flatMap((typed, at) => {
    const isWhole = typed.slice(1) === typed.slice(1).toLowerCase();
    if (!PLAIN.test(typed) || !isWhole || isName(at) || hasUnspaced(typed)) return [];
    const [analysed, ...others] = analyzeQueryWords(typed, { languages });
    if (analysed === undefined || analysed.isFunctionWord || others.length > 0) return [];
    const word = typed.normalize('NFKC').toLowerCase();
    const ownForms = analyze(word, { languages: own });
    return [{ typed, word, forms: analysed.forms, ownForms }];
  });
};

const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`/g;
const TOKEN = /\S+/g;
const EDGES = /^[¿¡([{"'‘’“„«]+|[.,;:?!…)\]}"'‘’“”»؟،]+$/g;
/** Letters alone: whatever has digits or signs in it is a number, an identifier or a symbol. */
const PLAIN = /^[\p{L}\p{M}]{3,40}$/u;
export const CAPITAL = /^\p{Lu}/u;
const ENDS_SENTENCE = /[.?!:…]["')\]]*$/;

/** Their nouns have capitals, too. */
export const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);

/** In a longer text one word decides little, and all of them cost time. */
const MAX_QUERY_CHARS = 1_000;

/** Returns the language of the question; all languages of the index where it has no passage in that one. */
export const ownLanguages = ({ language, languages }: Asked): string[] =>
  languages.includes(language) ? [language] : [...languages];

/** The words of a question in a language that the index has nothing in are right, whatever words of other languages they resemble. */
const isForeign = (query: string, languages: readonly string[]): boolean => {
  const [fallback = 'und'] = languages;
  const asked = detectQuestionLanguage(query, { candidates: languages, fallback });
  return !languages.includes(asked) && asked !== fallback;
};
