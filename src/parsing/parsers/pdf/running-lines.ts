import { alternativesOf } from '../../../language/index.js';
import { findCountedLines } from '../../page-lines.js';
import { bodySize } from './body-text.js';
import type { Line } from './lines.js';

const MIN_REPEATS = 3;

/**
 * Drops running headers, footers and page numbers: margin lines that half of the pages repeat but for their numbers, those that name the
 * chapter, which stand apart from the text at one height, and those that count the pages, however few there are.
 */
export const dropRunningLines = (lines: readonly Line[], pageCount: number): Line[] => {
  const pagesWith = new Map<string, Set<number>>();
  const margins = lines.filter(isInMargin);
  for (const line of margins) {
    const pages = pagesWith.get(marginKey(line)) ?? new Set();
    pagesWith.set(marginKey(line), pages.add(line.page));
  }
  const repeats = (line: Line): number => pagesWith.get(marginKey(line))?.size ?? 0;
  const needed = Math.max(MIN_REPEATS, pageCount / 2.5);
  const apart = findLinesApart(lines, pageCount);
  const isCounted = findCountedLines(margins.map(({ text }) => text));
  const isRunning = (line: Line): boolean =>
    isInMargin(line) &&
    (repeats(line) >= needed ||
      isCounted(line.text) ||
      (apart.has(line) && (repeats(line) > 1 || NAMES_PLACE.test(line.text))));
  return lines.filter((line) => !isRunning(line));
};

/** A number at either end, or the number of a chapter. */
const PARTS = [
  alternativesOf(({ titles }) => titles?.chapters),
  alternativesOf(({ titles }) => titles?.smallParts),
  alternativesOf(({ titles, pages }) =>
    titles?.numbered === undefined ? undefined : pages?.before,
  ),
].join('|');
const NAMES_PLACE = new RegExp(String.raw`^\d{1,4}\s|\s\d{1,4}$|^(?:${PARTS})\s?[\dA-ZIVX]`, 'iu');

const MIN_APART_SHARE = 0.3;
/** The smallest distance between a running line and the text, in font sizes. */
const MIN_GAP = 1.8;

/** The first and last lines of pages that are set apart from the text, at a height where many pages have such a line; none set larger than the text. */
const findLinesApart = (lines: readonly Line[], pageCount: number): ReadonlySet<Line> => {
  const body = bodySize(lines);
  const byPage = new Map<number, Line[]>();
  for (const line of lines) {
    const own = byPage.get(line.page) ?? [];
    own.push(line);
    byPage.set(line.page, own);
  }
  const byHeight = new Map<string, Line[]>();
  for (const own of byPage.values()) {
    const sorted = own.toSorted((left, right) => right.y - left.y);
    for (const [edge, next] of [sorted, sorted.toReversed()]) {
      if (!edge || !next || edge.size > body * 1.05) continue;
      if (Math.abs(edge.y - next.y) < MIN_GAP * edge.size) continue;
      const height = String(Math.round(edge.y / 2));
      byHeight.set(height, [...(byHeight.get(height) ?? []), edge]);
    }
  }
  const needed = Math.max(MIN_REPEATS, pageCount * MIN_APART_SHARE);
  return new Set([...byHeight.values()].filter(({ length }) => length >= needed).flat());
};

const MARGIN_SHARE = 0.09;

const isInMargin = ({ y, pageHeight }: Line): boolean =>
  y < pageHeight * MARGIN_SHARE || y > pageHeight * (1 - MARGIN_SHARE);

const marginKey = ({ text }: Line): string =>
  text.replace(/\p{N}+/gu, '#').replace(/^[ivxlc]{1,7}$/iu, '#');
