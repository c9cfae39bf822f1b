import { readGlyphsSeen, withPage } from '../parsers/pdf/pages.js';
import type { Glyph } from '../parsers/pdf/glyphs.js';
import { readAxes, type PageAxes } from '../parsers/pdf/page-axes.js';
import type { OpenPdf } from '../parsers/pdf/pdfium.js';
import type { FoundBoxes, PageBox, PageSpan } from './schema.js';

/** If a smaller share of the letters is found, the marked place may be the wrong one. */
const MIN_EXACT = 0.95;
const MIN_LINES = 0.3;

/** Finds the letters of a span on their pages. Only letters and digits are compared, because everything else is written in many ways. */
export const findBoxes = (
  pdf: OpenPdf,
  { firstPage, lastPage, text, before }: PageSpan,
): FoundBoxes => {
  const pages = readPages(pdf, { firstPage, lastPage });
  const marks = pages.flatMap(({ marks: own }) => own);
  const letters = marks.flatMap((mark) =>
    foldLetters(mark.glyph.text).map((letter) => ({ letter, mark })),
  );
  const lead = foldLetters(before);
  const wanted = foldLetters(text);
  const places = alignLetters(
    [...lead, ...wanted],
    letters.map(({ letter }) => letter),
  ).subarray(lead.length);
  const found = new Set<Mark>();
  let count = 0;
  for (const place of places) {
    const mark = letters[place]?.mark;
    if (mark === undefined) continue;
    found.add(mark);
    count += 1;
  }
  const share = wanted.length === 0 ? 0 : count / wanted.length;
  if (share < MIN_LINES) return { match: 'none', boxes: [] };
  const isExact = share >= MIN_EXACT;
  const runs = toRuns(
    marks,
    isExact ? withPunctuation(marks, found) : withWholeLines(marks, found),
  );
  const toBox = createToBox(pages);
  return { match: isExact ? 'exact' : 'lines', boxes: runs.map(toBox) };
};

const foldLetters = (text: string): string[] =>
  Array.from(text.normalize('NFKD').toLowerCase()).filter((letter) => /[\p{L}\p{N}]/u.test(letter));

/** A printed character and its page. */
type Mark = { glyph: Glyph; page: number };
type OpenPage = {
  number: number;
  marks: Mark[];
  toPicture: PageAxes['toPicture'];
};

const readPages = (
  pdf: OpenPdf,
  { firstPage, lastPage }: { firstPage: number; lastPage: number },
): OpenPage[] => {
  const last = Math.min(lastPage, pdf.pdfium._FPDF_GetPageCount(pdf.document));
  const numbers = Array.from(
    { length: Math.max(0, last - firstPage + 1) },
    (_, at) => firstPage + at,
  );
  return numbers.map((number) =>
    withPage(pdf, number, (page) => {
      const { glyphs } = readGlyphsSeen(pdf, page, number);
      const marks = glyphs
        .filter(({ text }) => text.trim() !== '')
        .map((glyph) => ({ glyph, page: number }));
      return { number, marks, toPicture: readAxes(pdf, page).toPicture };
    }),
  );
};

const isLetter = ({ glyph }: Mark): boolean => /[\p{L}\p{N}]/u.test(glyph.text);

const isOnLine = (one: Mark, other: Mark): boolean =>
  one.page === other.page &&
  one.glyph.run.frame === other.glyph.run.frame &&
  Math.abs(one.glyph.y - other.glyph.y) < 0.5 * Math.max(one.glyph.size, other.glyph.size);

