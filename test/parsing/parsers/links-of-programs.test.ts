import { describe, expect, it } from '@jest/globals';
import { docxFile, docxLine, docxRun } from '../../support/docx-file.js';
import { parseBytes } from '../../support/parsing.js';
import { zipArchive } from '../../support/zip-archive.js';
import { workbookFile } from '../../support/workbook-file.js';

const URL = 'https://parts.drell.example/order';
const OUTSIDE = `<Relationship Id="rId9" Type="http://x/hyperlink" Target="${URL}" TargetMode="External"/>`;

const html = async (body: string): Promise<string> =>
  (await parseBytes(`<!doctype html><html><body>${body}</body></html>`, 'a.html')).text;

describe('the target of a link on a web page', () => {
  it.each([
    [`<p>in <a href="${URL}">the shop</a>.</p>`, `in the shop (${URL}).`],
    [
      '<p>ask <a href="mailto:a.lee@drell.example?subject=Hi">Ann</a></p>',
      'ask Ann (a.lee@drell.example)',
    ],
    ['<p>call <a href="tel:+49-30-555017">us</a></p>', 'call us (+49-30-555017)'],
    [`<ul><li><a href="${URL}"><b>Parts</b></a></li></ul>`, `- Parts (${URL})`],
    [
      `<table><tr><td>Parts</td><td><a href="${URL}">shop</a></td></tr></table>`,
      `Parts | shop (${URL})`,
    ],
  ])('follows its text: %s', async (body, shown) => {
    expect(await html(body)).toBe(shown);
  });

  it.each([
    [
      'the text already names the target',
      `<p><a href="${URL}">parts.drell.example/order</a></p>`,
      'parts.drell.example/order',
    ],
    [
      'the text already names the number',
      '<p><a href="tel:+4930555017">030 55 50 17</a></p>',
      '030 55 50 17',
    ],
    ['it points into the same page', '<p><a href="#fees">Fees</a></p>', 'Fees'],
    ['it points to a neighbouring page', '<p><a href="/fees.html">Fees</a></p>', 'Fees'],
    ['it runs a script', '<p><a href="javascript:steal()">Fees</a></p>', 'Fees'],
    ['it is a picture', `<p>Fees<a href="${URL}"><img src="a.png"></a></p>`, 'Fees'],
    ['it is in a title', `<h2><a href="${URL}">Fees</a></h2>`, 'Fees'],
    ['it belongs to the navigation', `<nav><a href="${URL}">Home</a></nav><p>Fees</p>`, 'Fees'],
    [
      'it is as long as a passage',
      `<p><a href="https://a.example/${'x'.repeat(300)}">Fees</a></p>`,
      'Fees',
    ],
  ])('is left out if %s', async (_, body, shown) => {
    expect(await html(body)).toBe(shown);
  });

  it('is written without the tracking parameters that newsletters add', async () => {
    const marks = `utm_source=${'n'.repeat(150)}`;

    expect(await html(`<p><a href="${URL}?${marks}#top">Shop</a></p>`)).toBe(`Shop (${URL})`);
  });
});

