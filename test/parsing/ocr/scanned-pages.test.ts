import { describe, expect, it } from '@jest/globals';
import { lookAtPages } from '../../../src/parsing/page-pictures/look-at-pages.js';
import { parseDocument } from '../../../src/parsing/parse-document.js';
import type { OcrRequest, PageReading, ReadText } from '../../../src/parsing/ocr/schema.js';
import { turnPicture } from '../../../src/parsing/ocr/turn-picture.js';
import { pdfOf, textAt } from '../../support/pdf-pages.js';
import { drawGrey, scannedPdf } from '../../support/scanned-pages.js';

const TYPED = [
  textAt([60, 700], 'This page is typed, and what it says is read from the file itself.', {
    size: 11,
  }),
];
const blank = await drawGrey(pdfOf([['']]));

/** Lines as an engine gives them, each a list of words with the place at which they begin, in fractions of the picture. */
const readText = (
  lines: readonly { at: number; words: readonly [text: string, left: number][] }[],
  { turned = 0, confidence = 90 }: Partial<Pick<ReadText, 'turned' | 'confidence'>> = {},
): ReadText => ({
  turned,
  confidence,
  lines: lines.map(({ at, words }) => ({
    baseline: at,
    height: 0.012,
    words: words.map(([text, left]) => ({
      text,
      confidence,
      left,
      right: left + 0.01 * text.length,
      top: at - 0.012,
      bottom: at,
    })),
  })),
});

const SENTENCE = readText([
  {
    at: 0.2,
    words: [
      ['Receipts', 0.1],
      ['are', 0.19],
      ['kept', 0.23],
      ['for', 0.28],
      ['ten', 0.32],
      ['years.', 0.36],
    ],
  },
]);

const parse = (bytes: Buffer, ocr?: OcrRequest) =>
  parseDocument({ bytes, filename: 'scan.pdf', chunkTokens: 400, ocr });

const withReadings = (readings: readonly PageReading[]): OcrRequest => ({
  mode: 'scans',
  readings,
});

const scan = scannedPdf([TYPED, { picture: blank }]);

describe('A PDF with a scanned page', () => {
  it('names the page for an engine to read, and only that', async () => {
    const { toRead, text } = await parse(scan, withReadings([]));

    expect(toRead).toEqual([{ page: 2 }]);
    expect(text).toContain('This page is typed');
  });

  it('names no page where no engine reads pictures, and warns of it', async () => {
    const { toRead, warnings } = await parse(scan);

    expect(toRead).toBeUndefined();
    expect(warnings).toMatchObject([{ code: 'pages_unread', pages: [2] }]);
  });

  it('is waited for where it is all that there is', async () => {
    const only = scannedPdf([{ picture: blank }]);

    expect(await parse(only, withReadings([]))).toMatchObject({ toRead: [{ page: 1 }], text: '' });
    await expect(parse(only)).rejects.toMatchObject({ code: 'document_image_only' });
  });

  it('says what an engine has read, on its page and marked with how sure that is', async () => {
    const parsed = await parse(scan, withReadings([{ page: 2, text: SENTENCE }]));

    expect(parsed.toRead).toBeUndefined();
    expect(parsed.warnings).toEqual([]);
    expect(parsed.text).toContain('Receipts are kept for ten years.');
    const blocks = parsed.chunks.flatMap((chunk) => chunk.blocks);
    expect(blocks.map(({ ocr, confidence }) => [ocr, confidence])).toEqual([
      [undefined, undefined],
      [true, 90],
    ]);
    expect(parsed.chunks.at(-1)).toMatchObject({ pageEnd: 2 });
  });

  it('has rows and columns where words stand below each other, with a warning', async () => {
    const table = readText([
      {
        at: 0.2,
        words: [
          ['Country', 0.1],
          ['Allowance', 0.5],
        ],
      },
      {
        at: 0.22,
        words: [
          ['France', 0.1],
          ['58', 0.5],
        ],
      },
      {
        at: 0.24,
        words: [
          ['Spain', 0.1],
          ['42', 0.5],
        ],
      },
    ]);

    const { text, warnings } = await parse(scan, withReadings([{ page: 2, text: table }]));

    expect(text).toContain('Country | Allowance\nFrance | 58\nSpain | 42');
    expect(warnings).toMatchObject([{ code: 'table_from_picture', pages: [2] }]);
  });

  it('is a warning where the engine failed at it', async () => {
    const { text, warnings } = await parse(scan, withReadings([{ page: 2, text: null }]));

    expect(text).toContain('This page is typed');
    expect(warnings).toMatchObject([{ code: 'pages_unread', pages: [2] }]);
  });

  it('is no longer a warning where nothing is written on it', async () => {
    const nothing = readText([], { confidence: 0 });

    const { warnings } = await parse(scan, withReadings([{ page: 2, text: nothing }]));

    expect(warnings).toEqual([]);
  });
});

