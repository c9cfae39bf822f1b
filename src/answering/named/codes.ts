import { toMonth, toUnit } from '../../language/index.js';

/** Replaces unusual dashes, blanks and letters by plain ones, and changes nothing else. */
export const toCodeText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .replace(/[\u2010-\u2012\u2212]/gu, '-')
    .replace(/×/gu, 'x');

const HAS_DIGIT = /[0-9]/;
const HAS_LETTER = /\p{L}/u;

/** "v2.3.1", "2.3.1", "192.168.0.1": numbers separated by points that are not a date or an amount. */
export const isVersion = (token: string): boolean =>
  VERSION.test(token) && !DATE.test(token) && !THOUSANDS.test(token);

const VERSION = /^(?:v\d{1,4}(?:\.\d{1,5}){0,4}|\d{1,4}(?:\.\d{1,5}){2,4})$/i;
const DATE = /^(?:\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})|\d{4}\.\d{1,2}\.\d{1,2})$/;
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;

/** True for letters and digits that identify something, unlike a quantity, ordinal, time, date or word with a number. */
export const isCode = (token: string): boolean => {
  if (!HAS_DIGIT.test(token) || !HAS_LETTER.test(token) || token.length > MAX_LENGTH) return false;
  const parts = token.split(/[-_/.]/);
  if (parts.length > MAX_PARTS || NO_CODE.some((pattern) => pattern.test(token))) return false;
  const [, unit = ''] = QUANTITY.exec(token) ?? [];
  if (unit !== '' && toUnit(unit.toLowerCase()) !== undefined) return false;
  if (parts.some((part) => toMonth(part.toLowerCase(), { besideNumber: true }) !== undefined))
    return false;
  return !parts.every((part) => ORDINARY.test(part));
};

const MAX_LENGTH = 40;
const MAX_PARTS = 6;
const QUANTITY = /^\d+(?:[.,]\d+)?(\p{L}{1,4})$/u;
/** A word or a small number: "covid-19", "24-hour". */
const ORDINARY = /^(?:\d{1,4}|\p{Ll}{3,}|\p{Lu}\p{Ll}{2,})$/u;
const NO_CODE: readonly RegExp[] = [
  // "3rd", "5-ös", "80s", "10-year", "2pm", "500mg"; "12A" is a code.
  /^\d{1,3}(?:[-.]?\p{Ll}+)+$/u,
  /^\d{2,4}(?:er|s|ies|ern|-as|-es)$/u,
  // "14h30", "4x4", "Q3".
  /^\d{1,2}h(?:\d{2})?$/i,
  /^\d+(?:x\d+)+$/i,
  /^[QH][1-4]$/i,
  // A time with am or pm.
  /^\d{1,2}[.:]?\d{0,2}[ap]m$/i,
];

/** A code without an attached word or ending: "AX-77" for "AX-77-compatible" and "AX-77-es". */
export const trimCode = (token: string): string => {
  const shorter = token.replace(JOINED_WORD, '');
  const isPart = shorter !== token && HAS_DIGIT.test(shorter) && /\p{Lu}|^\d+$/u.test(shorter);
  return isPart ? shorter : token;
};

const JOINED_WORD = /-\p{Ll}{2,}$/u;
