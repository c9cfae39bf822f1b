import { describe, expect, it } from '@jest/globals';
import type { OcrRequest, ReadText } from '../../../src/parsing/ocr/schema.js';
import { lookAtPages } from '../../../src/parsing/page-pictures/look-at-pages.js';
import { parseDocument } from '../../../src/parsing/parse-document.js';
import {
  alphaPng,
  LOSSLESS_WEBP,
  LOSSY_WEBP,
  pngOf,
  tiffOf,
  TURNED_JPEG,
} from '../../support/images.js';

const NOTHING_READ: OcrRequest = { mode: 'scans', readings: [] };

const parse = (bytes: Buffer, ocr?: OcrRequest) =>
  parseDocument({ bytes, filename: 'scan', chunkTokens: 400, ocr });

const draw = async (bytes: Buffer, page = 1) => {
  const drawn = await lookAtPages(bytes, { look: 'scan', page, maxPixels: 25_000_000 });
  if (drawn.type !== 'scan') throw new Error('The page was not drawn.');
  return drawn;
};

/** The corner of a picture that is dark, such as "upper left". */
const darkCorner = async (bytes: Buffer, page = 1): Promise<string> => {
  const { width, height, grey } = await draw(bytes, page);
  const isDark = (across: number, down: number): boolean =>
    (grey[Math.floor(down * height) * width + Math.floor(across * width)] ?? 255) < 100;
  const corners = [
    [0.1, 0.1, 'upper left'],
    [0.9, 0.1, 'upper right'],
    [0.1, 0.9, 'lower left'],
    [0.9, 0.9, 'lower right'],
  ] as const;
  const dark = corners.filter(([across, down]) => isDark(across, down));
  return dark.map(([, , name]) => name).join(', ');
};

const sentence = (text: string, confidence = 90): ReadText => ({
  turned: 0,
  confidence,
  lines: [
    {
      baseline: 0.2,
      height: 0.02,
      words: text.split(' ').map((word, at) => ({
        text: word,
        confidence,
        left: 0.1 + 0.1 * at,
        right: 0.18 + 0.1 * at,
        top: 0.18,
        bottom: 0.2,
      })),
    },
  ],
});

const FORMATS = [
  ['png', pngOf(), 1],
  ['jpeg', TURNED_JPEG, 1],
  ['tiff', tiffOf({ orientations: [1, 1, 1] }), 3],
  ['webp', LOSSLESS_WEBP, 1],
  ['webp', LOSSY_WEBP, 1],
] as const;

describe('A picture file', () => {
  it.each(FORMATS)('of the format %s names its pages for an engine', async (_, bytes, pages) => {
    const { toRead, pageCount } = await parse(bytes, NOTHING_READ);

    expect(pageCount).toBe(pages);
    expect(toRead).toEqual(Array.from({ length: pages }, (__, at) => ({ page: at + 1 })));
  });

  it.each(FORMATS)('of the format %s is known by its bytes', async (format, bytes, _) => {
    const readings = [{ page: 1, text: sentence('Receipts are kept for years') }];

    expect(await parse(bytes, { mode: 'scans', readings })).toMatchObject({ format });
  });

  it.each(FORMATS)('of the format %s is refused without an engine', async (_, bytes, __) => {
    await expect(parse(bytes)).rejects.toMatchObject({
      code: 'document_image_only',
      message: expect.stringContaining('(setting OCR)'),
    });
  });

  it('says what was read in it, page by page', async () => {
    const readings = [
      { page: 1, text: sentence('Receipts are kept for years') },
      { page: 2, text: null },
      { page: 3, text: sentence('Hotels need an approval first') },
    ];

    const parsed = await parse(tiffOf({ orientations: [1, 1, 1] }), { mode: 'scans', readings });

    expect(parsed.text).toContain('Receipts are kept for years');
    expect(parsed.chunks.at(-1)).toMatchObject({ pageEnd: 3, blocks: expect.anything() });
    expect(parsed.chunks.flatMap(({ blocks }) => blocks).every(({ ocr }) => ocr === true)).toBe(
      true,
    );
    expect(parsed.warnings).toMatchObject([{ code: 'pages_unread', pages: [2] }]);
  });

  it('has boxes where its words stand, without being decoded', async () => {
    const span = { firstPage: 1, lastPage: 1, text: 'kept for', before: '' };
    const readings = [{ page: 1, text: sentence('Receipts are kept for years') }];
    const headOnly = pngOf().subarray(0, 60);

    const found = await lookAtPages(headOnly, { look: 'boxes', ...span, readings });

    expect(found).toMatchObject({ type: 'boxes', match: 'exact' });
    if (found.type !== 'boxes') return;
    expect(found.boxes[0]?.left).toBeCloseTo(0.3, 1);
    expect(found.boxes[0]?.top).toBeCloseTo(0.18, 1);
  });
});

describe('The page of a picture file', () => {
  it.each([
    ['a PNG', pngOf(), 'upper left'],
    ['a PNG with transparency', alphaPng(), 'upper left'],
    ['a lossless WebP', LOSSLESS_WEBP, 'upper left'],
    ['a lossy WebP', LOSSY_WEBP, 'upper left'],
    ['a JPEG that says it has to be turned', TURNED_JPEG, 'upper right'],
  ] as const)('is the picture of %s', async (_, bytes, dark) => {
    expect(await darkCorner(bytes)).toBe(dark);
  });

  it('is turned and mirrored as the directory of a TIFF says', async () => {
    const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
    const file = tiffOf({ orientations });

    const corners = [];
    for (const page of orientations) corners.push(await darkCorner(file, page));

    expect(corners).toEqual([
      'upper left',
      'upper right',
      'lower right',
      'lower left',
      'upper left',
      'upper right',
      'lower right',
      'lower left',
    ]);
  });

  it('is as high as the rows of a fax are far apart', async () => {
    const { width, height } = await draw(tiffOf({ dpi: { across: 200, down: 100 } }));

    expect(height / width).toBeCloseTo((2 * 16) / 24, 1);
  });

  it('is a PNG of the wanted width for a person who looks at it', async () => {
    const seen = await lookAtPages(TURNED_JPEG, { look: 'picture', page: 1, width: 200 });

    if (seen.type !== 'picture') throw new Error('The page was not drawn.');
    expect(Buffer.from(seen.png).readUInt32BE(16)).toBe(200);
    expect(Buffer.from(seen.png).readUInt32BE(20)).toBe(300);
  });
});
