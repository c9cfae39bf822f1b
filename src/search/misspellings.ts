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

/** The language of a question, and those of the index. */
export type Spoken = { language: string; languages: readonly string[] };

export type TypedWord = {
  /** The word as it stands in the question. */
  typed: string;
  word: string;
  /** In all languages of the index: as it is searched. */
  forms: readonly string[];
  /** In the question's own: that "comand" is a stem in Spanish does not mean that a passage has this word. */
  ownForms: readonly string[];
};

/** A word that a typed one is read as, with its term in the index; two of them for a compound. */
export type Reading = readonly { word: string; term: string }[];

/** The words of a question that may be slips: no names, numbers, symbols, words in quotation marks, nor short ones. */
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
/** Letters alone: whatever has digits or signs in it is a number, an identifier or a symbol. */
const PLAIN = /^[\p{L}\p{M}]{3,40}$/u;
export const CAPITAL = /^\p{Lu}/u;
const ENDS_SENTENCE = /[.?!:…]["')\]]*$/;
/** Their nouns have capitals, too. */
const CAPITALISES_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);
/** A word with more other spellings is known in all of them. */
const MAX_SPELLINGS = 4;
/** In a longer text one word decides little, and all of them cost time. */
const MAX_QUERY_CHARS = 1_000;

/** The words of a question in a language that the index has nothing in are right, whatever words of other languages they resemble. */
export const isForeign = (query: string, { languages }: Spoken): boolean => {
  const [fallback = 'und'] = languages;
  const asked = detectQuestionLanguage(query, { candidates: languages, fallback });
  return !languages.includes(asked) && asked !== fallback;
};

/** Returns the language of the question; all languages of the index where it has no passage in that one. */
export const ownLanguages = ({ language, languages }: Spoken): readonly string[] =>
  languages.includes(language) ? [language] : languages;

/** True where somebody who typed the one word may have meant the other: one letter too many, missing or wrong, or two swapped. */
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

/** The word that asks or links which this may be a slip of ("wich", "dose"); null where it is like none. */
export const findFunctionWord = (typed: string, languages: readonly string[]): string | null =>
  functionWordsOf(languages).find((word) => isSlip(typed, word) && isLongEnough(typed, word)) ??
  null;

/** Up to five letters another one makes another word; without vowels any slip does: Arabic "تكوين" is not one of "تكون". */
const isLongEnough = (typed: string, word: string): boolean => {
  if (word.length > TUNING.minTyped) return true;
  if (isDenseScript(word)) return false;
  const isOfOtherLength = word.length >= TUNING.minMeant && word.length !== typed.length;
  return isSwapped(typed, word) || isOfOtherLength;
};

/** True where the two are stems of one word but for a slip: "methosd" and "method". Their ends are those of words that are cut. */
export const isSlipOfStem = (form: string, term: string): boolean =>
  Math.min(form.length, term.length) >= TUNING.minTyped &&
  form.at(-1) === term.at(-1) &&
  isSlip(form, term);

/** Lists all that a word of five letters and more may be a slip of, then the two words that it may be made of. */
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
  // A slip may hide from the stemmer what is to be cut: these are mended before.
  const mended = [...reorder(word), ...addLetters(word, word.length - TUNING.ending)].join(' ');
  const terms = new Set([
    ...ofForms.filter(({ length }) => length >= TUNING.minMeant),
    ...analyze(mended, { languages }),
  ]);
  return [...terms].filter((term) => !ownForms.includes(term));
};

/** The first letter is right, or swapped with the second; the others are one too many, or two of them swapped. */
const reorder = (word: string): string[] =>
  word.split('').flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    return at === 0
      ? []
      : [before + after, before.slice(0, -1) + letter + before.slice(-1) + after];
  });

/** One letter is missing, or another one stands in its place. */
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

/** Every way to read a word as two; none in languages that join no words, or where it is too short. */
const splitCompound = (word: string, language: string): Reading[] => {
  // The longer ones first: "Verordnung", not "Verordnungs".
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
