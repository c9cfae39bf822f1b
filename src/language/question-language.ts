import { MESSAGE_LANGUAGES } from '../shared/i18n/index.js';
import { countCommonWords } from './language-hints.js';
import { detectLanguage, detectScript } from './languages.js';

type Options = { candidates: readonly string[]; fallback: string };

/**
 * The language a question is answered in: one of the candidates, unless letters and small words rule all of them out in favour of
 * another language we have sentences in.
 */
export const detectQuestionLanguage = (text: string, options: Options): string =>
  findForeign(text, options.candidates) ?? detectLanguage(text, options);

/** Letters that no other language written in Latin letters uses, among those we tell apart. */
const VIETNAMESE = /[ơưđạ-ỹ]/u;
/** Not in an English word, but for a loan or a name. */
const BEYOND_ENGLISH = /[\u00c0-\u024f\u1ea0-\u1ef9¿¡]/u;
/** Of a question's words, small words of a language: from here on they are no accident such as a name's "de la". */
const MIN_SHARE = 1 / 2;
/** A letter that English does not have is evidence, too, though no proof: "El Niño damage". */
const MIN_SHARE_WITH_LETTER = 1 / 3;
const MIN_LEAD = 2;
/** Fewer words without such a letter prove nothing: "no con job". */
const MIN_WORDS = 4;

/** One of our own languages that a question is in beyond doubt though nothing leads to expect it; undefined is the rule. */
const findForeign = (text: string, candidates: readonly string[]): string | undefined => {
  if (detectScript(text) !== 'Latin') return undefined;
  const lower = text.normalize('NFC').toLowerCase();
  const foreign = MESSAGE_LANGUAGES.filter((code) => !candidates.includes(code));
  if (foreign.includes('vi') && VIETNAMESE.test(lower)) return 'vi';
  const words = lower.match(/[\p{L}\p{M}]+/gu)?.length ?? 0;
  const expected = Math.max(0, ...candidates.map((code) => countCommonWords(lower, code)));
  const [best, second] = foreign
    .map((code) => ({ code, count: countCommonWords(lower, code) }))
    .sort((left, right) => right.count - left.count);
  if (best === undefined || best.count - expected < MIN_LEAD) return undefined;
  const hasLetter = BEYOND_ENGLISH.test(lower);
  if (!hasLetter && words < MIN_WORDS) return undefined;
  const share = hasLetter ? MIN_SHARE_WITH_LETTER : MIN_SHARE;
  const isAmbiguous = second?.count === best.count;
  return best.count / words > share && !isAmbiguous ? best.code : undefined;
};
