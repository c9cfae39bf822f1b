import { byLanguage } from './word-lists.js';

/** Numbers that normalizing would change are encoded as private-use characters, so that none equals a plain number. */
const PRIVATE_FROM = 0xf0000;
const PRIVATE = /[\u{f0000}-\u{10fffd}]/gu;

/** Consecutive digits with invisible characters between them, and raised or lowered signs after them. */
const NUMBER = /[\p{Nd}\p{No}](?:[\p{M}\p{Cf}]*(?:[.,:'’][\p{M}\p{Cf}]*)?[\p{Nd}\p{No}⁺⁻₊₋])*/gu;
const PLAIN = /^[0-9.,:'’]+$/;
const RAISED = /[²³¹⁰-⁹⁺⁻₀-₉₊₋]/u;
const ALONE = /^[\p{Nd}\p{No}]$/u;
/** "m²", "km³", "CO₂": part of a unit or a formula. */
const AFTER_UNIT = /(?:(?<!\p{L})\p{L}{1,2}|[₀-₉]\p{L}{1,2})$/u;
const FULL_WIDTH = /[０-９．，：]/gu;
const WRITES_FULL_WIDTH = byLanguage(({ writesFullWidth }) => writesFullWidth);

/**
 * Encodes each number that is not just plain digits: digits of another script, raised or lowered ones, fractions after a number, digits
 * with something invisible between them. NFKC would turn `14,250¹` into `14,2501`.
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

/** A circled number or a fraction on its own, and raised digits after a unit. */
const isPartOfWord = (number: string, before: string): boolean =>
  (ALONE.test(number) && /\p{No}/u.test(number) && !RAISED.test(number)) ||
  (RAISED.test(number.charAt(0)) && AFTER_UNIT.test(before));

/** Higher code points are tags and selectors, which are invisible. */
const LAST_HIDDEN = 0x1fffd;

const hide = (character: string): string =>
  String.fromCodePoint(PRIVATE_FROM + Math.min(LAST_HIDDEN, character.codePointAt(0) ?? 0));

/** Restores encoded numbers to their original characters; leaves any other text unchanged. */
export const showOddNumbers = (text: string): string =>
  text.replace(PRIVATE, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? PRIVATE_FROM) - PRIVATE_FROM),
  );

/** A number followed by a footnote mark: "14,250¹". Powers have short bases, and an exponent of one does not occur. */
const MARKED = /^(\d[\d.,:'’]*)([⁰¹²³⁴-⁹]{1,2})$/u;

/** The plain number before a footnote mark; undefined if the raised digits may be an exponent. */
export const withoutFootnote = (number: string): string | undefined => {
  const [, base = '', mark = ''] = MARKED.exec(number) ?? [];
  return mark === '¹' || base.length >= 3 ? base || undefined : undefined;
};
