type Asked = { forms: readonly string[]; isUnspaced: boolean };

/**
 * Whether a term may have anything of some words: it shares two runs of three characters with them, its edges counted as one each.
 * Most terms of a passage share none, and to see that is cheaper than to look them up.
 */
export const createSieve = (words: readonly Asked[]): ((term: string) => boolean) => {
  // Words of a script without spaces are found in runs of two characters.
  if (words.some(({ isUnspaced }) => isUnspaced)) return () => true;
  const isShared = new Uint8Array(SIZE);
  for (const form of words.flatMap(({ forms }) => forms)) {
    walkRuns(form, (run) => {
      isShared[run] = 1;
      return true;
    });
  }
  return (term) => {
    let missing = Math.min(2, term.length);
    walkRuns(term, (run) => {
      missing -= isShared[run] ?? 0;
      return missing > 0;
    });
    return missing <= 0;
  };
};

/** So many that few of the runs of other words fall on those of the question's. */
const SIZE = 1 << 14;

/** A hash of each character with its two neighbours, beyond the edges stands nothing; as long as they are asked for. */
const walkRuns = (text: string, visit: (run: number) => boolean): void => {
  let [before, here] = [0, text.charCodeAt(0)];
  for (let at = 1; at <= text.length; at += 1) {
    const next = at < text.length ? text.charCodeAt(at) : 0;
    if (!visit((before * 961 + here * 31 + next) & (SIZE - 1))) return;
    [before, here] = [here, next];
  }
};
