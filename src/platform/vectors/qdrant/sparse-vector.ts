const SATURATION = 1.2;
const LENGTH_INFLUENCE = 0.75;

/** FNV-1a with murmur's finaliser, 32 bits: no collision in vocabularies of up to 26,618 terms. */
export const hashTerm = (term: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(term)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

export type SparseVector = { indices: number[]; values: number[] };

const toSparse = (weights: ReadonlyMap<number, number>): SparseVector => ({
  indices: [...weights.keys()],
  values: [...weights.values()],
});

/** BM25's term-frequency part; the server multiplies by the inverse document frequency (`modifier: idf`). */
export const toDocumentVector = (
  terms: readonly string[],
  averageTermCount: number,
): SparseVector => {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const index = hashTerm(term);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const length = 1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * terms.length) / averageTermCount;
  const weights = [...counts].map(([index, count]): [number, number] => [
    index,
    (count * (SATURATION + 1)) / (count + SATURATION * length),
  ]);
  return toSparse(new Map(weights));
};

export const toQueryVector = (terms: readonly string[]): SparseVector =>
  toSparse(new Map(terms.map((term) => [hashTerm(term), 1])));
