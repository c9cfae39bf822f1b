import { describe, expect, it } from '@jest/globals';
import { chapters, parseBytes } from '../support/parsing.js';
import { docxEntries, docxParagraph, zipArchive } from '../support/zip-archive.js';

const htmlOf = (body: string) =>
  parseBytes(`<!doctype html><html><body>${body}</body></html>`, 'a.html');

describe('an invisible place to break a line', () => {
  it('is left out, so that an identifier stays whole', async () => {
    const { text } = await htmlOf(
      '<p>Set max&#8203;_pool&shy;_size<wbr>_kb.</p><ul><li>max&#x2060;_idle</li></ul><pre>get(&#8203;a)</pre>',
    );

    expect(text).toBe('Set max_pool_size_kb.\n\n- max_idle\n\nget(a)');
  });
});

describe('a table of HTML', () => {
  it('keeps every value in its column if cells are merged', async () => {
    const { text } = await htmlOf(
      '<table><tr><th>Team</th><th>Name</th><th>Days</th></tr>' +
        '<tr><td rowspan="2">Finance</td><td>Anna</td><td>21</td></tr><tr><td>Bela</td><td>22</td></tr>' +
        '<tr><td colspan="2">Total</td><td>43</td></tr></table>',
    );

    expect(text).toBe('Team | Name | Days\nFinance | Anna | 21\nFinance | Bela | 22\nTotal | | 43');
  });

  it('is read as chapters and paragraphs if it only lays out a page', async () => {
    const document = await htmlOf(
      '<table><tr><td><h1>Order 5512</h1></td></tr><tr><td><p>It arrives on Monday.</p><p>Keep the box.</p></td></tr>' +
        '<tr><td><table><tr><th>Item</th><th>Price</th></tr><tr><td>Hose</td><td>12 EUR</td></tr></table></td></tr></table>',
    );

    expect(chapters(document)).toEqual(['Order 5512']);
    expect(document.text).toBe(
      'Order 5512\n\nIt arrives on Monday.\n\nKeep the box.\n\nItem | Price\nHose | 12 EUR',
    );
  });

  it('does not expand what a cell claims to span', async () => {
    const cell = '<td rowspan="65000" colspan="1000">a</td>';

    const { text } = await htmlOf(`<table>${`<tr>${cell}</tr>`.repeat(50)}</table>`);

    expect(text.length).toBeLessThan(1_000_000);
  });
});

describe('headings of a Word file', () => {
  const styles =
    '<w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="House"><w:name w:val="House Chapter"/><w:basedOn w:val="H1"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Plain"><w:name w:val="House Text"/><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style></w:styles>';
  const STYLES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles';
  const withStyles = (body: string): Buffer =>
    zipArchive([
      ...docxEntries(body, '', `<Relationship Id="s1" Type="${STYLES}" Target="styles.xml"/>`),
      { name: 'word/styles.xml', content: styles },
    ]);

  it('are recognised by their outline level, whatever their styles are called', async () => {
    const outlined =
      '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Three</w:t></w:r></w:p>';
    const body =
      docxParagraph('One', 'House') +
      docxParagraph('Text one.') +
      docxParagraph('No chapter.', 'Plain') +
      docxParagraph('Two', 'H1') +
      docxParagraph('Text two.') +
      outlined +
      docxParagraph('Text three.');

    const document = await parseBytes(withStyles(body), 'a.docx');

    expect(chapters(document)).toEqual(['One', 'Two', 'Three']);
    expect(document.chunks[0]?.content).toBe('One\n\nText one.\n\nNo chapter.');
  });

  it('keep the formulas in their text', async () => {
    const formula =
      '<w:p><w:r><w:t xml:space="preserve">It is </w:t></w:r><m:oMath><m:r><m:t>E=</m:t></m:r><m:r><m:t>mc</m:t></m:r></m:oMath><w:r><w:t>.</w:t></w:r></w:p>';

    const { text } = await parseBytes(zipArchive(docxEntries(formula)), 'a.docx');

    expect(text).toBe('It is E=mc.');
  });
});

