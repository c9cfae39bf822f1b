import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { fixturePath } from '../support/parsing.js';
import { filesWithSeen, shownIn } from '../support/seen-files.js';

/**
 * Each file was written by the program that it is named after, which `test/fixtures/programs/README.md` lists; what a person sees in it
 * stands beside it, in the file whose name ends in `.seen`.
 */
describe.each([
  ['docx', 'a text of Word: deleted rows, headers, tables, links, lists and titles'],
  ['odt', 'a text of OpenDocument: repeated and covering cells, links, lists and titles'],
  ['rtf', 'a text of RTF: deleted rows, tables, links and lists'],
  ['html', 'a web page: cells over others, links, drawings and frames'],
  ['md', 'a text of Markdown: bars in cells, signs that are no emphasis, links'],
  ['ruby', 'a text with reading aids'],
  ['xlsx', 'a workbook of Excel: two rows of names, groups, cells over others, escapes, links'],
  ['ods', 'a sheet of OpenDocument: two rows of names, groups, cells over others, links'],
  ['csv', 'a table of separated values'],
  ['pptx', 'slides of PowerPoint: tables, links, lists and notes'],
  ['odp', 'slides of OpenDocument: tables, links, lists and notes'],
  ['txt', 'columns that are aligned or drawn in a plain text'],
  ['mbox', 'a mailbox of several mails'],
  ['ics', 'a calendar'],
  ['invitation', 'an invitation by mail'],
  ['vcf', 'an address card'],
  ['ipynb', 'a notebook'],
  ['code', 'source code'],
  ['log', 'a log with control sequences'],
  ['subs', 'subtitles'],
  ['pdf-margins', 'a PDF whose first lines differ by their numbers below a running header'],
  ['pdf-dropcap', 'a PDF with an initial'],
  ['pdf-linenumbers', 'a PDF with the numbers of its lines'],
  ['pdf-turned', 'a PDF with turned headings of columns'],
  ['pdf-layers', 'a PDF with a layer that is switched off'],
  ['pdf-sheet', 'a PDF with rows that no line parts'],
  ['pdf-links', 'a PDF with links'],
  ['pdf-watermark', 'a PDF with a watermark'],
  ['pdf-attached', 'a PDF with a file in it'],
  ['pdf-xfa', 'a PDF with a form of XFA'],
  ['pdf-form', 'a PDF with groups of buttons in a form'],
  ['pdf-indic', 'a PDF in Hindi'],
])('%s: %s', (folder) => {
  const files = filesWithSeen(folder);

  it.each(files)('is read as a person sees it, written by $file', async ({ path, seen }) => {
    expect(await shownIn(path)).toBe(await readFile(seen, 'utf8'));
  });

  it('is listed with the programs that wrote it', async () => {
    const list = await readFile(fixturePath('programs/README.md'), 'utf8');
    const listed = files.map(({ file }) => list.includes(`\`${folder}/${file}\``));

    expect(listed).toEqual(files.map(() => true));
  });
});
