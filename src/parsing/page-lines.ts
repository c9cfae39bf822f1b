import { alternativesOf } from '../language/index.js';
import { oneLine } from './parser.js';

/**
 * Leaves out the lines that a printed text repeats on every page: those that end in a rising page number, and those at the edges of the
 * pages that these lines or form feeds separate. What they say besides the number is kept once at the top, if nothing else says it.
 */
export const dropPageLines = (source: string): string => {
  const lines = source.split(/[\n\f]/u);
  const isCounted = findCountedLines(lines);
  const sheets = source.split('\f').map((sheet) => splitAt(sheet.split('\n'), isCounted));
  const edges = findEdges(sheets.flat());
  if (edges.size === 0 && !lines.some(isCounted)) return source;
  const said = new Set(lines.filter(isCounted).map((line) => oneLine(line.replace(PAGE, ''))));
  const dropEdges = (own: readonly string[]): string[] => {
    const ends = new Set(edgesOf(own));
    return own.filter((line, at) => {
      const isEdge = ends.has(at) && edges.has(toEdge(line));
      if (isEdge) said.add(oneLine(line));
      return !isEdge;
    });
  };
  const text = sheets.map((pages) => pages.flatMap(dropEdges).join('\n')).join('\f');
  const whole = oneLine(text);
  const kept = [...said].filter((words) => /\p{L}{2}/u.test(words) && !whole.includes(words));
  return kept.length === 0 ? text : `${kept.slice(0, MAX_KEPT).join('\n')}\n\n${text}`;
};

/** No real text has more different lines than this at its page edges. */
const MAX_KEPT = 100;

/** Finds lines that end in the page number, if it rises from each of them to the next. */
const findCountedLines = (lines: readonly string[]): ((line: string) => boolean) => {
  const counted = findCounted(lines);
  return (line) => counted.has(toKey(line)) && PAGE.test(line);
};

/** The lines between those that separate pages. */
const splitAt = (lines: readonly string[], parts: (line: string) => boolean): string[][] => {
  const pages: string[][] = [[]];
  for (const line of lines) {
    if (parts(line)) pages.push([]);
    else pages.at(-1)?.push(line);
  }
  return pages;
};

/** "Page 3 of 9" after any text; "Page 3" only alone or set apart, because a sentence may end like that. */
const BEFORE = alternativesOf(({ pages }) => pages?.before);
const OF = alternativesOf(({ pages }) => pages?.of);
const AFTER = alternativesOf(({ pages }) => pages?.after);
const NUMBERED = [
  String.raw`(?:^|\s{2}|[|·–—[-]\s?)(?:${BEFORE})\s?(\d{1,4})(?:\s?(?:${OF}|\/)\s?\d{1,4})?`,
  String.raw`\s(?:${BEFORE})\s?(\d{1,4})\s?(?:${OF}|\/)\s?\d{1,4}`,
  String.raw`(?:^\s*|${BEFORE})\s?(\d{1,4})(?:${AFTER})`,
];
const PAGE = new RegExp(String.raw`(?:${NUMBERED.join('|')})\]?\s*$`, 'iu');
const MAX_LENGTH = 200;

const toKey = (line: string): string => oneLine(line).replace(/\d+/gu, '#');

/** The lines (without their numbers) whose page number rises from one to the next. */
const findCounted = (lines: readonly string[]): ReadonlySet<string> => {
  const numbers = new Map<string, number[]>();
  for (const line of lines) {
    const match = line.length > MAX_LENGTH ? null : PAGE.exec(line);
    if (match === null) continue;
    const key = toKey(line);
    const own = numbers.get(key) ?? [];
    own.push(Number(match.slice(1).find(Boolean)));
    numbers.set(key, own);
  }
  const counted = [...numbers].filter(
    ([, own]) =>
      own.length > 1 && own.every((one, at) => at === 0 || one === (own[at - 1] ?? 0) + 1),
  );
  return new Set(counted.map(([key]) => key));
};

/** A number alone is the page number; in other lines it could also be the number of a chapter. */
const toEdge = (line: string): string => oneLine(line).replace(/^[-–—\s]*\d{1,4}[-–—\s]*$/u, '#');

const MIN_PAGES = 3;

const findEdges = (pages: readonly (readonly string[])[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const at of edgesOf(lines)) {
      const key = toEdge(lines[at] ?? '');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count >= MIN_PAGES).map(([key]) => key));
};

/** The first and the last non-empty line of a page. */
const edgesOf = (lines: readonly string[]): number[] => {
  const isFull = (line: string): boolean => line.trim() !== '';
  const [first, last] = [lines.findIndex(isFull), lines.findLastIndex(isFull)];
  return first === -1 || first === last ? [] : [first, last];
};
