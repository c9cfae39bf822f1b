import { describe, expect, it } from '@jest/globals';
import { fixturePath, parseBytes, parseFile } from '../../../support/parsing.js';

const read = async (name: string) => {
  const { text, warnings } = await parseFile(fixturePath(`pdf/${name}.pdf`));
  return { text, warnings: warnings.map(({ code, pages }) => ({ code, pages })) };
};

const TABLE = [
  'Ferry | Cabin | Car | Bike',
  'Skua | | 95 | 12',
  'Terns and other boats | | |',
  'Gull | 60 | | 9',
  'Auk | | | 7',
].join('\n');

describe('the text of a PDF', () => {
  it('keeps superscripts, footnote marks and formulas apart from the numbers and words before them', async () => {
    const { text } = await read('raised');

    expect(text).toContain('25² mg, at most 10⁻³ mol in 1.5 m³ of CO₂.');
    expect(text).toContain('Permits are free on the 1st of May. The area is 40 km².');
  });

  it.each([
    ['with ruled lines', 'table-lines'],
    ['recognised by its gaps', 'table-blank'],
  ])('keeps an empty cell in its column of a table %s', async (_, name) => {
    const { text } = await read(name);

    expect(text).toContain(`${TABLE}\n\nPrices are in crowns.`);
  });

  it('repeats the text of a cell merged over several rows in each of them', async () => {
    const { text } = await read('table-merged');

    expect(text).toContain('North | Alta | 4 | 5\nNorth | Bodo | | 7\nSouth | Moss | 8 |');
  });

  it.each([
    ['line by line', 'columns'],
    ['one after the other', 'columns-in-turn'],
  ])('is read column by column if columns are stored %s', async (_, name) => {
    const { text } = await read(name);

    expect(text).toContain('and take the flour home the next day.\n\nThe bakery buys a third');
    expect(text).not.toContain('|');
  });

  it('includes what was typed into fields and onto the page, and which checkboxes are ticked', async () => {
    const { text } = await read('form');

    expect(text).toContain('Surname: Brattland');
    expect(text).toContain('☑ Has a boat licence ☐ Has a fishing licence');
    expect(text).toContain('Berth: ☐ quay ☑ buoy');
    expect(text).toContain('Remarks of the harbour master\n\nPays from June 2027');
    expect(text).toContain('Typed on the page: berth 14');
  });

  it('leaves out what is struck out and keeps what is underlined', async () => {
    const { text, warnings } = await read('struck');

    expect(text).toBe('The guard on Sunday is Otto Brandt. The key lies under the mat.');
    expect(warnings).toEqual([
      {
        code: 'content_left_out',
        pages: [1],
      },
    ]);
  });

  it('has letters printed twice only once, and words with spaced letters whole', async () => {
    const { text } = await read('doubled');

    expect(text).toBe(
      'Order 118 of the lock keeper\n\nCLOSED TODAY\n\nShip all of it to bay a b c on Friday.',
    );
  });

  it("keeps the author's hyphens at line ends", async () => {
    const { text } = await read('hyphens');

    expect(text).toBe(
      'Take the long-term plan of unit KX-200, not the one that Ann-Kathrin sent at 8-10 to the half-empty office.',
    );
  });

  it('is read if its Chinese, Japanese and Korean fonts are not embedded', async () => {
    const { text } = await read('asian-fonts');

    expect(text).toBe(
      '倉庫の鍵は受付に預けてください。\n\n창고 열쇠는 안내소에 맡기십시오.\n\n倉庫鑰匙請交給櫃檯。',
    );
  });

  it('is in reading order if it runs from right to left', async () => {
    const { text } = await read('right-to-left');

    expect(text).toBe('המחיר (כולל הכל) הוא 2,450. יש לכתוב אל office@lamed.example.');
  });

  it.each([
    ['down the page', 'vertical', '倉庫の鍵は受付に預けてください。返却は五時までです。'],
    ['across a rotated page', 'turned', 'The turned page lists berth 77 for the Kestrel.'],
  ])('is read if it runs %s', async (_, name, expected) => {
    const { text } = await read(name);

    expect(text).toBe(expected);
  });
});

describe('invisible text in a PDF', () => {
  it('is left out with a warning, while white letters on a dark background are read', async () => {
    const { text, warnings } = await read('hidden');

    expect(text).toBe('The gate opens at half past six.\n\nWinter timetable\n\nDogs stay outside.');
    expect(warnings).toEqual([{ code: 'content_left_out', pages: [1] }]);
  });

  it('is read if it is the text layer of a scan', async () => {
    const { text, warnings } = await read('searchable-scan');

    expect(text).toBe('The text under the scan names parcel 3382 in Tarbert.');
    expect(warnings).toEqual([]);
  });
});

describe('a PDF with scanned pages among typed ones', () => {
  it('is read with a warning that names the scanned pages, but not the empty ones', async () => {
    const { text, warnings } = await read('mixed');

    expect(text).toContain('The last page is typed and says 4711.');
    expect(warnings).toEqual([{ code: 'pages_unread', pages: [2] }]);
  });
});

/** A page with this content, in one font. */
const pageOf = (content: string): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}endstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Size 6/Root 1 0 R>>\n%%EOF`, 'latin1');
};

describe('text after an invisible-text mode that was never ended', () => {
  const START =
    '0 0 0 rg BT /F1 12 Tf 72 760 Td (The dam is open.) Tj ET BT 72 740 Td 3 Tr (Hidden.) Tj ET';

  it.each([
    [
      'text in the colour of visible text is read',
      '1 1 1 rg BT 72 720 Td (White.) Tj ET 0 0 0 rg',
      'The dam is open.\n\nLevel 7.',
    ],
    ['text in another colour is not', '0 0 1 rg', 'The dam is open.'],
  ])('is judged by its colour: %s', async (_, colours, shown) => {
    const content = `${START} ${colours} BT 72 700 Td (Level 7.) Tj ET\n`;

    const { text, warnings } = await parseBytes(pageOf(content), 'a.pdf');

    expect(text).toBe(shown);
    expect(warnings.map(({ code }) => code)).toEqual(['content_left_out']);
  });
});
