import { describe, expect, it } from '@jest/globals';
import type { AskedDay } from '../../src/questions/date-spans.js';
import { findRequest } from '../../src/questions/requests.js';
import { NOT_TO_BE_WORKED_OUT } from './not-to-be-worked-out.js';

const toText = (day: AskedDay | 'today'): string =>
  day === 'today' ? day : [day.year ?? '?', day.month, day.day].join('-');

/** What was found in one short line, with the language it was asked in. */
const read = (question: string, language = 'en'): string | null => {
  const found = findRequest(question, language);
  if (found === null) return null;
  const { request } = found;
  const spoken = found.language ?? 'any';
  switch (request.kind) {
    case 'calculation':
      return `${spoken}: ${request.expression}`;
    case 'date_span':
      return `${spoken}: ${request.unit} ${toText(request.from)} → ${toText(request.to)}`;
    case 'conversion':
      return `${spoken}: ${request.amount} ${request.base} → ${request.target}`;
  }
};

type Row = readonly [question: string, found: string];

const CALCULATIONS: readonly Row[] = [
  ['What is 15 * 8?', 'en: 15 * 8'],
  ['15 * 8', 'any: 15 * 8'],
  ['15*8', 'any: 15 * 8'],
  ['15 × 8 =', 'any: 15 * 8'],
  ['15*8=?', 'any: 15 * 8'],
  ['what’s 3 x 5', 'en: 3 * 5'],
  ['How much is 100-37?', 'en: 100 - 37'],
  ['What is 10 - 4?', 'en: 10 - 4'],
  ['Please calculate 2^10', 'en: 2 ^ 10'],
  ['Calculate (2 + 3) * 4.5', 'en: (2 + 3) * 4.5'],
  ['Can you tell me what is 7 + 8?', 'en: 7 + 8'],
  ['What is 5²+1?', 'en: 5 ^ 2 + 1'],
  ['-3 * (2 + 1)', 'any: -3 * (2 + 1)'],
  ['sqrt(144) + 5', 'any: sqrt(144) + 5'],
  ['√144', 'any: sqrt(144)'],
  ['What is the square root of 144?', 'en: sqrt(144)'],
  ['1,250 * 3', 'any: 1250 * 3'],
  ['What is 1 250 000 / 4?', 'en: 1250000 / 4'],
  ['How much is 12 divided by 5?', 'en: 12 / 5'],
  ['15 times 8', 'en: 15 * 8'],
  ['what is 20 plus 22 minus 2', 'en: 20 + 22 - 2'],
  ['12 % of 340', 'en: 12% of 340'],
  ['What is 12% of 340?', 'en: 12% of 340'],
  ['How much is 7.5 percent of 1,200?', 'en: 7.5% of 1200'],
  ['340 + 12 %', 'any: 340 + 12%'],
  ['Mennyi 15 * 8?', 'hu: 15 * 8'],
  ['Mennyi 15-ször 8?', 'hu: 15 * 8'],
  ['15 * 8 mennyi?', 'hu: 15 * 8'],
  ['Számold ki, mennyi 1,5 + 2,25!', 'hu: 1.5 + 2.25'],
  ['Mennyi 120 osztva 8-cal?', 'hu: 120 / 8'],
  ['Mennyi 340 12 %-a?', 'hu: 12% of 340'],
  ['340-nek a 12%-a', 'hu: 12% of 340'],
  ['Mennyi 1 500 12 százaléka?', 'hu: 12% of 1500'],
  ['Mennyi 144 négyzetgyöke?', 'hu: sqrt(144)'],
  ['Wie viel ist 15 mal 8?', 'de: 15 * 8'],
  ['Was ist 12 % von 340?', 'de: 12% of 340'],
  ['Berechne 1.500,50 * 2', 'de: 1500.50 * 2'],
  ['Was ist die Wurzel aus 144?', 'de: sqrt(144)'],
  ['120 geteilt durch 8', 'de: 120 / 8'],
  ['Combien font 15 fois 8 ?', 'fr: 15 * 8'],
  ['Combien font 12 % de 340 ?', 'fr: 12% of 340'],
  ['Calcule 3,5 + 4', 'fr: 3.5 + 4'],
  ['20 moins 7', 'fr: 20 - 7'],
  ['¿Cuánto es 15 por 8?', 'es: 15 * 8'],
  ['¿Cuánto es el 12 % de 340?', 'es: 12% of 340'],
  ['Calcula 1.500 / 3', 'es: 1500 / 3'],
  ['20 más 7', 'es: 20 + 7'],
  ['15 nhân 8 bằng bao nhiêu?', 'vi: 15 * 8'],
  ['12% của 340 là bao nhiêu?', 'vi: 12% of 340'],
  ['Tính 20 + 22', 'vi: 20 + 22'],
  ['căn bậc hai của 144', 'vi: sqrt(144)'],
  ['15乘以8等于多少？', 'zh: 15 * 8'],
  ['15 * 8 等于多少', 'zh: 15 * 8'],
  ['340的12%是多少？', 'zh: 12% of 340'],
  ['340的百分之十二是多少？', 'zh: 12% of 340'],
  ['请计算 20 加 22', 'zh: 20 + 22'],
  ['１５＊８＝？', 'any: 15 * 8'],
];

