import { toUnit } from './units.js';

const DIGITS: ReadonlyMap<string, number> = new Map(
  Array.from('零一二三四五六七八九').map((digit, value): [string, number] => [digit, value]),
).set('〇', 0);
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['两', '二'],
  ['兩', '二'],
]);

const NUMERAL = /[零〇一二两兩三四五六七八九十百千]{1,20}/g;
const PERCENT = /百分之([零〇一二两兩三四五六七八九十百]{1,10})/g;

/** The text with the numbers that are written in Han characters in digits; a lone 一 that counts nothing stays a word. */
export const writeHanDigits = (text: string): string =>
  text
    .replace(PERCENT, (_whole, numeral: string) => `${toNumber(numeral)}%`)
    .replace(NUMERAL, (numeral: string, at: number, whole: string) => {
      const end = at + numeral.length;
      const isWritten = isNumber(
        numeral,
        whole.slice(Math.max(0, at - 2), at),
        whole.slice(end, end + 4),
      );
      return isWritten ? toNumber(numeral) : numeral;
    });

const SCALES: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** 二〇二四 is read digit by digit, 二十五 by its scales. */
const toNumber = (numeral: string): string => {
  const characters = Array.from(numeral);
  if (!characters.some((character) => SCALES.has(character))) {
    return characters.map((character) => toDigit(character) ?? 0).join('');
  }
  let sum = 0;
  let digit: number | undefined;
  for (const character of characters) {
    const scale = SCALES.get(character);
    if (scale === undefined) digit = toDigit(character);
    else {
      sum += (digit ?? 1) * scale;
      digit = undefined;
    }
  }
  return String(sum + (digit ?? 0));
};

const toDigit = (character: string): number | undefined =>
  DIGITS.get(ALIASES.get(character) ?? character);

/** 星期三 is a day of the week. */
const DAY_BEFORE = /(?:星期|周|礼拜|禮拜)$/;
const COUNTED_AFTER = /^(?:月|日|号|年|条|章|页|节|款|岁|层|楼|倍|月份)/;
/** 十分 is "very", 万 and 千万 are "by all means" as often as numbers. */
const HARMLESS = /^(?:十分(?!钟)|千万|百[货姓科般])/;

const isNumber = (numeral: string, before: string, after: string): boolean => {
  if (DAY_BEFORE.test(before) || after.startsWith('曜') || HARMLESS.test(numeral + after)) {
    return false;
  }
  const [first = ''] = numeral;
  if (before.endsWith('第') || COUNTED_AFTER.test(after) || toUnit(after) !== undefined) {
    return numeral.length > 1 || DIGITS.has(ALIASES.get(first) ?? first) || first === '十';
  }
  return numeral.length > 1 && /[十百千]/.test(numeral);
};
