type Asked = { forms: readonly string[]; isUnspaced: boolean };

/**
 * Which terms of a passage, by their positions, may have anything of some words: they share two runs of three characters with them, their
 * edges counted as one each. Most terms share none, and to see that is cheaper than to look them up.
 */
export const createSieve = (
  words: readonly Asked[],
): ((terms: readonly string[]) => Iterable<number>) => {
  // Words of a script without spaces are found in runs of two characters.
  if (words.some(({ isUnspaced }) => isUnspaced)) return (terms) => terms.keys();
  const isShared = new Uint8Array(SIZE);
  const units = toUnits(words.flatMap(({ forms }) => forms));
  for (let at = 1; at < units.length - 1; at += 1) isShared[hashAt(units, at)] = 1;
  return (terms) => sift(toUnits(terms), isShared);
};

/** So many that few of the runs of other words fall on those of the question's. */
const SIZE = 1 << 14;
const SPACE = 32;

/** The characters of terms, none of which holds a space, between spaces: numbers in a row are read much faster than strings. */
const toUnits = (terms: readonly string[]): Uint16Array => {
  const { buffer, byteOffset, length } = Buffer.from(` ${terms.join(' ')} `, 'utf16le');
  return new Uint16Array(buffer, byteOffset, length / 2);
};

/** Of a character with its two neighbours. */
const hashAt = (units: Uint16Array, at: number): number =>
  ((units[at - 1] ?? 0) * 961 + (units[at] ?? 0) * 31 + (units[at + 1] ?? 0)) & (SIZE - 1);

const sift = (units: Uint16Array, isShared: Uint8Array): number[] => {
  const positions: number[] = [];
  let [position, start, shared] = [0, 1, 0];
  for (let at = 1; at < units.length; at += 1) {
    if (units[at] !== SPACE) {
      shared += isShared[hashAt(units, at)] ?? 0;
      continue;
    }
    if (shared >= Math.min(2, at - start)) positions.push(position);
    [position, start, shared] = [position + 1, at + 1, 0];
  }
  return positions;
};
