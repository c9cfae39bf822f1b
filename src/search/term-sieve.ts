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
    for (let at = 0; at < form.length; at += 1) isShared[runAt(form, at)] = 1;
  }
  return (term) => {
    const needed = Math.min(2, term.length);
    let shared = 0;
    for (let at = 0; at < term.length && shared < needed; at += 1) {
      shared += isShared[runAt(term, at)] ?? 0;
    }
    return shared >= needed;
  };
};

/** So many that few of the runs of other words fall on those of the question's. */
const SIZE = 1 << 14;

/** A hash of the character and its two neighbours; beyond the edges stands nothing. */
const runAt = (text: string, at: number): number =>
  (codeAt(text, at - 1) * 961 + codeAt(text, at) * 31 + codeAt(text, at + 1)) & (SIZE - 1);

const codeAt = (text: string, at: number): number =>
  at < 0 || at >= text.length ? 0 : text.charCodeAt(at);
