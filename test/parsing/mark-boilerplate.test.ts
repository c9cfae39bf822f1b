import { describe, expect, it } from '@jest/globals';
import { markBoilerplate } from '../../src/parsing/mark-boilerplate.js';
import { parseDocument } from '../../src/parsing/parse-document.js';
import type { Block } from '../../src/parsing/parsed-document.js';
import { parseBytes } from '../support/parsing.js';

const heading = (text: string, level = 1): Block => ({ text, kind: 'heading', level });
const paragraph = (text: string, page?: number): Block => ({
  text,
  kind: 'paragraph',
  ...(page !== undefined && { page }),
});
const list = (...items: string[]): Block => ({
  text: items.map((item) => `- ${item}`).join('\n'),
  kind: 'list',
});

const PROSE = Array.from(
  { length: 12 },
  (_, at) => `Pump ${at} is serviced after ${at + 3} months, and whoever does it signs the log.`,
).join(' ');

const dotted = (title: string, page: number) => `${title} ${'. '.repeat(30)}${page}`;

/** The texts of the blocks that are marked, in a document that holds prose as well. */
const markedOf = (...blocks: Block[]): string[] =>
  markBoilerplate([...blocks, heading('Service'), paragraph(PROSE)])
    .filter(({ isBoilerplate }) => isBoilerplate)
    .map(({ text }) => text);

/** Chapters of these titles, for a list to name. */
const chapters = (...titles: string[]): Block[] =>
  titles.flatMap((title) => [heading(title), paragraph(`${title} are described here at length.`)]);

const GPL = [
  'Everyone is permitted to copy and distribute verbatim copies of this license document, but changing it is not allowed.',
  'You may copy and distribute the program or derivative works under the terms of this License. Permission is granted to make modified versions.',
  'The program is distributed without any warranty, without even the implied warranty of merchantability or fitness for a particular purpose.',
  'In no event shall the copyright holder be liable for damages. Published by the Free Software Foundation.',
];
const LICENCE = Array.from({ length: 8 }, () => GPL.join(' ')).join(' ');

