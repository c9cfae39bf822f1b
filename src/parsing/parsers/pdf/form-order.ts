import type { Line } from './lines.js';

/**
 * The lines of a form from the top down, because programs may store the names of fields and the words around them separately. If two lines
 * are side by side, it is unclear which is read first, so all lines keep their order.
 */
export const inFormOrder = (lines: readonly Line[]): readonly Line[] => {
  const sorted = lines.toSorted((one, other) => other.y - one.y);
  const isBelow = (line: Line, at: number): boolean => {
    const above = sorted[at - 1];
    return above === undefined || above.y - line.y > BESIDE * Math.max(above.size, line.size);
  };
  return sorted.every(isBelow) ? sorted : lines;
};

/** In font sizes: lines whose heights differ by less are side by side. */
const BESIDE = 0.5;
