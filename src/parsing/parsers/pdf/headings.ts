import type { Line } from './lines.js';

/** An outline (bookmark) entry with the page it leads to. */
export type OutlineEntry = { title: string; level: number; page: number };

/** Marks lines[from..to] as a heading; `title` only if no line shows it. */
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
  const textAt = createTexts(lines);
  let after = -1;
  for (const { title, level, page } of outline) {
    const first = firstOfPage.get(page);
    if (first === undefined) continue;
    const wanted = toText(title);
    let found = false;
    for (let at = Math.max(first, after + 1); lines[at]?.page === page && !found; at += 1) {
      const lineCount = linesShowing(lines, at, { wanted, textAt });
      if (lineCount === 0) continue;
      add(at, { level, lineCount });
      after = at + lineCount - 1;
      found = true;
    }
    if (!found) add(first, { level, lineCount: 0, title });
  }
  return headings;
};

/** Only letters and digits: all of them, and those from the first letter on, so that a number before the title does not count. */
type TitleText = { whole: string; unnumbered: string };

type Search = { wanted: TitleText; textAt: (position: number) => TitleText };

const linesShowing = (lines: readonly Line[], from: number, { wanted, textAt }: Search): number => {
  const first = lines[from];
  let length = 0;
  let shown: TitleText = { whole: '', unnumbered: '' };
  for (let count = 1; count <= MAX_HEADING_LINES; count += 1) {
    const line = lines[from + count - 1];
    if (line === undefined || line.page !== first?.page) return 0;
    // The last words of a paragraph do not belong to the title below them.
    if (Math.abs(line.size - first.size) > 1) return 0;
    length += line.text.length;
    if (length > MAX_HEADING_LENGTH * 2) return 0;
    shown = joinTexts(shown, textAt(from + count - 1));
    if (isSameTitle(shown, wanted)) return count;
  }
  return 0;
};

const isSameTitle = (shown: TitleText, wanted: TitleText): boolean =>
  shown.whole === wanted.whole ||
  (wanted.unnumbered !== '' && shown.unnumbered === wanted.unnumbered);

const joinTexts = (one: TitleText, other: TitleText): TitleText => ({
  whole: one.whole + other.whole,
  unnumbered: one.unnumbered === '' ? other.unnumbered : one.unnumbered + other.whole,
});

/** The texts of lines, each made only once, because many entries of an outline may lead to one page. */
const createTexts = (lines: readonly Line[]): ((position: number) => TitleText) => {
  const made = new Map<number, TitleText>();
  return (position) => {
    const text = made.get(position) ?? toText(lines[position]?.text ?? '');
    made.set(position, text);
    return text;
  };
};

const toText = (title: string): TitleText => ({
  whole: normalise(title),
  unnumbered: normalise(withoutNumber(title)),
});

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
