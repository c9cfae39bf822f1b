import {
  ALPHABETS,
  JOINTS,
  analyze,
  analyzeQueryWords,
  detectQuestionLanguage,
  functionWordsOf,
} from '../language/index.js';
import { isDenseScript } from '../evidence/index.js';
import { editDistance } from '../shared/edit-distance.js';
import { hasUnspaced } from '../shared/scripts.js';
import { TUNING } from './tuning.js';

const MAX_LENGTH = 24;

/** The language of a question, and the languages of the index. */
export type Spoken = { language: string; languages: readonly string[] };

export type TypedWord = {
  /** The word as written in the question. */
  typed: string;
  word: string;
  /** The forms of the word in all languages of the index, as they are searched. */
  forms: readonly string[];
  /** The forms in the question's own language: a passage does not contain the word "comand" just because it is a Spanish stem. */
  ownForms: readonly string[];
};

/** A possible meaning of a typed word, with its term in the index; two entries for a compound. */
export type Reading = readonly { word: string; term: string }[];

/** The words of a question that may be misspelled: not names, numbers, symbols, quoted words or short words. */
export const findTypedWords = (query: string, spoken: Spoken): TypedWord[] => {
  const { language, languages } = spoken;
  if (query.length > MAX_QUERY_CHARS) return [];
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
    const { within = [] } = analysed;
    if (within.length > MAX_SPELLINGS) return [];
    const ownForms = [...analyze(word, { languages: ownLanguages(spoken) }), ...within];
    return [{ typed, word, forms: analysed.forms, ownForms }];
  });
};

