import { franc } from 'franc';
import { MESSAGE_LANGUAGES } from '../shared/i18n/index.js';
import { COMMON_WORDS } from './word-lists.js';

/** The languages we tell apart, by script: ISO 639-1 code and franc's name for each. */
const BY_SCRIPT: Readonly<Record<string, string>> = {
  Latin:
    'en:eng hu:hun de:deu fr:fra es:spa it:ita pt:por nl:nld sv:swe da:dan no:nob fi:fin ro:ron tr:tur vi:vie pl:pol cs:ces id:ind',
  Cyrillic: 'ru:rus uk:ukr bg:bul sr:srp',
  Arabic: 'ar:arb fa:pes ur:urd',
  Devanagari: 'hi:hin ne:npi',
  Han: 'zh:cmn',
  Kana: 'ja:jpn',
  Hangul: 'ko:kor',
  Thai: 'th:tha',
  Greek: 'el:ell',
  Hebrew: 'he:heb',
  Armenian: 'hy:hye',
  Tamil: 'ta:tam',
};

const LANGUAGES = Object.entries(BY_SCRIPT).flatMap(([script, languages]) =>
  languages.split(' ').map((language) => {
    const [code = '', iso3 = ''] = language.split(':');
    return { code, iso3, script };
  }),
);

export const SUPPORTED_LANGUAGES: readonly string[] = LANGUAGES.map(({ code }) => code);

const LETTERS: readonly (readonly [script: string, letter: RegExp])[] = Object.keys(BY_SCRIPT).map(
  (script) => {
    const own =
      script === 'Kana' ? String.raw`\p{sc=Hiragana}\p{sc=Katakana}` : `\\p{sc=${script}}`;
    return [script, new RegExp(`[${own}]`, 'gu')];
  },
);

const MIN_LETTERS = 10;

/** A Japanese text is often mostly Han; a tenth of kana is enough to tell it from Chinese. */
const MIN_KANA_SHARE = 0.1;

type DetectionOptions = { candidates?: readonly string[]; fallback: string };

/** The writing system most letters of a text's sample belong to; undefined without letters. */
export const detectScript = (text: string): string | undefined => {
  const sample = takeSample(text);
  const counts = new Map(
    LETTERS.map(([script, letter]) => [script, sample.match(letter)?.length ?? 0]),
  );
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  const isJapanese = kana > 0 && kana >= MIN_KANA_SHARE * (kana + han);
  // One Han character carries about as much as two Latin letters.
  counts.set('Han', isJapanese ? 0 : han * 2);
  counts.set('Kana', isJapanese ? (kana + han) * 2 : 0);
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  return best && best[1] > 0 ? best[0] : undefined;
};

const SAMPLE_PARTS = 3;
const SAMPLE_PART_LENGTH = 680;

const takeSample = (text: string): string => {
  if (text.length <= SAMPLE_PARTS * SAMPLE_PART_LENGTH) return text;
  const step = (text.length - SAMPLE_PART_LENGTH) / (SAMPLE_PARTS - 1);
  return Array.from({ length: SAMPLE_PARTS }, (_, part) =>
    text.slice(Math.floor(part * step), Math.floor(part * step) + SAMPLE_PART_LENGTH),
  ).join(' ');
};

/** A text's language (ISO 639-1): by its script where that decides, else by common words and franc among the candidates; `fallback` where the text is too short to tell. */
export const detectLanguage = (
  text: string,
  { candidates, fallback }: DetectionOptions,
): string => {
  const script = detectScript(text);
  const written = LANGUAGES.filter((language) => language.script === script);
  if (written.length <= 1) return written[0]?.code ?? fallback;
  const sample = takeSample(text).toLowerCase();
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return fallback;
  const wanted = written.filter(({ code }) => candidates?.includes(code) ?? true);
  const eligible = wanted.length > 0 ? wanted : written;
  const narrowed =
    text.length <= MAX_SHORT_LENGTH ? narrowByCommonWords(sample, eligible) : eligible;
  if (narrowed.length === 1) return narrowed[0]?.code ?? fallback;
  const guess = franc(sample, { only: narrowed.map(({ iso3 }) => iso3) });
  return narrowed.find(({ iso3 }) => iso3 === guess)?.code ?? fallback;
};

/** Longer texts have enough letters for franc alone. */
const MAX_SHORT_LENGTH = 300;

/** Of the given languages, those that most of the text's common words belong to; all of them where none is found. */
const narrowByCommonWords = (text: string, languages: typeof LANGUAGES): typeof LANGUAGES => {
  const counts = languages.map(({ code }) => countCommonWords(text, code));
  const most = Math.max(0, ...counts);
  return most === 0 ? languages : languages.filter((_, position) => counts[position] === most);
};

/** How many words of a lower-case text are small words of that language. */
const countCommonWords = (text: string, language: string): number => {
  const known = COMMON_WORDS.get(language);
  return toWords(text).filter((word) => known?.has(word)).length;
};

const toWords = (text: string): readonly string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/**
 * The language a question is answered in: one of the candidates, unless letters and small words rule all of them out in favour of
 * another language we have sentences in.
 */
export const detectQuestionLanguage = (text: string, options: Required<DetectionOptions>): string =>
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
  const words = toWords(lower).length;
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
