import { describe, expect, it } from '@jest/globals';
import { chapters, fixturePath, parseBytes, parseFile, samplePath } from '../support/parsing.js';
import { docxEntries, docxParagraph, zipArchive } from '../support/zip-archive.js';

const chunkAbout = async (path: string, words: string) => {
  const { chunks } = await parseFile(path);
  return chunks.find(({ content }) => content.includes(words));
};

describe('the PDF parser', () => {
  it('takes chapters and pages from the bookmarks', async () => {
    const chunk = await chunkAbout(samplePath('employee-handbook.pdf'), 'three days a week');

    expect(chunk).toMatchObject({ chapter: 'Remote work', pageStart: 4, pageEnd: 4 });
  });

  it('keeps the path of headings above a section', async () => {
    const chunk = await chunkAbout(samplePath('employee-handbook.pdf'), 'at least 14 days');

    expect(chunk?.headingPath).toEqual(['Vacation', 'How to request vacation']);
  });

  it('counts pages, keeps a running header once and leaves out page numbers', async () => {
    const { pageCount, text } = await parseFile(samplePath('employee-handbook.pdf'));

    expect(pageCount).toBe(12);
    expect(text.split('Employee Handbook 2026')).toHaveLength(2);
    expect(text).not.toMatch(/Page \d/);
  });

  it('reads tables by their columns, including wrapped cells', async () => {
    const { text } = await parseFile(samplePath('employee-handbook.pdf'));

    expect(text).toContain('Private car | 0.42 per kilometre | no, but a route | manager');
    expect(text).toContain('Laptops, accounts, lost devices | helpdesk@kestrel.example | 4 hours');
  });

  it('finds headings by their size if there are no bookmarks', async () => {
    const document = await parseFile(fixturePath('headings-by-size.pdf'));

    expect(document.chunks.map(({ headingPath, pageStart }) => [headingPath, pageStart])).toEqual([
      [['Care of the instrument', 'Cleaning'], 1],
      [['Care of the instrument', 'Storage'], 1],
      [['Calibration', 'Schedule'], 2],
    ]);
  });

  it('joins words split at a line end and keeps real hyphens', async () => {
    const { text } = await parseFile(fixturePath('headings-by-size.pdf'));

    expect(text).toContain('Never use alcohol on the display');
    expect(text).toContain('Store the long-lived parts');
  });
});

describe('the DOCX parser', () => {
  it('takes chapters from heading styles and tables with their header row', async () => {
    const document = await parseFile(samplePath('it-security-policy.docx'));

    expect(document.pageCount).toBeNull();
    expect(chapters(document)).toContain('IT Security Policy › Devices › Travel laptops');
    expect(document.text).toContain('Class | Example | May be stored | May be sent\nPublic');
  });

  const withPages = (body: string, pages: number): Buffer =>
    zipArchive([
      ...docxEntries(body),
      { name: 'docProps/app.xml', content: `<Properties><Pages>${pages}</Pages></Properties>` },
    ]);

  it('numbers pages by explicit page breaks if there are only those', async () => {
    const body =
      docxParagraph('First page.') +
      '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
      docxParagraph('Second page.');

    const { pageCount, chunks } = await parseBytes(withPages(body, 2), 'a.docx');

    expect(pageCount).toBe(2);
    expect(chunks[0]).toMatchObject({ pageStart: 1, pageEnd: 2 });
  });

  it.each([
    [
      'a paragraph',
      docxParagraph('One.') +
        '<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>Two.</w:t></w:r></w:p>',
    ],
    [
      'a section',
      '<w:p><w:pPr><w:sectPr></w:sectPr></w:pPr><w:r><w:t>One.</w:t></w:r></w:p>' +
        docxParagraph('Two.') +
        '<w:sectPr><w:type w:val="nextPage"/></w:sectPr>',
    ],
  ])('counts the page that %s starts', async (_, body) => {
    const { pageCount } = await parseBytes(withPages(body, 2), 'a.docx');

    expect(pageCount).toBe(2);
  });

  it('names no page if it does not know where each one ends', async () => {
    const body = `${docxParagraph('One.')}<w:p><w:r><w:br w:type="page"/><w:t>Two.</w:t></w:r></w:p>`;

    const { pageCount, chunks } = await parseBytes(withPages(body, 5), 'a.docx');

    expect(pageCount).toBeNull();
    expect(chunks[0]?.pageStart).toBeNull();
  });

  it('prefers the page ends that Word recorded', async () => {
    const rendered = '<w:p><w:r><w:lastRenderedPageBreak/><w:t>Third page.</w:t></w:r></w:p>';
    const body = `${docxParagraph('One.')}<w:p><w:r><w:lastRenderedPageBreak/><w:t>Two.</w:t><w:br w:type="page"/></w:r></w:p>${rendered}`;

    const { pageCount, chunks } = await parseBytes(zipArchive(docxEntries(body)), 'a.docx');

    expect(pageCount).toBe(3);
    expect(chunks[0]?.pageEnd).toBe(3);
  });
});

