import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { pdfStream, smallPdf } from '../../../support/small-pdf.js';

const TEXT = 'The ferry Quoll leaves at eight.';
const FILE = [
  '<</Type/Filespec/F(rates.txt)/EF<</F 7 0 R>>>>',
  pdfStream('The rate is 12 euros.', '/Type/EmbeddedFile'),
];

describe('files attached to a PDF', () => {
  it.each([
    [
      'an Acrobat portfolio',
      smallPdf(TEXT, {
        catalog:
          '/Collection<</View/D>>/Names<</EmbeddedFiles<</Names[(a) 6 0 R (b) 6 0 R (c) 6 0 R]>>>>',
        objects: FILE,
      }),
      { detail: expect.stringContaining('not read: 3.') },
    ],
    [
      'an icon on a page',
      smallPdf(TEXT, {
        page: '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[9 9 30 30]/FS 6 0 R>>]',
        objects: FILE,
      }),
      { pages: [1] },
    ],
  ])('bring a warning in %s', async (_, bytes, warning) => {
    const { text, warnings } = await parseBytes(bytes, 'a.pdf');

    expect(text).toBe(TEXT);
    expect(warnings).toEqual([expect.objectContaining({ code: 'content_left_out', ...warning })]);
  });

  it('bring no warning if there are none', async () => {
    const { warnings } = await parseBytes(smallPdf(TEXT), 'a.pdf');

    expect(warnings).toEqual([]);
  });
});