describe('boilerplate, which is never evidence,', () => {
  it('includes the lines of a table of contents, in one block or many, with its title', () => {
    const many = [paragraph(dotted('1 Pumps', 3)), paragraph(dotted('1.1 Filters', 4))];
    const one = paragraph([dotted('2 Gates', 5), dotted('2.1 Locks', 6)].join(' '));

    const named = chapters('1 Pumps', '1.1 Filters', '2 Gates', '2.1 Locks');
    expect(markedOf(paragraph('Contents'), ...many, one, ...named)).toEqual([
      'Contents',
      ...many.map(({ text }) => text),
      one.text,
    ]);
  });

  it('includes contents lines whose titles have a footnote mark in the text', () => {
    const lines = paragraph([dotted('1 Pumps', 3), dotted('2 Gates', 6)].join('\n'));

    expect(markedOf(lines, ...chapters('1 Pumps¹', '2 Gates²'))).toEqual([lines.text]);
  });

  it('includes contents lines of numbered chapters that are followed by page numbers', () => {
    const one = paragraph(
      [dotted('2 Gates', 5), dotted('2.10 Locks', 12), dotted('2024 Report', 140)].join(' '),
    );
    const lines = paragraph([dotted('Gates', 5), dotted('Mr Smith', 6)].join('\n'));

    expect(markedOf(one, ...chapters('Gates', '2.10 Locks', '2024 Report'))).toEqual([one.text]);
    expect(markedOf(lines, ...chapters('Gates', 'Mr Smith'))).toEqual([lines.text]);
  });

  it.each([
    'Table of Contents',
    'Inhaltsverzeichnis',
    'Mục lục',
    '目次',
    '目录',
    'Оглавление',
    'Tartalomjegyzék',
    'On this page',
  ])('includes a list below the heading %s, and the heading', (title) => {
    const entries = list('Pumps', 'Gates');

    expect(markedOf(heading(title), entries, ...chapters('Pumps', 'Gates'))).toEqual([
      title,
      entries.text,
    ]);
  });

  it('includes only lines below such a heading that end in a page number', () => {
    const lines = [paragraph('Pumps 3'), paragraph('Gates xi'), paragraph('It begins here.')];

    const named = chapters('Pumps', 'Gates');
    expect(markedOf(heading('Contents'), ...lines, ...named)).toEqual(['Pumps 3', 'Gates xi']);
  });

  it('includes the letters between the entries of an index', () => {
    const lines = [paragraph(dotted('alias', 3)), paragraph('B'), paragraph(dotted('bind', 9))];

    expect(markedOf(...lines, ...chapters('alias', 'bind'))).toEqual(lines.map(({ text }) => text));
  });

  it('includes index terms that appear on the pages named, whatever page counting starts at', () => {
    const terms = ['bearing', 'camshaft', 'dipstick', 'flange'];
    const pages = terms.map((term, at) => paragraph(`The ${term} is greased. ${PROSE}`, at + 12));
    const index = paragraph(terms.map((term, at) => `${term}, ${at + 2}`).join('\n'), 30);

    expect(markedOf(...pages, heading('Index'), index)).toEqual(['Index', index.text]);
  });

  it('includes entries whose numbers are the pages of their headings', () => {
    const lines = paragraph([dotted('Pumps', 1), dotted('Gates', 4)].join('\n'), 2);
    const onPages = (...pages: number[]) =>
      chapters('Pumps', 'Gates').map((block, at) => ({
        ...block,
        page: pages[Math.floor(at / 2)] ?? 1,
      }));

    expect(markedOf(lines, ...onPages(3, 6))).toEqual([lines.text]);
    expect(markedOf(lines, ...onPages(3, 30))).toEqual([]);
  });

  it.each(['12', 'xiv', '- 7 -', 'Page 3 of 20', '3 / 20', '第 4 页'])(
    'includes a page number: %s',
    (number) => {
      expect(markedOf(paragraph(number, 4))).toEqual([number]);
      expect(markedOf(paragraph(number))).toEqual([]);
    },
  );

  it('includes the number of a chapter above its title', () => {
    expect(markedOf(paragraph('Chapter 11'), heading('Pumps'), paragraph('Text.'))).toEqual([
      'Chapter 11',
    ]);
  });

  it('includes the text of a licence in a larger document, with its sections', () => {
    const more = paragraph(PROSE.repeat(12));

    const marked = markedOf(
      more,
      heading('GNU General Public License'),
      heading('Preamble', 2),
      paragraph(LICENCE),
      heading('Afterwards'),
      paragraph('Text.'),
    );

    expect(marked).toEqual(['GNU General Public License', 'Preamble', LICENCE]);
  });
});

