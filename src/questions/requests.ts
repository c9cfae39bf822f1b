import { findCalculation } from './calculations.js';
import { findConversion, type Conversion } from './conversions.js';
import { findDateSpan, type DateSpan } from './date-spans.js';
import { writeHanDigits } from '../language/index.js';

/** Something that a tool can work out, without anybody having to understand more of the question. */
export type Request =
  | { kind: 'calculation'; expression: string }
  | ({ kind: 'date_span' } & DateSpan)
  | ({ kind: 'conversion' } & Conversion);

/** `language` is that of the words which ask for it; null where there are none, as in "15 * 8". */
export type FoundRequest = { request: Request; language: string | null };

/** Longer than anybody asks for one of these, and short enough for any pattern. */
const MAX_CHARS = 160;

/**
 * What a question asks to have worked out, if it asks for nothing else: the whole of it has to be one of the known ways to ask.
 * A question that merely holds numbers is none. Wordings of `language` are tried first; the others follow, for short questions are
 * often taken for another language.
 */
export const findRequest = (question: string, language: string): FoundRequest | null => {
  if (question.length > MAX_CHARS || !HAS_NUMBER.test(question)) return null;
  const plain = normalize(question);
  const others = LANGUAGES.filter((other) => other !== language);
  for (const tried of LANGUAGES.includes(language) ? [language, ...others] : others) {
    const text = withoutCourtesy(
      tried === 'zh' ? withoutGaps(writeHanDigits(plain)) : plain,
      tried,
    );
    const found = findIn(text, tried);
    if (found !== null) return found;
  }
  return null;
};

const findIn = (text: string, language: string): FoundRequest | null => {
  const span = findDateSpan(text, language);
  if (span !== null) return { language, request: { kind: 'date_span', ...span } };
  const conversion = findConversion(text, language);
  if (conversion !== null) return { language, request: { kind: 'conversion', ...conversion } };
  const calculation = findCalculation(text, language);
  if (calculation === null) return null;
  const { expression, language: spoken } = calculation;
  return { language: spoken, request: { kind: 'calculation', expression } };
};

const HAS_NUMBER = /[\d\uFF10-\uFF19一二两三四五六七八九十百]/u;

/** The wide forms of Chinese text become narrow ones; other compatibility forms stay, for 5² is not 52. */
const normalize = (question: string): string =>
  question
    .normalize('NFC')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/[\s\u00A0\u202F\u2009]+/g, ' ')
    .replace(/^[\s¿¡]+|[\s?!。]+$/g, '')
    .replace(/(?<=[\p{L}%)]|= ?)\.$/u, '')
    .trim();

const withoutGaps = (text: string): string =>
  text.replace(/(?<=\p{sc=Han}) | (?=\p{sc=Han})/gu, '');

const COURTESIES: Readonly<Record<string, readonly [before: string, behind: string]>> = {
  en: [
    '(?:please|hey|hi|hello),? |(?:can|could|would) you (?:please )?(?:tell me )?|tell me,? ',
    ',? (?:please|thanks)',
  ],
  hu: [
    '(?:kérlek|kérem|szia|légyszi),? |meg tudod mondani,? (?:hogy )?|mondd meg,? (?:hogy )?',
    ',? (?:kérlek|kérem|légyszi)',
  ],
  de: ['(?:bitte|hallo),? |kannst du mir (?:bitte )?sagen,? |sag mir,? ', ',? bitte'],
  fr: [
    "(?:bonjour|s'il (?:te|vous) pla[iî]t),? |(?:peux-tu|pouvez-vous|dis-moi|dites-moi)(?: me dire)?,? ",
    ",? s'il (?:te|vous) pla[iî]t",
  ],
  es: ['(?:por favor|hola),? |(?:puedes|puede) decirme,? |dime,? ', ',? por favor'],
  vi: ['(?:làm ơn|vui lòng|xin|cho tôi biết|cho tôi hỏi|cho hỏi|hỏi),? ', ' (?:vậy|ạ|nhé|thế)'],
  zh: ['请问,?|请告诉我,?|麻烦', '[呢吗啊呀]'],
};

const toCourtesy = ([before, behind]: readonly [string, string]) => ({
  before: new RegExp(`^(?:${before})(?=.)`, 'u'),
  behind: new RegExp(`(?:${behind})$`, 'u'),
});

const BY_LANGUAGE = new Map(
  Object.entries(COURTESIES).map(([language, words]) => [language, toCourtesy(words)]),
);

const LANGUAGES: readonly string[] = [...BY_LANGUAGE.keys()];

const withoutCourtesy = (text: string, language: string): string => {
  const courtesy = BY_LANGUAGE.get(language);
  if (courtesy === undefined) return text;
  return text
    .replace(courtesy.before, '')
    .replace(courtesy.behind, '')
    .replace(/[?\s]+$/, '');
};
