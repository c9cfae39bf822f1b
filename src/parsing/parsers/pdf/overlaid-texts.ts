import type { Glyph, Run } from './glyphs.js';

type Sign = {
  x: number;
  right: number;
  glyph: Glyph;
  /** Begins a text that covers the end of the one before it. */
  isBehind?: true;
};

/** In font sizes: letters on one line that overlap by more belong to two texts. */
const OVERLAP = 0.25;
const MIN_OVERLAPS = 3;

/**
 * The glyphs of a line on which texts overlap, such as a cell that is cut off by the next one. Each text is kept whole, because sorting by
 * position would mix their letters. Undefined if no two texts overlap.
 */
export const keepTextsWhole = <Given extends Sign>(
  signs: readonly Given[],
): Given[] | undefined => {
  const sorted = signs.toSorted((left, right) => left.x - right.x);
  const overlaps = new Map<Run, number>();
  for (const [at, { x, glyph }] of sorted.entries()) {
    const before = sorted[at - 1];
    const isOther = before !== undefined && before.glyph.run.object !== glyph.run.object;
    if (!isOther || before.right - x < OVERLAP * glyph.size) continue;
    for (const { run } of [before.glyph, glyph]) overlaps.set(run, (overlaps.get(run) ?? 0) + 1);
  }
  const texts = new Set(
    [...overlaps].flatMap(([run, count]) => (count >= MIN_OVERLAPS ? [run] : [])),
  );
  if (texts.size < 2) return undefined;
  const starts = new Map<Run, number>();
  for (const { x, glyph } of sorted) if (!starts.has(glyph.run)) starts.set(glyph.run, x);
  const placeOf = ({ x, glyph }: Sign): number =>
    texts.has(glyph.run) ? (starts.get(glyph.run) ?? x) : x;
  return sorted
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map((sign, at, all) => {
      const before = all[at - 1];
      const begins = before !== undefined && before.glyph.run !== sign.glyph.run;
      const isOver = begins && before.right > sign.x + sign.glyph.size;
      return isOver ? { ...sign, isBehind: true } : sign;
    });
};
