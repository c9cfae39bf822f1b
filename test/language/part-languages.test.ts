import { beforeAll, describe, expect, it } from '@jest/globals';
import { detectPartLanguages } from '../../src/language/detect-language.js';
import { loadShortTexts } from '../../src/language/detect-language.js';
import { growthOf, LINEAR } from '../support/growth.js';

beforeAll(loadShortTexts);

const ENGLISH =
  'The program starts when the system is booted, and it writes what it does to the log. You can stop it with the command that is named in the next chapter.';
const JAPANESE =
  'このパッケージはシステムの起動時に自動的に開始されます。設定ファイルを変更した後は、サービスを再起動してください。詳細は次の章を参照してください。';
const VIETNAMESE =
  'Chương trình này được khởi động cùng với hệ thống và ghi lại những gì nó làm. Bạn có thể dừng nó bằng lệnh được nêu trong chương sau.';
const GERMAN =
  'Das Programm startet mit dem System und schreibt in das Protokoll, was es tut. Sie können es mit dem Befehl beenden, der im nächsten Kapitel steht.';
const CODE =
  '# apt-get install package_name --no-install-recommends /etc/default/locale PATH=/usr/bin:/bin export LC_ALL=C.UTF-8 sudo systemctl restart';

const detect = (...parts: string[]) => detectPartLanguages(parts, { fallback: 'und' });
const times = (count: number, part: string) => Array.from({ length: count }, () => part);

describe('the detected languages of a multilingual document', () => {
  it('are that of most of the text, and a separate one for each part', () => {
    const { main, parts } = detect(...times(5, VIETNAMESE), ENGLISH, ...times(4, VIETNAMESE));

    expect(main).toBe('vi');
    expect(parts.filter((language) => language === 'vi')).toHaveLength(9);
    expect(parts[5]).toBe('en');
  });

  it('are Japanese for a manual that begins with English pages and is full of commands', () => {
    const mixed = `${JAPANESE} ${CODE}`;

    const { main, parts } = detect(ENGLISH, ENGLISH, ...times(12, mixed), CODE);

    expect(main).toBe('ja');
    expect(parts).toEqual(['en', 'en', ...times(13, 'ja')]);
  });

  it('are distinguished even if both use the same script', () => {
    const { main, parts } = detect(ENGLISH, GERMAN, ENGLISH);

    expect({ main, parts }).toEqual({ main: 'en', parts: ['en', 'de', 'en'] });
  });

  it.each([
    ['code', CODE],
    ['numbers', '12 | 3,400 | 17.5 %\n13 | 5,100 | 18.0 %'],
    ['names', 'Juan de la Cruz, María del Carmen, José Luis, Ana la Torre'],
    ['initials and columns', 'V:7, I:7 | 1651 | V:1, I:2 | 530 | V:4, I:0 | 28 | V:9, I:1 | 7'],
  ])('assign %s to the surrounding language', (_, part) => {
    expect(detect(ENGLISH, part, ENGLISH).parts[1]).toBe('en');
    expect(detect(GERMAN, part, GERMAN).parts[1]).toBe('de');
  });

  it('are determined by the words of a table, however often its rows repeat them', () => {
    const rows = ['Kestrel Van 9 | diesel | Harbour', 'Tern Hatchback | petrol | Harbour'];
    const table = `Vehicle | Fuel | Day rate | Station | Next inspection\n${times(4, rows.join('\n')).join('\n')}`;

    expect(detect(table).main).toBe('en');
  });

  it('are unknown if there are no words', () => {
    expect(detect('1 2 3', '* * *')).toEqual({ main: 'und', parts: ['und', 'und'] });
    expect(detect()).toEqual({ main: 'und', parts: [] });
  });
});

describe('the language of a table of codes and numbers', () => {
  const rowsOf = (count: number, row: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => row(at)).join('\n');
  const UNITS = ['cm', 'kg', 'mm', 'l'];

  it.each([
    ['en', 'Article | Size | Price EUR', (at: number) => `CL-2${at} | ${at} cm | 53${at}.90`],
    ['en', 'Dept | Name | Ext', (at: number) => `Sales | Person ${at} | 4${at}`],
    [
      'en',
      'Part number | Quantity | Unit price',
      (at: number) => `AX${at}/7 | ${at} ${UNITS[at % 4]} | $${at}.20`,
    ],
    ['de', 'Artikel | Menge | Preis', (at: number) => `SR-${at} | ${at} Stück | 0,${at}`],
    ['fr', 'Référence | Désignation | Prix', (at: number) => `RX${at} | Vis ${at} mm | 2,${at}`],
    ['hu', 'Cikkszám | Méret | Egységár', (at: number) => `CS-${at} | ${at} mm | ${at}0 Ft`],
  ])('is determined by the words of its header: %s', (language, header, row) => {
    expect(detect(`${header}\n${rowsOf(120, row)}`).main).toBe(language);
    expect(detect(`${header}\n${rowsOf(8, row)}`).main).toBe(language);
  });

  it('is found in linear time, even if single words are as long as the text', () => {
    const growth = growthOf((size) => {
      const part = `${'x'.repeat(2_000)} 7`;
      detect(...times(Math.round(size / part.length), part));
    }, 200_000);

    expect(growth).toBeLessThan(LINEAR);
  });

  it('is undecided if there are only codes', () => {
    expect(detect(rowsOf(60, (at) => `KR${at} | AX-${at} | ${at} cm | QZ_${at}`)).main).toBe('und');
    expect(detect('SKU | EAN\nAX-1 | 400').main).toBe('und');
  });
});
