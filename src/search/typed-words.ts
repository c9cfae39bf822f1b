import { analyze, analyzeQueryWords, detectQuestionLanguage } from '../language/index.js';
import { hasUnspaced } from '../shared/scripts.js';

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
