import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { linesAt, pdfOf, textAt } from '../../../support/pdf-pages.js';

const HARBOURS = ['Alta', 'Bodo', 'Moss', 'Narvik'];

/** A page that is full of text below a heading. */
const textOf = (harbour: string): string[] => [
  textAt([60, 780], `Harbour of ${harbour}`, { size: 18 }),
  linesAt(
    [60, 740],
    Array.from(
      { length: 40 },
      (_, at) => `Berth ${at} of ${harbour} is let to the fishing boats that winter here`,
    ),
    { leading: 14 },
  ),
];

/** The kept text, and the headings above its passages. */
const readPages = async (pages: readonly (readonly string[])[]) => {
  const { text, title, chunks } = await parseBytes(pdfOf(pages), 'harbours.pdf');
  const headings = chunks.flatMap(({ headingPath }) => headingPath);
  return { text, title, headings: [...new Set(headings)] };
};

const count = (text: string, word: string): number => text.split(word).length - 1;

describe('a word printed across the pages of a PDF', () => {
  const ACROSS = textAt([150, 250], 'DRAFT', { size: 110, angle: 50 });
  const UPRIGHT = textAt([90, 420], 'CONFIDENTIAL', { size: 60 });

  it.each([
    ['slanted, painted before the text', 'DRAFT', (text: string[]) => [ACROSS, ...text]],
    ['slanted, painted after the text', 'DRAFT', (text: string[]) => [...text, ACROSS]],
    ['upright, painted before the text', 'CONFIDENTIAL', (text: string[]) => [UPRIGHT, ...text]],
    ['upright, painted after the text', 'CONFIDENTIAL', (text: string[]) => [...text, UPRIGHT]],
  ])('is kept once and is not a heading: %s', async (_, word, print) => {
    const { text, title, headings } = await readPages(HARBOURS.map((name) => print(textOf(name))));

    expect(count(text, word)).toBe(1);
    expect(text.split('\n')).toContain(word);
    expect(headings).toEqual(HARBOURS.map((name) => `Harbour of ${name}`));
    expect(title).toBeNull();
  });

  it('is kept once if it covers the page as tiles', async () => {
    const tiles = [100, 300, 500].flatMap((x) =>
      [150, 350, 550].map((y) => textAt([x, y], 'Copy of M. Berg', { size: 14, angle: 30 })),
    );

    const { text } = await readPages(HARBOURS.map((name) => [...tiles, ...textOf(name)]));

    expect(count(text, 'Copy of M. Berg')).toBe(1);
    expect(text).toContain('Berth 7 of Moss is let to the fishing boats that winter here Berth 8');
  });

  it('is kept once if some of the pages have no text to cross', async () => {
    const pages = [[UPRIGHT], [UPRIGHT, ...textOf('Alta')], [UPRIGHT, ...textOf('Bodo')]];

    const { text, headings } = await readPages(pages);

    expect(count(text, 'CONFIDENTIAL')).toBe(1);
    expect(headings).toEqual(['Harbour of Alta', 'Harbour of Bodo']);
  });

  it('is not a heading on a single page either', async () => {
    const { text, headings } = await readPages([[...textOf('Moss'), ACROSS]]);

    expect(text.startsWith('DRAFT\n\nHarbour of Moss')).toBe(true);
    expect(headings).toEqual(['Harbour of Moss']);
  });
});

describe('large or slanted words that cross no text', () => {
  it('stay headings if they are large', async () => {
    const pages = HARBOURS.map((name) => [
      textAt([60, 700], 'Results', { size: 40 }),
      linesAt([60, 640], [`The harbour of ${name} had more guests`, 'than in the year before.']),
    ]);

    const { text } = await readPages(pages);

    expect(count(text, 'Results')).toBe(4);
  });

  it('stay if they are the labels of a chart', async () => {
    const labels = (name: string): string[] => [
      ...textOf(name),
      ...['spring', 'summer', 'autumn'].map((season, at) =>
        textAt([100 + 80 * at, 100], season, { size: 9, angle: 45 }),
      ),
    ];

    const { text } = await readPages(['Alta', 'Bodo'].map(labels));

    expect(count(text, 'summer')).toBe(2);
  });
});
