import { describe, expect, it } from '@jest/globals';
import { toPng } from '../../../src/parsing/page-pictures/png.js';
import { readPng } from '../../support/read-png.js';

/** Rows are longer in memory than they are wide, as PDFium's may be. */
const draw = (width: number, height: number, colourAt: (x: number, y: number) => number) => {
  const perRow = width + 3;
  const values = new Uint32Array(perRow * height).fill(0xff00ff);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) values[y * perRow + x] = colourAt(x, y);
  }
  return readPng(toPng({ width, height, perRow, values }));
};

describe('a rendered page as a PNG', () => {
  it('is greyscale if it has no colour, with every shade preserved', () => {
    const picture = draw(256, 2, (x) => x * 0x010101);

    expect(picture).toMatchObject({ width: 256, height: 2, isGrey: true });
    expect([0, 77, 255].map((x) => picture.colourAt(x, 1)[0])).toEqual([0, 77, 255]);
  });

  it('keeps each colour of a page with few colours', () => {
    const colours = [0xffffff, 0xd01010, 0x1010d0, 0x000000];
    const picture = draw(40, 10, (x) => colours[x % 4] ?? 0);

    expect(picture.isGrey).toBe(false);
    expect([0, 1, 2, 3].map((x) => picture.colourAt(x, 5))).toEqual([
      [255, 255, 255],
      [208, 16, 16],
      [16, 16, 208],
      [0, 0, 0],
    ]);
  });

  it('shows each pixel of a page with many colours in a similar one', () => {
    const colourOf = (x: number, y: number): number => (x << 16) | (y << 8) | ((x ^ y) & 0xff);
    const picture = draw(256, 256, colourOf);

    const far = [];
    for (let y = 0; y < 256; y += 5) {
      for (let x = 0; x < 256; x += 5) {
        const [red, green, blue] = picture.colourAt(x, y);
        if (Math.hypot(red - x, green - y, blue - (x ^ y)) > 60) far.push([x, y]);
      }
    }
    expect(far).toEqual([]);
  });
});
