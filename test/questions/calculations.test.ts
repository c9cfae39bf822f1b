import { describe, expect, it } from '@jest/globals';
import { findCalculation } from '../../src/questions/question.js';
import { calculate } from '../../src/platform/isolated/calculator/calculate.js';

const CALCULATIONS: readonly (readonly [question: string, result: string])[] = [
  ['15 * 8', '120'],
  ['15*8=?', '120'],
  ['15 × 8 =', '120'],
  ['120 ÷ 8', '15'],
  ['120/8 =', '15'],
  ['-3 * (2 + 1)', '-9'],
  ['2^10', '1024'],
  ['5²+1?', '26'],
  ['√144', '12'],
  ['√(100 + 44)', '12'],
  ['sqrt(144) + 5', '17'],
  ['12 % of 340', '40.8'],
  ['12% of 340?', '40.8'],
  ['340 + 12 %', '380.8'],
  ['1,5 + 2,25', '3.75'],
  ['1 250 000 / 4', '312500'],
  ['1,250,000.5 * 2', '2500001'],
  ['１５＊８＝？', '120'],
];

const OTHERS: readonly string[] = [
  '',
  '12',
  '12%',
  '340',
  'What is 15 * 8?',
  'Was ist 12 % von 340?',
  '500 EUR in HUF',
  '9/11',
  '24/7',
  '50/50',
  '2024/25',
  '2020-2024',
  '2020 - 2024',
  '3-5',
  '2026-01-05',
  '10:30 - 12:00',
  '4x4',
  '1.2.3',
  '1.2.3 * 2',
  '007 + 1',
  '555-1234',
  '+36 1 234 5678',
  '(555) 123-4567',
  '5⁴',
  '½ * 3',
  '1,234 * 2',
  '1.234 * 2',
  'Room 3 + 4',
  '15 * 8 in the price list',
  '3月3日',
  '§ 12',
  '- 3',
  '(((((',
  '1 +',
  '* 2',
  '2 ** 3',
  '()',
  '%',
  '1+'.repeat(100),
  '('.repeat(150),
  '1 '.repeat(80),
  '1,'.repeat(75),
];

describe('a question that is only a calculation in signs and digits', () => {
  it.each(CALCULATIONS)('is an expression that the calculator reads: %s', (question, result) => {
    expect(calculate(findCalculation(question) ?? '')).toBe(result);
  });

  it.each(OTHERS)('is not recognised in words, dates or names: %s', (question) => {
    expect(findCalculation(question)).toBeNull();
  });
});