describe('a file named .md', () => {
  const README =
    '<p align="center"><img src="logo.svg"></p>\n<p align="center">by someone</p>\n<p>for all</p>\n\n# Packrat\n\n## Install\n\n```sh\nnpm install packrat\nnpm test\n```\n';

  it('is Markdown, even if it begins with HTML', async () => {
    const document = await parseBytes(README, 'README.md');

    expect(chapters(document)).toContain('Packrat › Install');
    expect(document.text).toContain('npm install packrat\nnpm test');
  });

  it('is HTML if it contains no Markdown', async () => {
    const [onlyHtml = ''] = README.split('\n\n#');

    expect((await parseBytes(onlyHtml, 'README.md')).text).toBe('by someone\n\nfor all');
  });

  it('is titled without the badges next to its name', async () => {
    const badge = '[![Weekly downloads](https://img.example/a.svg)](https://example.org)';

    expect((await parseBytes(`# Packrat ${badge}\n\nIt copies.`, 'a.md')).title).toBe('Packrat');
    expect((await parseBytes('# ![Packrat](logo.svg)\n\nIt copies.', 'a.md')).title).toBe(
      'Packrat',
    );
  });
});

describe('numbers in a file', () => {
  it('are kept as written in JSON', async () => {
    const { text } = await parseBytes(
      '{"account": 12345678901234567890, "price": 19.90, "rate": -1.5E-7, "count": 3, "name": "1.10"}',
      'a.json',
    );

    expect(text).toBe(
      'account: 12345678901234567890\nprice: 19.90\nrate: -1.5E-7\ncount: 3\nname: 1.10',
    );
  });

  it('make a JSON file invalid if JSON does not allow them', async () => {
    await expect(parseBytes('{"a": 01, "b": 1.2.3}', 'a.json')).rejects.toMatchObject({
      code: 'document_corrupt',
    });
  });

  it.each([
    ['00000', 42, '00042'],
    ['000\\-00\\-0000', 123456789, '123-45-6789'],
    ['0.00', 0.5, '0.50'],
    ['#,##0', 1234567, '1234567'],
    ['[&lt;1000]0" g";0.0," kg"', 2500, '2500'],
  ])(
    'are shown as the cell of a sheet with the format %s shows them',
    async (code, value, shown) => {
      const file = zipArchive([
        {
          name: 'xl/workbook.xml',
          content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content:
            '<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/a.xml"/></Relationships>',
        },
        {
          name: 'xl/styles.xml',
          content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
        },
        {
          name: 'xl/worksheets/a.xml',
          content: `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Code</t></is></c><c r="B1" s="0"><v>${value}</v></c></row></sheetData></worksheet>`,
        },
      ]);

      const { text } = await parseBytes(file, 'a.xlsx');

      expect(text).toBe(`S\n\nCode | ${shown}`);
    },
  );
});

describe('records of JSON', () => {
  it('keep what their objects contain next to their names', async () => {
    const records = [
      { id: 1, name: 'Ada', address: { city: 'Bergen', geo: { lat: 60.4 } } },
      { id: 2, name: 'Jon', address: { city: 'Oslo', geo: { lat: 59.9 } } },
    ];

    const { text } = await parseBytes(
      records.map((it) => JSON.stringify(it)).join('\n'),
      'a.jsonl',
    );

    expect(text).toBe(
      'id | name | address.city | address.geo.lat\n1 | Ada | Bergen | 60.4\n2 | Jon | Oslo | 59.9',
    );
  });

  it('become chapters if they have too little in common for a table', async () => {
    const records = Array.from({ length: 300 }, (_, n) => ({
      name: `Record ${n}`,
      [`field${n}`]: n,
    }));

    const document = await parseBytes(JSON.stringify(records), 'a.json');

    expect(document.chunks[7]).toMatchObject({ chapter: 'Record 7' });
  });
});