describe('the HTML parser', () => {
  const page = `<!doctype html><html><head><title>T</title><style>p{color:red}</style></head><body>
    <nav><a href="/">Home</a></nav><h1>Lab &amp; rules</h1><p>Wear <b>goggles</b>
    always.</p><p hidden>Secret one</p><div style="display: none">Secret two</div><script>alert(1)</script>
    <h2>Opening</h2><ul><li>Monday<ul><li>late</li></ul></li><li>Friday</li></ul>
    <table><tr><th>Day</th><th>Hour</th></tr><tr><td>Monday</td><td>9</td></tr></table><pre>let a;\n  let b;</pre></body></html>`;

  it('keeps headings, lists, tables and code and drops what is invisible', async () => {
    const { text, chunks } = await parseBytes(page, 'rules.html');

    expect(text).toBe(
      'Lab & rules\n\nWear goggles always.\n\nOpening\n\n- Monday\n  - late\n- Friday\n\n' +
        'Day | Hour\nMonday | 9\n\nlet a;\n  let b;',
    );
    expect(chunks.at(-1)?.headingPath).toEqual(['Lab & rules', 'Opening']);
  });

  it('numbers the items of an ordered list and keeps lines typed in them', async () => {
    const steps =
      '<ol start="3"><li><p>Get the tool:</p><pre>npm i tool\n  --save</pre></li>' +
      '<li>Start it: <pre>tool start</pre> and wait.</li><li><p>Choose:</p><ul><li>a lamp<pre>lamp on</pre></li></ul></li></ol>';

    const { text } = await parseBytes(`<html><body>${steps}</body></html>`, 'steps.html');

    expect(text).toBe(
      '3. Get the tool:\n    npm i tool\n      --save\n4. Start it:\n    tool start\n  and wait.\n' +
        '5. Choose:\n  - a lamp\n      lamp on',
    );
  });

  it('reads the charset that the page declares', async () => {
    const html = Buffer.from(
      '<html><head><meta charset="iso-8859-2"></head><body><p>\xb5rt\xf5</p></body></html>',
      'latin1',
    );

    const { text } = await parseBytes(html, 'a.html');

    expect(text).toBe('ľrtő');
  });
});

