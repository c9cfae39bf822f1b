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
  for (const hash of words.flatMap(({ forms }) => forms.flatMap(hashesOf))) isShared[hash] = 1;
  return (terms) => sift(terms, isShared);
};

/** So many that few of the runs of other words fall on those of the question's. */
const SIZE = 1 << 14;
/** What stands before and behind a term: a space, which none holds. */
const EDGE = 32;

const sift = (terms: readonly string[], isShared: Uint8Array): number[] => {
  const positions: number[] = [];
  for (const [position, term] of terms.entries()) {
    let shared = 0;
    let before = EDGE;
    let here = term.charCodeAt(0);
    for (let at = 1; at <= term.length; at += 1) {
      const next = at < term.length ? term.charCodeAt(at) : EDGE;
      shared += isShared[hashOf(before, here, next)] ?? 0;
      before = here;
      here = next;
    }
    if (shared >= Math.min(2, term.length)) positions.push(position);
  }
  return positions;
};

const hashesOf = (form: string): number[] => {
  const padded = ` ${form} `;
  return Array.from({ length: form.length }, (_, at) =>
    hashOf(padded.charCodeAt(at), padded.charCodeAt(at + 1), padded.charCodeAt(at + 2)),
  );
};

/** Of a character with its two neighbours. */
const hashOf = (before: number, here: number, next: number): number =>
  (before * 961 + here * 31 + next) & (SIZE - 1);
