import { formatListNumber } from './number-formats.js';

const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^alphaLc/u, 'lowerLetter'],
  [/^alphaUc/u, 'upperLetter'],
  [/^romanLc/u, 'lowerRoman'],
  [/^romanUc/u, 'upperRoman'],
  [/^circleNum/u, 'decimalEnclosedCircle'],
  [/^ea1(?:Chs|Cht|Jpn|Kor)/u, 'chineseCounting'],
  [/^hebrew2/u, 'hebrew1'],
  [/^arabic1/u, 'arabicAlpha'],
  [/^arabic2/u, 'arabicAbjad'],
  [/^thaiNum/u, 'thaiNumbers'],
  [/^hindiNum/u, 'hindiNumbers'],
];

/** Numbers the paragraphs of one shape; another paragraph on the same level or above ends a list. */
export const createSlideNumbering = () => {
  const counts: { type: string; start: number; count: number }[] = [];
  return {
    /** The number of a paragraph, by PowerPoint's name for its format: `arabicPeriod`, `alphaLcParenR`. */
    next: (depth: number, { type, start }: { type: string; start: number }): string => {
      counts.length = Math.min(counts.length, depth + 1);
      const last = counts[depth];
      const goesOn = last?.type === type && last.start === start;
      const count = goesOn ? last.count + 1 : start;
      counts[depth] = { type, start, count };
      const format = FORMATS.find(([name]) => name.test(type))?.[1] ?? 'decimal';
      const number = formatListNumber(count, format);
      if (type.endsWith('ParenBoth')) return `(${number})`;
      if (type.endsWith('ParenR')) return `${number})`;
      return type.endsWith('Period') ? `${number}.` : number;
    },
    /** A paragraph without a number ends the lists from its depth on. */
    interrupt: (depth: number): void => {
      counts.length = Math.min(counts.length, depth);
    },
  };
};