const DATE_SPANS: readonly Row[] = [
  ['days between 3 March and 1 June', 'en: days ?-3-3 → ?-6-1'],
  ['How many days are there between 3 March and 1 June?', 'en: days ?-3-3 → ?-6-1'],
  [
    'how many working days between 2026-01-05 and 2026-02-01',
    'en: working_days 2026-1-5 → 2026-2-1',
  ],
  ['How many weeks from January 5th to February 1, 2026?', 'en: weeks ?-1-5 → 2026-2-1'],
  ['number of business days from 5 Jan 2026 to 1 Feb 2026', 'en: working_days 2026-1-5 → 2026-2-1'],
  [
    'What is the number of months between 1 May 2025 and 1 May 2026?',
    'en: months 2025-5-1 → 2026-5-1',
  ],
  ['How many days until 24 December?', 'en: days today → ?-12-24'],
  ['How many days since 1 January 2026?', 'en: days 2026-1-1 → today'],
  ['days between 29 February and 1 March', 'en: days ?-2-29 → ?-3-1'],
  ['How many days between 13/01/2026 and 02/28/2026?', 'en: days 2026-1-13 → 2026-2-28'],
  ['Hány nap van március 3. és június 1. között?', 'hu: days ?-3-3 → ?-6-1'],
  ['március 3-tól június 1-ig hány nap van?', 'hu: days ?-3-3 → ?-6-1'],
  [
    'Hány munkanap van 2026. január 5. és 2026. február 1. között?',
    'hu: working_days 2026-1-5 → 2026-2-1',
  ],
  ['Hány hét telik el 2026-01-05-től 2026-02-01-ig?', 'hu: weeks 2026-1-5 → 2026-2-1'],
  ['Hány nap van január 5-e és február 1-je között?', 'hu: days ?-1-5 → ?-2-1'],
  ['Hány nap van még december 24-ig?', 'hu: days today → ?-12-24'],
  ['a napok száma 2026.01.05. és 2026.02.01. között', 'hu: days 2026-1-5 → 2026-2-1'],
  ['Wie viele Tage liegen zwischen dem 3. März und dem 1. Juni?', 'de: days ?-3-3 → ?-6-1'],
  [
    'Wie viele Arbeitstage sind es vom 05.01.2026 bis zum 01.02.2026?',
    'de: working_days 2026-1-5 → 2026-2-1',
  ],
  ['Tage zwischen 3. März 2026 und 1. Juni 2026', 'de: days 2026-3-3 → 2026-6-1'],
  ['Wie viele Wochen sind es noch bis zum 24. Dezember?', 'de: weeks today → ?-12-24'],
  ['Combien de jours y a-t-il entre le 3 mars et le 1er juin ?', 'fr: days ?-3-3 → ?-6-1'],
  [
    'Combien de jours ouvrés du 5 janvier 2026 au 1er février 2026 ?',
    'fr: working_days 2026-1-5 → 2026-2-1',
  ],
  ['nombre de semaines entre le 05/01/2026 et le 01/02/2026', 'fr: weeks 2026-1-5 → 2026-2-1'],
  ['Combien de jours reste-t-il jusqu’au 24 décembre ?', 'fr: days today → ?-12-24'],
  ['¿Cuántos días hay entre el 3 de marzo y el 1 de junio?', 'es: days ?-3-3 → ?-6-1'],
  [
    '¿Cuántos días laborables hay del 5 de enero de 2026 al 1 de febrero de 2026?',
    'es: working_days 2026-1-5 → 2026-2-1',
  ],
  [
    '¿Cuántos meses hay entre el 1 de mayo de 2025 y el 1 de mayo de 2026?',
    'es: months 2025-5-1 → 2026-5-1',
  ],
  ['¿Cuántos días faltan para el 24 de diciembre?', 'es: days today → ?-12-24'],
  ['Từ ngày 3 tháng 3 đến ngày 1 tháng 6 có bao nhiêu ngày?', 'vi: days ?-3-3 → ?-6-1'],
  ['Có bao nhiêu ngày làm việc từ 5/1/2026 đến 1/2/2026?', 'vi: working_days 2026-1-5 → 2026-2-1'],
  ['Còn bao nhiêu ngày nữa đến ngày 24 tháng 12?', 'vi: days today → ?-12-24'],
  ['3月3日到6月1日有多少天？', 'zh: days ?-3-3 → ?-6-1'],
  ['从2026年1月5日到2026年2月1日有多少个工作日？', 'zh: working_days 2026-1-5 → 2026-2-1'],
  ['三月三日和六月一日之间有几天？', 'zh: days ?-3-3 → ?-6-1'],
  ['离12月24日还有多少天？', 'zh: days today → ?-12-24'],
];

