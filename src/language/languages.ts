import { franc } from 'franc';
import { narrowByCommonWords } from './language-hints.js';

type Language = { iso3: string; script: string };

/** The languages we tell apart, by ISO 639-1 code; `iso3` is franc's name for them. */
const LANGUAGES = new Map<string, Language>([
  ['en', { iso3: 'eng', script: 'Latin' }],
  ['hu', { iso3: 'hun', script: 'Latin' }],
  ['de', { iso3: 'deu', script: 'Latin' }],
  ['fr', { iso3: 'fra', script: 'Latin' }],
  ['es', { iso3: 'spa', script: 'Latin' }],
  ['it', { iso3: 'ita', script: 'Latin' }],
  ['pt', { iso3: 'por', script: 'Latin' }],
  ['nl', { iso3: 'nld', script: 'Latin' }],
  ['sv', { iso3: 'swe', script: 'Latin' }],
  ['da', { iso3: 'dan', script: 'Latin' }],
  ['no', { iso3: 'nob', script: 'Latin' }],
  ['fi', { iso3: 'fin', script: 'Latin' }],
  ['ro', { iso3: 'ron', script: 'Latin' }],
  ['tr', { iso3: 'tur', script: 'Latin' }],
  ['vi', { iso3: 'vie', script: 'Latin' }],
  ['pl', { iso3: 'pol', script: 'Latin' }],
  ['cs', { iso3: 'ces', script: 'Latin' }],
  ['id', { iso3: 'ind', script: 'Latin' }],
  ['ru', { iso3: 'rus', script: 'Cyrillic' }],
  ['uk', { iso3: 'ukr', script: 'Cyrillic' }],
  ['bg', { iso3: 'bul', script: 'Cyrillic' }],
  ['sr', { iso3: 'srp', script: 'Cyrillic' }],
  ['ar', { iso3: 'arb', script: 'Arabic' }],
  ['fa', { iso3: 'pes', script: 'Arabic' }],
  ['ur', { iso3: 'urd', script: 'Arabic' }],
  ['hi', { iso3: 'hin', script: 'Devanagari' }],
  ['ne', { iso3: 'npi', script: 'Devanagari' }],
  ['zh', { iso3: 'cmn', script: 'Han' }],
  ['ja', { iso3: 'jpn', script: 'Kana' }],
  ['ko', { iso3: 'kor', script: 'Hangul' }],
  ['th', { iso3: 'tha', script: 'Thai' }],
  ['el', { iso3: 'ell', script: 'Greek' }],
  ['he', { iso3: 'heb', script: 'Hebrew' }],
  ['hy', { iso3: 'hye', script: 'Armenian' }],
  ['ta', { iso3: 'tam', script: 'Tamil' }],
]);

export const SUPPORTED_LANGUAGES: readonly string[] = [...LANGUAGES.keys()];

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{sc=Latin}/gu],
  ['Han', /\p{sc=Han}/gu],
  ['Kana', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Hangul', /\p{sc=Hangul}/gu],
  ['Cyrillic', /\p{sc=Cyrillic}/gu],
  ['Arabic', /\p{sc=Arabic}/gu],
  ['Greek', /\p{sc=Greek}/gu],
  ['Hebrew', /\p{sc=Hebrew}/gu],
  ['Thai', /\p{sc=Thai}/gu],
  ['Devanagari', /\p{sc=Devanagari}/gu],
  ['Armenian', /\p{sc=Armenian}/gu],
  ['Tamil', /\p{sc=Tamil}/gu],
];

const MIN_LETTERS = 10;

/** A Japanese text is often mostly Han; a tenth of kana is enough to tell it from Chinese. */
const MIN_KANA_SHARE = 0.1;

type DetectionOptions = { candidates?: readonly string[]; fallback: string };

/** The writing system most letters of a text's sample belong to; undefined without letters. */
export const detectScript = (text: string): string | undefined => {
  const sample = takeSample(text);
  const counts = new Map(
    SCRIPTS.map(([name, letter]) => [name, sample.match(letter)?.length ?? 0]),
  );
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  // One Han character carries about as much as two Latin letters.
  counts.set('Han', kana >= MIN_KANA_SHARE * (kana + han) && kana > 0 ? 0 : han * 2);
  counts.set('Kana', kana > 0 && kana >= MIN_KANA_SHARE * (kana + han) ? (kana + han) * 2 : 0);
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
  const written = [...LANGUAGES]
    .filter(([, { script: own }]) => own === script)
    .map(([code]) => code);
  if (written.length <= 1) return written[0] ?? fallback;
  if ((takeSample(text).match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return fallback;
  const eligible = written.filter((code) => candidates?.includes(code) ?? true);
  return guessAmong(text, eligible.length > 0 ? eligible : written) ?? fallback;
};

/** Longer texts have enough letters for franc alone. */
const MAX_SHORT_LENGTH = 300;

const guessAmong = (text: string, codes: readonly string[]): string | undefined => {
  const sample = takeSample(text).toLowerCase();
  const narrowed = text.length <= MAX_SHORT_LENGTH ? narrowByCommonWords(sample, codes) : codes;
  if (narrowed.length === 1) return narrowed[0];
  const iso3 = franc(sample, { only: narrowed.map(toIso3) });
  return narrowed.find((code) => toIso3(code) === iso3);
};

const toIso3 = (code: string): string => LANGUAGES.get(code)?.iso3 ?? code;
