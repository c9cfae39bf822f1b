import { byLanguage } from './word-lists.js';

/** Numbers that normalising would make another one of, in letters of a private plane, so that none of them is equal to a plain number. */
const PRIVATE_FROM = 0xf0000;
const PRIVATE = /[\u{f0000}-\u{10fffd}]/gu;

/** Digits in a row with what stands between them unseen, and signs that are set high or low behind them. */
const NUMBER = /[\p{Nd}\p{No}](?:[\p{M}\p{Cf}]*(?:[.,:'’][\p{M}\p{Cf}]*)?[\p{Nd}\p{No}⁺⁻₊₋])*/gu;
const PLAIN = /^[0-9.,:'’]+$/;
const RAISED = /[²³¹⁰-⁹⁺⁻₀-₉₊₋]/u;
const ALONE = /^[\p{Nd}\p{No}]$/u;
/** "m²", "km³", "CO₂": part of a unit or a formula. */
const AFTER_UNIT = /(?:(?<!\p{L})\p{L}{1,2}|[₀-₉]\p{L}{1,2})$/u;
const FULL_WIDTH = /[０-９．，：]/gu;
const WRITES_FULL_WIDTH = byLanguage(({ writesFullWidth }) => writesFullWidth);

/**
 * The text with each number apart that is more or less than its plain digits: digits of another script, raised or lowered ones, fractions
 * behind a number, digits with something unseen between them. NFKC makes `14,2501` of `14,250¹`.
 */
export const setOddNumbersApart = (text: string, language: string): string => {
  const written = WRITES_FULL_WIDTH.has(language)
    ? text.replace(FULL_WIDTH, (sign) => sign.normalize('NFKC'))
    : text;
  return written.replace(NUMBER, (number: string, at: number) => {
    if (PLAIN.test(number)) return number;
    const before = written.slice(Math.max(0, at - 4), at);
    if (isPartOfWord(number, before)) return number;
    return Array.from(number, hide).join('');
  });
};

/** A circled number or a fraction that stands alone, and what is raised behind a unit. */
const isPartOfWord = (number: string, before: string): boolean =>
  (ALONE.test(number) && /\p{No}/u.test(number) && !RAISED.test(number)) ||
  (RAISED.test(number.charAt(0)) && AFTER_UNIT.test(before));

/** Beyond it lie tags and selectors, which nobody sees. */
const LAST_HIDDEN = 0x1fffd;

const hide = (character: string): string =>
  String.fromCodePoint(PRIVATE_FROM + Math.min(LAST_HIDDEN, character.codePointAt(0) ?? 0));

/** Restores numbers that were set apart to the characters they were written in; leaves any other text unchanged. */
export const showOddNumbers = (text: string): string =>
  text.replace(PRIVATE, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? PRIVATE_FROM) - PRIVATE_FROM),
  );

/** A number with the mark of a footnote behind it: "14,250¹". Powers have short bases, and a power of one is none. */
const MARKED = /^(\d[\d.,:'’]*)([⁰¹²³⁴-⁹]{1,2})$/u;

/** The plain number that a footnote's mark follows; undefined where the raised digits may be a power. */
export const withoutFootnote = (number: string): string | undefined => {
  const [, base = '', mark = ''] = MARKED.exec(number) ?? [];
  return mark === '¹' || base.length >= 3 ? base || undefined : undefined;
};