describe('text that is not boilerplate', () => {
  it('includes the licence if it is the whole document', () => {
    const blocks = [heading('GNU General Public License'), paragraph(LICENCE)];

    expect(markBoilerplate(blocks)).toEqual(blocks);
  });

  it('includes a sentence about a licence and a chapter about product warranties', () => {
    const goods = PROSE.replaceAll('log', 'warranty card').repeat(3);

    expect(markedOf(heading('License'), paragraph('MIT. See the file.'))).toEqual([]);
    expect(markedOf(heading('Warranty'), paragraph(goods))).toEqual([]);
  });

  it('includes a document that is only a table of contents', () => {
    const blocks = [heading('Contents'), paragraph(dotted('1 Pumps', 3)), list('Gates')];

    expect(markBoilerplate(blocks)).toEqual(blocks);
  });

  it.each([
    ['an ellipsis', 'Wait ... and then go on with the next step.'],
    ['a line to sign on', `${PROSE} Signature: ______________________`],
    ['a range', 'Values 1...9 are allowed.'],
    [
      'a single gap in a form',
      `Name ${'.'.repeat(40)} and then what the form says about it, ${PROSE}`,
    ],
  ])('includes prose with %s', (_, text) => {
    expect(markedOf(paragraph(text))).toEqual([]);
  });

  it.each([
    ['prices', ['Coffee', 'Tea with milk'], ['2.50 €', 'EUR 1.80', '12,00', '$3', '350 Ft']],
    ['shares and times', ['Reduced rate', 'Opening'], ['7 %', '9:30', '45 min']],
    ['addresses', ['Night shift', 'Post'], ['night@northwind.example', 'www.northwind.example']],
    ['phone numbers', ['Porter', 'Desk'], ['+36 1 555 0199', '030 123456', '555-0199']],
    ['names', ['Fire warden', 'First aid'], ['Anna Kovács', 'Ben', 'Dr. Ilse Brandt']],
  ])('includes lists whose dots lead to %s', (_, [first = '', second = ''], values) => {
    for (const value of values) {
      const lines = [first, second].map((label) => `${label} ${'.'.repeat(9)} ${value}`);

      expect(markedOf(paragraph(lines.join('\n')))).toEqual([]);
      expect(markedOf(...lines.map((line) => paragraph(line)))).toEqual([]);
    }
  });

  it.each([
    ['prices', [79, 145, 410]],
    ['decreasing readings', [410, 145, 79]],
  ])('includes a list whose dots lead to %s without a unit', (_, [oil, brakes, screen]) => {
    const lines = [`Oil change`, 'Brake pads', 'Windscreen'].map((what, at) =>
      dotted(what, [oil, brakes, screen][at] ?? 0),
    );

    expect(markedOf(paragraph(lines.join('\n')))).toEqual([]);
    expect(markedOf(...lines.map((line) => paragraph(line)))).toEqual([]);
  });

  it('includes a list of headings whose numbers do not increase', () => {
    const prices = paragraph([dotted('Oil change', 79), dotted('Brake pads', 45)].join('\n'));

    expect(markedOf(prices, ...chapters('Oil change', 'Brake pads'))).toEqual([]);
  });

  it('includes a list of headings that come before it', () => {
    const prices = paragraph([dotted('Oil change', 45), dotted('Brake pads', 79)].join('\n'));

    expect(markedOf(...chapters('Oil change', 'Brake pads'), prices)).toEqual([]);
  });

  it.each([
    ['Index', paragraph('Consumer price index, 118\nRent index, 109\nFuel index, 141')],
    ['Contents', list('2 brass screws', '1 hinge', '4 washers')],
    ['Inhalt', paragraph('Zucker 12\nSalz 3')],
  ])('includes the list of a chapter that is merely called %s', (title, entries) => {
    expect(markedOf(heading(title), entries, ...chapters('Pumps', 'Gates'))).toEqual([]);
  });

  it('includes a list of terms that appear on many pages', () => {
    const pages = Array.from({ length: 9 }, (_, at) =>
      paragraph(`The bearing, the camshaft and the flange are greased. ${PROSE}`, at + 1),
    );
    const lines = ['bearing', 'camshaft', 'flange'].map((part, at) => dotted(part, at + 3));

    expect(markedOf(...pages, paragraph(lines.join('\n'), 9))).toEqual([]);
  });

  it('includes a list of contacts in plain text', async () => {
    const contacts = 'Night shift ......... night@northwind.example\nDay shift ......... 555-0199';

    const { chunks } = await parseBytes(`Contacts\n\n${contacts}\n\n${PROSE}`, 'contacts.txt');

    expect(chunks.map(({ content }) => content).join('\n')).toContain('night@northwind.example');
  });

  it('includes dots in code', () => {
    expect(markedOf({ kind: 'code', text: `${'.'.repeat(20)} 3\n${'.'.repeat(20)} 4` })).toEqual(
      [],
    );
  });
});

