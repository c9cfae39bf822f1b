import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { fixturePath } from '../support/parsing.js';
import { filesWithSeen, shownIn } from '../support/seen-files.js';

/**
 * Each file was written by the program that it is named after, which `test/fixtures/programs/README.md` lists; what a person sees in it
 * stands beside it, in the file whose name ends in `.seen`.
 */
describe.each([
  ['docx', 'a Word document with deleted rows, headers, tables, links, lists and titles'],
  ['odt', 'an OpenDocument text with repeated and merged cells, links, lists and titles'],
  ['rtf', 'an RTF document with deleted rows, tables, links and lists'],
  ['html', 'a web page with merged cells, links, drawings and frames'],
  ['md', 'a Markdown text with bars in cells, characters that are not emphasis, and links'],
  ['ruby', 'a text with ruby annotations'],
  ['xlsx', 'an Excel workbook with two header rows, groups, merged cells, escapes and links'],
  ['ods', 'an OpenDocument sheet with two header rows, groups, merged cells and links'],
  ['csv', 'a table of separated values'],
  ['pptx', 'PowerPoint slides with tables, links, lists and notes'],
  ['odp', 'OpenDocument slides with tables, links, lists and notes'],
  ['txt', 'plain text with aligned or drawn columns'],
  ['mbox', 'a mailbox of several e-mails'],
  ['ics', 'a calendar'],
  ['invitation', 'an invitation by e-mail'],
  ['vcf', 'an address card'],
  ['ipynb', 'a notebook'],
  ['code', 'source code'],
  ['log', 'a log with control sequences'],
  ['subs', 'subtitles'],
  ['pdf-margins', 'a PDF with numbered first lines below a running header'],
  ['pdf-dropcap', 'a PDF with a drop cap'],
  ['pdf-linenumbers', 'a PDF with line numbers'],
  ['pdf-turned', 'a PDF with rotated column headings'],
  ['pdf-layers', 'a PDF with a hidden layer'],
  ['pdf-sheet', 'a PDF with rows that no line separates'],
  ['pdf-links', 'a PDF with links'],
  ['pdf-watermark', 'a PDF with a watermark'],
  ['pdf-attached', 'a PDF with an attached file'],
  ['pdf-xfa', 'a PDF with an XFA form'],
  ['pdf-form', 'a PDF form with groups of radio buttons'],
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
