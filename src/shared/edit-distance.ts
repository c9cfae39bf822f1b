/**
 * The minimum number of letters to insert, delete, change, or swap with their neighbour to turn one word into the other (optimal string
 * alignment).
 */
export const editDistance = (left: string, right: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= right.length; at += 1) {
      const isSame = left[row - 1] === right[at - 1];
      const isSwap = left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && at > 1 ? (beforeLast[at - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? Infinity;
};