describe('a document with boilerplate', () => {
  const source = [
    '<html><head><title>T</title></head><body>',
    '<div role="navigation"><h3>Navigation</h3><ul><li>index</li><li>next</li></ul></div>',
    `<h1>Pumps<a class="headerlink" href="#pumps">¶</a></h1><p>${PROSE}</p>`,
    '<h2>Table of Contents</h2><ul><li>Gates</li><li>Locks</li></ul>',
    `<h2>Gates ¶</h2><p>Gates close at nine.</p><h2>Locks</h2><p>Locks are oiled.</p>`,
    '<div class="sphinxsidebar"><h3>This Page</h3><ul><li>Show Source</li></ul></div>',
    '</body></html>',
  ].join('\n');

  it('keeps it in its text but in no passage, and ignores navigation and anchors', async () => {
    const { text, chunks } = await parseBytes(Buffer.from(source), 'page.html');

    const passages = chunks.map(({ content }) => content).join('\n');
    expect(text).toContain('Table of Contents');
    expect(passages).not.toContain('Table of Contents');
    expect(text).not.toMatch(/¶|Navigation|Show Source/u);
    expect(chunks.map(({ chapter }) => chapter)).toEqual([
      'Pumps',
      'Pumps › Gates',
      'Pumps › Locks',
    ]);
    for (const { content, charStart, charEnd } of chunks) {
      expect(text.slice(charStart, charEnd)).toBe(content);
    }
  });

  const contents = '- [Pumps](#pumps)\n  - [Filters](#filters)\n- [Gates `A`](#gates)\n\n';
  const passagesOf = async (source: string) => {
    const { chunks } = await parseBytes(source, 'guide.md');
    return chunks.map(({ content }) => content).join('\n');
  };

  it('leaves links to its own headings out of its Markdown passages', async () => {
    const passages = await passagesOf(`# Guide\n\n${contents}## Pumps\n\n${PROSE}\n`);

    expect(passages).not.toContain('Filters');
    expect(passages).toContain('Pump 3 is serviced');
  });

  it.each([
    ['links to other documents', '- [Pumps](a.md#pumps)\n- [Gates](b.md)\n'],
    ['words next to the links', '- [Pumps](#pumps) move water\n- [Gates](#gates) hold it\n'],
    ['a single link', '- [Pumps](#pumps)\n'],
  ])('keeps a Markdown list with %s', async (_, source) => {
    expect(await passagesOf(`${source}\n## Service\n\n${PROSE}\n`)).toContain('Pumps');
  });

  it('keeps a list of links to its own headings if there is hardly any other text', async () => {
    expect(await passagesOf(contents.repeat(4))).toContain('Filters');
  });

  it('keeps the lines of code and their indentation', async () => {
    const code = '    if (open) {\n        close();\n\n        sign();\n    }';

    const { chunks } = await parseBytes(
      Buffer.from(`<html><body><p>Do this:</p><pre>${code}</pre></body></html>`),
      'code.html',
    );

    expect(chunks[0]?.content).toBe('Do this:\n\nif (open) {\n    close();\n    sign();\n}');
  });
});

describe('headings of plain text', () => {
  const read = async (...lines: string[]) => {
    const source = lines.flatMap((line) => [line, PROSE]).join('\n\n');
    const { chunks } = await parseBytes(Buffer.from(source), 'plain.txt');
    return [...new Set(chunks.map(({ chapter }) => chapter))];
  };

  it.each([
    [
      ['A. Standard Resolution Procedure', 'A.1. Proposal'],
      'A. Standard Resolution Procedure › A.1. Proposal',
    ],
    [['ARTICLE I', 'Section 2.'], 'ARTICLE I › Section 2.'],
    [['Artikel 5 Kündigung', '§ 7 Fristen'], 'Artikel 5 Kündigung › § 7 Fristen'],
    [
      ['3. Pumps', '3.7. Filters', '3.7.2. Requirements'],
      '3. Pumps › 3.7. Filters › 3.7.2. Requirements',
    ],
    [['Điều 4. Nghỉ phép'], 'Điều 4. Nghỉ phép'],
    [['Статья 12'], 'Статья 12'],
  ])('are found in %j', async (lines, path) => {
    expect((await read(...lines)).at(-1)).toBe(path);
  });

  it.each(['He bought 3 pumps.', 'Section 2 applies to all of them.', 'Part of it was lost'])(
    'are not sentences: %s',
    async (line) => {
      expect(await read(line)).toEqual([null]);
    },
  );
});

// Looked through again from each of its places, such a line would take longer than any test waits.
it.each([
  ['underscores', '_'.repeat(1_000_000)],
  ['hyphens', '-'.repeat(1_000_000)],
  ['letters', 'a'.repeat(1_000_000)],
  ['dots', '.'.repeat(1_000_000)],
])('one huge line of %s is scanned only once', async (_, line) => {
  const { text } = await parseDocument({
    bytes: Buffer.from(`Lines\n\n${line}`),
    filename: 'a.txt',
    chunkTokens: 400,
  });

  expect(text.length).toBeGreaterThan(0);
});