const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`/g;
const TOKEN = /\S+/g;
const EDGES = /^[¿¡([{"'‘’“„«]+|[.,;:?!…)\]}"'‘’“”»؟،]+$/g;
/** Letters only: anything with digits or signs is a number, an identifier or a symbol. */
const PLAIN = /^[\p{L}\p{M}]{3,40}$/u;
export const CAPITAL = /^\p{Lu}/u;
const ENDS_SENTENCE = /[.?!:…]["')\]]*$/;
/** In these languages nouns are capitalized as well as names. */
const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);
/** If a word contains more analysed parts than this, it is not corrected. */
const MAX_SPELLINGS = 4;
/** In a longer text, a single word matters little, and checking all words takes time. */
const MAX_QUERY_CHARS = 1_000;

/** Words in a language that is not in the index are assumed to be correct, whatever words of other languages they resemble. */
export const isForeign = (query: string, { languages }: Spoken): boolean => {
  const [fallback = 'und'] = languages;
  const asked = detectQuestionLanguage(query, { candidates: languages, fallback });
  return !languages.includes(asked) && asked !== fallback;
};

/** The language of the question, or all languages of the index if no passage is in the question's language. */
export const ownLanguages = ({ language, languages }: Spoken): readonly string[] =>
  languages.includes(language) ? [language] : languages;

/** True if the typed word may be a misspelling of the other word: one letter too many, missing or wrong, or two letters swapped. */
export const isSlip = (typed: string, word: string): boolean => {
  const [first, second] = [typed.charAt(0), typed.charAt(1)];
  const isNear = word.startsWith(first) || word.startsWith(second);
  if (!isNear || Math.abs(typed.length - word.length) > 1) return false;
  if (editDistance(typed, word) !== 1) return false;
  if (isSwapped(typed, word)) return true;
  const isOtherEnding = typed.length === word.length && typed.at(-1) !== word.at(-1);
  return word.startsWith(first) && !isOtherEnding;
};

const isSwapped = (typed: string, word: string): boolean =>
  typed.split('').sort().join('') === word.split('').sort().join('');

/** The function word of which the typed word may be a misspelling ("wich", "dose"); null if there is none. */
export const findFunctionWord = (typed: string, languages: readonly string[]): string | null =>
  functionWordsOf(languages).find((word) => isSlip(typed, word) && isLongEnough(typed, word)) ??
  null;

/**
 * In words of up to five letters, one changed letter makes another word. In scripts without vowels any change does: Arabic "تكوين" is not a
 * misspelling of "تكون".
 */
const isLongEnough = (typed: string, word: string): boolean => {
  if (word.length > TUNING.minTyped) return true;
  if (isDenseScript(word)) return false;
  const isOfOtherLength = word.length >= TUNING.minMeant && word.length !== typed.length;
  return isSwapped(typed, word) || isOfOtherLength;
};

/** True if the two are the same stem apart from a misspelling: "methosd" and "method". A stem lacks the ending of its word. */
export const isSlipOfStem = (form: string, term: string): boolean =>
  Math.min(form.length, term.length) >= TUNING.minTyped &&
  form.at(-1) === term.at(-1) &&
  isSlip(form, term);

/** All words of which a word of five or more letters may be a misspelling, followed by the pairs of words that it may be composed of. */
export const readingsOf = (typed: TypedWord, spoken: Spoken): Reading[] => {
  const slips = slipsInIndex(typed, ownLanguages(spoken));
  return [
    ...slips.map((term) => [{ word: typed.word, term }]),
    ...splitCompound(typed.word, spoken.language),
  ];
};

const slipsInIndex = ({ word, ownForms }: TypedWord, languages: readonly string[]): string[] => {
  if (word.length < TUNING.minTyped || word.length > MAX_LENGTH) return [];
  const ofForms = ownForms.flatMap((form) => [...reorder(form), ...addLetters(form, 1)]);
  // A misspelling may prevent the stemmer from removing an ending, so candidates are corrected before stemming.
  const mended = [...reorder(word), ...addLetters(word, word.length - TUNING.ending)].join(' ');
  const terms = new Set([
    ...ofForms.filter(({ length }) => length >= TUNING.minMeant),
    ...analyze(mended, { languages }),
  ]);
  return [...terms].filter((term) => !ownForms.includes(term));
};

/** Removes one letter or swaps two neighbours; the first letter stays, or is swapped with the second. */
const reorder = (word: string): string[] =>
  word.split('').flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    return at === 0
      ? []
      : [before + after, before.slice(0, -1) + letter + before.slice(-1) + after];
  });

/** Adds a missing letter or replaces a wrong one. */
const addLetters = (word: string, from: number): string[] => {
  const letters = LETTERS.find(({ begins }) => begins.test(word))?.letters ?? [];
  const slips: string[] = [];
  for (let at = from; at <= word.length; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    for (const other of letters) {
      slips.push(before + other + letter + after, before + other + after);
    }
  }
  return slips;
};

const LETTERS = Object.entries(ALPHABETS).map(([script, letters]) => ({
  begins: new RegExp(String.raw`^\p{sc=${script}}`, 'u'),
  letters: letters.split(''),
}));

/** Every way to read a word as two words; empty in languages without compounds, or if the word is too short. */
const splitCompound = (word: string, language: string): Reading[] => {
  // Longer linking elements first: "Verordnung", not "Verordnungs".
  const joints = (JOINTS.get(language) ?? []).toSorted((left, right) => right.length - left.length);
  const toPart = (part: string): Reading => {
    if (part.length < TUNING.minMeant) return [];
    const [found, ...others] = analyzeQueryWords(part, { languages: [language] });
    const [term] = found?.forms ?? [];
    const isWord = term !== undefined && others.length === 0 && found?.isFunctionWord === false;
    return isWord ? [{ word: part, term }] : [];
  };
  return word.split('').flatMap((_, cut) => {
    const left = word.slice(0, cut);
    const last = joints.length === 0 ? [] : toPart(word.slice(cut));
    if (last.length === 0) return [];
    return joints
      .filter((joint) => left.endsWith(joint))
      .map((joint) => [...toPart(left.slice(0, left.length - joint.length)), ...last])
      .filter(({ length }) => length === 2);
  });
};
