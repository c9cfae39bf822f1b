import type { ReadPage } from '../../ocr/readings.js';
import type { ReadLine, ReadText } from '../../ocr/schema.js';
import { frameOf, turn, type Box, type Frame } from './frames.js';
import type { Glyph, Run } from './glyphs.js';
import type { PageAxes } from './page-axes.js';

type Page = { axes: PageAxes; box: Box };

/**
 * The words that an engine has read in a page's picture, as characters on the page: from here on they are laid out like any others. The
 * letters of a word share its width.
 */
export const toGlyphs = ({ text }: ReadPage, { axes, box }: Page): Glyph[] => {
  const toPage = createToPage(text.turned, axes);
  const [zero, across, down] = [toPage(0, 0), toPage(1, 0), toPage(0, 1)];
  const angle = Math.atan2(across[1] - zero[1], across[0] - zero[0]);
  const frame = frameOf(Math.abs(angle) < SMALLEST_ANGLE ? 0 : angle, box);
  const height = Math.hypot(down[0] - zero[0], down[1] - zero[1]);
  const usual = usualHeight(text.lines);
  return text.lines.flatMap((line, at) => {
    const own = Math.abs(line.height - usual) <= SAME_SIZE * usual ? usual : line.height;
    const size = own * height * SIZE_OF_LINE;
    return toLineGlyphs(line, { size, frame, object: -1 - at, toPage });
  });
};

const SMALLEST_ANGLE = 0.01;
/** How much the heights of lines may differ if their letters have the same size. */
const SAME_SIZE = 0.18;
/** A font is a little larger than its letters are high. */
const SIZE_OF_LINE = 1.09;

/** Maps a place in the rotated picture to the page. */
const createToPage =
  (turned: ReadText['turned'], { toPage }: PageAxes) =>
  (x: number, y: number): [number, number] => {
    if (turned === 90) return toPage(y, 1 - x);
    if (turned === 180) return toPage(1 - x, 1 - y);
    if (turned === 270) return toPage(1 - y, x);
    return toPage(x, y);
  };

/** The height that most letters have. */
const usualHeight = (lines: readonly ReadLine[]): number => {
  const sorted = lines.toSorted((one, other) => one.height - other.height);
  const counts = sorted.map(({ words }) => words.reduce((sum, { text }) => sum + text.length, 0));
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  let sum = 0;
  const at = counts.findIndex((count) => (sum += count) >= half);
  return sorted[at]?.height ?? 0;
};

type Placing = {
  size: number;
  frame: Frame;
  object: number;
  toPage: (x: number, y: number) => [number, number];
};

/** In font sizes: the smallest gap between two words. */
const WORD_GAP = 0.22;

const toLineGlyphs = (
  { words, baseline }: ReadLine,
  { size, frame, object, toPage }: Placing,
): Glyph[] => {
  const placed = words.map((word) => {
    const [x, y] = turn(...toPage(word.left, baseline), frame);
    const [right] = turn(...toPage(word.right, baseline), frame);
    return { text: word.text, confidence: word.confidence, x, y, right };
  });
  return placed.flatMap(({ text, confidence, x, y, right }, at) => {
    const run: Run = { object, frame, isFixed: false, size, confidence };
    const letters = Array.from(text);
    const next = placed[at + 1]?.x ?? Infinity;
    // The engine says that these are two words, however close they are.
    const end = next > x ? Math.max(x, Math.min(right, next - WORD_GAP * size)) : right;
    const width = (end - x) / letters.length;
    const glyphs = letters.map((letter, place): Glyph => {
      const left = x + place * width;
      return { text: letter, x: left, right: left + width, y, size, run };
    });
    const space: Glyph = { text: ' ', x: end, right: end, y, size, run };
    return at === placed.length - 1 ? glyphs : [...glyphs, space];
  });
};
