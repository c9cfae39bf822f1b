import type { Expectation } from './office-fixtures.js';

const of = (
  file: string,
  format: string,
  expected: Omit<Expectation, 'format' | 'pages'>,
): [string, Expectation] => [file, { format, pages: null, ...expected }];

/** The expected text of each file of a text format, and the chapter that it is in. */
export const READ_TEXT_FILES: Readonly<Record<string, Expectation>> = Object.fromEntries([
  of('html/corrupt.html', 'html', { places: [['Monday | Red', 'Gate', null]] }),

  of('csv/tables.csv', 'csv', {
    places: [['T-17 | Mara', null, null]],
    has: ['All sums in thousand euros\n\nRegion | Sales | Returns\nNorth | 120 | 4'],
  }),
  of('csv/types.csv', 'csv', { places: [['Sum | 42', null, null]], has: ['Price | 1234.50 €'] }),
  of('csv/merged.csv', 'csv', { places: [['Depot | early | Kim', null, null]] }),
  of('csv/long.csv', 'csv', { places: [['Seal ring 60 | R-060', null, null]] }),
  of('csv/hungarian.csv', 'csv', {
    language: 'hu',
    places: [['Őrzés és felügyelet | külön szerződés szerint | félévente', null, null]],
  }),
  of('csv/chinese.csv', 'csv', { language: 'zh', places: [['交通费 | 实报实销', null, null]] }),
  of('csv/quotes.csv', 'csv', {
    places: [['Byrne, Ada | says "no" often | 12', null, null]],
    has: ['Holt | two lines | 7', 'Lee | an 8" pipe | 3'],
  }),
  of('csv/separator.csv', 'csv', { places: [['Ada | 12,50', null, null]], lacks: ['sep='] }),
  of('csv/ragged.csv', 'csv', {
    places: [['Mara | 0.03', null, null]],
    has: ['Crew list\n\nName'],
  }),

  of('json/chapters.json', 'json', {
    places: [
      ['company: Kestrel', null, null],
      ['manager: Ada Byrne', 'Bergen', null],
      ['manager: Jon Holt', 'Oslo', null],
    ],
  }),
  of('json/tables.json', 'json', {
    places: [['30 | Seal ring 30 | rubber, size 30', 'stock', null]],
    has: ['id | part | tags\n1 | Seal ring 1 | rubber, size 1'],
  }),
  of('json/lines.json', 'json', { places: [['30 | Seal ring 30', null, null]] }),
  of('json/array.json', 'json', { places: [['- second remark about pier 9', null, null]] }),
  of('json/mixed.json', 'json', {
    places: [['Yard | 07:00', null, null]],
    has: ['title | rules.open\nGate | 06:15\nYard | 07:00'],
  }),
  of('json/long.json', 'json', { language: 'en', places: [['Note 12.', null, null]] }),
  of('json/hungarian.json', 'json', {
    language: 'hu',
    places: [['cím: Kérelmek elbírálása', 'szabályzat', null]],
  }),
  of('json/chinese.json', 'json', {
    language: 'zh',
    places: [['标题: 差旅管理办法', '办法', null]],
  }),

  of('eml/plain.eml', 'eml', {
    language: 'en',
    places: [['It closes at nine', 'Gate times', null]],
    has: ['From: Ada Byrne <ada@kestrel.example>\nTo: Jon Holt', 'Cc: Mara', 'Date: 2026-03-03'],
  }),
  of('eml/html.eml', 'eml', { places: [['Day | Crew\nMonday | Red', 'Rota', null]] }),
  of('eml/alternative.eml', 'eml', {
    places: [['Swap by Friday', 'Rota', null]],
    lacks: ['plain words'],
  }),
  of('eml/attachments.eml', 'eml', {
    places: [['pay 84 euros', 'Invoice', null]],
    has: ['Attachments: invoice-84.pdf'],
  }),
  of('eml/forwarded.eml', 'eml', {
    places: [
      ['please confirm', 'Fwd: Crane', null],
      ['crane is booked for 4 May', 'Fwd: Crane', null],
    ],
  }),
  of('eml/hungarian.eml', 'eml', {
    language: 'hu',
    places: [['írásban kell indokolni', 'Kérelmek elbírálása', null]],
  }),
  of('eml/chinese.eml', 'eml', {
    language: 'zh',
    places: [['特殊情况需要总经理书面同意', '差旅管理办法', null]],
  }),

  of('md/chapters.md', 'markdown', {
    places: [
      ['forklift F3', 'Forklifts', null],
      ['bay 12', 'Dangers', null],
      ['extension 77', 'Contacts', null],
    ],
  }),
  of('md/tables.md', 'markdown', {
    places: [['Seal ring 60 | R-060 | 180', 'Stock', null]],
    has: ['Part | Shelf | Minimum\nSeal ring 1 | R-001 | 3'],
  }),
  of('md/code.md', 'markdown', {
    places: [['Done by Friday', 'After', null]],
    has: ['healthz\n# not a heading'],
  }),
  of('md/lists.md', 'markdown', {
    places: [['lights out', 'Duties', null]],
    has: ['2. count the keys\n  - brass keys first\n  - then steel ones\n3. sign the book'],
  }),
  of('md/html.md', 'markdown', {
    places: [['The red crew has the keys (https://kestrel.example/keys).', 'Mixed', null]],
    has: ['Day | Crew\nMonday | Red'],
    lacks: ['steal', 'hidden remark'],
  }),
  of('md/hungarian.md', 'markdown', {
    language: 'hu',
    places: [['Másolat | 300 Ft', 'Díjak', null]],
  }),
  of('md/chinese.md', 'markdown', { language: 'zh', places: [['财务部门负责解释', '附则', null]] }),

  of('txt/chapters.txt', 'text', { places: [['sets alarm 7', 'CHAPTER 2 Leaving', null]] }),
  of('txt/wrapped.txt', 'text', {
    places: [['everybody who works in the depot, also for guests', '1. Scope', null]],
  }),
  of('txt/underlined.txt', 'text', { places: [['holds timber', 'Bay one', null]] }),
  of('txt/lists.txt', 'text', {
    places: [['boots', null, null]],
    has: ['- gloves\n- a helmet with a visor\n- boots'],
  }),
  of('txt/pages.txt', 'text', { places: [['pier 14', null, null]] }),
  of('txt/hungarian.txt', 'text', {
    language: 'hu',
    places: [['öt munkanapon belül', null, null]],
  }),
  of('txt/chinese.txt', 'text', {
    language: 'zh',
    places: [['由部门经理批准', '第一章 差旅', null]],
  }),
  of('txt/traditional.txt', 'text', {
    language: 'zh',
    places: [['由部門經理批准', '第一章 出差', null]],
  }),
]);

/** A GIF of one white point: a file of no format that is read. */
export const PICTURE = Buffer.from('R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
