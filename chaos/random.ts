/** Reproducible: the same seed makes the same run of choices. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  /** from ≤ n < to. */
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  /** An independent run of choices: what one client does must not depend on what another did. */
  fork(): Random;
};

/** Mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from));
  return {
    next,
    between,
    pick: (items) => {
      const [picked] = items.slice(between(0, items.length));
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
    shuffle: (items) => {
      const keyed = items.map((item) => ({ item, key: next() }));
      return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item);
    },
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  };
};