const OPENS = /^[\p{Ps}\p{Pi}"']$/u;
const CLOSES = /^[\p{Pe}\p{Pf}"'.,;:!?…%°。，、！？：；]$/u;

/** Brackets, quotation marks and full stops next to the letters. */
const withPunctuation = (marks: readonly Mark[], found: ReadonlySet<Mark>): Set<Mark> => {
  const all = new Set(found);
  for (const [at, mark] of marks.entries()) {
    const [before, after] = [marks[at - 1], marks[at + 1]];
    const closes =
      before !== undefined &&
      all.has(before) &&
      isOnLine(before, mark) &&
      CLOSES.test(mark.glyph.text);
    const opens =
      after !== undefined &&
      found.has(after) &&
      isOnLine(mark, after) &&
      OPENS.test(mark.glyph.text);
    if (closes || opens) all.add(mark);
  }
  return all;
};

const withWholeLines = (marks: readonly Mark[], found: ReadonlySet<Mark>): Set<Mark> => {
  const all = new Set<Mark>();
  let line: Mark[] = [];
  const flush = (): void => {
    if (line.some((mark) => found.has(mark))) for (const mark of line) all.add(mark);
    line = [];
  };
  for (const mark of marks) {
    const last = line.at(-1);
    if (last && !isOnLine(last, mark)) flush();
    line.push(mark);
  }
  flush();
  return all;
};

/** Marked characters next to each other, with no other letter between them. */
const toRuns = (marks: readonly Mark[], chosen: ReadonlySet<Mark>): Mark[][] => {
  const runs: Mark[][] = [];
  let run: Mark[] = [];
  for (const mark of marks) {
    const last = run.at(-1);
    const isChosen = chosen.has(mark);
    const endsRun = isChosen ? last && !isOnLine(last, mark) : isLetter(mark);
    if (endsRun && run.length > 0) {
      runs.push(run);
      run = [];
    }
    if (isChosen) run.push(mark);
  }
  if (run.length > 0) runs.push(run);
  return runs;
};

/** How far a line reaches below and above its baseline, in font sizes. */
const BELOW = 0.24;
const ABOVE = 0.86;

const createToBox = (pages: readonly OpenPage[]) => {
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  return (run: readonly Mark[]): PageBox => {
    const [first] = run;
    const page = first && byNumber.get(first.page);
    if (first === undefined || page === undefined) throw new Error('A run has at least one mark.');
    const { frame } = first.glyph.run;
    const glyphs = run.map(({ glyph }) => glyph);
    const size = glyphs.reduce((most, glyph) => Math.max(most, glyph.size), 0);
    const bounds = {
      left: glyphs.reduce((least, { x }) => Math.min(least, x), Infinity) - frame.left,
      right: glyphs.reduce((most, { right }) => Math.max(most, right), -Infinity) - frame.left,
      bottom:
        glyphs.reduce((least, { y }) => Math.min(least, y), Infinity) - BELOW * size - frame.bottom,
      top:
        glyphs.reduce((most, { y }) => Math.max(most, y), -Infinity) + ABOVE * size - frame.bottom,
    };
    const corners = [bounds.left, bounds.right].flatMap((along) =>
      [bounds.bottom, bounds.top].map((up) =>
        page.toPicture(along * frame.cos - up * frame.sin, along * frame.sin + up * frame.cos),
      ),
    );
    const [xs, ys] = [corners.map(([x]) => clamp(x)), corners.map(([, y]) => clamp(y))];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return {
      page: first.page,
      left,
      top,
      width: Math.max(...xs) - left,
      height: Math.max(...ys) - top,
    };
  };
};

const clamp = (fraction: number): number => Math.min(1, Math.max(0, fraction));

/**
 * For each letter of a text its place in a source, or -1. The source may contain more than the text, and parts of it in another order. Runs
 * of letters that both have are searched from the start of the text; a run that continues where the last one ended is preferred.
 */
export const alignLetters = (text: readonly string[], source: readonly string[]): Int32Array => {
  const places = new Int32Array(text.length).fill(-1);
  const seed = Math.min(SEED, text.length);
  const starts = indexRuns(source, seed);
  let next = 0;
  for (let at = 0; at < text.length;) {
    const search = { text, at, source, next };
    const anywhere = starts.get(runAt(text, at, seed)) ?? [];
    const best = findRun(search, anywhere.length > 0 ? anywhere : startsNear(search));
    for (let step = 0; step < best.length; step += 1) places[at + step] = best.start + step;
    if (best.length > 0) next = best.start + best.length;
    at += Math.max(1, best.length);
  }
  fillGaps(places);
  return places;
};

/** Shorter runs could be anywhere. */
const SEED = 6;
/** How many places of one run are tried; on a page full of dotted lines each of them would match. */
const MAX_STARTS = 200;

const runAt = (letters: readonly string[], at: number, length: number): string =>
  letters.slice(at, at + length).join('');

const indexRuns = (source: readonly string[], length: number): Map<string, number[]> => {
  const starts = new Map<string, number[]>();
  for (let at = 0; at + length <= source.length; at += 1) {
    const run = runAt(source, at, length);
    const known = starts.get(run);
    if (known === undefined) starts.set(run, [at]);
    else if (known.length < MAX_STARTS) known.push(at);
  }
  return starts;
};

type Search = { text: readonly string[]; at: number; source: readonly string[]; next: number };
type Run = { start: number; length: number };

/** How many letters a run needs directly after the last one, such as the end of a text after a footnote mark. */
const SEED_NEAR = 3;

/** The place near the end of the last run where the text continues, even with only a few letters. */
const startsNear = ({ text, at, source, next }: Search): number[] => {
  const length = Math.min(SEED_NEAR, text.length - at);
  if (next === 0 || text.length < SEED) return [];
  for (let start = next; start <= next + NEAR && start + length <= source.length; start += 1) {
    let same = 0;
    while (same < length && text[at + same] === source[start + same]) same += 1;
    if (same === length) return [start];
  }
  return [];
};

/** How many letters may be between two runs that belong together: a footnote mark or a page number. */
const NEAR = 60;
/** A run elsewhere must have this many letters more to be preferred to the one that continues. */
const NEAR_IS_WORTH = 24;

const findRun = ({ text, at, source, next }: Search, starts: readonly number[]): Run => {
  let best: Run = { start: -1, length: 0 };
  let bestWorth = 0;
  for (const start of starts) {
    let length = 0;
    while (at + length < text.length && text[at + length] === source[start + length]) length += 1;
    const isNear = start >= next && start - next <= NEAR;
    const worth = length + (isNear ? NEAR_IS_WORTH : 0);
    if (worth > bestWorth) {
      best = { start, length };
      bestWorth = worth;
    }
  }
  return best;
};

/** Larger gaps are not filled by guessing. */
const MAX_GAP = 40;

/** Letters between two runs that are as close to each other in the source: the two texts only write a sign differently. */
const fillGaps = (places: Int32Array): void => {
  let last = -1;
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? -1;
    if (place < 0) continue;
    const [missing, between] = [at - last - 1, place - (places[last] ?? -1) - 1];
    const isGap = last >= 0 && missing > 0 && missing <= MAX_GAP && between > 0;
    if (isGap && between <= 2 * missing) {
      for (let step = 1; step <= Math.min(missing, between); step += 1) {
        places[last + step] = (places[last] ?? 0) + step;
      }
    }
    last = at;
  }
};
