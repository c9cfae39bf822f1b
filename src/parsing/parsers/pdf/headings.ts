import type { Line } from './lines.js';

/** An outline (bookmark) entry with the page it leads to. */
export type OutlineEntry = { title: string; level: number; page: number };

/** Marks lines[from..to] as a heading; `title` only where no line shows it. */
export type Heading = { level: number; lineCount: number; title?: string };

const MAX_HEADING_LINES = 3;
const MAX_HEADING_LENGTH = 200;

const MAX_LEVEL = 6;

/** Finds each outline entry's line on its page; an entry that no line shows becomes a heading at the page's first line. */
export const headingsFromOutline = (
  lines: readonly Line[],
  outline: readonly OutlineEntry[],
): Map<number, Heading[]> => {
  const headings = new Map<number, Heading[]>();
  const add = (position: number, heading: Heading): void =>
    void headings.set(position, [...(headings.get(position) ?? []), heading]);
  const firstOfPage = new Map<number, number>();
  lines.forEach(({ page }, position) => {
    if (!firstOfPage.has(page)) firstOfPage.set(page, position);
  });
  let after = -1;
  for (const { title, level, page } of outline) {
    const first = firstOfPage.get(page);
    if (first === undefined) continue;
    let found = false;
    for (let at = Math.max(first, after + 1); lines[at]?.page === page && !found; at += 1) {
      const lineCount = linesShowing(lines, at, title);
      if (lineCount === 0) continue;
      add(at, { level, lineCount });
      after = at + lineCount - 1;
      found = true;
    }
    if (!found) add(first, { level, lineCount: 0, title });
  }
  return headings;
};

const linesShowing = (lines: readonly Line[], from: number, title: string): number => {
  const page = lines[from]?.page;
  for (let count = 1; count <= MAX_HEADING_LINES; count += 1) {
    const group = lines.slice(from, from + count);
    if (group.length < count || group.some((line) => line.page !== page)) return 0;
    // The last words of a paragraph are no part of the title below them.
    if (group.some((line) => Math.abs(line.size - (group[0]?.size ?? 0)) > 1)) return 0;
    const shown = group.map((line) => line.text).join(' ');
    if (shown.length > MAX_HEADING_LENGTH * 2) return 0;
    if (isSameTitle(shown, title)) return count;
  }
  return 0;
};

const isSameTitle = (shown: string, title: string): boolean =>
  normalise(shown) === normalise(title) ||
  (normalise(withoutNumber(title)) !== '' &&
    normalise(withoutNumber(shown)) === normalise(withoutNumber(title)));

const normalise = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const withoutNumber = (title: string): string => title.replace(/^\P{L}+/u, '');

/** Without an outline: short lines set larger than the body are headings, larger ones above smaller ones. */
export const headingsFromSizes = (lines: readonly Line[], body: number): Map<number, Heading[]> => {
  const groups: { position: number; lineCount: number; size: number }[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!isLarge(line, body)) continue;
    const size = Math.round(line.size);
    let lineCount = 1;
    const continues = (next: Line | undefined): boolean =>
      isLarge(next, body) &&
      next.page === line.page &&
      Math.round(next.size) === size &&
      Math.abs(line.y - next.y) <= lineCount * size * 1.6;
    while (continues(lines[at + lineCount])) lineCount += 1;
    if (lineCount <= MAX_HEADING_LINES) groups.push({ position: at, lineCount, size });
    at += lineCount - 1;
  }
  const sizes = [...new Set(groups.map(({ size }) => size))].sort((left, right) => right - left);
  return new Map(
    groups.map(({ position, lineCount, size }) => [
      position,
      [{ level: Math.min(sizes.indexOf(size) + 1, MAX_LEVEL), lineCount }],
    ]),
  );
};

const HEADING_SIZE = 1.15;

const isLarge = (line: Line | undefined, body: number): line is Line =>
  line !== undefined &&
  line.size >= body * HEADING_SIZE &&
  line.cells.length === 1 &&
  line.text.length <= MAX_HEADING_LENGTH &&
  /\p{L}/u.test(line.text);
