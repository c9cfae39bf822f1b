import { describe, expect, it } from '@jest/globals';
import { despeckle } from '../../../src/parsing/ocr/despeckle.js';
import { linesAt, pdfOf } from '../../support/pdf-pages.js';
import { drawGrey } from '../../support/scanned-pages.js';

const SIZE = { width: 300, height: 100 };
const page = await drawGrey(
  pdfOf([linesAt([20, 70], ['Receipts are kept for', 'ten years.'], { font: 'T', size: 8 })], SIZE),
);

/** The same page with a dark point on every 200th pixel. */
const dirty = { ...page, grey: page.grey.map((value, at) => (at % 199 === 0 ? 20 : value)) };

const differing = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce(
    (count, value, at) => (Math.abs(value - (other[at] ?? 0)) > 60 ? count + 1 : count),
    0,
  );

describe('despeckle', () => {
  it('leaves a clean page as it is, with its thinnest strokes', () => {
    expect(despeckle(page).grey).toEqual(page.grey);
  });

  it('takes the specks out of a dirty page', () => {
    const specks = differing(dirty.grey, page.grey);

    const left = despeckle(dirty).grey.filter(
      (value, at) => at % 199 === 0 && value < 100 && (page.grey[at] ?? 0) > 200,
    );

    expect(specks).toBeGreaterThan(500);
    // Those at the edge, and those that touch a letter, stay.
    expect(left.length).toBeLessThan(specks / 20);
  });
});