describe('the target of a link in Word', () => {
  const read = async (content: string): Promise<string> => {
    const file = docxFile(docxLine(content), {
      others: {
        'word/_rels/document.xml.rels': `<Relationships>${OUTSIDE}</Relationships>`,
      },
    });
    return (await parseBytes(file, 'a.docx')).text;
  };
  const field = (instruction: string, result: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

  it.each([
    ['an element', `<w:hyperlink r:id="rId9">${docxRun('the ')}${docxRun('shop')}</w:hyperlink>`],
    ['a field', field(`HYPERLINK "${URL}"`, docxRun('the ') + docxRun('shop'))],
    [
      'a simple field',
      `<w:fldSimple w:instr=' HYPERLINK "${URL}" \\o "Tip" '>${docxRun('the shop')}</w:fldSimple>`,
    ],
  ])('follows its text if written as %s', async (_, link) => {
    expect(await read(`${docxRun('In ')}${link}${docxRun('.')}`)).toBe(`In the shop (${URL}).`);
  });

  it('is left out if it is a place in the same document', async () => {
    const link = field('HYPERLINK \\l "_Toc1"', docxRun('chapter 4'));
    const element = `<w:hyperlink w:anchor="_Toc1">${docxRun('chapter 5')}</w:hyperlink>`;

    expect(await read(`${link}${docxRun(', ')}${element}`)).toBe('chapter 4, chapter 5');
  });
});

describe('the target of a link in an office file', () => {
  it('follows its runs of text in PowerPoint', async () => {
    const run = (text: string, link = ''): string =>
      `<a:r><a:rPr>${link}</a:rPr><a:t>${text}</a:t></a:r>`;
    const click = '<a:hlinkClick r:id="rId9"/>';
    const shape = `<p:sp><p:txBody><a:p>${run('In ')}${run('the ', click)}${run('shop', click)}${run('.')}</a:p></p:txBody></p:sp>`;

    const { text } = await parseBytes(
      zipArchive([
        {
          name: 'ppt/presentation.xml',
          content: '<p:presentation><p:sldId id="256" r:id="r1"/></p:presentation>',
        },
        {
          name: 'ppt/_rels/presentation.xml.rels',
          content:
            '<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/a.xml"/></Relationships>',
        },
        { name: 'ppt/slides/a.xml', content: `<p:sld>${shape}</p:sld>` },
        {
          name: 'ppt/slides/_rels/a.xml.rels',
          content: `<Relationships>${OUTSIDE}</Relationships>`,
        },
      ]),
      'a.pptx',
    );

    expect(text).toContain(`In the shop (${URL}).`);
  });

  it('follows its text in LibreOffice Writer', async () => {
    const body = `<text:p>In <text:a xlink:type="simple" xlink:href="${URL}">the <text:span>shop</text:span></text:a>, <text:a xlink:href="#Fees|outline">fees</text:a>.</text:p>`;

    const { text } = await parseBytes(
      zipArchive([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
        {
          name: 'content.xml',
          content: `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
        },
      ]),
      'a.odt',
    );

    expect(text).toBe(`In the shop (${URL}), fees.`);
  });

  it('follows the text of its cell in Excel', async () => {
    const cell = (place: string, text: string): string =>
      `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const sheet = `<sheetData><row r="1">${cell('A1', 'Part')}${cell('B1', 'Order')}</row><row r="2">${cell('A2', 'Ring')}${cell('B2', 'shop')}</row></sheetData><hyperlinks><hyperlink ref="B2" r:id="rId9"/><hyperlink ref="A2" location="'S'!A1" display="Ring"/></hyperlinks>`;

    const { text } = await parseBytes(
      workbookFile(sheet, [
        {
          name: 'xl/worksheets/_rels/a.xml.rels',
          content: `<Relationships>${OUTSIDE}</Relationships>`,
        },
      ]),
      'a.xlsx',
    );

    expect(text).toBe(`S\n\nPart | Order\nRing | shop (${URL})`);
  });

  it('follows the text of its cell in LibreOffice Calc', async () => {
    const cells = ['Part', 'Order', 'Ring', `<text:a xlink:href="${URL}">shop</text:a>`].map(
      (text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`,
    );
    const rows = [cells.slice(0, 2), cells.slice(2)].map(
      (row) => `<table:table-row>${row.join('')}</table:table-row>`,
    );

    const { text } = await parseBytes(
      zipArchive([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        {
          name: 'content.xml',
          content: `<office:document-content><office:body><table:table table:name="S">${rows.join('')}</table:table></office:body></office:document-content>`,
        },
      ]),
      'a.ods',
    );

    expect(text).toBe(`S\n\nPart | Order\nRing | shop (${URL})`);
  });

  it('follows its text in RTF', async () => {
    const link = `{\\field{\\*\\fldinst{HYPERLINK "${URL}"}}{\\fldrslt{\\ul the }{\\ul shop}}}`;

    expect((await parseBytes(`{\\rtf1\\ansi In ${link}.\\par}`, 'a.rtf')).text).toBe(
      `In the shop (${URL}).`,
    );
  });

  it('follows its text in Markdown, but not in titles and badges', async () => {
    const { text } = await parseBytes(
      `# [Drell](${URL})\n\n[![Build](a.png)](${URL})\n\nIn [the *shop*](${URL}), <${URL}>.\n`,
      'a.md',
    );

    expect(text).toBe(`Drell\n\nBuild\n\nIn the shop (${URL}), ${URL}.`);
  });
});
