import type { Line } from './lines.js';

const SAME_LINE = 0.5;
const MAX_WRAPPED_LINES = 8;

/**
 * Table cells may be drawn one after the other, each with its wrapped lines: a line that goes back up, to the right of
 * a line at the same height a little earlier, is the next cell of that row. Where no other row has its cells at the same places, these
 * are columns of text, drawn one after the other.
 */
export const joinWrappedCells = (lines: readonly Line[]): Line[] => {
  const bases = findBases(lines);
  if (bases.size === 0) return [...lines];
  const joined: Line[] = [];
  const placeOf = new Map<Line, number>();
  for (const line of lines) {
    const base = bases.get(line);
    const at = base && placeOf.get(base);
    const row = at === undefined ? undefined : joined[at];
    if (row === undefined || at === undefined) {
      placeOf.set(line, joined.length);
      joined.push({ ...line });
      continue;
    }
    const wrapped = joined.splice(at + 1);
    const cells = row.cells.map((cell) => ({ ...cell }));
    const last = cells.at(-1);
    if (last) last.text = [last.text, ...wrapped.map(({ text }) => text)].join(' ');
    row.cells = [...cells, ...line.cells];
    row.right = line.right;
    row.text = row.cells.map(({ text }) => text).join(' ');
    placeOf.set(line, at);
  }
  return joined;
};

/** For each line that is a further cell of a row the line that the row began with. */
const findBases = (lines: readonly Line[]): ReadonlyMap<Line, Line> => {
  const bases = new Map<Line, Line>();
  const counts = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    for (const pair of pairsOf(line)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    const previous = lines[at - 1];
    const isUpRight =
      previous !== undefined &&
      line.y > previous.y + line.size * SAME_LINE &&
      line.x > previous.x + line.size;
    const recent = isUpRight ? lines.slice(Math.max(0, at - MAX_WRAPPED_LINES), at) : [];
    const base = recent.findLast(({ y }) => Math.abs(y - line.y) <= line.size * SAME_LINE);
    if (base === undefined) continue;
    bases.set(line, bases.get(base) ?? base);
    const key = keyOf(base.x, line.x);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isTable = ([line, { x }]: [Line, Line]): boolean => (counts.get(keyOf(x, line.x)) ?? 0) > 1;
  return new Map([...bases].filter(isTable));
};

const pairsOf = ({ cells }: Line): string[] =>
  cells.length < 2 ? [] : cells.slice(1).map(({ x }) => keyOf(cells[0]?.x ?? 0, x));

const keyOf = (first: number, second: number): string =>
  `${Math.round(first / 4)}-${Math.round(second / 4)}`;
