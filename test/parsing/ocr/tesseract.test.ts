import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openOcr } from '../../../src/parsing/ocr/open-ocr.js';
import { turnPicture } from '../../../src/parsing/ocr/turn-picture.js';
import { pdfOf, textAt } from '../../support/pdf-pages.js';
import { drawGrey } from '../../support/scanned-pages.js';

const require = createRequire(import.meta.url);
const LIMITS = { maxMemoryMb: 512, pageLimitMs: 60_000, startLimitMs: 60_000 };
const NEVER = new AbortController().signal;

const opened = openOcr({ mode: 'scans', languages: ['eng'], ...LIMITS });
if (opened === null || 'install' in opened) throw new Error('The engine is not installed.');
const { engine } = opened;
afterAll(() => engine.close());

/** Less than a page: reading takes time. */
const SMALL = { width: 300, height: 100 };
const picture = await drawGrey(
  pdfOf(
    [
      [
        textAt([20, 70], 'Receipts are kept for', { size: 12 }),
        textAt([20, 50], 'ten years.', { size: 12 }),
      ],
    ],
    SMALL,
  ),
);

const wordsOf = async (given: typeof picture) => {
  const { lines, turned } = await engine.read(given, { signal: NEVER });
  return { turned, lines: lines.map(({ words }) => words.map(({ text }) => text).join(' ')) };
};

describe('Tesseract', () => {
  it('reads the lines of a picture, each word with its place', async () => {
    const { lines, confidence } = await engine.read(picture, { signal: NEVER });

    expect(lines.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual([
      'Receipts are kept for',
      'ten years.',
    ]);
    expect(confidence).toBeGreaterThan(80);
    const [first] = lines[0]?.words ?? [];
    expect(first?.left).toBeCloseTo(20 / 300, 1);
    expect(lines[0]?.baseline).toBeCloseTo(0.3, 1);
  });

  it('reads a picture that stands on its head', async () => {
    const read = await wordsOf(turnPicture(picture, 180));

    expect(read).toEqual({ turned: 180, lines: ['Receipts are kept for', 'ten years.'] });
  });

  it('reads nothing in a picture without words', async () => {
    const grey = new Uint8Array(100 * 100).fill(255);

    expect(await wordsOf({ width: 100, height: 100, grey })).toEqual({ turned: 0, lines: [] });
  });
});

describe('openOcr', () => {
  it('names the command that installs what is missing', () => {
    const languages = ['eng', 'xxx'];

    expect(require.resolve('tesseract.js-core')).toContain('tesseract.js-core');
    expect(require.resolve('@tesseract.js-data/eng')).toContain('eng');
    expect(openOcr({ mode: null, languages, ...LIMITS })).toEqual({
      install: 'npm install @tesseract.js-data/xxx@1.0.0',
    });
    expect(() => openOcr({ mode: 'all', languages, ...LIMITS })).toThrow('npm install');
  });

  it('opens no engine where none is wanted', () => {
    expect(openOcr({ mode: 'off', languages: ['eng'], ...LIMITS })).toBeNull();
  });
});
