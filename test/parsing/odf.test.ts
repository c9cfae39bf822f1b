import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../support/parsing.js';
import { zipArchive } from '../support/zip-archive.js';

const STYLES = [
  ['Up', 'style:text-position="super 58%"'],
  ['Down', 'style:text-position="-33% 58%"'],
  ['Old', 'style:text-line-through-style="solid" style:text-line-through-type="single"'],
]
  .map(
    ([name, look]) =>
      `<style:style style:family="text" style:name="${name}"><style:text-properties ${look}/></style:style>`,
  )
  .join('');

const span = (style: string, text: string): string =>
  `<text:span text:style-name="${style}">${text}</text:span>`;

describe('ODT', () => {
  it.each([
    [`10${span('Up', '6')} cycles of CO${span('Down', '2')}`, '10⁶ cycles of CO₂'],
    [`The fine is ${span('Old', '40')} 55 euros`, 'The fine is 55 euros'],
  ])('reads %s as %s', async (content, shown) => {
    const file = zipArchive([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
      {
        name: 'content.xml',
        content: `<office:document-content>${STYLES}<text:p>${content}</text:p></office:document-content>`,
      },
    ]);

    expect((await parseBytes(file, 'a.odt')).text).toBe(shown);
  });
});

describe('ODS', () => {
  it('is read without its hidden rows and columns', async () => {
    const row = (values: readonly string[], more = ''): string =>
      `<table:table-row ${more}>${values.map((value) => `<table:table-cell><text:p>${value}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const table =
      '<table:table table:name="S"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>' +
      row(['Team', 'Pay', 'Day']) +
      row(['Skua', '992', 'Thu'], 'table:visibility="filter"') +
      row(['Puffin', '991', 'Mon']) +
      '</table:table>';
    const file = zipArchive([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      {
        name: 'content.xml',
        content: `<office:document-content>${table}</office:document-content>`,
      },
    ]);

    expect((await parseBytes(file, 'a.ods')).text).toBe('S\n\nTeam | Day\nPuffin | Mon');
  });
});
