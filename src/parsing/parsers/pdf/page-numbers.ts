import { alternativesOf } from '../../../language/index.js';
import type { Cell, Line } from './lines.js';

/** What the cells of a line at the edge of a page say besides the number that may be the page number. */
type Counted = {
  /** The same for all numbers of one sequence: their kind, and how far they are from the position of the page. */
  series: string;
  rest: string[];
  proof: Proof;
};

/** `named`: a word says that it is a page. `apart`: it is alone, or at the side of the page. `joined`: it is among other words or cells. */
type Proof = 'named' | 'apart' | 'joined';

/** How many pages have to continue the sequence to prove that it is the page number; a named one needs fewer. */
const MIN_COUNTED = 3;
const MIN_NAMED = 2;

/**
 * For lines at the edges of pages: what their cells say besides the page number. Undefined if no number is proven to be the page number: it
 * has to rise from page to page, and it has to be named or set apart. "Room 101" on the first page and "Room 102" on the second are
 * content.
 */
export const createPageNumbers = (
  lines: readonly Line[],
  edges: readonly Line[],
): ((line: Line) => string[] | undefined) => {
  const sides = findSides(lines, new Set(edges));
  const counted = new Map<Line, Counted>();
  const pages = new Map<string, { all: Set<number>; named: Set<number> }>();
  for (const line of edges) {
    const found = readNumber(line, sides.get(line.page));
    if (found === undefined) continue;
    counted.set(line, found);
    const own = pages.get(found.series) ?? { all: new Set(), named: new Set() };
    pages.set(found.series, own);
    if (found.proof !== 'joined') own.all.add(line.page);
    if (found.proof === 'named') own.named.add(line.page);
  }
  return (line) => {
    const found = counted.get(line);
    const own = pages.get(found?.series ?? '');
    if (found === undefined || own === undefined) return undefined;
    const isProven = own.all.size >= MIN_COUNTED || own.named.size >= MIN_NAMED;
    return isProven ? found.rest : undefined;
  };
};

type Sides = { left: number; right: number };

/** The left and right edges of each page's text. */
const findSides = (
  lines: readonly Line[],
  edges: ReadonlySet<Line>,
): ReadonlyMap<number, Sides> => {
  const sides = new Map<number, Sides>();
  for (const line of lines) {
    if (edges.has(line)) continue;
    const own = sides.get(line.page);
    if (own === undefined) sides.set(line.page, { left: line.x, right: line.right });
    else {
      own.left = Math.min(own.left, line.x);
      own.right = Math.max(own.right, line.right);
    }
  }
  return sides;
};

const BEFORE = alternativesOf(({ pages }) => pages?.before);
const OF = alternativesOf(({ pages }) => pages?.of);
const AFTER = alternativesOf(({ pages }) => pages?.after);
const NAMED = String.raw`(?:${BEFORE})\.?\s?(\d{1,6})(?:\s?(?:${OF}|\/)\s?\d{1,6})?|(\d{1,6})(?:${AFTER})`;
const COUNT = String.raw`(\d{1,6})\s?(?:${OF}|\/)\s?\d{1,6}`;
const BREAK = String.raw`\s*[|·•–—]\s*`;
const ENDS_NAMED = new RegExp(String.raw`(?:^|[\s|·•–—[(,-])(?:${NAMED})[\])]?$`, 'iu');
const BEGINS_NAMED = new RegExp(
  String.raw`^[[(]?(?:${NAMED})[\])]?(?:${BREAK}|\s*,\s*|\s-\s|$)`,
  'iu',
);
const ALONE = /^[-–—[(]?\s?(?:[A-Z\d]{1,3}[-–])?(\d{1,6}|[ivxlc]{1,7})\s?[-–—\])]?$/u;
const ENDS_APART = new RegExp(`${BREAK}(?:${COUNT}|(\\d{1,6}))$`, 'u');
const BEGINS_APART = new RegExp(`^(?:${COUNT}|(\\d{1,6}))${BREAK}`, 'u');
const COUNT_ALONE = new RegExp(`^${COUNT}$`, 'u');
const JOINED = /^(\d{1,6})\s|\s(\d{1,6})$/u;

/** Signs that separated the number from the text. */
const HANGING = /^[\s|·•–—,-]+|[\s|·•–—,(-]+$/gu;

const MAX_LENGTH = 200;

const readNumber = (line: Line, sides: Sides | undefined): Counted | undefined => {
  if (line.text.length > MAX_LENGTH) return undefined;
  const { cells } = line;
  const found: Counted[] = [];
  for (const [at, cell] of cells.entries()) {
    const ways: [RegExp, Proof][] = [
      [ENDS_NAMED, 'named'],
      [BEGINS_NAMED, 'named'],
      [COUNT_ALONE, 'apart'],
      [ALONE, cells.length === 1 || isAtSide(line, at, sides) ? 'apart' : 'joined'],
      [ENDS_APART, 'apart'],
      [BEGINS_APART, 'apart'],
      [JOINED, 'joined'],
    ];
    for (const [pattern, proof] of ways) {
      const match = pattern.exec(cell.text);
      if (match === null) continue;
      const written = match.slice(1).find(Boolean) ?? '';
      const rest = cell.text.replace(pattern, '').replace(HANGING, '');
      const others = cells.map(({ text }, other) => (other === at ? rest : text));
      found.push({ series: seriesOf(written, line.page), rest: others, proof });
      break;
    }
  }
  // Another cell may end with a volume number.
  return found.find(({ proof }) => proof !== 'joined') ?? found[0];
};

/** A number far from the other cells of its line, which is not the value of a label. */
const isAtSide = ({ cells, size }: Line, at: number, sides: Sides | undefined): boolean => {
  const cell = cells[at];
  if (cell === undefined || sides === undefined) return false;
  const isFirst = at === 0 && cell.x <= sides.left + SIDE * size;
  const isLast = at === cells.length - 1 && cell.right >= sides.right - SIDE * size;
  return (isFirst || isLast) && !isLabel(cells[at - 1]);
};

/** In font sizes. */
const SIDE = 3;

const isLabel = (cell: Cell | undefined): boolean => /(?:[:№#]|\p{L}\.)$/u.test(cell?.text ?? '');

const seriesOf = (written: string, page: number): string =>
  /^\d/u.test(written) ? `arabic ${Number(written) - page}` : `roman ${fromRoman(written) - page}`;

const ROMAN: ReadonlyMap<string, number> = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
  ['l', 50],
  ['c', 100],
]);

const fromRoman = (written: string): number => {
  const values = Array.from(written.toLowerCase(), (sign) => ROMAN.get(sign) ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
};
