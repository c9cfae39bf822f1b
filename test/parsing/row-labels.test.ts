import { describe, expect, it } from '@jest/globals';
import { chunkDocument } from '../../src/parsing/chunk-document.js';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';

const passages = (rows: readonly string[]): string[] => {
  const document = normaliseDocument([{ text: rows.join('\n'), kind: 'table' }]);
  return chunkDocument(document, { maxTokens: 60 }).map(({ content, charStart, charEnd }) => {
    expect(content.endsWith(document.text.slice(charStart, charEnd))).toBe(true);
    return content;
  });
};

const people = (from: number, to: number, label: string): string[] =>
  Array.from(
    { length: to - from },
    (_, at) => `${at === 0 ? label : ''} | Person ${from + at} | 4${from + at}`,
  );

describe('a table that is split into chunks', () => {
  it('repeats a label that only the first row of its group has', () => {
    const all = passages([
      'Dept | Name | Ext',
      ...people(100, 130, 'Sales'),
      ...people(130, 160, 'Legal'),
    ]);

    for (const passage of all) {
      const [, number = ''] = /Person (\d+)/u.exec(passage) ?? [];
      expect(passage).toMatch(/^Dept \| Name \| Ext\n/u);
      expect(passage.split('\n')[1]).toMatch(Number(number) < 130 ? /^Sales \|/u : /^Legal \|/u);
    }
  });

  it('repeats the labels of nested groups, as a pivot table has them', () => {
    const months = (label: string, person: string): string[] =>
      Array.from(
        { length: 12 },
        (_, at) => `${at === 0 ? label : ''} | ${at === 0 ? person : ''} | month ${at + 1} | ${at}`,
      );
    const all = passages([
      'Region | Seller | Month | Sum',
      ...months('North', 'Ann'),
      ...months('', 'Bo'),
      ...months('South', 'Cy'),
    ]);

    const later = all.find((passage) => passage.includes('month 12 | 11\n| Bo'));
    expect(later ?? all.join('\n---\n')).toMatch(/^Region.*\nNorth \| Ann \| \|\n\| \| month/u);
    expect(all.some((passage) => passage.includes('\nNorth | Bo | |\n| | month'))).toBe(true);
  });

  it('repeats a label that has a line of its own above its rows', () => {
    const fruit = Array.from({ length: 20 }, (_, at) => `Apple ${at} | ${at} EUR | ${at + 1} EUR`);
    const tools = Array.from({ length: 20 }, (_, at) => `Saw ${at} | ${at} EUR | ${at + 1} EUR`);
    const all = passages(['Item | Net | Gross', 'Fruit | | ', ...fruit, 'Tools | | ', ...tools]);

    for (const passage of all) {
      const [first = ''] = /Apple|Saw/u.exec(passage) ?? [];
      expect(passage).toMatch(
        first === 'Apple' ? /^Item.*\nFruit \| \|\n/u : /^Item.*\n(?:Apple.*\n)*Tools \| \|\n/u,
      );
    }
  });

  it('repeats neither a name without a value nor a cell as long as a text', () => {
    const values = Array.from({ length: 40 }, (_, at) => `Name ${at} | value ${at}`);
    const long = `${'word '.repeat(30).trim()} | Ann | 4`;
    const people40 = Array.from({ length: 40 }, (_, at) => ` | Person ${at} | ${at}`);

    for (const passage of passages(['Name | Value', 'Fax | ', ...values]).slice(1))
      expect(passage).not.toContain('Fax');
    for (const passage of passages(['Remark | Name | Ext', long, ...people40]).slice(3))
      expect(passage).not.toContain('word');
  });
});
