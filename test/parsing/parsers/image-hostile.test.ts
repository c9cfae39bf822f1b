import { describe, expect, it } from '@jest/globals';
import { lookAtPages } from '../../../src/parsing/page-pictures/look-at-pages.js';
import { PARSER_LIMITS } from '../../../src/parsing/parse-failure.js';
import { parseDocument } from '../../../src/parsing/parse-document.js';
import { LOSSLESS_WEBP, LOSSY_WEBP, pngOf, tiffOf, TURNED_JPEG } from '../../support/images.js';

const parse = (bytes: Buffer) =>
  parseDocument({
    bytes,
    filename: 'scan',
    chunkTokens: 400,
    ocr: { mode: 'scans', readings: [] },
  });

const draw = (bytes: Buffer, page = 1) =>
  lookAtPages(bytes, { look: 'scan', page, maxPixels: 25_000_000 });

const withNumber = (
  bytes: Buffer,
  at: number,
  write: (copy: Buffer, at: number) => void,
): Buffer => {
  const copy = Buffer.from(bytes);
  write(copy, at);
  return copy;
};

const HUGE = 60_000;
const hugeJpeg = withNumber(
  TURNED_JPEG,
  TURNED_JPEG.indexOf(Buffer.from('ffc0', 'hex')),
  (copy, at) => copy.writeUInt32BE(0xea60ea60, at + 5),
);
const hugeLossless = withNumber(LOSSLESS_WEBP, 21, (copy, at) =>
  copy.writeUInt32LE(0x0fff_ffff, at),
);
const hugeLossy = withNumber(LOSSY_WEBP, 26, (copy, at) => copy.writeUInt32LE(0x3fff3fff, at));
const PAGES = Array.from({ length: PARSER_LIMITS.pages + 1 }, () => 1);

describe('A hostile picture', () => {
  it.each([
    ['PNG', pngOf({ width: HUGE, height: HUGE })],
    ['JPEG', hugeJpeg],
    ['TIFF', tiffOf({ width: HUGE, height: HUGE })],
    ['lossless WebP', hugeLossless],
    ['lossy WebP', hugeLossy],
  ])('of more pixels than are ever decoded is refused by its header: %s', async (_, bytes) => {
    await expect(parse(bytes)).rejects.toMatchObject({ code: 'document_too_complex' });
    await expect(draw(bytes)).rejects.toMatchObject({ code: 'document_too_complex' });
  });

  it('of thousands of pages is refused before any is decoded', async () => {
    await expect(parse(tiffOf({ orientations: PAGES }))).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('whose directories name each other in a circle has each page once', async () => {
    const { pageCount } = await parse(tiffOf({ orientations: [1, 1, 1], next: 0 }));

    expect(pageCount).toBe(3);
  });

  it('that unpacks to more than its header says is read as far as that', async () => {
    const rows = Buffer.alloc(64 * 1024 * 1024);

    const drawn = await draw(pngOf({ rows }));

    expect(drawn).toMatchObject({ type: 'scan', width: 48, height: 32 });
  });

  it.each([
    ['PNG', pngOf(), 40],
    ['JPEG', TURNED_JPEG, 150],
    ['TIFF', tiffOf(), 100],
    ['WebP', LOSSLESS_WEBP, 26],
  ])('that is cut off is damaged and stops nothing else: %s', async (_, bytes, length) => {
    await expect(draw(bytes.subarray(0, length))).rejects.toMatchObject({
      code: 'document_corrupt',
    });
    expect(await draw(bytes)).toMatchObject({ type: 'scan' });
  });

  it('whose directory says more pixels than there are is damaged', async () => {
    await expect(draw(tiffOf({ width: 4000, height: 4000 }))).rejects.toMatchObject({
      code: 'document_corrupt',
    });
  });
});
