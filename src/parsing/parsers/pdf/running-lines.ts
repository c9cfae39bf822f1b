import { alternativesOf } from '../../../language/index.js';
import { oneLine } from '../../parser.js';
import type { Block } from '../../parsed-document.js';
import { bodySize } from './body-text.js';
import type { Line } from './lines.js';
import { createPageNumbers } from './page-numbers.js';

/** A text at the edge of many pages, and the first of these pages. */
export type RunningText = { text: string; page: number; confidence?: number | undefined };

export type PartedLines = { lines: Line[]; running: RunningText[] };

const MIN_REPEATS = 3;

/**
 * Removes running headers, footers and page numbers from the text. Nothing is lost: of lines that say the same on many pages one is kept,
 * and a number is left out only if it is the page number. Lines that differ in any other number are content.
 */
export const partRunningLines = (lines: readonly Line[], pageCount: number): PartedLines => {
  const edges = findEdges(lines, pageCount);
  const rests = readRests(lines, [...edges.keys()]);
  const pagesWith = countPages(rests);
  const isSaid = createTitleTest(
    lines.filter((line) => !edges.has(line)),
    new Set(pagesWith.keys()),
  );
  const repeats = (part: string): number => pagesWith.get(part)?.size ?? 0;
  const isRunning = (line: Line): boolean => {
    const [rest, edge] = [rests.get(line), edges.get(line)];
    if (rest === undefined || edge === undefined) return false;
    if (rest.isNumbered) return true;
    if (edge === 'apart') return rest.parts.every((part) => isSaid(part) || repeats(part) > 1);
    const share = edge === 'large' ? MIN_LARGE_SHARE : MIN_SHARE;
    const needed = Math.max(MIN_REPEATS, pageCount * share);
    return rest.parts.every((part) => repeats(part) >= needed);
  };
  const known = new Set<string>();
  const running: RunningText[] = [];
  const text = lines.filter((line) => {
    if (!isRunning(line)) return true;
    const own = (rests.get(line)?.parts ?? []).filter((part) => !known.has(part) && !isSaid(part));
    for (const part of own) known.add(part);
    if (own.length > 0) {
      running.push({ text: own.join(' | '), page: line.page, confidence: line.confidence });
    }
    return false;
  });
  return { lines: text, running };
};

/** What a line says in each of its cells, without the page number. */
type Rest = { parts: string[]; isNumbered: boolean };

const readRests = (lines: readonly Line[], edges: readonly Line[]): ReadonlyMap<Line, Rest> => {
  const restOf = createPageNumbers(lines, edges);
  return new Map(
    edges.map((line) => {
      const rest = restOf(line);
      const parts = (rest ?? line.cells.map(({ text }) => text)).flatMap((text) =>
        text.split(SECTION).map(oneLine),
      );
      const own = { parts: parts.filter((part) => part !== ''), isNumbered: rest !== undefined };
      return [line, own];
    }),
  );
};

