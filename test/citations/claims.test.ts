import { describe, expect, it } from '@jest/globals';
import { verifyCitation } from '../../src/citations/claims.js';
import { growthOf, LINEAR } from '../support/growth.js';

const SOURCES = {
  en:
    'Remote work\nEmployees may work remotely three days a week. The daily allowance is 1,250 EUR, paid on March 15, 2024. ' +
    'Form AB-1234 must be approved by the manager. Smoking is not allowed in the building, smoking is allowed in the yard.',
  hu: 'A munkavállalók hetente három napot dolgozhatnak távmunkában. A távmunkát a vezető hagyja jóvá. Dohányozni az épületben tilos.',
  vi: 'Nhân viên được làm việc từ xa ba ngày mỗi tuần. Không được hút thuốc trong tòa nhà.',
  zh: '员工每周可以远程工作三天。大楼内禁止吸烟。申请必须由经理批准。',
  de: 'Mitarbeiter dürfen drei Tage pro Woche im Homeoffice arbeiten. Rauchen ist im Gebäude nicht erlaubt.',
} as const;

type Case = [language: keyof typeof SOURCES, claim: string, verification: string];

const verify = ([language, claim]: Case) => verifyCitation(claim, SOURCES[language], { language });

describe('a claim in the words of its source', () => {
  it.each<Case>([
    ['en', 'Employees may work remotely three days a week.', 'exact'],
    ['en', 'employees MAY work remotely, three days a week', 'exact'],
    ['en', 'As the manual puts it, “the daily allowance is 1,250 EUR”.', 'exact'],
    ['hu', 'A távmunkát a vezető hagyja jóvá', 'exact'],
    ['zh', '员工每周可以远程工作三天', 'exact'],
    ['vi', 'Nhân viên được làm việc từ xa ba ngày mỗi tuần.', 'exact'],
  ])('%s: %s → %s', (...row) => {
    expect(verify(row)).toBe(row[2]);
  });
});

describe('a claim in other words', () => {
  it.each<Case>([
    ['en', 'Remote work is possible for employees three days a week.', 'fuzzy'],
    ['en', 'Employees can work 3 days a week remotely.', 'fuzzy'],
    ['en', 'On 2024-03-15 the daily allowance of €1250 is paid.', 'fuzzy'],
    ['en', 'In the building smoking is forbidden.', 'fuzzy'],
    ['hu', 'Távmunkában három napot lehet dolgozni hetente.', 'fuzzy'],
    ['de', 'Im Homeoffice dürfen Mitarbeiter 3 Tage pro Woche arbeiten.', 'fuzzy'],
    ['zh', '每周员工可以有三天远程工作', 'fuzzy'],
    ['en', 'smoking is allowed in the yard', 'exact'],
    ['hu', 'A vezető hagyja jóvá a távmunkát', 'fuzzy'],
    ['en', 'The canteen serves lunch from noon.', 'unsupported'],
    ['en', 'Yes, of course.', 'unsupported'],
    ['en', '', 'unsupported'],
  ])('%s: %s → %s', (...row) => {
    expect(verify(row)).toBe(row[2]);
  });
});

describe('a swapped number, unit, date or identifier is found out', () => {
  it.each<Case>([
    ['en', 'Employees may work remotely four days a week.', 'unsupported'],
    ['en', 'Employees may work remotely three weeks a year.', 'unsupported'],
    ['en', 'The daily allowance is 1,350 EUR.', 'unsupported'],
    ['en', 'The daily allowance is 1,250 USD.', 'unsupported'],
    ['en', 'The daily allowance is paid on April 15, 2024.', 'unsupported'],
    ['en', 'Form AB-1235 must be approved by the manager.', 'unsupported'],
    ['hu', 'A munkavállalók hetente négy napot dolgozhatnak távmunkában.', 'unsupported'],
    ['hu', 'A munkavállalók három hetet dolgozhatnak távmunkában.', 'unsupported'],
    ['zh', '员工每周可以远程工作四天', 'unsupported'],
    ['vi', 'Nhân viên được làm việc từ xa bốn ngày mỗi tuần.', 'unsupported'],
    ['de', 'Mitarbeiter dürfen vier Tage pro Woche im Homeoffice arbeiten.', 'unsupported'],
  ])('%s: %s → %s', (...row) => {
    expect(verify(row)).toBe(row[2]);
  });
});

describe('a swapped negation is found out', () => {
  it.each<Case>([
    ['en', 'Employees may not work remotely three days a week.', 'unsupported'],
    ['en', 'Smoking is allowed in the building.', 'unsupported'],
    ['en', "Smoking isn't allowed in the yard.", 'unsupported'],
    ['en', 'allowed in the building', 'unsupported'],
    ['hu', 'A munkavállalók nem dolgozhatnak hetente három napot távmunkában.', 'unsupported'],
    ['hu', 'Az épületben szabad dohányozni.', 'unsupported'],
    ['zh', '大楼内可以吸烟', 'unsupported'],
    ['vi', 'Được hút thuốc trong tòa nhà.', 'unsupported'],
    ['de', 'Im Gebäude ist Rauchen erlaubt.', 'unsupported'],
  ])('%s: %s → %s', (...row) => {
    expect(verify(row)).toBe(row[2]);
  });
});

describe('what the check cannot see, because it compares wording and not meaning', () => {
  it.each<Case>([
    ['en', 'Managers may work remotely three days a week.', 'fuzzy'],
    ['hu', 'A vezetők hetente három napot dolgozhatnak távmunkában.', 'fuzzy'],
  ])('%s: a swapped subject passes: %s → %s', (...row) => {
    expect(verify(row)).toBe(row[2]);
  });
});

describe('a very long source', () => {
  it('is checked in linear time', () => {
    const growth = growthOf((size) => {
      verifyCitation('Three days [of] 5 EUR.', '1,2-a. '.repeat(size), { language: 'en' });
    }, 15_000);

    expect(growth).toBeLessThan(LINEAR);
  });
});