describe('the Markdown parser', () => {
  it('reads headings, tables and lists of a Hungarian file', async () => {
    const document = await parseFile(samplePath('utazasi-szabalyzat.md'));

    expect(document).toMatchObject({ format: 'markdown', language: 'hu', pageCount: null });
    expect(chapters(document)).toContain('Utazási szabályzat › Az utazás engedélyezése');
    expect(document.text).toContain('Kína | 420 jüan | 850 jüan');
    expect(document.text).toContain('- a rendezvény meghívóját');
  });

  it('keeps lines of code and tables inside list items', async () => {
    const steps =
      '1. Get the tool:\n\n   ```sh\n   npm i tool\n\n   npm run tool\n   ```\n\n2. Choose:\n\n   | Mode | Lamp |\n   | - | - |\n   | day | off |\n';

    const { text } = await parseBytes(
      `# Steps\n\n${steps}\n- \`\`\`\n  one\n  two\n  \`\`\`\n`,
      'a.md',
    );

    expect(text).toBe(
      'Steps\n\n1. Get the tool:\n    npm i tool\n    npm run tool\n2. Choose:\n    Mode | Lamp\n    day | off\n\n- one\n    two',
    );
  });

  it('reads front matter as text, and shows the target of a link after the link', async () => {
    const { text } = await parseBytes(
      '---\ntags: x\n---\n# Title\n\nSee [the **guide**](https://example.com/a).\n',
      'a.md',
    );

    expect(text).toBe('tags: x\n\nTitle\n\nSee the guide (https://example.com/a).');
  });
});

describe('the plain text parser', () => {
  it('finds the chapters of a Chinese text', async () => {
    const document = await parseFile(samplePath('product-warranty-zh.txt'));

    expect(document).toMatchObject({ format: 'text', language: 'zh' });
    expect(chapters(document)).toContain('第一章 保修期限');
    expect(document.text).toContain('一、跌落、挤压或者进水超过规定深度造成的损坏；\n二、自行');
  });

  it('joins wrapped lines and splits paragraphs at blank lines', async () => {
    const { text } = await parseBytes('One line\r\nand its rest.\r\n\r\n\r\nTwo.', 'a.txt');

    expect(text).toBe('One line and its rest.\n\nTwo.');
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffÁrvíztűrő tükörfúrógép', 'utf8')],
    [
      'UTF-16 little endian with a byte order mark',
      Buffer.from('\ufeffÁrvíztűrő tükörfúrógép', 'utf16le'),
    ],
    [
      'UTF-16 big endian with a byte order mark',
      Buffer.from('\ufeffÁrvíztűrő tükörfúrógép', 'utf16le').swap16(),
    ],
    ['UTF-16 without a byte order mark', Buffer.from('Árvíztűrő tükörfúrógép', 'utf16le')],
  ])('reads %s', async (_, bytes) => {
    const { text } = await parseBytes(bytes, 'a.txt');

    expect(text).toBe('Árvíztűrő tükörfúrógép');
  });

  it('chooses between the Central European and the Western code page by language', async () => {
    const hungarian = Buffer.from(
      'A dolgoz\xf3k el\xf5re k\xe9rik a szabads\xe1got, \xe9s a vezet\xf5 v\xe1laszol.',
      'latin1',
    );
    const german = Buffer.from(
      'Die Gr\xf6\xdfe der W\xe4nde ist f\xfcr die \xdcbung nicht wichtig.',
      'latin1',
    );

    expect((await parseBytes(hungarian, 'a.txt')).text).toContain('előre kérik');
    expect((await parseBytes(german, 'a.txt')).text).toContain('Größe der Wände');
  });
});

describe('any parsed document', () => {
  it.each([
    'employee-handbook.pdf',
    'it-security-policy.docx',
    'utazasi-szabalyzat.md',
    'product-warranty-zh.txt',
  ])('gives every chunk of %s its own span of the normalised text', async (name) => {
    const { text, chunks } = await parseFile(samplePath(name));

    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks) {
      expect(text.slice(chunk.charStart, chunk.charEnd)).toBe(chunk.content);
    }
  });

  it('contains nothing that PostgreSQL or JSON cannot store', async () => {
    const { text } = await parseBytes('<!doctype html><p>a&#0;b&#xD800;c&#7;d</p>', 'a.html');

    expect(text).not.toMatch(/\p{Cs}/u);
    expect(text).not.toContain('\u0000');
  });
});
