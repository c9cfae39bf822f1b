import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { FIRST_OBJECT, linesAt, pdfOf, streamOf, textAt } from '../../../support/pdf-pages.js';

const NAMES = ['A', 'B', 'C', 'D'] as const;

/** A picture of four dots, each other than the next. */
const pictureOf = (_: string, at: number): string =>
  streamOf(
    String.fromCharCode(60 + at, 80, 100, 120),
    '/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray',
  );

const withPictures = (pages: readonly (readonly string[])[]): Buffer =>
  pdfOf(pages, {
    resources: `/XObject<<${NAMES.map((name, at) => `/${name} ${FIRST_OBJECT + at} 0 R`).join('')}>>`,
    objects: NAMES.map(pictureOf),
  });

/** Draws a picture over as much of the page's height. */
const show = (name: (typeof NAMES)[number], share = 1): string =>
  `q 595 0 0 ${842 * share} 0 0 cm /${name} Do Q`;

const TEXT = linesAt(
  [60, 700],
  ['The ferry leaves from the new quay at half past six', 'and calls at the islands on its way.'],
);

const unreadOf = async (pages: readonly (readonly string[])[]): Promise<number[]> => {
  const { warnings } = await parseBytes(withPictures(pages), 'pages.pdf');
  return warnings.flatMap(({ code, pages: own = [] }) => (code === 'pages_unread' ? own : []));
};

describe('a page of a PDF with a picture', () => {
  const readings = ['2026', '1 204', '1 377', '1 090', '1 512'];
  const figures = linesAt([300, 800], [...readings, ...readings], { leading: 20 });

  it('is read if its text is all digits', async () => {
    const unread = await unreadOf([[TEXT], [show('A', 0.4), figures], [show('B'), figures]]);

    expect(unread).toEqual([]);
  });

  it('counts as unread if its only text is the page number', async () => {
    const unread = await unreadOf([[TEXT], [show('A', 0.4), textAt([290, 30], '12')]]);

    expect(unread).toEqual([2]);
  });

  it('counts as unread if a stamp is all the text on its scan', async () => {
    const unread = await unreadOf([[TEXT], [show('A'), textAt([290, 30], 'Seen 2026-02-11')]]);

    expect(unread).toEqual([2]);
  });

  it('is accepted if the whole document is a few digits', async () => {
    const { text } = await parseBytes(
      withPictures([[show('A', 0.1), textAt([60, 700], '4711 0815 1234')]]),
      'codes.pdf',
    );

    expect(text).toBe('4711 0815 1234');
  });
});

describe('a background picture shared by several pages of a PDF', () => {
  it('does not make a page with few words count as unread', async () => {
    const unread = await unreadOf([
      [show('A'), textAt([60, 700], 'Part 1: Sails', { size: 30 })],
      [show('A'), TEXT],
      [show('A'), textAt([60, 700], 'Part 2: Ropes', { size: 30 })],
      [show('A')],
    ]);

    expect(unread).toEqual([]);
  });

  it('does not hide another picture on one of them', async () => {
    const unread = await unreadOf([
      [show('A'), TEXT],
      [show('A'), show('B', 0.8), textAt([60, 700], 'Map')],
      [show('A'), TEXT],
    ]);

    expect(unread).toEqual([2]);
  });

  it('is not confused with scans that differ from page to page', async () => {
    const number = (page: number): string => textAt([290, 30], `Page ${page}`);

    const unread = await unreadOf([
      [TEXT],
      [show('A'), number(2)],
      [show('B'), number(3)],
      [show('C'), number(4)],
    ]);

    expect(unread).toEqual([2, 3, 4]);
  });

  it('counts as content if no page has any other', async () => {
    const unread = await unreadOf([[TEXT], [show('A')], [show('A')], [show('A')]]);

    expect(unread).toEqual([2, 3, 4]);
  });
});