const CONVERSIONS: readonly Row[] = [
  ['500 EUR in HUF', 'en: 500 EUR → HUF'],
  ['How much is 500 EUR in HUF?', 'en: 500 EUR → HUF'],
  ['How much is 500 euros in forints?', 'en: 500 EUR → HUF'],
  ['Convert €1,250.50 to US dollars', 'en: 1250.50 EUR → USD'],
  ['$20 in EUR', 'en: 20 USD → EUR'],
  ['How many forints is 500 euros?', 'en: 500 EUR → HUF'],
  ['100 pounds to Swiss francs', 'en: 100 GBP → CHF'],
  ['Mennyi 500 euró forintban?', 'hu: 500 EUR → HUF'],
  ['500 euró hány forint?', 'hu: 500 EUR → HUF'],
  ['Hány forint 500 euró?', 'hu: 500 EUR → HUF'],
  ['Váltsd át 1 500,50 eurót amerikai dollárra', 'hu: 1500.50 EUR → USD'],
  ['Mennyi 500 EUR HUF-ban?', 'hu: 500 EUR → HUF'],
  ['Mennyi 100 svájci frank forintban?', 'hu: 100 CHF → HUF'],
  ['Wie viel sind 500 Euro in Forint?', 'de: 500 EUR → HUF'],
  ['Rechne 1.000 Euro in US-Dollar um', 'de: 1000 EUR → USD'],
  ['Wie viele Forint sind 500 Euro?', 'de: 500 EUR → HUF'],
  ['Wie viel sind 100 Schweizer Franken in Euro?', 'de: 100 CHF → EUR'],
  ['Combien font 500 euros en forints ?', 'fr: 500 EUR → HUF'],
  ['Convertis 100 francs suisses en euros', 'fr: 100 CHF → EUR'],
  ['Combien de forints font 500 euros ?', 'fr: 500 EUR → HUF'],
  ['¿Cuánto son 500 euros en forintos?', 'es: 500 EUR → HUF'],
  ['Convierte 100 dólares estadounidenses a euros', 'es: 100 USD → EUR'],
  ['¿Cuántos forintos son 500 euros?', 'es: 500 EUR → HUF'],
  ['500 euro bằng bao nhiêu forint?', 'vi: 500 EUR → HUF'],
  ['Đổi 100 đô la sang đồng', 'vi: 100 USD → VND'],
  ['500 EUR sang HUF là bao nhiêu?', 'vi: 500 EUR → HUF'],
  ['500欧元等于多少福林？', 'zh: 500 EUR → HUF'],
  ['100美元换成人民币是多少？', 'zh: 100 USD → CNY'],
  ['500 EUR 兑换成 HUF', 'zh: 500 EUR → HUF'],
];

describe('a question that is nothing but a calculation', () => {
  it.each(CALCULATIONS)('%s → %s', (question, found) => {
    expect(read(question)).toBe(found);
  });

  it('is read in the way its language writes numbers', () => {
    expect(read('1.500 * 2', 'hu')).toBe('any: 1500 * 2');
    expect(read('1.500 * 2', 'en')).toBe('any: 1.500 * 2');
    expect(read('1,500 * 2', 'en')).toBe('any: 1500 * 2');
    expect(read('1,500 * 2', 'hu')).toBe('any: 1.500 * 2');
  });
});

describe('a question that is nothing but a span between two days', () => {
  it.each(DATE_SPANS)('%s → %s', (question, found) => {
    expect(read(question)).toBe(found);
  });
});

describe('a question that is nothing but a conversion of currencies', () => {
  it.each(CONVERSIONS)('%s → %s', (question, found) => {
    expect(read(question)).toBe(found);
  });
});

describe('a question that holds numbers and asks for something else', () => {
  it.each(NOT_TO_BE_WORKED_OUT)('is left to the search: %s', (question) => {
    const languages = ['en', 'hu', 'de', 'fr', 'es', 'vi', 'zh', 'ru'];

    expect(languages.map((language) => read(question, language))).toEqual(
      languages.map(() => null),
    );
  });
});

describe('the two tables', () => {
  it('hold a hundred questions each', () => {
    expect(CALCULATIONS.length + DATE_SPANS.length + CONVERSIONS.length).toBeGreaterThanOrEqual(
      100,
    );
    expect(new Set(NOT_TO_BE_WORKED_OUT).size).toBeGreaterThanOrEqual(100);
  });
});

describe('a question made to keep the patterns busy', () => {
  it.each([
    '1 '.repeat(80),
    '('.repeat(160),
    '1+'.repeat(80),
    'how many days between '.repeat(7),
    '1 000'.repeat(30),
    '一二三'.repeat(50),
    `${'9'.repeat(150)}%`,
    `1 ${'a-'.repeat(75)}`,
  ])('is none: %s', (question) => {
    expect(read(question)).toBeNull();
  });
});
