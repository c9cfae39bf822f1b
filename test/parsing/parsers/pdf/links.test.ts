import { describe, expect, it } from '@jest/globals';
import { addTargets } from '../../../../src/parsing/parsers/pdf/links.js';
import { parseBytes } from '../../../support/parsing.js';
import { smallPdf } from '../../../support/small-pdf.js';

const SHOP = 'https://drell.example/order?part=7';

/** A page with a line of three pieces, of which the middle one lies between 149 and 195, and a second line below. */
const read = async (annotations: string, below = ''): Promise<string> => {
  const line = `Order parts in) Tj 77 0 Td (the shop) Tj 50 0 Td (today.) Tj -127 -16 Td (${below}`;
  const bytes = smallPdf(line, { page: `/Annots[${annotations}]` });
  return (await parseBytes(bytes, 'a.pdf')).text;
};

const link = (area: string, target: string, more = ''): string =>
  `<</Type/Annot/Subtype/Link/Rect[${area}]${more}/A<</S/URI/URI(${target})>>>>`;
const MIDDLE = '149 697 195 710';
const BELOW = '72 681 140 694';

describe('the target of a link in a PDF', () => {
  it.each([
    ['Word', link(MIDDLE, SHOP, '/F 4/BS<</W 0>>/StructParent 1')],
    ['LaTeX', link(MIDDLE, SHOP, '/Border[0 0 1]/H/I/C[0 1 1]')],
    ['InDesign', link(MIDDLE, SHOP, '/QuadPoints[149 710 195 710 149 697 195 697]')],
    [
      'a program that stores the corners in reverse',
      `<</Subtype/Link/Rect[195 710 149 697]/A<</Type/Action/S/URI/URI(${SHOP})/IsMap false>>>>`,
    ],
  ])('follows its words: %s', async (_, annotation) => {
    expect(await read(annotation)).toBe(`Order parts in the shop (${SHOP}) today.`);
  });

  it('appears once after words that run over two lines', async () => {
    const text = await read(
      link('149 697 240 710', SHOP) + link(BELOW, SHOP),
      'and tomorrow. The rest follows.',
    );

    expect(text).toBe(`Order parts in the shop today. and tomorrow (${SHOP}). The rest follows.`);
  });

  it('is the mail address without its subject', async () => {
    expect(await read(link(MIDDLE, 'mailto:a.lee@drell.example?subject=Hi'))).toBe(
      'Order parts in the shop (a.lee@drell.example) today.',
    );
  });

  it.each([
    ['it points into the same file', '<</Subtype/Link/Rect[149 697 195 710]/Dest[3 0 R/Fit]>>'],
    ['it runs a program', link(MIDDLE, 'javascript:steal()')],
    ['it is hidden', link(MIDDLE, SHOP, '/F 2')],
    ['nothing is printed there', link('400 100 500 120', SHOP)],
  ])('is left out if %s', async (_, annotation) => {
    expect(await read(annotation)).toBe('Order parts in the shop today.');
  });

  it('is left out if the printed words are the address', async () => {
    const text = await read(link('72 681 300 694', 'https://drell.example/'), 'www.drell.example');

    expect(text).not.toContain('(');
  });

  it('is not looked up on a page with more links than a reader could follow', () => {
    const area = { left: 0, right: 1, bottom: 0, top: 1, target: SHOP };
    const frame = { cos: 1, sin: 0, left: 0, bottom: 0, width: 1, height: 1 };
    const run = { object: 0, frame, isFixed: false, size: 1 };
    const glyphs = Array.from({ length: 3_000 }, () => ({
      text: 'a',
      x: 0,
      right: 1,
      y: 0,
      size: 1,
      run,
    }));

    const shown = addTargets(
      glyphs,
      Array.from({ length: 5_000 }, () => area),
    );

    expect(shown).toEqual(glyphs);
  });
});
