import { brokenPages } from './broken-pages.js';
import type { ParseFailureCode } from '../../src/parsing/parse-failure.js';

/** Words that stand nowhere else in the file, with the chapter and the page they stand on. */
type Place = readonly [words: string, chapter: string | null, page: number | null];

export type Expectation = {
  format: string;
  language?: string;
  pages: number | null;
  places: readonly Place[];
  /** Runs of the normalised text, tables as their rows. */
  has?: readonly string[];
  lacks?: readonly string[];
};

const HUNGARIAN_TABLE =
  'Ügy | Határidő | Felelős\nSzabadság | 5 munkanap | osztályvezető\nKiküldetés | 10 munkanap | igazgató';
const CHINESE_TABLE =
  '城市 | 每日补贴 | 住宿上限\n北京 | 一百二十元 | 六百元\n成都 | 一百元 | 四百五十元';
const PRICES =
  'Item | Net | Gross\nHose | 12.50 EUR | 14.88 EUR\nClamp \\| long | 1.10 EUR | 1.31 EUR';

type Pages = Readonly<
  Record<'chapters' | 'tables' | 'other' | 'footnotes' | 'breaks', number | null>
>;
const NO_PAGES: Pages = {
  chapters: null,
  tables: null,
  other: null,
  footnotes: null,
  breaks: null,
};
const ALL_PAGES: Pages = { chapters: 4, tables: 3, other: 1, footnotes: 2, breaks: 3 };

type Named = [string, Expectation];
type Naming = (name: string, expected: Omit<Expectation, 'format'>) => Named;
type Writer = { of: Naming; at: (page: number) => number | null; pages: Pages };

const namingOf =
  (kind: string): Naming =>
  (name, expected) => [`${kind}/${name}.${kind}`, { format: kind, ...expected }];

const structureFiles = ({ of, at, pages }: Writer): Named[] => [
  of('chapters', {
    language: 'en',
    pages: pages.chapters,
    places: [
      ['opens at 06:15', 'Arrival', at(1)],
      ['called Bertha', 'Machines', at(2)],
      ['every 400 hours', 'Maintenance', at(3)],
      ['clean the sieve', 'Maintenance', at(3)],
      ['sets alarm 7', 'Leaving', at(4)],
    ],
    has: ['- check the oil\n- clean the sieve\n- sign the sheet'],
    lacks: ['9911'],
  }),
  of('tables', {
    pages: pages.tables,
    places: [
      ['Seal ring 2 | R-002 | 6', 'Stock', at(1)],
      ['Seal ring 60 | R-060 | 180', 'Stock', at(2)],
      ['Prices hold', 'Prices', at(3)],
    ],
    has: ['Part | Shelf | Minimum\nSeal ring 1 | R-001 | 3', PRICES],
  }),
  of('columns', {
    pages: pages.other,
    places: [
      ['above both columns', 'Bulletin', at(1)],
      ['written on the slate beside the door, and whoever comes late', 'Canteen', at(1)],
      ["behind the porter's lodge, but only with a tag", 'Parking', at(1)],
      ['bulletin@kestrel.example', 'Contact', at(1)],
    ],
  }),
  of('footnotes', {
    pages: pages.footnotes,
    places: [
      ['is 84 euros', 'Rates', at(1)],
      ['half days count half', 'Exceptions', at(1)],
      ['on Tuesdays', 'Closing', at(1)],
    ],
    has: ['Norway and Sweden only.', 'the maritime agreement of 2019.'],
    lacks: ['euros1', 'sumi', 'half2'],
  }),
];

const languageFiles = ({ of, at, pages }: Writer): Named[] => [
  of('hungarian', {
    language: 'hu',
    pages: pages.other,
    places: [
      ['nyolc napon belül kifogással élhet', 'Kérelmek elbírálása', at(1)],
      ['Tőkés úti irodában őrzik', 'Határidők', at(1)],
    ],
    has: [HUNGARIAN_TABLE],
  }),
  of('chinese', {
    language: 'zh',
    pages: pages.other,
    places: [
      ['一线城市每晚不超过六百元', '差旅管理办法', at(1)],
      ['本办法自二〇二六年一月一日起施行', '补贴标准', at(1)],
    ],
    has: [CHINESE_TABLE],
  }),
];

/** The same texts in every format that LibreOffice Writer saves; what differs is which pages the format knows. */
const writerFiles = (kind: string, pages: Pages): Record<string, Expectation> => {
  const at = (page: number): number | null => (pages.chapters === null ? null : page);
  const writer = { of: namingOf(kind), at, pages };
  return Object.fromEntries([
    writer.of('breaks', brokenPages({ at, pages: pages.breaks, isPdf: kind === 'pdf' })),
    ...structureFiles(writer),
    ...languageFiles(writer),
  ]);
};