describe('A page whose text says only characters that nobody knows', () => {
  const broken = pdfOf([[...TYPED, textAt([60, 600], '\x80\x81\x8d'.repeat(5))]]);
  const hasText = true;

  it('keeps its own text where the engine is not sure', async () => {
    const unsure = { ...SENTENCE, confidence: 60 };

    const { text } = await parse(broken, withReadings([{ page: 1, hasText, text: unsure }]));

    expect(text).toContain('This page is typed');
  });

  it('is replaced by what the engine is sure of', async () => {
    const { text } = await parse(broken, withReadings([{ page: 1, hasText, text: SENTENCE }]));

    expect(text).toBe('Receipts are kept for ten years.');
  });
});

describe('A picture beside text', () => {
  const picture = `q 200 0 0 200 60 300 cm /P0 Do Q`;
  const page = [...TYPED, picture];
  const pdf = scannedPdf([page, { picture: blank }]);

  it('is read only where all pictures are to be read', async () => {
    const scans = await parse(pdf, { mode: 'scans', readings: [] });
    const all = await parse(pdf, { mode: 'all', readings: [] });

    expect(scans.toRead).toEqual([{ page: 2 }]);
    expect(all.toRead).toMatchObject([{ page: 1, areas: [{}] }, { page: 2 }]);
    const [area] = all.toRead?.[0]?.areas ?? [];
    expect(area?.left).toBeCloseTo(60 / 595, 2);
    expect(area?.bottom).toBeCloseTo((842 - 300) / 842, 2);
  });

  it('adds what is written in it to what the page says', async () => {
    const areas = [{ left: 0.1, top: 0.4, right: 0.45, bottom: 0.65 }];
    const read = { page: 1, areas, text: SENTENCE };

    const { text } = await parse(pdf, { mode: 'all', readings: [read, { page: 2, text: null }] });

    expect(text).toContain('This page is typed');
    expect(text).toContain('Receipts are kept for ten years.');
  });
});

describe('Boxes around words that an engine has read', () => {
  const boxesOf = async (text: ReadText) => {
    const span = { firstPage: 2, lastPage: 2, text: 'kept for ten years', before: '' };
    const found = await lookAtPages(scan, {
      look: 'boxes',
      ...span,
      readings: [{ page: 2, text }],
    });
    if (found.type !== 'boxes') throw new Error('No boxes were looked for.');
    return found;
  };

  it('stand where the words stand in the picture', async () => {
    const { match, boxes } = await boxesOf(SENTENCE);

    expect(match).toBe('exact');
    expect(boxes).toHaveLength(1);
    expect(boxes[0]?.left).toBeCloseTo(0.23, 2);
    expect(boxes[0]?.width).toBeCloseTo(0.36 + 0.06 - 0.23, 1);
    expect(boxes[0]?.top).toBeCloseTo(0.19, 2);
  });

  it('are turned with a page that lies on its side', async () => {
    // Turned by a quarter with the clock, the upper edge of the picture is its right one.
    const { boxes } = await boxesOf({ ...SENTENCE, turned: 90 });

    expect(boxes[0]?.left).toBeCloseTo(0.19, 1);
    expect((boxes[0]?.top ?? 0) + (boxes[0]?.height ?? 0)).toBeCloseTo(1 - 0.23, 1);
  });
});

describe('turnPicture', () => {
  it.each([
    [90, [4, 1, 5, 2, 6, 3]],
    [180, [6, 5, 4, 3, 2, 1]],
    [270, [3, 6, 2, 5, 1, 4]],
  ] as const)('turns a picture by %i degrees with the clock', (turned, pixels) => {
    const picture = { width: 3, height: 2, grey: Uint8Array.from([1, 2, 3, 4, 5, 6]) };

    expect([...turnPicture(picture, turned).grey]).toEqual(pixels);
  });
});
