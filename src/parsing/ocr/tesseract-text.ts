import { joinRows } from './join-rows.js';
import type { ReadLine, ReadText, ReadWord } from './schema.js';

type Box = { x0: number; y0: number; x1: number; y1: number };
type Word = { text: string; confidence: number; bbox: Box };
type Line = {
  bbox: Box;
  baseline: Box;
  rowAttributes?: { rowHeight: number };
  words: readonly Word[];
};

/** The part of the engine's result that we use. */
export type TesseractPage = {
  blocks: readonly { paragraphs: readonly { lines: readonly Line[] }[] }[] | null;
};

type Size = { width: number; height: number };

/**
 * The engine also reads pages that lie on their side, and then reports its words in the coordinates of the picture as it is. Returns the
 * degrees, clockwise, by which to rotate the picture so that its words run across; 0 if most already do.
 */
export const findTurn = (pages: readonly TesseractPage[]): 0 | 90 | 270 => {
  const lines = linesOf(pages);
  const words = lines.flatMap((line) => line.words);
  const long = words.filter(({ text }) => text.trim().length >= MIN_LETTERS);
  const lying = long.filter((word) => !runsAcross(word));
  if (2 * lying.length <= long.length) return 0;
  const steps = lines.flatMap(({ words: own }) =>
    own.slice(1).map(({ bbox }, at) => Math.sign(bbox.y0 - (own[at]?.bbox.y0 ?? 0))),
  );
  const goesDown = steps.reduce((sum, step) => sum + step, 0) > 0;
  return goesDown ? 270 : 90;
};

/** The engine's confidence for everything that it took for words, from 0 to 100: low if the picture is upside down. */
export const certaintyOf = (pages: readonly TesseractPage[]): number =>
  meanConfidence(
    linesOf(pages)
      .flatMap(({ words }) => words)
      .filter(({ text }) => text.trim() !== ''),
  );

/** Words and lines as every engine gives them; what the engine only guesses at is left out. */
export const toReadText = (
  pages: readonly TesseractPage[],
  size: Size,
): Omit<ReadText, 'turned'> => {
  const found = linesOf(pages)
    .map((line) => toReadLine(line, size))
    .filter((line) => line !== null)
    .slice(0, MAX_LINES);
  const lines = joinRows(found, size.width / size.height);
  return { lines, confidence: meanConfidence(lines.flatMap(({ words }) => words)) };
};

/** Words with this many letters are wider than high, unless they run up or down the picture. */
const MIN_LETTERS = 4;

const runsAcross = ({ text, bbox: { x0, y0, x1, y1 } }: Word): boolean =>
  text.trim().length < MIN_LETTERS || x1 - x0 >= y1 - y0;

const linesOf = (pages: readonly TesseractPage[]): Line[] =>
  pages
    .flatMap(({ blocks }) => blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines);

const MAX_LINES = 5_000;
const MAX_WORDS = 2_000;
const MAX_WORD = 500;

/** A word or line with a lower confidence is not text but a drawing. */
const MIN_WORD = 15;
const MIN_LINE = 40;
/** Lines in tables and under words that are mistaken for letters. */
const RULE = /^[|¦_~=—–-]+$/u;

const toReadLine = (line: Line, size: Size): ReadLine | null => {
  const words = line.words
    .filter(({ text, confidence }) => text.trim() !== '' && confidence >= MIN_WORD)
    .filter(runsAcross)
    .filter(({ text, confidence }) => !RULE.test(text) || (text === '-' && confidence > SURE_RULE))
    .slice(0, MAX_WORDS)
    .map((word) => toReadWord(word, size));
  if (words.length === 0 || meanConfidence(words) < MIN_LINE) return null;
  const { baseline, bbox, rowAttributes } = line;
  const height = rowAttributes?.rowHeight ?? bbox.y1 - bbox.y0;
  return {
    words,
    baseline: toFraction((baseline.y0 + baseline.y1) / 2, size.height),
    height: toFraction(height, size.height),
  };
};

const SURE_RULE = 80;

const toReadWord = ({ text, confidence, bbox }: Word, { width, height }: Size): ReadWord => ({
  text: text.trim().slice(0, MAX_WORD),
  confidence: Math.round(Math.min(100, Math.max(0, confidence))),
  left: toFraction(bbox.x0, width),
  top: toFraction(bbox.y0, height),
  right: toFraction(bbox.x1, width),
  bottom: toFraction(bbox.y1, height),
});

/** Four places are less than half a pixel of a page. */
const toFraction = (pixels: number, of: number): number =>
  Math.round(Math.min(1, Math.max(0, pixels / of)) * 10_000) / 10_000;

/** Long words weigh more; 0 if there are no words. */
const meanConfidence = (words: readonly Pick<ReadWord, 'text' | 'confidence'>[]): number => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sum = words.reduce((all, { text, confidence }) => all + text.length * confidence, 0);
  return letters === 0 ? 0 : Math.round(sum / letters);
};