/** The title of a section may follow directly after that of its chapter. */
const SECTION = /\s(?=(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+\.?\s+\p{Lu})/u;

const countPages = (rests: ReadonlyMap<Line, Rest>): ReadonlyMap<string, Set<number>> => {
  const pages = new Map<string, Set<number>>();
  for (const [{ page }, { parts }] of rests) {
    for (const part of parts) pages.set(part, (pages.get(part) ?? new Set()).add(page));
  }
  return pages;
};

/** Each running text once, before the first page that shows it. */
export const withRunningTexts = (
  blocks: readonly Block[],
  running: readonly RunningText[],
): Block[] => {
  const added = [...blocks];
  const pages = [...new Set(running.map(({ page }) => page))].sort((one, other) => other - one);
  for (const page of pages) {
    const onPage = running.filter((one) => one.page === page);
    const own = onPage.map(({ text }) => text);
    const at = added.findIndex((block) => (block.page ?? 0) >= page);
    const block: Block = { text: own.join('\n'), kind: 'paragraph', keepsLines: true, page };
    const confidence = onPage.find((one) => one.confidence !== undefined)?.confidence;
    if (confidence !== undefined) Object.assign(block, { ocr: true, confidence });
    added.splice(at === -1 ? added.length : at, 0, block);
  }
  return added;
};

/**
 * In the margin, or larger than the text there; or anywhere, if it is separated from the text and at the same height as lines of other
 * pages.
 */
type Edge = 'margin' | 'large' | 'apart';

/** The share of the pages that must repeat a line in the margin, and a line that is as large as a title. */
const MIN_SHARE = 0.4;
const MIN_LARGE_SHARE = 0.8;
const LARGE = 1.15;
const MARGIN_SHARE = 0.09;

const findEdges = (lines: readonly Line[], pageCount: number): ReadonlyMap<Line, Edge> => {
  const body = bodySize(lines);
  const edges = new Map<Line, Edge>();
  const apart = findLinesApart(lines, { pageCount, body });
  for (const [at, line] of lines.entries()) {
    if (apart.has(line)) edges.set(line, 'apart');
    else if (isInMargin(line) && !isInTable(line, lines[at - 1], lines[at + 1])) {
      edges.set(line, line.size > body * LARGE ? 'large' : 'margin');
    }
  }
  return edges;
};

const isInMargin = ({ y, pageHeight }: Line): boolean =>
  y < pageHeight * MARGIN_SHARE || y > pageHeight * (1 - MARGIN_SHARE);

/** True for a row of a table; many pages may repeat its header. */
const isInTable = (line: Line, before: Line | undefined, next: Line | undefined): boolean => {
  if (line.table !== undefined) return true;
  const isRow = (other: Line | undefined): boolean =>
    other?.page === line.page &&
    other.cells.length > 1 &&
    Math.abs(other.y - line.y) < MIN_GAP * line.size;
  return line.cells.length > 1 && (isRow(before) || isRow(next));
};

const MIN_APART_SHARE = 0.3;
/** The smallest distance between a running line and the text, in font sizes. */
const MIN_GAP = 1.8;

type Document = { pageCount: number; body: number };

/**
 * Lines at the top or the bottom of a page, separate from its text, at a height where many pages have one. Lines larger than the text do
 * not count.
 */
const findLinesApart = (
  lines: readonly Line[],
  { pageCount, body }: Document,
): ReadonlySet<Line> => {
  const byHeight = new Map<string, Line[]>();
  const byPage = new Map<number, Line[]>();
  for (const line of lines) {
    const own = byPage.get(line.page);
    if (own) own.push(line);
    else byPage.set(line.page, [line]);
  }
  for (const own of byPage.values()) {
    const sorted = own.toSorted((left, right) => right.y - left.y);
    for (const [edge, next] of [sorted, sorted.toReversed()]) {
      if (!edge || !next || edge.size > body * 1.05 || edge.table !== undefined) continue;
      if (Math.abs(edge.y - next.y) < MIN_GAP * edge.size) continue;
      const height = String(Math.round(edge.y / 2));
      byHeight.set(height, [...(byHeight.get(height) ?? []), edge]);
    }
  }
  const needed = Math.max(MIN_REPEATS, pageCount * MIN_APART_SHARE);
  return new Set([...byHeight.values()].filter(({ length }) => length >= needed).flat());
};

/** For titles at the edges of pages: whether a line of the text says the same, as the heading of the chapter does. */
const createTitleTest = (
  lines: readonly Line[],
  titles: ReadonlySet<string>,
): ((title: string) => boolean) => {
  const tails = new Set([...titles].map(tailOf));
  const said = new Set<string>();
  for (const [at, { text }] of lines.entries()) {
    if (text.length > MAX_TITLE || !tails.has(tailOf(text))) continue;
    said.add(toTitle(text));
    // The heading may take two lines.
    said.add(toTitle(`${lines[at - 1]?.text.slice(-MAX_TITLE) ?? ''} ${text}`));
  }
  return (title) => said.has(toTitle(title));
};

const MAX_TITLE = 200;

/** Few lines end like a title: only those are compared in full. */
const tailOf = (text: string): string => text.slice(-4).toLowerCase();

const PARTS = [
  alternativesOf(({ titles }) => titles?.chapters),
  alternativesOf(({ titles }) => titles?.smallParts),
].join('|');
const NUMBER = new RegExp(
  String.raw`^(?:(?:${PARTS})\s?[\dA-Z]{1,4}(?:\.\d{1,3}){0,4}|\d{1,3}(?:\.\d{1,3}){0,4})(?=[\s.:|–—-])[\s.:|–—-]*`,
  'iu',
);

/** Its words, without the chapter number. */
const toTitle = (text: string): string =>
  text
    .replace(NUMBER, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