const slideFiles = (kind: string): Record<string, Expectation> => {
  const of = namingOf(kind);
  return Object.fromEntries([
    of('chapters', {
      language: 'en',
      pages: 4,
      places: [
        ['Founded in 1987', 'Welcome to Kestrel', 1],
        ['within two days', 'Goals', 2],
        ['Pier 9', 'Slide 3', 3],
        ['go to Mara', 'Thanks', 4],
      ],
      has: ['- Cut waste by a third\n- Answer within two days'],
    }),
    of('tables', {
      pages: 2,
      places: [
        ['Paint | 40 k', 'Budget', 1],
        ['Hiring stops', 'Staff', 2],
      ],
      has: ['Team | Budget | Spent\nRigging | 90 k | 71 k\nPaint | 40 k | 44 k'],
    }),
    of('columns', {
      pages: 1,
      places: [['needs two people', 'Pros and cons', 1]],
      has: ['- cheap to run\n- quick to repair\n\n- loud at night\n- needs two people'],
    }),
    of('notes', {
      pages: 2,
      places: [
        ['depends on customs', 'Launch', 1],
        ['the spare crane', 'Risks', 2],
      ],
    }),
    of('hidden', { pages: 3, places: [['in Oslo', 'Last', 3]], lacks: ['41 percent'] }),
    of('hungarian', {
      language: 'hu',
      pages: 2,
      places: [['nyílik meg Győrben', 'Következő lépések', 2]],
    }),
    of('chinese', { language: 'zh', pages: 2, places: [['十月在成都开业', '下一步计划', 2]] }),
  ]);
};

const SHIFTS = 'Site | Shift | Lead\nHarbour | early | Ines\nHarbour | late | Olaf';
const REPORT = 'Region | Sales | Returns\nNorth | 120 | 4\nSouth | 98 |';

const sheetFiles = (kind: string): Record<string, Expectation> => {
  const of = (name: string, expected: Omit<Expectation, 'format' | 'pages'>) =>
    [`${kind}/${name}.${kind}`, { format: kind, pages: null, ...expected }] as const;
  return Object.fromEntries([
    of('chapters', {
      places: [
        ['Jon Holt | 0.03', 'Staff', null],
        ['0.03 | steel', 'Rooms & keys', null],
      ],
      lacks: ['secret', 'Blank'],
    }),
    of('tables', {
      places: [['T-18 | Iden', 'Report', null]],
      has: [`Quarterly report\n\nAll sums in thousand euros\n\n${REPORT}\n\nTicket | Owner\nT-17`],
    }),
    of('types', {
      places: [['Start | 2026-03-15', 'Values', null]],
      has: ['Share | 12.5%\nPrice | 1234.50 €\nSum | 42\nTiny | 0.1\nLong number | 4006381333931'],
    }),
    of('merged', { places: [['Depot | early', 'Shifts', null]], has: [SHIFTS] }),
    of('long', { language: 'en', places: [['R-060', 'Stock', null]] }),
    of('hungarian', {
      language: 'hu',
      places: [['Étkezési hozzájárulás | 12 500 Ft | hó vége', 'Díjak', null]],
    }),
    of('chinese', { language: 'zh', places: [['通讯费 | 每月二百元', '报销标准', null]] }),
  ]);
};

/** The expected text of each file made by LibreOffice, and where it is. */
export const READ_OFFICE_FILES: Readonly<Record<string, Expectation>> = {
  ...writerFiles('pdf', ALL_PAGES),
  ...writerFiles('odt', ALL_PAGES),
  ...writerFiles('docx', NO_PAGES),
  ...writerFiles('rtf', NO_PAGES),
  ...writerFiles('html', NO_PAGES),
  ...slideFiles('pptx'),
  ...slideFiles('odp'),
  ...sheetFiles('xlsx'),
  ...sheetFiles('ods'),
};

const refusals = (
  kinds: string,
  code: ParseFailureCode,
  name: string,
): [string, ParseFailureCode][] =>
  kinds.split(' ').map((kind) => [`${kind}/${name}.${kind}`, code]);

/** Files that cannot be read, and why. */
export const REFUSED_FILES: readonly [string, ParseFailureCode][] = [
  ...refusals('pdf docx odt pptx odp xlsx ods eml', 'document_encrypted', 'password'),
  ...refusals('pdf docx odt rtf pptx odp xlsx ods json', 'document_corrupt', 'corrupt'),
  ...refusals('csv txt', 'unsupported_format', 'corrupt'),
  ...refusals(
    'pdf docx odt rtf html pptx odp xlsx ods csv json eml md txt',
    'document_empty',
    'empty',
  ),
  ...refusals('pdf docx odt rtf html pptx odp xlsx ods eml md', 'document_image_only', 'scanned'),
  ...refusals('docx odt pptx odp xlsx ods', 'archive_too_large', 'bomb'),
  ...refusals('pdf rtf html json md eml', 'document_too_complex', 'bomb'),
];
